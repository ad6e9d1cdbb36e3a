import { describe, expect, it } from 'vitest';
import {
  blocksTable,
  intervalsTable,
  otherWidths,
  scenariosTable,
  timesTable,
  waysTable,
  weatherTexts,
} from './method.ts';
import { weathers } from '../harness/simulate/index.ts';
import type { Table } from './view.ts';

const rowsOf = ({ groups }: Table): string[][] =>
  groups.flatMap(({ rows }) =>
    rows.map((row) =>
      row.map(({ text, note = '' }) =>
        [text, ...note.split('\n')]
          .filter(Boolean)
          .join('; ')
          .replaceAll(/[\u00a0\u202f]/g, ' '),
      ),
    ),
  );

const scenario = {
  name: 'far',
  ratio: 1.03,
  ending: 'time',
  mostMs: 30_000,
  runs: 100,
  coverage: 0.951,
  calledDifferent: 0.02,
  faster: 0.01,
  slower: 0.5,
  equal: 0.3,
  right: 0.8,
  meanSessions: 14.25,
} as const;
const kept = {
  ...scenario,
  ending: 'kept-going',
  mostMs: 270_000,
  decidedMs: { p50: 7500, p90: null },
} as const;

describe('tables of the calibration', () => {
  it('sum up the scenarios of each way of ending a run', () => {
    const other = { ...scenario, coverage: 0.962, calledDifferent: 0.031 };
    expect(rowsOf(waysTable([scenario, other, kept]))).toEqual([
      ['Required', '94.0 % to 97.0 %', '5.0 %'],
      ['a fixed time', '95.1 % to 96.2 %', '3.1 %'],
      ['its verdicts, kept going for them', '95.1 % to 95.1 %', '2.0 %'],
    ]);
  });

  it('say how long runs that are kept going take', () => {
    const clear = { ...kept, ratio: 1.5, decidedMs: { p50: 15_000, p90: 30_000 } };
    expect(rowsOf(timesTable([scenario, kept, clear]))).toEqual([
      ['far', '7.5; over 270', '15; 30'],
    ]);
  });

  it('list every scenario, and tell wrong from undecided', () => {
    expect(rowsOf(scenariosTable('far', [scenario]))).toEqual([
      ['a fixed time', '1.03×', '95.1 %', '2.0 %', '80.0 %; wrong 1.0 %; undecided 19.0 %', '14.3'],
    ]);
  });

  it('compare ways to an interval', () => {
    const t = { name: 'near', way: 'mean, t', sessions: 6, coverage: 0.95, width: 1 };
    const ranks = { ...t, way: 'signed ranks', coverage: 0.97, width: 1.25 };
    const more = { ...ranks, name: 'far', coverage: 0.96, width: 1.35 };
    expect(rowsOf(intervalsTable([t, ranks, more]))).toEqual([
      ['mean, t', '95.0 % to 95.0 %; 1.00×'],
      ['signed ranks', '96.0 % to 97.0 %; 1.30×'],
    ]);
    const ten = { ...ranks, sessions: 10, width: 1.1 };
    expect(otherWidths([t, ranks, more, ten])).toBe(
      'with 6 sessions, those of the signed ranks are 1.30× as wide',
    );
  });

  it('sum up the older layout', () => {
    const block = { coverage: 0.95, calledDifferent: 0.02, rounds: 15, rule: 'fixed' } as const;
    const early = { ...block, rounds: 40, rule: 'until-decided', coverage: 0.99 } as const;
    expect(rowsOf(blocksTable([block, early]))).toEqual([
      ['15 rounds', '95.0 % to 95.0 %', '2.0 %'],
      ['its verdicts, or 40 rounds', '99.0 % to 99.0 %', '2.0 %'],
    ]);
  });

  it('have a sentence on each kind of noise', () => {
    expect(Object.keys(weatherTexts)).toEqual(weathers.map(({ name }) => name));
  });
});
