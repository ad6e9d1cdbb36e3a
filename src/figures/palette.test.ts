import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { colorOf, lookOf, looks, systemOf } from './palette.ts';

const css = readFileSync(new URL('../styles/palette.css', import.meta.url), 'utf8');
const theme = readFileSync(new URL('../styles/theme.css', import.meta.url), 'utf8');

/** Custom properties of the first rule with this selector: name to hex colour. */
function colors(text: string, selector: string): Map<string, string> {
  const start = text.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`got no rule ${selector}, expected one`);
  const body = text.slice(start, text.indexOf('}', start));
  return new Map(
    [...body.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [
      name,
      hex,
    ]),
  );
}

/** Relative luminance of a hex colour, after WCAG 2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const themes = [
  ['dark', ':root'],
  ['light', ":root[data-theme='light']"],
] as const;

describe('contrast', () => {
  it('is computed as WCAG does', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});

describe.each(themes)('%s theme', (_name, selector) => {
  const palette = colors(css, selector);
  const page = colors(theme, selector).get('--sl-color-black') ?? '';

  it('states the colour of the page', () => {
    expect(page).toMatch(/^#[0-9a-f]{6}$/);
  });

  it.each([...Object.values(looks), lookOf('unheard-of')])(
    '$variable has 3:1 against the page',
    ({ variable }) => {
      const color = palette.get(variable);
      expect(color, `${variable} in palette.css`).toBeDefined();
      expect(contrast(color ?? page, page)).toBeGreaterThanOrEqual(3);
    },
  );

  it('gives no two systems one colour', () => {
    expect(new Set(palette.values()).size).toBe(palette.size);
  });
});

describe('looks', () => {
  it('gives no two systems one symbol', () => {
    const all = [...Object.values(looks), lookOf('unheard-of')];
    expect(new Set(all.map((look) => look.symbol)).size).toBe(all.length);
  });

  it('finds the system of an arm', () => {
    expect(systemOf('lumenize/hibernating')).toBe('lumenize');
    expect(systemOf('twin')).toBe('twin');
    expect(colorOf(systemOf('capnweb/in-memory'))).toBe('var(--rt-system-capnweb)');
  });
});
