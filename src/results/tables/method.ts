/** The tables of the method: how often the statistics were right on launches whose truth is known. */
import type { Calibration, Replication } from '../../core/calibrate/calibration.ts';
import type { Power, Scenario } from '../../core/calibrate/simulate.ts';
import { findOutline } from '../../libraries/studies/outlines.ts';
import { formatCount, formatDay, formatPercent, formatRatio, NONE } from '../numbers/format.ts';
import { ratioBetween } from '../pairs.ts';
import type { MeasuredResult, Result } from '../result.ts';
import { column, groupedTable, type Table, tableOf } from './table.ts';

type Rate = Exclude<keyof Scenario, 'name' | 'launches' | 'sessions' | 'rounds' | 'spread'>;

/** A requirement: where a rate must lie in every scenario, as a fraction. */
interface Bar {
  rate: Rate;
  label: string;
  low?: number;
  high: number;
}

const bars: readonly Bar[] = [
  { rate: 'coverage', label: '95 % intervals hold the true ratio', low: 0.94, high: 0.97 },
  { rate: 'next', label: 'The next launch falls into its interval', low: 0.93, high: 0.97 },
  { rate: 'falseInColumn', label: '7 equal ratios, one is called different', high: 0.05 },
  { rate: 'falseInTable', label: '14 equal ratios, one is called different', high: 0.05 },
  { rate: 'wrong', label: '14 unequal ratios, one has a wrong class', high: 0.05 },
  { rate: 'missedBest', label: 'The fastest is not marked', high: 0.05 },
  { rate: 'withheld', label: 'Nothing drifts, a ratio is withheld', high: 0.05 },
];

const meets = (scenario: Scenario, { rate, low = 0, high }: Bar): boolean => {
  const found = scenario[rate];
  return found === undefined || (found >= low && found <= high);
};

/** True of a scenario that meets every requirement. */
export const isInside = (scenario: Scenario): boolean => bars.every((bar) => meets(scenario, bar));

type Files = ReadonlyArray<{ id: string; data: Calibration | Replication }>;

/** The committed calibration. @throws Error where there is none */
export function calibrationOf(files: Files): Calibration {
  const found = files.map(({ data }) => data).find((data) => 'scenarios' in data);
  if (found !== undefined) return found;
  throw new Error('content/calibration: got no launches-seed-<number>.json, expected one');
}

/** The committed replication, if there is one. */
export const replicationOf = (files: Files): Replication | undefined =>
  files.map(({ data }) => data).find((data) => 'plans' in data);

const percent = (part: number | undefined): string =>
  part === undefined ? NONE : formatPercent(part, 1);

const rangeOf = (parts: readonly number[]): string =>
  `${percent(Math.min(...parts))} to ${percent(Math.max(...parts))}`;

/** What is required, and what was found over all scenarios. */
export function barsTable(scenarios: readonly Scenario[]): Table {
  return tableOf(bars, {
    caption: 'Requirements and results',
    columns: [
      column('text', 'How often', ({ label }) => label),
      column('number', 'Required', ({ low, high }) =>
        low === undefined ? `at most ${percent(high)}` : rangeOf([low, high]),
      ),
      column('number', 'Found', ({ rate }) =>
        rangeOf(scenarios.flatMap((scenario) => scenario[rate] ?? [])),
      ),
      column('number', 'Scenarios that miss it', (bar) =>
        String(scenarios.filter((scenario) => !meets(scenario, bar)).length),
      ),
    ],
  });
}

