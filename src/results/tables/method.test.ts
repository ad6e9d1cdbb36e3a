import { expect, it } from 'vitest';
import { noiseModels } from '../../core/calibrate/noise.ts';
import type { Scenario } from '../../core/calibrate/simulate.ts';
import {
  barsTable,
  calibrationOf,
  isInside,
  noises,
  powerTable,
  replicationOf,
  replicationTable,
  replicationTexts,
  scenariosTable,
} from './method.ts';
import type { Table } from './table.ts';
import { toText } from './text.ts';

const scenario: Scenario = {
  name: 'heavy tails',
  launches: 12,
  sessions: 6,
  rounds: 8,
  spread: { round: 0.42, session: 0.1, launch: 0.04 },
  coverage: 0.951,
  coverageOfOne: 0.9,
  next: 0.948,
  falseInColumn: 0.031,
  falseInTable: 0.04,
  wrong: 0.02,
  missedBest: 0.045,
};
const drifting: Scenario = {
  ...scenario,
  name: 'usual',
  coverage: 0.93,
  withheld: 0.01,
  withheldDrift: 0.3,
  driftSeen: 0.16,
};

/** The rows of a table under its head, their cells set apart. */
const rowsOf = (table: Table): string[] =>
  toText(table)
    .split('\n')
    .slice(2)
    .filter((line) => line !== '')
    .map((line) => line.split(/ {2,}/).join(' | '));

it('sums up the scenarios beside what is required', () => {
  const rows = rowsOf(barsTable([scenario, drifting]));
  expect(rows[0]).toMatch(/^95 % intervals.* \| 94\.0 % to 97\.0 % \| 93\.0 % to 95\.1 % \| 1$/);
  expect(rows.at(-1)).toMatch(/^Nothing drifts,.* \| at most 5\.0 % \| 1\.0 % to 1\.0 % \| 0$/);
});

it('shows the rates of a scenario beside its kind of noise', () => {
  const [row] = rowsOf(scenariosTable([drifting]));
  expect(row).toContain(`${noises['usual']}`);
  expect(row).toContain(
    '93.0 % | 94.8 % | 90.0 % | 3.1 % | 4.0 % | 2.0 % | 4.5 % | 1.0 % | 30.0 %',
  );
});

it('shows from which difference on a plan sees it', () => {
  const power = [{ spread: 0.04, seen: { p50: 1.037, p90: 1.056 }, within: 0.999 }];
  expect(rowsOf(powerTable(power))).toEqual(['4 % | from 1.04× | from 1.06× | 99.9 %']);
});

it('finds a scenario outside of any requirement', () => {
  const outside = [{ coverage: 0.98 }, { next: 0.92 }, { missedBest: 0.06 }, { withheld: 0.06 }];
  expect(isInside(scenario)).toBe(true);
  for (const change of outside) expect(isInside({ ...scenario, ...change })).toBe(false);
});

it('describes each kind of noise', () => {
  expect(Object.keys(noises)).toEqual(noiseModels.map(({ name }) => name));
});

it('tells calibration and replication apart, and does without a replication', () => {
  const [calibration, replication] = [
    { seed: 1, tables: 10, scenarios: [scenario], power: [] },
    {
      plans: [
        {
          plan: 'node',
          study: 'lumenize-vs-capnweb',
          ratios: 60,
          inside: 57,
          dates: ['2026-12-01', '2026-12-01'],
          sameMachine: true,
          sameCode: false,
          classes: { told: 9, held: 7, reversed: 1 },
          publishedCode: { ratios: 40, inside: 38 },
        },
      ],
      ratios: 60,
      inside: 57,
    },
  ];
  const files = [replication, calibration].map((data, at) => ({ id: `${at}`, data }));
  expect(calibrationOf(files)).toBe(calibration);
  expect(replicationOf(files)).toBe(replication);
  expect(replicationOf(files.slice(1))).toBeUndefined();
  expect(() => calibrationOf([])).toThrow('got no launches-seed-<number>.json');
  expect(replicationTexts(replication)[0]).toMatch(
    /60 ratios, each of a single launch, 95.0.% fell/,
  );
  expect(replicationTexts(replication)[1]).toMatch(
    /Of 9 ratios .*, 7 came out the same way, 1 the other/,
  );
  expect(replicationTexts(replication)[2]).toMatch(/on the new machine .*: 95.0.% of their ratios/);
  expect(replicationTexts(undefined)[0]).toMatch(/^No replication has been made yet/);
  const [, row] = rowsOf(replicationTable(replication));
  expect(row).toMatch(/^node \| 1.December.2026 \| the same \| another \| 95.0 % \| 7 of 9 \| 1$/);
});
