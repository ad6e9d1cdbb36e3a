import { parseHTML } from 'linkedom';
import { expect, it } from 'vitest';
import { distance } from './distance.ts';
import { draw } from './figure.ts';

const { document } = parseHTML('<!doctype html><html><body></body></html>');
const point = { label: 'C', system: 'capnweb' };
const figure = distance({
  width: 704,
  rows: [
    { ...point, roundTripMs: 100, ms: 110, modelledMs: 200 },
    { ...point, roundTripMs: 10, ms: 30, modelledMs: 20 },
    { ...point, label: 'L', system: 'lumenize', roundTripMs: 100, ms: 105, modelledMs: 201 },
  ],
});

it('says how many round trips a call takes over the longest distance', () => {
  expect(figure.title.replaceAll('\u202f', ' ')).toBe(
    'Over 100 ms, a call takes 1.05–1.10 round trips; the source’s formula charges 2.00–2.01',
  );
});

it('has a tick for every round trip, and joins the formula from the shortest to the longest', () => {
  const svg = draw(figure, { document });
  const texts = [...svg.querySelectorAll('text')].map((text) => text.textContent);
  expect(texts).toEqual(expect.arrayContaining(['10', '100', 'ms for one call, log scale']));
  const line = svg.querySelector('g[stroke-dasharray] path')?.getAttribute('d') ?? '';
  const [from = 0, to = 0] = line.split(/[ML]/).slice(1).map(Number.parseFloat);
  expect(from).toBeLessThan(to);
});
