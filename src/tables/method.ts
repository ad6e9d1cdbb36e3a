/** The calibration as tables, and what the method page takes from the code that uses it. */
import type { CollectionEntry } from 'astro:content';
import {
  formatDuration,
  formatNumber,
  formatPercent,
  formatRatio,
  formatRatioInterval,
  NONE,
  THIN,
} from '../numbers/format.ts';
import { isInside, MOST_DIFFERENT, REQUIRED, wayNames } from '../figures/method.ts';
import { budgetOf, MORE_MS } from '../harness/plan/index.ts';
import type { IntervalTried, Scenario } from '../harness/simulate/index.ts';
import type { MeasuredRecord } from '../harness/record/index.ts';
import {
  DECISION_ALPHA,
  endsOf,
  FEWEST_SESSIONS,
  MOST_INTERIM_ANALYSES,
  pairedRatio,
  SESSIONS_LEVEL,
} from '../harness/statistics/index.ts';
import { type Cell, numeric, type Table, tableOf, worded } from './view.ts';

type CalibrationFile = Pick<CollectionEntry<'calibration'>, 'id' | 'data'>;

/**
 * The newest committed calibration, with what follows from it, and that of the older layout, blocks.
 *
 * @throws Error where there is none of one of them
 */
export function calibrationsOf(files: readonly CalibrationFile[]) {
  const newest = files.toSorted((a, b) => b.id.localeCompare(a.id)).map(({ data }) => data);
  const sessions = newest.find((file) => file.layout === 'sessions');
  const blocks = newest.find((file) => file.layout === undefined);
  if (sessions === undefined || blocks === undefined) {
    throw new Error(
      `content/calibration: got no file of ${sessions ? 'blocks' : 'sessions'}, expected one`,
    );
  }
  const { runs, scenarios } = sessions;
  return {
    blocks,
    sessions: {
      ...sessions,
      ratios: [...new Set(scenarios.map(({ ratio }) => ratio))],
      inside: scenarios.filter(isInside).length,
      /** Two standard errors of a share of 95 % among that many runs. */
      luck: 2 * Math.sqrt((0.95 * 0.05) / runs),
    },
  };
}

/** Results of the simulated runs that ended in one way, or the requirement on them. */
interface WayRow {
  name: string;
  low: number;
  high: number;
  calledDifferent: number;
}

function waysFound<Each extends Pick<Scenario, 'coverage' | 'calledDifferent'>>(
  scenarios: readonly Each[],
  wayOf: (scenario: Each) => string,
): WayRow[] {
  return [...Map.groupBy(scenarios, wayOf)].map(([name, members]) => {
    const found = members.map(({ coverage }) => coverage);
    return {
      ...{ name, low: Math.min(...found), high: Math.max(...found) },
      calledDifferent: Math.max(...members.map(({ calledDifferent }) => calledDifferent)),
    };
  });
}

const waysFoundTable = (caption: string, rows: readonly WayRow[]): Table =>
  tableOf(rows, {
    caption,
    columns: [
      worded('A run ends with', ({ name }) => name),
      numeric('Coverage', ({ low, high }) => rangeText(low, high)),
      numeric('A/A controls called different, at most', (row) => percent(row.calledDifferent)),
    ],
  });

/** The requirement on each way of ending a run, and the results over its scenarios. */
export function waysTable(scenarios: readonly Scenario[]): Table {
  return waysFoundTable('What was found of each way of ending a run', [
    { name: 'Required', ...REQUIRED, calledDifferent: MOST_DIFFERENT },
    ...waysFound(scenarios, ({ ending }) => wayNames[ending]),
  ]);
}

/** A scenario of the older layout. */
interface BlockRow extends Pick<Scenario, 'coverage' | 'calledDifferent'> {
  rounds: number;
  rule: 'fixed' | 'until-decided';
}

export function blocksTable(scenarios: readonly BlockRow[]): Table {
  const way = ({ rounds, rule }: BlockRow) =>
    rule === 'fixed' ? `${rounds} rounds` : `its verdicts, or ${rounds} rounds`;
  return waysFoundTable(
    'Blocks: what was found of each way of ending a run',
    waysFound(scenarios, way),
  );
}