/** Every scenario with the description of its noise. */
export function scenariosTable(scenarios: readonly Scenario[]): Table {
  return tableOf(scenarios, {
    caption: 'Every scenario',
    columns: [
      column('text', 'Noise', ({ name }) => ({ text: name, note: noises[name] })),
      column('number', 'Intervals hold', ({ coverage }) => percent(coverage)),
      column('number', 'Next launch', ({ next }) => percent(next)),
      column('number', 'One launch’s own', ({ coverageOfOne }) => percent(coverageOfOne)),
      column('number', 'False of 7', ({ falseInColumn }) => percent(falseInColumn)),
      column('number', 'False of 14', ({ falseInTable }) => percent(falseInTable)),
      column('number', 'Wrong class', ({ wrong }) => percent(wrong)),
      column('number', 'Fastest missed', ({ missedBest }) => percent(missedBest)),
      column('number', 'Withheld', ({ withheld }) => percent(withheld)),
      column('number', 'Drift of 8 % withheld', ({ withheldDrift }) => percent(withheldDrift)),
      column('number', 'Drift seen from', ({ driftSeen }) => percent(driftSeen)),
    ],
  });
}

/** The differences that a plan sees, by how much its launches differ. */
export function powerTable(power: readonly Power[]): Table {
  return tableOf(power, {
    caption: 'What twelve launches see, in a table of 7 ratios',
    columns: [
      column('text', 'Launches differ by', ({ spread }) => formatPercent(spread)),
      column('number', 'Seen in half of the tables', ({ seen }) => `from ${formatRatio(seen.p50)}`),
      column('number', 'In nine tenths', ({ seen }) => `from ${formatRatio(seen.p90)}`),
      column('number', 'Equal ones within 10 %', ({ within }) => percent(within)),
    ],
  });
}

/** Paragraphs on what a replication found, or that there is none. */
export function replicationTexts(replication: Replication | undefined): string[] {
  if (replication === undefined) {
    return [
      'No replication has been made yet. It takes five launches of a plan at another time, and counts how many of their ratios fall into the published interval for the next launch.',
    ];
  }
  const { ratios, inside, plans } = replication;
  const total = (of: (plan: Replication['plans'][number]) => number): number =>
    plans.reduce((sum, plan) => sum + of(plan), 0);
  const told = total(({ classes }) => classes.told);
  const held = total(({ classes }) => classes.held);
  const reversed = total(({ classes }) => classes.reversed);
  const own = {
    ratios: total(({ publishedCode }) => publishedCode?.ratios ?? 0),
    inside: total(({ publishedCode }) => publishedCode?.inside ?? 0),
  };
  const texts = [
    `Five more launches of each plan below were taken at another time. They are no part of the results. Of their ${formatCount(ratios)} ratios, each of a single launch, ${percent(inside / ratios)} fell into the published interval for the next launch. On the same machine it should be 93 to 97 %.`,
    `Of ${formatCount(told)} ratios that are published as slower or faster, ${formatCount(held)} came out the same way, ${formatCount(reversed)} the other way round, and the rest are within 10 % or cannot be told.`,
  ];
  if (own.ratios > 0) {
    texts.push(
      `Launches of the published code on the new machine tell machine from code: ${percent(own.inside / own.ratios)} of their ratios lie where the new code’s launches expect the next one.`,
    );
  }
  return texts;
}

/** How often single launches, taken at another time, fell into the published interval for the next one. */
export function replicationTable({ plans }: Replication): Table {
  return groupedTable(plans, ({ study }) => findOutline(study).title, {
    caption: 'Launches at another time, and the published intervals for the next launch',
    columns: [
      column('text', 'Plan', ({ plan }) => plan),
      column('text', 'Date', ({ dates }) => [...new Set(dates.map(formatDay))].join(', ')),
      column('text', 'Machine', ({ sameMachine }) => (sameMachine ? 'the same' : 'another')),
      column('text', 'Code', ({ sameCode }) => (sameCode ? 'the same' : 'another')),
      column('number', 'Inside', ({ ratios, inside }) => percent(inside / ratios)),
      column('number', 'Same class', ({ classes: { held, told } }) => `${held} of ${told}`),
      column('number', 'Opposite', ({ classes: { reversed } }) => String(reversed)),
    ],
  });
}

/** The results of plans, whose launches are the unit of their statistics. */
export const plansAmong = (results: readonly Result[]): PlanResult[] =>
  results.filter(
    (result): result is PlanResult =>
      result.kind === 'measured' && result.records === undefined && result.id !== undefined,
  );

