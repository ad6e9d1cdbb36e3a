/** How much a run will take, before it starts and while it goes on. */
import { formatBytes, formatDuration, formatMs, THIN } from '../../numbers/format.ts';
import {
  budgetOf,
  MOST_PAUSES,
  expectedMs,
  type Length,
  NEAR,
  opens,
  operationsOfTurn,
  roundsOfSession,
  type Size,
  WARM_UP_PART,
  warmsEach,
  type Way,
} from '../../harness/plan/index.ts';
import type { RecordPlan, Session } from '../../harness/record/index.ts';

/** The way to the bench, assumed or known. */
export interface Pace extends Way {
  /** Payload bytes of one small operation, both ways together. */
  bytesPerOperation: number;
  source: 'assumed' | 'page' | 'preflight' | 'run';
}

export interface Choice {
  length: Length;
  /** Number of arms, the A/A control included. */
  arms: number;
  workloads: readonly ChosenSize[];
  /** What the study asks for in the place of the usual time nearby, in ms. */
  budgetMs?: number | undefined;
}

/** A workload's size, and how many of the chosen arms cannot do it. */
export interface ChosenSize extends Size {
  lacking?: number;
  /** Whether its calls and their payload stay at the bench, and one message asks for them all. */
  atBench?: boolean;
}

export interface Estimate {
  /** Time on the clock, in ms, opening and pauses and all; the most of a run until decided. */
  ms: number;
  /** Payload bytes, both ways together. */
  bytes: number;
}

/** A bench on the reader's own machine answers at once; any other is a network away. */
const LOCAL: Pace = { ...NEAR, bytesPerOperation: 150, source: 'assumed' };
const REMOTE: Pace = { ...LOCAL, msPerOperation: 25, connectMs: 75 };

/** Of calls within the page. Its workers take longer to start than a socket to open. */
export const PAGE_PACE: Pace = {
  ...{ msPerOperation: 0.1, connectMs: 30, bytesPerOperation: 0, source: 'assumed' },
};

/**
 * @param host host of the bench, without the port; empty when it is not known yet
 * @param wayMs time there and back that the files of a page from the same host took; where it is known
 */
export function assumedPace(host: string, wayMs?: number): Pace {
  const local =
    host === 'localhost' || host.endsWith('.localhost') || /^(127\.|\[::1\])/.test(host);
  // Below that it is the server’s time, which on this machine waits for a processor, and no way to speak of.
  if (wayMs === undefined || wayMs < (local ? 30 : 1)) return local ? LOCAL : REMOTE;
  return { ...REMOTE, msPerOperation: wayMs, connectMs: 3 * wayMs, source: 'page' };
}

/** The shortest time there and back of the files of a page, in ms; undefined where none came over the network. */
export function wayOf(files: readonly PerformanceEntry[]): number | undefined {
  const times = (files as readonly PerformanceResourceTiming[])
    .filter(({ transferSize, requestStart }) => transferSize > 0 && requestStart > 0)
    .map(({ requestStart, responseStart }) => responseStart - requestStart);
  return times.length === 0 ? undefined : Math.min(...times);
}

/**
 * Mean pace of the turns that counted, of those whose operations are single small calls one after
 * the other; undefined when there is none.
 *
 * @param loads how the operations of the workloads follow each other
 */
export function paceOf(
  sessions: readonly Session[],
  loads: RecordPlan['loads'] = {},
): Pace | undefined {
  let [operations, us, bytes, connections, connectUs] = [0, 0, 0, 0, 0];
  for (const { workload, arms, turns } of sessions) {
    if (loads[workload] !== undefined) continue;
    for (const turn of turns.filter(({ void: reason }) => reason === undefined)) {
      operations += turn.samplesUs.length;
      us = turn.samplesUs.reduce((sum, sample) => sum + sample, us);
      bytes += turn.bytes.out + turn.bytes.in;
    }
    for (const { connectUs: opened } of arms) {
      connections += opened === undefined ? 0 : 1;
      connectUs += opened ?? 0;
    }
  }
  if (operations === 0 || connections === 0) return undefined;
  return {
    msPerOperation: us / operations / 1000,
    connectMs: connectUs / connections / 1000,
    bytesPerOperation: bytes / operations,
    source: 'run',
  };
}

