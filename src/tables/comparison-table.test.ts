import { expect, it } from 'vitest';
import type { ComparedRow } from '../journal/compare-entries.ts';
import { armNames } from '../report/words.ts';
import { findOutline } from '../studies/outlines.ts';
import { comparisonTable } from './entry.ts';

const study = findOutline('lumenize-vs-capnweb');
const page = { study, names: armNames(study) };
const row: ComparedRow = {
  arm: 'capnweb/in-memory',
  workload: 'increment',
  where: 'wrangler dev',
  of: 'time',
  then: 0.2,
  now: 0.25,
  ratio: { estimate: 1.25, low: 1.2, high: 1.3 },
};

function texts(rows: readonly ComparedRow[]): string[][] {
  const table = comparisonTable('Then and now', { rows: [...rows], notes: [] }, page);
  return table?.groups.flatMap((group) =>
    group.rows.map((cells) => cells.map(({ text, note }) => (note ? `${text} ${note}` : text))),
  ) as string[][];
}

it('shows both times and the ratio with its interval', () => {
  expect(texts([row])).toEqual([['Cap’n Web', '0.200', '0.250', '1.25× (1.20–1.30)']]);
});

it('has no column for ratios where there is none', () => {
  const plain = { ...row };
  delete plain.ratio;
  expect(texts([plain])).toEqual([['Cap’n Web', '0.200', '0.250']]);
  expect(texts([row, plain])[1]?.at(-1)).toBe('–');
});

it('shows a throughput as one', () => {
  expect(texts([{ ...row, of: 'throughput', then: 0.001, now: 0.002 }])[0]?.slice(1, 3)).toEqual([
    '1\u202f000',
    '500',
  ]);
});

it('says where, in the heading of a group if there are several places', () => {
  const other = { ...row, where: 'workerd' };
  const table = comparisonTable('Then and now', { rows: [row, other], notes: [] }, page);
  expect(table?.groups.map(({ heading }) => heading)).toEqual([
    'Sequential increment(1), wrangler dev',
    'Sequential increment(1), workerd',
  ]);
});

it('names a quoted time by what its source measured, and this site’s by what runs here', () => {
  const lumenize: ComparedRow = { ...row, arm: 'lumenize/hibernating', thenFrom: 'quoted' };
  const ours = 'Lumenize protocol (this site’s implementation), hibernating';
  const theirs = 'Lumenize RPC, hibernating';
  expect(texts([lumenize])[0]?.[0]).toBe(`${ours} then: ${theirs}`);
  expect(texts([{ ...lumenize, nowFrom: 'quoted' }])[0]?.[0]).toBe(theirs);
  expect(texts([{ ...row, arm: lumenize.arm }])[0]?.[0]).toBe(ours);
});

it('is no table where nothing can be compared', () => {
  expect(comparisonTable('Then and now', { rows: [], notes: ['No.'] }, page)).toBeUndefined();
});