/** How long a run takes until it is decided, by kind of noise and true ratio, kept going for it. */
export function timesTable(scenarios: readonly Scenario[]): Table {
  const kept = scenarios.filter(({ ending }) => ending === 'kept-going');
  const ratios = [...new Set(kept.map(({ ratio }) => ratio))];
  return tableOf([...Map.groupBy(kept, ({ name }) => name)], {
    caption: 'Time until half of the runs and nine tenths of them are decided, in s',
    columns: [
      worded('Noise', ([name]) => name),
      ...ratios.map((ratio) =>
        numeric<[string, Scenario[]]>(
          `True ratio ${formatRatio(ratio)}`,
          ([, members]) => timesCell(members.find((each) => each.ratio === ratio)),
          { note: 'half, nine tenths' },
        ),
      ),
    ],
  });
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
  const counts = [...new Set(tried.map(({ sessions }) => sessions))];
  return tableOf([...Map.groupBy(tried, ({ way }) => way)], {
    caption: 'Ways to an interval, after so many sessions',
    note: 'Widths as times of the width of the first, on average over all kinds of noise.',
    columns: [
      worded('Interval of', ([way]) => way),
      ...counts.map((count) =>
        numeric<[string, IntervalTried[]]>(
          `Coverage, ${count} sessions`,
          ([, members]) => {
            const own = members.filter(({ sessions }) => sessions === count);
            const found = own.map(({ coverage }) => coverage);
            return {
              text: rangeText(Math.min(...found), Math.max(...found)),
              note: formatRatio(meanWidth(own)),
            };
          },
          { note: 'and width' },
        ),
      ),
    ],
  });
}

/** Every scenario of one kind of noise. */
export function scenariosTable(noise: string, scenarios: readonly Scenario[]): Table {
  return tableOf(scenarios, {
    caption: `Noise: ${noise}`,
    columns: [
      worded('A run ends with', ({ ending }) => wayNames[ending]),
      numeric('True ratio', ({ ratio }) => formatRatio(ratio)),
      numeric('Coverage', ({ coverage }) => percent(coverage)),
      numeric('A/A controls called different', (row) => percent(row.calledDifferent)),
      numeric(
        'Right verdicts',
        ({ right, faster, slower, equal }) => {
          const decided = faster + slower + equal;
          const others = `wrong ${share(decided - right)}\nundecided ${share(1 - decided)}`;
          return { text: percent(right), note: others };
        },
        { note: 'and others' },
      ),
      numeric('Mean sessions', ({ meanSessions }) => formatNumber(meanSessions, 1)),
    ],
  });
}

/** A share that rounding may have put just under nought. */
const share = (part: number): string => formatPercent(Math.max(0, part), 1);

const percent = (part: number): string => formatPercent(part, 1);

const rangeText = (low: number, high: number): string =>
  [low, high].map((end) => formatPercent(end, 1)).join(' to ');

/** The ratio of one call that writes, from records whose rounds have more arms or fewer. */
export function armsTable(records: readonly MeasuredRecord[]): Table {
  return tableOf(records, {
    caption: 'The published Lumenize library’s time to Cap’n Web’s, for one call that writes',
    columns: [
      worded('From', ({ environment }) => environment.runtime),
      numeric('Arms in a round', ({ plan }) => String(plan.arms.length)),
      numeric('Ratio, and its interval', (record) => {
        const ratio = pairedRatio(
          ...([record, 'increment', 'lumenize-rpc/hibernating', 'capnweb/in-memory'] as const),
        );
        const { low, high } = endsOf(ratio?.interval);
        return ratio === undefined ? NONE : formatRatioInterval(ratio.estimate, low, high);
      }),
    ],
  });
}

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

const seconds = (ms: number) => formatDuration(ms).replace('about ', '');

/** How long a run until decided takes at most before it stands. */
export const budgetWords = [
  `${seconds(budgetOf(0, 1))} against a bench nearby`,
  `${seconds(budgetOf(20, 1))} across a network`,
  `${seconds(budgetOf(100, 1))} where a call takes 50 ms or more`,
  `${seconds(budgetOf(400, 1))} where it takes 200 ms or more`,
].join(', ');

/** When the interim analyses take place. */
export const lookWords = `after half of that time, at its end, and after every ${seconds(MORE_MS)} that it is kept going`;

export const mostLooks = MOST_INTERIM_ANALYSES;
export const fewestSessions = FEWEST_SESSIONS;
