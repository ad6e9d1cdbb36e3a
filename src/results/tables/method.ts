/** The tables of the method: how often the statistics were right on runs whose truth is known. */
import {
  countOf,
  formatNumber,
  formatPercent,
  formatRatio,
  NONE,
  roughDuration,
  THIN,
} from '../numbers/format.ts';
import { budgetOf } from '../../core/plan/index.ts';
import type { Ending } from '../../core/calibrate/simulate.ts';
import type { RepeatsScenario } from '../../core/calibrate/repeats.ts';
import type { Scenario } from '../../core/calibrate/tally.ts';
import { resultName, runsText } from '../names.ts';
import { ratioBetween } from '../pairs.ts';
import type { MeasuredResult } from '../result.ts';
import { findOutline } from '../../libraries/studies/outlines.ts';
import { type Cell, column, groupedTable, type Table, tableOf } from './table.ts';

/** Most of the runs in which an A/A control may be called different, as a fraction. */
export const MOST_DIFFERENT = 0.05;

/** Where the coverage of 95 % intervals must lie, as fractions. */
const REQUIRED = { low: 0.94, high: 0.97 } as const;

const endings: Readonly<Record<Ending, string>> = {
  time: 'a fixed time',
  'until-decided': 'its verdicts, or its time limit',
  'kept-going': 'its verdicts, however long they take',
};

/** The newest committed calibration. @throws Error where there is none */
export function calibrationOf<Data>(files: ReadonlyArray<{ id: string; data: Data }>): Data {
  const found = files.toSorted((a, b) => b.id.localeCompare(a.id))[0]?.data;
  if (found !== undefined) return found;
  throw new Error('content/calibration: got no file of that layout, expected one');
}

/** True of a scenario that meets both requirements. */
export function isInside({ coverage, calledDifferent }: Found): boolean {
  const covers = coverage >= REQUIRED.low && coverage <= REQUIRED.high;
  return covers && calledDifferent <= MOST_DIFFERENT;
}

type Found = Pick<Scenario, 'coverage' | 'calledDifferent'>;

const percent = (part: number): string => formatPercent(Math.max(0, part), 1);

const rangeOf = (parts: readonly number[]): string =>
  `${percent(Math.min(...parts))} to ${percent(Math.max(...parts))}`;

/** The requirement, and the results of each way of ending a run. */
export function waysTable(scenarios: readonly Scenario[]): Table {
  const required = [REQUIRED.low, REQUIRED.high].map((coverage): Found => {
    return { coverage, calledDifferent: MOST_DIFFERENT };
  });
  const ways: Array<readonly [string, readonly Found[]]> = [
    ['Required', required],
    ...Map.groupBy(scenarios, ({ ending }) => endings[ending]),
  ];
  return tableOf(ways, {
    caption: 'Results by how a run ends',
    columns: [
      column('text', 'A run ends with', ([name]) => name),
      column('number', 'Coverage', ([, own]) => rangeOf(own.map(({ coverage }) => coverage))),
      column('number', 'A/A controls called different, at most', ([, own]) =>
        percent(Math.max(...own.map(({ calledDifferent }) => calledDifferent))),
      ),
    ],
  });
}

/** How long a run takes until it is decided, by kind of noise and true ratio. */
export function timesTable(scenarios: readonly Scenario[]): Table {
  const kept = scenarios.filter(({ ending }) => ending === 'kept-going');
  const ratios = [...new Set(kept.map(({ ratio }) => ratio))];
  return tableOf([...Map.groupBy(kept, ({ name }) => name)], {
    caption: 'Time until half of the runs, and nine tenths of them, are decided, in s',
    columns: [
      column('text', 'Noise', ([name]) => name),
      ...ratios.map((ratio) =>
        column<[string, Scenario[]]>('number', `True ratio ${formatRatio(ratio)}`, ([, own]) =>
          decidedCell(own.find((each) => each.ratio === ratio)),
        ),
      ),
    ],
  });
}

function decidedCell(scenario: Scenario | undefined): Cell {
  if (scenario?.decidedMs === undefined) return NONE;
  const { decidedMs, mostMs } = scenario;
  const seconds = (ms: number) => formatNumber(ms / 1000, Number.isInteger(ms / 1000) ? 0 : 1);
  const [text, note] = [decidedMs.p50, decidedMs.p90].map((ms) =>
    ms === null ? `over ${seconds(mostMs)}` : seconds(ms),
  );
  return { text: text ?? NONE, note };
}

