import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CONTROL } from '../../core/record/index.ts';
import { outlines } from '../../libraries/studies/outlines.ts';
import { colorRules, lookOf } from './palette.ts';

// Arithmetic of colours, for tests of the palette.

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

/** Contrast of two hex colours, after WCAG 2: 1 to 21. */
function contrast(...both: [string, string]): number {
  const [light = 0, dark = 0] = both
    .map((hex) => weigh([0.2126, 0.7152, 0.0722], linear(hex)))
    .sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * What eyes see of linear light: all of it, or without one kind of cone, after Machado, Oliveira
 * and Fernandes, A Physiologically-based Model for Simulation of Color Vision Deficiency (2009),
 * severity 1.
 */
const eyes: ReadonlyArray<Readonly<Record<'red' | 'green' | 'blue', Triple>>> = [
  { red: [1, 0, 0], green: [0, 1, 0], blue: [0, 0, 1] },
  {
    red: [0.152286, 1.052583, -0.204868],
    green: [0.114503, 0.786281, 0.099216],
    blue: [-0.003882, -0.048116, 1.051998],
  },
  {
    red: [0.367322, 0.860646, -0.227968],
    green: [0.280085, 0.672501, 0.047413],
    blue: [-0.01182, 0.04294, 0.968881],
  },
  {
    red: [1.255528, -0.076749, -0.178779],
    green: [-0.078411, 0.930809, 0.147602],
    blue: [0.004733, 0.691367, 0.3039],
  },
];

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

/** How far apart two hex colours look to the eyes that tell them apart least: black and white are 1 apart. */
function distance(one: string, other: string): number {
  const distances = eyes.map((seen) => {
    const [from, to] = [one, other].map((hex) => {
      const part = (row: Triple) => Math.min(1, Math.max(0, weigh(row, linear(hex))));
      return oklab([part(seen.red), part(seen.green), part(seen.blue)]);
    });
    return Math.hypot(...(from ?? []).map((each, at) => each - (to?.[at] ?? 0)));
  });
  return Math.min(...distances);
}

/** Systems that a study's page names, of its title and its baseline, with the A/A control. */
function named(study: string): string[] {
  const file = readFileSync(`content/studies/${study}.mdx`, 'utf8');
  const { systems } = parse(file.split('---\n')[1] ?? '') as { systems: string[] };
  return [...systems, CONTROL];
}

const theme = readFileSync('src/site/styles/theme.css', 'utf8');

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('%s scheme', (_scheme, at) => {
  /** The hex colour of a custom property such as `--name: light-dark(#ffffff, #15181b);`. */
  const colorOf = (name: string): string => {
    const rule = `${theme}${colorRules}`.split(`${name}: light-dark(`)[1] ?? '';
    return rule.split(')')[0]?.split(', ')[at] ?? '';
  };
  const page = colorOf('--sl-color-black');
  const inkOf = (system: string): string => colorOf(lookOf(system).variable);

  it.each(outlines.map(({ id }) => id))('tells the systems that %s names apart', (study) => {
    const systems = named(study);
    for (const [place, system] of systems.entries()) {
      expect(contrast(inkOf(system), page), system).toBeGreaterThanOrEqual(4.5);
      for (const other of systems.slice(place + 1)) {
        expect(lookOf(system).symbol, `${system}, ${other}`).not.toBe(lookOf(other).symbol);
        expect(distance(inkOf(system), inkOf(other)), `${system}, ${other}`).toBeGreaterThan(0.08);
      }
    }
  });

  it('has 3:1 against the page for all other systems', () => {
    expect(contrast(inkOf('unheard-of'), page)).toBeGreaterThanOrEqual(3);
  });
});

describe('looks', () => {
  // Seen: Lumenize in tRPC’s star where a study lists its arm no more.
  it.each([
    ['lumenize-rpc/downstream', 'lumenize-rpc'],
    ['outside:lumenize-rpc', 'lumenize-rpc'],
    ['outside:mine', 'unheard-of'],
    ['trpc', 'unheard-of'],
  ])('%s looks like %s', (one, other) => {
    expect(lookOf(one)).toEqual(lookOf(other));
  });

  it('are those of no other system', () => {
    const all = outlines.flatMap(({ id }) => named(id)).map((system) => [system, lookOf(system)]);
    const variables = new Map(all.map(([system, look]) => [system, look]));
    const looks = [...variables.values()].map((look) => JSON.stringify(look));
    expect(new Set(looks).size).toBe(looks.length);
  });
});