export function estimate(choice: Choice, pace: Pace): Estimate {
  const { length, arms, workloads } = choice;
  const parts = workloads.map((size) => partOf(size, arms, pace));
  const fixed =
    length.rule === 'fixed' ? ofRounds(parts, length.rounds, arms * pace.connectMs) : undefined;
  const budgetMs =
    length.rule === 'until-decided'
      ? budgetOf(pace.msPerOperation, workloads.length, choice.budgetMs)
      : length.rule === 'time'
        ? length.budgetMs
        : 0;
  const rounds = ({ roundMs, pauseMs }: Part) => {
    const all = budgetMs / workloads.length / roundMs;
    return pauseMs === 0 ? all : Math.min(all, MOST_PAUSES);
  };
  const turned = fixed?.turned ?? parts.map(rounds);
  const pausesMs = parts.map(({ pauseMs }, at) =>
    pauseMs === 0 ? 0 : pauseMs * (length.rule === 'fixed' ? length.rounds : (turned[at] ?? 0)),
  );
  return {
    ms: sum([fixed?.ms ?? budgetMs, ...pausesMs]),
    bytes: sum(parts.map(({ roundBytes }, at) => roundBytes * (turned[at] ?? 0))),
  };
}

/**
 * What so many rounds of every workload come to, warming up for them and opening their sessions included.
 *
 * @param openMs to open the connections of a session: a browser opens sockets to one host one after the other
 * @returns time in ms, pauses left out, and the rounds of each workload with those that warm up
 */
function ofRounds(parts: readonly Part[], rounds: number, openMs: number) {
  const sharing = parts.filter(({ shared }) => shared).length;
  const sized = parts.map(({ roundMs, shared, opens: coldly }) => {
    const ofSession = roundsOfSession({ rounds }, roundMs, 0, openMs);
    const warming = !shared || warmsEach(ofSession) ? 1 : 1 / sharing;
    const warmUp = coldly ? 0 : warming * Math.max(1, WARM_UP_PART * ofSession);
    const sessions = Math.ceil(rounds / ofSession);
    return { sessions, shared, turned: rounds + sessions * warmUp };
  });
  const sessionsOf = (of: boolean) =>
    sized.flatMap(({ sessions, shared }) => (shared === of ? [sessions] : []));
  const openings = Math.max(0, ...sessionsOf(true)) + sum(sessionsOf(false));
  const turned = sized.map((each) => each.turned);
  return {
    turned,
    ms: openings * openMs + sum(parts.map((part, at) => part.roundMs * (turned[at] ?? 0))),
  };
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

type Part = ReturnType<typeof partOf>;

/** Time and bytes of a round of a workload, both ways together. */
function partOf({ lacking = 0, atBench = false, ...size }: ChosenSize, arms: number, pace: Pace) {
  const { callsPerOperation = 1, bytesPerOperation = 0, pauseMs = 0 } = size;
  const eachMs = expectedMs(size, pace);
  const operations = opens(size) ? 1 : operationsOfTurn(size, eachMs, 0);
  const turns = (arms - lacking) * operations;
  return {
    roundMs: turns * eachMs,
    shared: size.shared === true,
    opens: opens(size),
    /** Every arm waits at once, and the time is not part of the budget. */
    pauseMs,
    roundBytes:
      turns *
      (atBench && size.per === undefined
        ? pace.bytesPerOperation
        : callsPerOperation * pace.bytesPerOperation + bytesPerOperation),
  };
}

/** Cost of a workload that runs only when asked for: `A round takes about 12 s (modelled).` */
export function costText(size: ChosenSize, arms: number, pace: Pace): string {
  const { roundMs, pauseMs } = partOf(size, arms, pace);
  return `A round of all arms takes ${formatDuration(roundMs + pauseMs)} (modelled).`;
}

const sources: Record<Pace['source'], (ms: number) => string> = {
  assumed: (ms) => `if an operation takes ${ms}${THIN}ms`,
  page: (ms) => `if an operation takes ${formatMs(ms)}, as this page’s files did`,
  preflight: (ms) => `if an operation takes ${formatMs(ms)}, as the first one did`,
  run: (ms) => `at ${formatMs(ms)} per operation, the mean of the last run`,
};

/**
 * @param length how the run is to end
 * @param address of the bench, as the reader is told it: a host, or `this site`; undefined
 *   where a page calls its own workers
 */
export function estimateText(
  { ms, bytes }: Estimate,
  pace: Pace,
  { rule }: Length,
  address: string | undefined,
): string {
  const about = formatDuration(ms);
  const time = about.replace(/^about /, '');
  const fixed = about.replace(/^./, (letter) => letter.toUpperCase());
  const most = { fixed, time, 'until-decided': `At most ${time}` }[rule];
  const source = sources[pace.source](pace.msPerOperation);
  if (address === undefined) return `${most}, ${source}. Nothing leaves this browser.`;
  return `${most} and about ${formatBytes(bytes)} with ${address}, ${source}.`;
}
