import { expect, it } from 'vitest';
import { formatQuantity } from '../results/numbers/quantity.ts';
import { type Cell, isQuantity } from '../results/tables/table.ts';
import type { Formula } from './claims/figures.ts';
import { measuredResult, testScope } from './claims/testing/scope.ts';
import { elementsOf } from './elements.ts';

const file = 'content/entries/sums/2025-01-02-own.mdx';
const results = {
  'sums/one': measuredResult(2),
  'sums/two': measuredResult(3),
  'sums/ten': measuredResult(10.1234),
  'sums/few': measuredResult(10.1234, 2),
};
const elements = (...names: string[]) =>
  elementsOf(file, testScope({ records: names.map((name) => `sums/${name}`) }, results));
const quoted = elements('2025-01-02-own');
const [one, ten, few] = [elements('one', 'two'), elements('ten'), elements('few')];

const drift: Formula<number> = ($) => $.figure('drift');
const median: Formula<number> = ($) => $.median('slow', 'add');

it.each<[text: string, Formula<unknown>, attributes: object, elements?: typeof quoted]>([
  ['24.43 ms', ($) => $.result('slow', 'add').totalMs, { unit: 'ms' }],
  // No more digits than the record has.
  ['24.43 ms', ($) => $.result('slow', 'add').totalMs, { unit: 'ms', decimals: '4' }],
  ['2–3 %', ($) => [$.low('gain'), $.high('gain')], { unit: '%' }],
  ['−7.2 %', ($) => [drift($), drift($) - 0.01], { unit: '%', decimals: '1' }],
  ['1.42×', ($) => $.ratio('slow', 'add'), { unit: '×' }],
  ['1.424×', ($) => $.ratio('slow', 'add'), { unit: '×', decimals: '3' }],
  ['5 s', ($) => $.setting('Duration'), { unit: 's' }],
  ['2.02 ms', median, { unit: 'ms' }, ten],
  ['10.1×', ($) => median($) / $.median('fast', 'add'), { unit: '×' }, ten],
])('a figure in prose: %s', (text, value, attributes, { number } = quoted) => {
  expect(number({ value, ...attributes }).text.replaceAll('\u202f', ' ')).toBe(text);
});

it.each<[more: string, Formula<unknown>, elements?: typeof quoted]>([
  [
    '0.2443 ms, computed. Quoted from “Sums”, 2 January 2025 (record sums/2025-01-02-own).',
    ($) => $.time('slow', 'add'),
  ],
  [
    '2.02468 ms. Measured from Node.js on 22 November 2026, workerd, same machine (record sums/ten).',
    median,
    ten,
  ],
  ['3 ms, estimated by a model.', ($) => $.mean($.answered(3, 10))],
])('its exact value and origin: %s', (more, value, { number } = quoted) => {
  expect(number({ value, unit: 'ms' }).more.replaceAll(/[\u202f\u00a0]/g, ' ')).toBe(more);
});

const slow = { of: 'slow', to: 'fast', workload: 'add' };
const [rows, columns] = ['Slow,\n  add | Take | Again', ' Node.js | Chromium'];
const table = { of: 'slow', to: 'fast', workloads: 'add', rows, columns, corner: 'Time' };

it('a ratio has its interval, and is of the record at a place of the entry’s list', () => {
  expect(one.ratio({ ...slow, record: '2' }).text).toBe('3.00× (2.97–3.03)');
  expect(ten.ratio({ ...slow, of: 'fast', to: 'slow' }).text).toBe('0.10× (0.10–0.10)');
});

it('a table of ratios has lists for its rows and for its columns', () => {
  const lists = { workloads: 'add\n  take add', records: '1 2', of: 'slow slow fast' };
  const made = one.table({ ...table, ...lists, to: 'fast fast slow' });
  const cells = made.groups.flatMap((group) => group.rows.map((row) => row.cells));
  expect(made.columns.map(({ label }) => label)).toEqual(['Time', 'Node.js', 'Chromium']);
  const textOf = (cell: Cell) => (isQuantity(cell) ? formatQuantity(cell) : cell);
  expect(cells.map((row) => row.map(textOf))).toEqual([
    ['Slow, add', '2.00×', '3.00×'],
    ['Take', '2.00×', '3.00×'],
    ['Again', '0.50×', '0.33×'],
  ]);
});

const below: Formula<boolean> = ($) => drift($) < 0;
const above: Formula<boolean> = ($) => drift($) > 0;
const percent = (more: object) => quoted.number({ value: drift, unit: '%', ...more });
const three: Formula<number[]> = ($) => [1, 2, drift($)];

it('a claim holds where its formula gives true', () => {
  expect(quoted.claim({ holds: below })).toBeUndefined();
});

it.each<[message: string, run: () => unknown]>([
  [
    "formula such as {($) => $.figure('drift')}, got nothing\n  → at value",
    () => quoted.number({ unit: 'ms' }),
  ],
  ['got "sec"\n  → at unit', () => quoted.number({ value: drift, unit: 'sec' })],
  ['got unit "ms", expected "%"', () => quoted.number({ value: drift, unit: 'ms' })],
  ['expected a digit in quotes, as in "2", got', () => percent({ decimals: 'two' })],
  ['Unrecognized key: "digits"', () => percent({ digits: '2' })],
  ['got 3 values, expected one, or two', () => quoted.number({ value: three, unit: '%' })],
  ['got false, expected true', () => quoted.claim({ holds: above })],
  ['got -7.2, expected true', () => quoted.claim({ holds: drift })],
  ['record: got "3", expected 1 to 2', () => one.ratio({ ...slow, record: '3' })],
  ['record: got nothing, expected its place', () => one.ratio(slow)],
  ['content/results/sums/x.json: got no', () => ten.ratio({ ...slow, record: 'x' })],
  ['got "slw", expected one of fast, slow', () => ten.ratio({ ...slow, of: 'slw' })],
  ['expected one name, got "fast slow"\n  → at to', () => ten.ratio({ ...slow, to: 'fast slow' })],
  ['a quoted one, expected a measured one', () => quoted.ratio(slow)],
  ['got 2 sessions of "slow"', () => few.ratio(slow)],
  ['to: got 0, expected 1, or one for each of 3', () => one.table({ ...table, to: '' })],
  ['of: got 2, expected 1', () => one.table({ ...table, of: 'slow fast', rows: 'A | B' })],
  ['names with | between them\n  → at rows', () => one.table({ ...table, rows: undefined })],
])('an element that is wrong names file and attribute: %s', (message, run) => {
  expect(run).toThrow(message);
  expect(run).toThrow(`${file} <`);
});
