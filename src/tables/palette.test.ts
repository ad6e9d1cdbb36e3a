import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONTROL } from '../harness/record/index.ts';
import { libraryOf } from '../results/names.ts';
import type { Result } from '../results/result.ts';
import { studies } from '../studies/index.ts';
import { outlines } from '../studies/outlines.ts';
import { allSystems } from '../systems/index.ts';
import { colorRules, giveLooks, lookOf, looks } from './palette.ts';

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
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
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

/** How much colour a hex colour has; greys have less than 0.02. */
function chroma(hex: string): number {
  const [, green, blue] = oklab(linear(hex));
  return Math.hypot(green, blue);
}

/** Contrast of two hex colours, after WCAG 2: 1 to 21. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const theme = readFileSync(new URL('../styles/theme.css', import.meta.url), 'utf8');
const css = `${theme}${colorRules}`;

/** Custom properties with their hex colour in one scheme: of `light-dark(#ffffff, #15181b)`, one. */
function colors(text: string, scheme: 'light' | 'dark'): Map<string, string> {
  const pairs = text.matchAll(/(--[\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g);
  return new Map(
    [...pairs].map(([, name = '', light = '', dark = '']) => [
      name,
      scheme === 'light' ? light : dark,
    ]),
  );
}

/** Systems that a study's page names: those of its title, and its baseline. */
function named(study: string): string[] {
  const file = readFileSync(new URL(`../../content/studies/${study}.mdx`, import.meta.url), 'utf8');
  return /^systems: \[(.*)\]$/m.exec(file)?.[1]?.split(', ') ?? [];
}

/** What carries colour: with the A/A control, the systems that any study's page names. */
const colored = [...new Set([...outlines.flatMap(({ id }) => named(id)), CONTROL])];

/** The systems of each study that share its figures; the A/A control is in those that run here. */
const shared = outlines.map(({ id, arms }) => {
  const systems = [...new Set(arms.map(({ system }) => system))];
  return [id, studies.some((each) => each.id === id) ? [...systems, CONTROL] : systems] as const;
});

/** Every pair of the items. */
function pairs<Item>(items: readonly Item[]): Array<[Item, Item]> {
  return items.flatMap((one, at) => items.slice(at + 1).map((other): [Item, Item] => [one, other]));
}

/** Least distance of a colour from a grey, whose systems no title names: their marks differ too. */
const APART_FROM_GREY = 0.075;

/** The systems whose looks published charts have, in the order in which they got them. */
const published =
  'raw-websocket lumenize-rpc lumenize capnweb kkrpc trpc orpc fetch-json post-message comlink birpc ' +
  'json-lines vscode-jsonrpc node-ipc grpc-go grpc-js connect http2 tcp lumenize-call workers-rpc no-call ' +
  'durable-call reconstruction grpc-lisp';

describe.each(['light', 'dark'] as const)('%s scheme', (scheme) => {
  const inks = colors(css, scheme);
  const palette = new Map([...inks].filter(([name]) => name.startsWith('--rt-system-')));
  const page = inks.get('--sl-color-black') ?? '';
  const chromaOf = (name: string): number => chroma(palette.get(name) ?? page);

  it.each([...Object.values(looks), lookOf('unheard-of'), lookOf('outside:mine')])(
    '$variable has 3:1 against the page',
    ({ variable }) => {
      const color = palette.get(variable);
      expect(color, variable).toBeDefined();
      expect(contrast(color ?? page, page)).toBeGreaterThanOrEqual(3);
    },
  );

  it.each(colored)('gives %s a colour that could be text', (system) => {
    const { variable } = lookOf(system);
    expect(contrast(palette.get(variable) ?? page, page)).toBeGreaterThanOrEqual(4.5);
    expect(chromaOf(variable)).toBeGreaterThan(0.05);
  });

  it.each(shared)('leaves the systems of %s that no study names grey', (_study, systems) => {
    const others = systems.filter((system) => !colored.includes(system));
    for (const system of [...others, 'unheard-of', 'outside:mine']) {
      expect(chromaOf(lookOf(system).variable)).toBeLessThan(0.02);
    }
  });

  it('gives no two of what carries colour the same', () => {
    const given = colored.map((system) => palette.get(lookOf(system).variable));
    expect(new Set(given).size).toBe(colored.length);
  });

  // Two greys may be alike: marks and labels tell their systems apart.
  const apart = shared.flatMap(([study, systems]) =>
    pairs(systems)
      .filter((pair) => pair.some((system) => colored.includes(system)))
      .flatMap(([one, other]) => Object.keys(eyes).map((eye) => [one, other, study, eye] as const)),
  );

  it.each(apart)('keeps %s and %s of %s apart for %s', (one, other, _study, eye) => {
    const [first, second] = [one, other].map((system) => palette.get(lookOf(system).variable));
    const seen = eyes[eye];
    if (!first || !second || !seen) throw new Error('expected two colours and an eye');
    const least = [one, other].every((system) => colored.includes(system)) ? 0.08 : APART_FROM_GREY;
    expect(distance(first, second, seen)).toBeGreaterThanOrEqual(least);
  });
});

describe('looks', () => {
  it('stay with the systems of published charts: a new one stands at the end of the list', () => {
    expect(allSystems.map(({ id }) => id).join(' ')).toMatch(new RegExp(`^${published}( |$)`));
  });

  it('are left for ten more systems, each with a shape that no other system has', () => {
    const made = Array.from({ length: 10 }, (_, at) => ({ id: `made-up-${at}` }));
    const symbols = giveLooks([...published.split(' ').map((id) => ({ id })), ...made])
      .slice(-10)
      .map(({ symbol }) => symbol);
    const elsewhere = [...published.split(' '), CONTROL, 'unheard-of'].map(
      (id) => lookOf(id).symbol,
    );
    expect(new Set(symbols).size).toBe(10);
    expect(symbols.filter((symbol) => elsewhere.includes(symbol))).toEqual([]);
    expect(() => giveLooks(Array.from({ length: 100 }, (_, at) => ({ id: `${at}` })))).toThrow(
      /^systems: got 100, expected at most \d+\. Add a look/,
    );
  });

  it.each(shared)('of %s are known, and no two have one symbol', (_study, systems) => {
    expect(Object.keys(looks)).toEqual(expect.arrayContaining(systems));
    expect(new Set(systems.map((system) => lookOf(system).symbol)).size).toBe(systems.length);
  });

  it('is none of this site’s for what comes from outside', () => {
    const { symbol, variable } = lookOf('outside:lumenize');
    expect(variable).toBe('--rt-system-outside');
    expect(Object.values(looks).map((look) => look.symbol)).not.toContain(symbol);
  });

  // Seen: a letter as the mark of @lumenize/mesh, and Lumenize in tRPC’s star where a study lists its arm no more.
  it('is a shape for every system of every result, and that of no other library', () => {
    const results = globSync('content/results/*/*.json').map(
      (file) => JSON.parse(readFileSync(file, 'utf8')) as Result,
    );
    const outlined = results.map(({ study }) => outlines.find(({ id }) => id === study));
    const found = new Map(
      results.flatMap(({ rows }, at) =>
        rows.map(({ arm }) => {
          const outline = outlined[at] ?? { arms: [], reference: '' };
          return [arm, lookOf(libraryOf(outline, arm).system)] as const;
        }),
      ),
    );
    expect(found.size).toBeGreaterThan(100);
    for (const [arm, { symbol, glyph, variable }] of found) {
      expect([arm, ...Object.values(glyph)].join(' ')).not.toMatch(/ \p{L}/u);
      const [system = ''] = arm.replace('outside:', '').split('/');
      for (const other of Object.keys(looks).filter((id) => id !== system)) {
        const isShared = symbol === lookOf(other).symbol && variable === lookOf(other).variable;
        if (system in looks) expect([arm, other, isShared]).toEqual([arm, other, false]);
      }
    }
    expect(found.get('lumenize-rpc/downstream')).toEqual(lookOf('lumenize-rpc'));
    expect(found.get('lumenize/downstream')).toEqual(lookOf('lumenize'));
    expect(lookOf('lumenize').symbol).not.toBe(lookOf('lumenize-rpc').symbol);
  });
});
