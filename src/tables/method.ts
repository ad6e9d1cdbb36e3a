/** The calibration as tables, and what the method page takes from the code that uses it. */
import {
  formatDuration,
  formatNumber,
  formatPercent,
  formatRatio,
  NONE,
  THIN,
} from '../figures/format.ts';
import { MOST_DIFFERENT, REQUIRED, wayNames } from '../figures/method.ts';
import { budgetOf, MORE_MS } from '../harness/plan/index.ts';
import type { IntervalTried, Scenario } from '../harness/simulate/index.ts';
import {
  DECISION_ALPHA,
  FEWEST_SESSIONS,
  MOST_INTERIM_ANALYSES,
  SESSIONS_LEVEL,
} from '../harness/statistics/index.ts';
import { type Cell, numbers, type Table } from './view.ts';

// The calibration as tables, and the numbers of the statistics that the method page names.

const MARKS = ['derived'] as const;

/** What was required of each way of ending a run, and what was found over its scenarios. */
export function waysTable(scenarios: readonly Scenario[]): Table {
  return {
    caption: 'What was found of each way of ending a run',
    marks: MARKS,
    columns: [
      { label: 'A run ends with' },
      ...numbers(['Coverage', 'A/A controls called different, at most']),
    ],
    groups: [
      {
        rows: [
          [
            { text: 'Required' },
            { text: rangeText(REQUIRED.low, REQUIRED.high) },
            percent(MOST_DIFFERENT),
          ],
          ...[...Map.groupBy(scenarios, ({ ending }) => ending)].map(([ending, members]) =>
            foundRow(wayNames[ending], members),
          ),
        ],
      },
    ],
  };
}

/** What of a scenario of the older layout is shown. */
interface BlockRow extends Pick<Scenario, 'coverage' | 'calledDifferent'> {
  rounds: number;
  rule: 'fixed' | 'until-decided';
}

/** What was found of the older layout. */
export function blocksTable(scenarios: readonly BlockRow[]): Table {
  const way = ({ rounds, rule }: BlockRow) =>
    rule === 'fixed' ? `${rounds} rounds` : `its verdicts, or ${rounds} rounds`;
  return {
    caption: 'Blocks: what was found of each way of ending a run',
    marks: MARKS,
    columns: [
      { label: 'A run ends with' },
      ...numbers(['Coverage', 'A/A controls called different, at most']),
    ],
    groups: [
      { rows: [...Map.groupBy(scenarios, way)].map(([name, members]) => foundRow(name, members)) },
    ],
  };
}

function foundRow(
  name: string,
  members: ReadonlyArray<Pick<Scenario, 'coverage' | 'calledDifferent'>>,
): Cell[] {
  const found = members.map(({ coverage }) => coverage);
  return [
    { text: name },
    { text: rangeText(Math.min(...found), Math.max(...found)) },
    percent(Math.max(...members.map(({ calledDifferent }) => calledDifferent))),
  ];
}

/** How long a run takes until it is decided, by kind of noise and true ratio, kept going for it. */
export function timesTable(scenarios: readonly Scenario[]): Table {
  const kept = scenarios.filter(({ ending }) => ending === 'kept-going');
  const ratios = [...new Set(kept.map(({ ratio }) => ratio))];
  return {
    caption: 'Time until half of the runs and nine tenths of them are decided, in s',
    marks: MARKS,
    columns: [
      { label: 'Noise' },
      ...numbers(
        ratios.map((ratio) => `True ratio ${formatRatio(ratio)}`),
        { note: 'half, nine tenths' },
      ),
    ],
    groups: [
      {
        rows: [...Map.groupBy(kept, ({ name }) => name)].map(([name, members]): Cell[] => [
          { text: name },
          ...ratios.map((ratio) => timesCell(members.find((each) => each.ratio === ratio))),
        ]),
      },
    ],
  };
}

function timesCell(scenario: Scenario | undefined): Cell {
  if (scenario?.decidedMs === undefined) return { text: NONE };
  const { decidedMs, mostMs } = scenario;
  const seconds = (ms: number) => formatNumber(ms / 1000, Number.isInteger(ms / 1000) ? 0 : 1);
  const [text, note] = [decidedMs.p50, decidedMs.p90].map((ms) =>
    ms === null ? `over ${seconds(mostMs)}` : seconds(ms),
  );
  return { text: text ?? NONE, ...(note !== undefined && { note }) };
}

/** How wide the intervals that are not in use are with the fewest sessions tried, in words. */
export function otherWidths(tried: readonly IntervalTried[]): string {
  const fewest = Math.min(...tried.map(({ sessions }) => sessions));
  const few = tried.filter(({ sessions }) => sessions === fewest);
  const [, ...others] = [...Map.groupBy(few, ({ way }) => way)].map(
    ([way, members]) => `those of the ${way} are ${formatRatio(meanWidth(members))} as wide`,
  );
  return `with ${fewest} sessions, ${others.join(' and ')}`;
}

