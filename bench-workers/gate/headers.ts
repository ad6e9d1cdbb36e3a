/**
 * The headers of every answer of the bench. It is no document: nothing may run, be framed or be
 * taken for another type, and a page on another origin may read it only where the gate admits it.
 */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** An answer with the headers that all have. @param origin whose page may read it; null: no other’s */
export function secured(response: Response, origin: string | null): Response {
  const answer = new Response(response.body, response);
  for (const [name, value] of Object.entries(HEADERS)) answer.headers.set(name, value);
  answer.headers.set('Vary', 'Origin');
  if (origin === null) return answer;
  answer.headers.set('Access-Control-Allow-Origin', origin);
  answer.headers.set('Access-Control-Expose-Headers', 'Retry-After');
  return answer;
}