/** Every scenario, grouped by its kind of noise. */
export function scenariosTable(scenarios: readonly Scenario[]): Table {
  return groupedTable(scenarios, ({ name }) => `${name}: ${noises[name] ?? ''}`, {
    caption: 'Every scenario',
    columns: [
      column('text', 'A run ends with', ({ ending }) => endings[ending]),
      column('number', 'True ratio', ({ ratio }) => formatRatio(ratio)),
      column('number', 'Coverage', ({ coverage }) => percent(coverage)),
      column('number', 'A/A control different', (row) => percent(row.calledDifferent)),
      column('number', 'Right verdicts', ({ right }) => percent(right)),
      column('number', 'Wrong', ({ right, faster, slower, equal }) =>
        percent(faster + slower + equal - right),
      ),
      column('number', 'Undecided', ({ faster, slower, equal }) =>
        percent(1 - faster - slower - equal),
      ),
    ],
  });
}

/** How often the intervals of several runs hold, and that of one run for the next. */
export function repeatsTable(scenarios: readonly RepeatsScenario[]): Table {
  const headingOf = ({ runs, launches }: RepeatsScenario): string =>
    `${runs} runs of ${countOf(launches, 'launch', 'launches')}`;
  return groupedTable(scenarios, headingOf, {
    caption: 'How often the intervals of several runs hold, and that of one',
    columns: [
      column('text', 'Runs differ by', ({ spread }) =>
        spread === 0 ? 'nothing' : formatPercent(spread, spread < 0.01 ? 1 : 0),
      ),
      column('number', 'Coverage', ({ coverage }) => percent(coverage)),
      column('number', 'Next run', ({ next }) => percent(next)),
      column('number', 'Next run, by one run', ({ ofOneRun }) => percent(ofOneRun)),
    ],
  });
}

/** How well several runs foretold one run more, for each result that has such a run. */
export function heldOutTable(results: readonly MeasuredResult[]): Table {
  const held = results.flatMap(({ heldOut, ...result }) =>
    heldOut === undefined ? [] : [{ ...result, heldOut }],
  );
  return tableOf(held, {
    caption: 'Ratios of a run that was held out, and the intervals that the others gave for them',
    columns: [
      column('text', 'Study', ({ study }) => findOutline(study).title),
      column('text', 'Where', (result) => resultName(result)),
      column('text', 'Interval from', (result) => runsText(result)),
      column('number', 'Ratios', ({ heldOut }) => String(heldOut.ratios)),
      column('number', 'Inside', ({ heldOut }) => percent(heldOut.inside / heldOut.ratios)),
    ],
  });
}

/** The ratio of one write, from runs whose rounds have many configurations or few. */
export function armsTable(results: readonly MeasuredResult[]): Table {
  return tableOf(results, {
    caption: 'Lumenize RPC’s time to Cap’n Web’s, for one write',
    columns: [
      column('text', 'From', ({ environment }) => environment.runtime),
      column('number', 'Configurations in a round', ({ plan }) => String(plan.arms.length)),
      column('ratio', '× Cap’n Web', ({ rows }) => {
        const own = rows.filter(({ workload }) => workload === 'increment');
        const row = own.find(({ arm }) => arm === 'lumenize-rpc/hibernating');
        const reference = own.find(({ arm }) => arm === 'capnweb/in-memory');
        return (row && reference && ratioBetween(row, reference)) ?? NONE;
      }),
    ],
  });
}

/** The kinds of noise of the calibration. src/core/calibrate/noise.ts makes them. */
export const noises: Readonly<Record<string, string>> = {
  near: 'calls of 0.3 ms on the same machine, a few of them much longer',
  far: `a 25${THIN}ms round trip, each way delayed at random by 1${THIN}ms on average`,
  ocean: `a 100${THIN}ms round trip, each way delayed at random by 2.5${THIN}ms on average`,
  'sessions differ': 'every connection is faster or slower than others by about 5 %',
  drift: 'the machine slows down all the time, with swings on top',
  bursts: 'slow spells and pauses that hit whatever runs',
  'two-humped': 'some connections take a longer route, and some operations wait',
  autocorrelated: 'each operation is nearly as slow as the one before it',
  'carry-over': 'rounds in which calls after one configuration take longer',
  'slow arm': 'one more configuration takes 20 times as long, so rounds are long and few',
  pareto: 'a tail so heavy that one operation can outweigh the rest of its session',
  opening: 'each operation opens a connection of its own',
};

/** Longest time that a run goes on. @param msPerCall time of a call in ms */
export function timeLimit(msPerCall: number): string {
  return roughDuration(budgetOf(msPerCall, 1));
}
