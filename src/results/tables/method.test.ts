import { expect, it } from 'vitest';
import type { Scenario } from '../../core/calibrate/tally.ts';
import { noiseModels } from '../../core/calibrate/noise.ts';
import { isInside, noises, scenariosTable, timesTable, waysTable } from './method.ts';
import { toText } from './text.ts';
import type { Table } from './table.ts';

const scenario: Scenario = {
  name: 'far',
  ratio: 1.03,
  ending: 'time' as const,
  mostMs: 30_000,
  runs: 100,
  coverage: 0.951,
  calledDifferent: 0.02,
  meanSessions: 14.25,
  faster: 0.01,
  slower: 0.5,
  equal: 0.3,
  right: 0.8,
};
const kept: Scenario = {
  ...scenario,
  ending: 'kept-going' as const,
  mostMs: 270_000,
  decidedMs: { p50: 7500, p90: null },
};

/** The rows of a table under its head, their cells set apart. */
const rowsOf = (table: Table): string[] =>
  toText(table)
    .split('\n')
    .slice(2)
    .filter((line) => line !== '')
    .map((line) => line.split(/ {2,}/).join(' | '));

it('sums up the scenarios of each way of ending a run', () => {
  const other = { ...scenario, coverage: 0.962, calledDifferent: 0.031 };
  expect(rowsOf(waysTable([scenario, other, kept]))).toEqual([
    'Required | 94.0 % to 97.0 % | 5.0 %',
    'a fixed time | 95.1 % to 96.2 % | 3.1 %',
    'its verdicts, however long they take | 95.1 % to 95.1 % | 2.0 %',
  ]);
});

it('says how long runs that are kept going take', () => {
  const clear = { ...kept, ratio: 1.5, decidedMs: { p50: 15_000, p90: 30_000 } };
  expect(rowsOf(timesTable([scenario, kept, clear]))).toEqual(['far | 7.5, over 270 | 15, 30']);
});

it('tells wrong verdicts from undecided ones, under the kind of noise', () => {
  const rows = rowsOf(scenariosTable([scenario, { ...kept, name: 'near' }]));
  expect(rows).toContain('a fixed time | 1.03× | 95.1 % | 2.0 % | 80.0 % | 1.0 % | 19.0 %');
  expect(rows[0]).toContain('far: a 25 ms round trip');
});

it('finds a scenario outside of either requirement', () => {
  const outside = [{ coverage: 0.98 }, { coverage: 0.93 }, { calledDifferent: 0.06 }];
  expect(isInside(scenario)).toBe(true);
  for (const change of outside) expect(isInside({ ...scenario, ...change })).toBe(false);
});

it('describes each kind of noise', () => {
  expect(Object.keys(noises)).toEqual(noiseModels.map(({ name }) => name));
});
