/** From SVG to PNG. */
import sharp from 'sharp';

/** An image as the answer of a route. It is made when it is asked for, and nothing of it is kept. */
export async function pngResponse(svg: string): Promise<Response> {
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  return new Response(new Uint8Array(png), { headers: { 'Content-Type': 'image/png' } });
}
