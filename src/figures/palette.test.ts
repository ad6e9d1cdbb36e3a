import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONTROL } from '../harness/record/index.ts';
import { studies } from '../studies/index.ts';
import { outlines } from '../studies/outlines.ts';
import { findSystem } from '../systems/index.ts';
import { heatSteps } from '../tables/view.ts';
import { colorOf, colorRules, lookOf, looks } from './palette.ts';
import { chroma, contrast, distance, eyes } from './testing/color.ts';

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

describe.each(['light', 'dark'] as const)('%s scheme', (scheme) => {
  const inks = colors(css, scheme);
  const palette = new Map([...inks].filter(([name]) => /^--rt-(system|heat)-/.test(name)));
  const page = inks.get('--sl-color-black') ?? '';
  const chromaOf = (name: string): number => chroma(palette.get(name) ?? page);

  it('states the colour of the page', () => {
    expect(page).toMatch(/^#[0-9a-f]{6}$/);
  });

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

  it.each(['--sl-color-white', '--sl-color-gray-2', '--sl-color-gray-3', '--rt-wrong'])(
    'has %s with the contrast of text',
    (ink) => expect(contrast(inks.get(ink) ?? page, page)).toBeGreaterThanOrEqual(4.5),
  );

  it('has an accent with the contrast of text, on the page and on its own ground', () => {
    const [text, high, low] = ['text-accent', 'accent-high', 'accent-low'].map(
      (name) => inks.get(`--sl-color-${name}`) ?? page,
    );
    expect(contrast(text ?? page, page)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(high ?? page, low ?? page)).toBeGreaterThanOrEqual(4.5);
  });

  const steps = [...palette].filter(([name]) => name.startsWith('--rt-heat-'));

  it('has as many steps for heat tables as those have', () => {
    expect(steps.map(([name]) => name)).toEqual(heatSteps.map(({ step }) => `--rt-heat-${step}`));
  });

  it.each(steps)('has the contrast of text on %s', (_name, color) => {
    expect(contrast(inks.get('--sl-color-white') ?? color, color)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(Object.keys(eyes))('has heat steps that go away from the page evenly, for %s', (eye) => {
    const seen = eyes[eye];
    if (!seen) throw new Error('expected an eye');
    const apart = steps.map(([, color]) => distance(color, page, seen));
    for (const [at, each] of apart.slice(1).entries()) {
      expect(each - (apart[at] ?? 0)).toBeGreaterThan(0.03);
    }
  });

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

  it('is none of this site’s for what comes from outside', () => {
    const { symbol, variable } = lookOf('outside:lumenize');
    expect(variable).toBe('--rt-system-outside');
    const own = [...Object.values(looks), lookOf('unheard-of')];
    expect(own.map((look) => look.symbol)).not.toContain(symbol);
  });

  it('is of systems that there are', () => {
    const systems = Object.keys(looks).filter((id) => id !== CONTROL);
    expect(systems.map((id) => findSystem(id).id)).toEqual(systems);
  });

  it('is a colour of the style sheet', () => {
    expect(colorOf('capnweb')).toBe('var(--rt-system-capnweb)');
  });
});
