import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TWIN } from '../harness/record/index.ts';
import { outlines } from '../studies/outlines.ts';
import { findSystem } from '../studies/systems.ts';
import { colorOf, lookOf, looks } from './palette.ts';

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

type Triple = readonly [number, number, number];

/** Red, green and blue of a hex colour as parts of full light, without gamma. */
function linear(hex: string): Triple {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return [red, green, blue];
}

const weigh = ([a, b, c]: Triple, [x, y, z]: Triple): number => a * x + b * y + c * z;

/** Relative luminance of a hex colour, after WCAG 2. */
function luminance(hex: string): number {
  return weigh([0.2126, 0.7152, 0.0722], linear(hex));
}

/**
 * What eyes see of linear light: all of it, or without one kind of cone, after Machado, Oliveira
 * and Fernandes, A Physiologically-based Model for Simulation of Color Vision Deficiency (2009),
 * severity 1.
 */
const eyes: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

/** Linear light as Oklab (Ottosson, 2020), in which distances are about as large as they look. */
function oklab(light: Triple): Triple {
  const cones: Triple = [
    Math.cbrt(weigh([0.4122214708, 0.5363325363, 0.0514459929], light)),
    Math.cbrt(weigh([0.2119034982, 0.6806995451, 0.1073969566], light)),
    Math.cbrt(weigh([0.0883024619, 0.2817188376, 0.6299787005], light)),
  ];
  return [
    weigh([0.2104542553, 0.793617785, -0.0040720468], cones),
    weigh([1.9779984951, -2.428592205, 0.4505937099], cones),
    weigh([0.0259040371, 0.7827717662, -0.808675766], cones),
  ];
}

/** How far apart two hex colours look: black and white are 1 apart, the least one sees about 0.02. */
function distance(one: string, other: string, seen: readonly [Triple, Triple, Triple]): number {
  const look = (hex: string): Triple => {
    const [red, green, blue] = seen.map((row) => Math.min(1, Math.max(0, weigh(row, linear(hex)))));
    return oklab([red ?? 0, green ?? 0, blue ?? 0]);
  };
  const [from, to] = [look(one), look(other)];
  return Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
}

/** The systems of each study that share its figures; the twin is in those that run here. */
const shared = outlines.map(({ id, arms }) => {
  const systems = [...new Set(arms.map(({ system }) => system))];
  return [id, systems.includes('raw-websocket') ? [...systems, TWIN] : systems] as const;
});

/** Every pair of the items. */
function pairs<Item>(items: readonly Item[]): Array<[Item, Item]> {
  return items.flatMap((one, at) => items.slice(at + 1).map((other): [Item, Item] => [one, other]));
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

describe('distance', () => {
  const [all, deuteranopia] = [eyes['all cones'], eyes['deuteranopia']];

  it('is 1 from black to white, and sees red and green as alike without the green cones', () => {
    if (all === undefined || deuteranopia === undefined) throw new Error('expected both eyes');
    expect(distance('#000000', '#ffffff', all)).toBeCloseTo(1, 3);
    expect(distance('#b04a3a', '#6d6d2f', all)).toBeGreaterThan(0.12);
    expect(distance('#b04a3a', '#6d6d2f', deuteranopia)).toBeLessThan(0.06);
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

  const apart = shared.flatMap(([study, systems]) =>
    pairs(systems).flatMap(([one, other]) =>
      Object.keys(eyes).map((eye) => [one, other, study, eye] as const),
    ),
  );

  it.each(apart)('keeps %s and %s of %s apart for %s', (one, other, _study, eye) => {
    const [first, second] = [one, other].map((system) => palette.get(lookOf(system).variable));
    const seen = eyes[eye];
    if (!first || !second || !seen) throw new Error('expected two colours and an eye');
    expect(distance(first, second, seen)).toBeGreaterThanOrEqual(0.08);
  });
});

describe('looks', () => {
  it.each(shared)('gives no two systems of %s one symbol', (_study, systems) => {
    expect(new Set(systems.map((system) => lookOf(system).symbol)).size).toBe(systems.length);
  });

  it.each(shared)('gives every system of %s a look of its own', (_study, systems) => {
    for (const system of systems) expect(Object.keys(looks)).toContain(system);
  });

  it('is of systems that there are', () => {
    const systems = Object.keys(looks).filter((id) => id !== TWIN);
    expect(systems.map((id) => findSystem(id).id)).toEqual(systems);
  });

  it('is a colour of the style sheet', () => {
    expect(colorOf('capnweb')).toBe('var(--rt-system-capnweb)');
  });
});
