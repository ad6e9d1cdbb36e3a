/** The calibration as tables: each way of ending a run in one row, and every scenario of a noise. */
import { requiredCoverage, wayName } from '../figures/calibration.ts';
import { formatNumber, formatPercent, formatRatio } from '../figures/format.ts';
import { MAX_ROUNDS, type Scenario } from '../harness/simulate/index.ts';
import {
  DECISION_ALPHA,
  INTERVAL_ALPHA,
  planLooks,
  signedRankInterval,
  walshAverages,
} from '../harness/statistics/index.ts';
import { type Cell, numbers, type Table } from './view.ts';

/** What the tables need of a scenario. */
type CalibrationRow = Pick<
  Scenario,
  'ratio' | 'rounds' | 'rule' | 'coverage' | 'calledDifferent' | 'power' | 'meanRounds'
>;

/** What was required of each way of ending a run, and what was found over its scenarios. */
export function waysTable(scenarios: readonly CalibrationRow[]): Table {
  return {
    caption: 'What was required and what was found',
    marks: ['derived'],
    columns: [
      { label: 'A run ends after' },
      ...numbers([
        'Coverage required',
        'Coverage found',
        'A/A controls called different, at most',
        'Mean rounds',
      ]),
    ],
    groups: [
      {
        rows: [...Map.groupBy(scenarios, wayName)].map(([way, members]): Cell[] => [
          { text: way },
          { text: requiredText(members) },
          {
            text: endsOf(members, 'coverage')
              .map((end) => formatPercent(end, 1))
              .join(' to '),
          },
          { text: formatPercent(Math.max(...members.map((each) => each.calledDifferent)), 1) },
          { text: roundsText(members) },
        ]),
      },
    ],
  };
}

/** Every scenario of one kind of noise. */
export function scenariosTable(noise: string, scenarios: readonly CalibrationRow[]): Table {
  return {
    caption: `Noise: ${noise}`,
    marks: ['derived'],
    columns: [
      { label: 'A run ends after' },
      ...numbers([
        'True ratio',
        'Coverage',
        'A/A controls called different',
        'Right verdicts',
        'Mean rounds',
      ]),
    ],
    groups: [
      {
        rows: scenarios.map((each): Cell[] => [
          { text: wayName(each) },
          { text: formatRatio(each.ratio) },
          { text: formatPercent(each.coverage, 1) },
          { text: formatPercent(each.calledDifferent, 1) },
          { text: formatPercent(each.power, 1) },
          { text: formatNumber(each.meanRounds, 1) },
        ]),
      },
    ],
  };
}

function requiredText([first]: readonly CalibrationRow[]): string {
  if (first === undefined) return '';
  const { low, high } = requiredCoverage(first);
  return high < 1
    ? `${formatPercent(low)} to ${formatPercent(high)}`
    : `${formatPercent(low)} or more`;
}

/** Both ends of what was found. */
function endsOf(members: readonly CalibrationRow[], field: 'coverage' | 'meanRounds') {
  const found = members.map((each) => each[field]);
  return [Math.min(...found), Math.max(...found)] as const;
}

function roundsText(members: readonly CalibrationRow[]): string {
  const [low, high] = endsOf(members, 'meanRounds');
  if (low !== high) return `${formatNumber(low, 1)} to ${formatNumber(high, 1)}`;
  return formatNumber(low, Number.isInteger(low) ? 0 : 1);
}

// Numbers that the method page names, taken from the code that uses them.

/** Confidence of the interval that is shown, as a fraction. */
export const shownLevel = 1 - INTERVAL_ALPHA;

/** Confidence that all verdicts judged together have, as a fraction. */
export const verdictLevel = 1 - DECISION_ALPHA;

/** Most rounds of the run that `looks` belongs to. */
export const mostRounds = MAX_ROUNDS;

/** Rounds after which such a run is looked at, in words. */
export const looks = new Intl.ListFormat('en', { type: 'conjunction' }).format(
  planLooks(MAX_ROUNDS).map(String),
);

/** Fewest rounds that give a ratio an interval. */
export const fewestRounds = fewest();

function fewest(): number {
  const values: number[] = [];
  do values.push(values.length);
  while (signedRankInterval(walshAverages(values), INTERVAL_ALPHA) === undefined);
  return values.length;
}

/** The kinds of noise of the calibration, in words. What they do is src/harness/simulate/world.ts. */
export const weatherTexts: Readonly<Record<string, string>> = {
  quiet: 'Little noise, as on an idle machine.',
  'log-normal': 'Moderate noise with a longer tail on the slow side.',
  pareto: 'A tail so heavy that one operation now and then outweighs the rest of its block.',
  drift: 'The machine grows slower all the time, with a swing of a few rounds on top.',
  autocorrelated: 'Each operation is nearly as slow as the one before it.',
  'two-humped': 'Some blocks take a longer route, and some operations wait.',
  stalled: 'Some blocks lose a long pause, and a few are never answered and are discarded.',
};
