/**
 * Text as outlines. The images must come out the same on every machine, so they use a font that a
 * package brings, and none of the system's.
 */
import regular from '@fontsource/inter/files/inter-latin-400-normal.woff2?inline';
import bold from '@fontsource/inter/files/inter-latin-600-normal.woff2?inline';
import { create, type Font } from 'fontkitten';

/** Weights there are. */
export type Weight = 'regular' | 'bold';

/** How a text is set. */
export interface TextStyle {
  /** Size in px. */
  size: number;
  weight: Weight;
}

/** Spaces that the font lacks, as parts of its size. */
const spaces: Readonly<Record<string, number>> = { '\u202f': 0.2, '\u00a0': 0.28 };

const fonts: Readonly<Record<Weight, Font>> = { regular: read(regular), bold: read(bold) };

/** @param address the file as a data: address, which the bundler makes of it */
function read(address: string): Font {
  const font = create(Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'));
  if ('fonts' in font) throw new Error('Font of the images: got a collection, expected one font');
  return font;
}

/** One character in units of the font: how far it moves on, and its outline. */
interface Letter {
  advance: number;
  outline: string;
}

/** Letters that were asked for before: outlines take time to read from a font. */
const known: Readonly<Record<Weight, Map<string, Letter>>> = {
  regular: new Map(),
  bold: new Map(),
};

function letterOf(character: string, weight: Weight, text: string): Letter {
  const before = known[weight].get(character);
  if (before !== undefined) return before;
  const letter = readLetter(character, fonts[weight], text);
  known[weight].set(character, letter);
  return letter;
}

function readLetter(character: string, font: Font, text: string): Letter {
  const space = spaces[character];
  if (space !== undefined) return { advance: space * font.unitsPerEm, outline: '' };
  const point = character.codePointAt(0) ?? 0;
  if (!font.hasGlyphForCodePoint(point)) {
    throw new Error(
      `Image of “${text}”: got the character “${character}”, expected one of Inter's Latin ones`,
    );
  }
  const glyph = font.glyphForCodePoint(point);
  return { advance: glyph.advanceWidth, outline: glyph.path.toSVG() };
}

/** Width of a text in px. */
export function widthOf(text: string, { size, weight }: TextStyle): number {
  const units = [...text].reduce((sum, each) => sum + letterOf(each, weight, text).advance, 0);
  return (units * size) / fonts[weight].unitsPerEm;
}

/**
 * Paths of a text whose baseline starts at x, y, in px.
 *
 * @throws naming a character the font lacks
 */
export function outlineOf(text: string, { size, weight }: TextStyle, x: number, y: number): string {
  const scale = size / fonts[weight].unitsPerEm;
  let at = 0;
  const paths = [...text].map((character) => {
    const { advance, outline } = letterOf(character, weight, text);
    const path = outline === '' ? '' : `<path transform="translate(${at})" d="${outline}"/>`;
    at += advance;
    return path;
  });
  // The font's y points up.
  return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`;
}

/** A text broken at spaces into lines of at most `width` px; what does not fit ends with `…`. */
export function linesOf(text: string, style: TextStyle, width: number, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(longer, style) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  if (lines.length <= most) return lines.map((line) => cut(line, style, width));
  const rest = lines.slice(most - 1).join(' ');
  return [...lines.slice(0, most - 1), cut(rest, style, width)];
}

/** A line shortened to a width. */
export function cut(line: string, style: TextStyle, width: number): string {
  if (widthOf(line, style) <= width) return line;
  const end = [...line];
  while (end.length > 0 && widthOf(`${end.join('').trimEnd()}…`, style) > width) end.pop();
  return `${end.join('').trimEnd()}…`;
}