export type PlanResult = MeasuredResult & { id: string };

/** Limits of the first timed operation ÷ the rest. */
const LEAD_IN = [0.97, 1.03] as const;

/** Signs of the instrument’s own faults in the launches of a plan. */
function instrumentOf({ id, rows, plan: { reference } }: PlanResult) {
  const ratios = rows.flatMap((row) => {
    const to = rows.find(({ arm, workload }) => arm === reference && workload === row.workload);
    return to === undefined || to === row ? [] : (ratioBetween(row, to) ?? []);
  });
  const firsts = rows.flatMap(({ first }) => first ?? []);
  return {
    plan: id.replace(/^.*\//, ''),
    study: findOutline(id.replace(/\/.*$/, '')).title,
    left: ratios.reduce((sum, { launches }) => sum + launches, 0),
    foretold: ratios.reduce((sum, { foretold = 0 }) => sum + foretold, 0),
    drifts: rows.flatMap(({ drift }) => drift ?? []),
    withheld: rows.reduce((sum, { withheld = {} }) => sum + Object.keys(withheld).length, 0),
    firsts: firsts.map(({ value }) => value),
    late: firsts.filter(({ low, high }) => low > LEAD_IN[1] || high < LEAD_IN[0]).length,
  };
}

/** Launches of all plans, each left out once, and how many the others foretold. */
export function foretoldOf(results: readonly PlanResult[]): { left: number; foretold: number } {
  const found = results.map(instrumentOf);
  return {
    left: found.reduce((sum, { left }) => sum + left, 0),
    foretold: found.reduce((sum, { foretold }) => sum + foretold, 0),
  };
}

const ends = (values: readonly number[]): string =>
  values.length === 0
    ? NONE
    : [Math.min(...values), Math.max(...values)].map((each) => each.toFixed(2)).join(' to ');

/** Coverage, drift and first timed operations of each plan, which tell of the instrument itself. */
export function instrumentTable(results: readonly PlanResult[]): Table {
  const rows = results.map(instrumentOf);
  return groupedTable(rows, ({ study }) => study, {
    caption: 'Launches left out, drift, and first timed operations, by plan',
    columns: [
      column('text', 'Plan', ({ plan }) => plan),
      column('number', 'Foretold', ({ left, foretold }) => percent(foretold / left), 'of launches'),
      column('number', 'Drift', ({ drifts }) => ends(drifts), 'last quarter ÷ first'),
      column('number', 'Withheld', ({ withheld }) => String(withheld), 'ratios'),
      column('number', 'First ÷ rest', ({ firsts }) => ends(firsts), 'of a turn'),
      column('number', 'Outside', ({ late }) => String(late), 'of 0.97–1.03'),
    ],
  });
}

/** The kinds of noise of the calibration. src/core/calibrate/noise.ts makes them. */
export const noises: Readonly<Record<string, string>> = {
  quiet: 'rounds differ by 15 %, sessions by 4 %, launches by 1 %',
  usual: 'rounds differ by 25 %, sessions by 10 %, launches by 4 %',
  restless: 'rounds differ by 42 %, sessions by 19 %, launches by 11 %',
  '5 launches': 'usual, but 5 launches instead of 12',
  '20 launches': 'usual, but 20 launches',
  'few rounds': 'usual, but 2 sessions of 4 rounds instead of 6 of 8',
  'many sessions': 'usual, but 20 sessions of 6 rounds',
  interruptions: 'one turn in twenty takes several times as long',
  'heavy tails': 'times of turns follow a Pareto distribution',
  'two humps': 'three in ten connections and one in five turns are slower',
  'odd launches': 'launches differ by 11 %, a few of them by much more',
  'two kinds of launch': 'three in ten launches of a library are slower by a fifth',
  'slowing machine': 'the machine slows down during a launch, with swings on top',
  autocorrelated: 'each turn is nearly as slow as the library’s turn before it',
  'carry-over': 'turns after one more library take 4 % longer',
};