const meanWidth = (tried: readonly IntervalTried[]): number =>
  tried.reduce((sum, { width }) => sum + width, 0) / tried.length;

/** Ways to an interval that were tried, in all kinds of noise. */
export function intervalsTable(tried: readonly IntervalTried[]): Table {
  const ways = Map.groupBy(tried, ({ way }) => way);
  const counts = [...new Set(tried.map(({ sessions }) => sessions))];
  return {
    caption: 'Ways to an interval, after so many sessions',
    marks: MARKS,
    columns: [
      { label: 'Interval of' },
      ...numbers(
        counts.map((count) => `Coverage, ${count} sessions`),
        { note: 'and width' },
      ),
    ],
    groups: [
      {
        rows: [...ways].map(([way, members]): Cell[] => [
          { text: way },
          ...counts.map((count): Cell => {
            const own = members.filter(({ sessions }) => sessions === count);
            const found = own.map(({ coverage }) => coverage);
            return {
              text: rangeText(Math.min(...found), Math.max(...found)),
              note: formatRatio(meanWidth(own)),
            };
          }),
        ]),
      },
    ],
    note: 'Widths as times of the width of the first, on average over all kinds of noise.',
  };
}

/** Every scenario of one kind of noise. */
export function scenariosTable(noise: string, scenarios: readonly Scenario[]): Table {
  return {
    caption: `Noise: ${noise}`,
    marks: MARKS,
    columns: [
      { label: 'A run ends with' },
      ...numbers(['True ratio', 'Coverage', 'A/A controls called different']),
      { label: 'Right verdicts', number: true, note: 'and others' },
      { label: 'Mean sessions', number: true },
    ],
    groups: [
      {
        rows: scenarios.map((each): Cell[] => {
          const decided = each.faster + each.slower + each.equal;
          return [
            { text: wayNames[each.ending] },
            { text: formatRatio(each.ratio) },
            percent(each.coverage),
            percent(each.calledDifferent),
            {
              ...percent(each.right),
              note: `wrong ${share(decided - each.right)}\nundecided ${share(1 - decided)}`,
            },
            { text: formatNumber(each.meanSessions, 1) },
          ];
        }),
      },
    ],
  };
}

/** A share that rounding may have put just under nought. */
const share = (part: number): string => formatPercent(Math.max(0, part), 1);

const percent = (part: number): Cell => ({ text: formatPercent(part, 1) });

const rangeText = (low: number, high: number): string =>
  [low, high].map((end) => formatPercent(end, 1)).join(' to ');

// Numbers that the method page names, taken from the code that uses them.

/** Confidence of the interval that is shown, as a fraction. */
export const shownLevel = SESSIONS_LEVEL;

/** Confidence that all verdicts judged together have, as a fraction. */
export const verdictLevel = 1 - DECISION_ALPHA;

/** The kinds of noise of the calibration, in words. What they do is src/harness/simulate/weathers.ts. */
export const weatherTexts: Readonly<Record<string, string>> = {
  near: 'A bench on the same machine: calls of 0.3 ms, a few of them much longer.',
  far: `Across a country: 25${THIN}ms there and back, each way delayed at random by 1${THIN}ms on average.`,
  ocean: `Across an ocean: 100${THIN}ms there and back, each way delayed at random by 2.5${THIN}ms on average.`,
  'sessions differ':
    'Every connection is faster or slower than others by about 5 %, for as long as it lasts.',
  drift:
    'The machine grows slower all the time, with swings of a few rounds and of a few sessions on top.',
  bursts: 'Slow spells and pauses that hit whatever runs.',
  'two-humped': 'Some connections take a longer route, and some operations wait.',
  autocorrelated:
    'Each operation is nearly as slow as the one before it, on its own connection and across arms.',
  'carry-over': 'Turns after a certain arm take longer.',
  'slow arm': 'One more arm takes 20 times as long, so that rounds are long and few.',
  pareto: 'A tail so heavy that one operation now and then outweighs the rest of its session.',
  opening: 'Each operation opens a connection of its own, so a session is one round.',
};

// Numbers that the method page names, taken from the code that uses them.

const seconds = (ms: number) => formatDuration(ms).replace('about ', '');

/** How long a run until decided takes at most before it stands. */
export const budgetWords = [
  `${seconds(budgetOf(0, 1))} against a bench nearby`,
  `${seconds(budgetOf(20, 1))} across a network`,
  `${seconds(budgetOf(100, 1))} where a call takes 50 ms or more`,
].join(', ');

/** When the interim analyses take place. */
export const lookWords = `after half of that time, at its end, and after every ${seconds(MORE_MS)} that it is kept going`;

export const mostLooks = MOST_INTERIM_ANALYSES;
export const fewestSessions = FEWEST_SESSIONS;
