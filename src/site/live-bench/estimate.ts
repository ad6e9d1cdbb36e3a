/** How much a run will take, before it starts. */
import { THIN } from '../../results/numbers/format.ts';
import type { Row } from '../../results/result.ts';
import {
  budgetOf,
  expectedMs,
  LEAST_WARM_UP,
  type Length,
  type Network,
  roundsOfSession,
  SAME_MACHINE,
  turnOf,
  type WorkloadSize,
} from '../../core/plan/index.ts';

/** The network to the bench, assumed or known. */
export interface AssumedNetwork extends Network {
  bytesPerOperation: number;
}

export interface Choice {
  /** Undefined for the usual time. */
  length: Length | undefined;
  /** Number of arms, the A/A control included. */
  arms: number;
  workloads: readonly ChosenSize[];
  /** Time that the study asks for instead of the usual one nearby, in ms. */
  budgetMs?: number;
}

/** A workload's size, and how many of the chosen arms cannot do it. */
export interface ChosenSize extends WorkloadSize {
  lacking?: number;
  /** True if its calls and their payload stay at the bench, and one message asks for them all. */
  atBench?: boolean;
  /** Published time of one operation on one machine, in ms, if it is known. */
  knownMs?: number | undefined;
}

/** An operation with the mean of what the arms of a run took for it where it was published. */
export function sizeOfRows(
  size: ChosenSize,
  rows: readonly Row[],
  arms: readonly string[],
): ChosenSize {
  const times = rows.flatMap(({ arm, time, place }) =>
    time && place.roundTripMs === 0 && arms.includes(arm) ? time.value : [],
  );
  return { ...size, knownMs: times.length === 0 ? undefined : sum(times) / times.length };
}

export interface Estimate {
  /** Time on the clock, in ms, opening and all. */
  ms: number;
  bytes: number;
}

/** A bench on the reader's own machine answers at once; any other is a network away. */
const LOCAL: AssumedNetwork = { ...SAME_MACHINE, bytesPerOperation: 150 };
const REMOTE: AssumedNetwork = { ...LOCAL, msPerOperation: 25, connectMs: 75 };

/** Of calls within the page. Its workers take longer to start than a socket to open. */
const IN_PAGE: AssumedNetwork = { msPerOperation: 0.1, connectMs: 30, bytesPerOperation: 0 };

export function isLocal(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || /^(127\.|\[::1\])/.test(host);
}

/** The network to a bench as far as it is known before a run: the same for every visit of a page. */
export function networkTo(origin: string, inPage: boolean): AssumedNetwork {
  if (inPage) return IN_PAGE;
  return isLocal(new URL(origin).hostname) ? LOCAL : REMOTE;
}

export function estimate(choice: Choice, network: AssumedNetwork): Estimate {
  const { length, arms, workloads } = choice;
  const parts = workloads.map((size) => partOf(size, arms, network));
  const { ms, turned } =
    length?.rule === 'fixed'
      ? ofRounds(parts, length.rounds, arms * network.connectMs)
      : ofTime(
          parts,
          length?.budgetMs ?? budgetOf(network.msPerOperation, workloads.length, choice.budgetMs),
        );
  return { ms, bytes: sum(parts.map(({ roundBytes }, at) => roundBytes * (turned[at] ?? 0))) };
}

function ofTime(parts: readonly Part[], ms: number) {
  return { ms, turned: parts.map(({ roundMs }) => ms / parts.length / roundMs) };
}

/**
 * Time and rounds of so many rounds of every workload, warming up for them and opening their sessions included.
 *
 * @param openMs to open the connections of a session: a browser opens sockets to one host one after the other
 * @returns time in ms, and the rounds of each workload with those that warm up
 */
function ofRounds(parts: readonly Part[], rounds: number, openMs: number) {
  const sessions = Math.ceil(rounds / roundsOfSession(rounds));
  const turned = parts.map(({ operations }) => rounds + (sessions * LEAST_WARM_UP) / operations);
  const alone = parts.filter(({ shared }) => !shared).length;
  const openings = sessions * (alone + (alone < parts.length ? 1 : 0));
  const turnsMs = sum(parts.map(({ roundMs }, at) => roundMs * (turned[at] ?? 0)));
  return { ms: openings * openMs + turnsMs, turned };
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

type Part = ReturnType<typeof partOf>;

/** Time and bytes of a round of a workload, both ways together. */
function partOf(
  { lacking = 0, atBench = false, knownMs, ...size }: ChosenSize,
  arms: number,
  network: AssumedNetwork,
) {
  const { callsPerOperation = 1, bytesPerOperation = 0 } = size;
  const away = network === REMOTE ? REMOTE.msPerOperation : 0;
  const eachMs = knownMs === undefined ? expectedMs(size, network) : knownMs + away;
  const place = network === IN_PAGE ? 'page' : undefined;
  // The clock is known to the run; a coarse one makes turns longer.
  const turn = turnOf(size, place, { ...network, clockStepUs: 1 });
  const operations = turn.leadIn + turn.operations;
  const made = (arms - lacking) * operations;
  return {
    operations,
    roundMs: made * eachMs,
    shared: size.shared === true,
    roundBytes:
      made *
      (atBench && size.per === undefined
        ? network.bytesPerOperation
        : callsPerOperation * network.bytesPerOperation + bytesPerOperation),
  };
}

/** Bytes to two digits, no fewer than a tenth of a MB: `5.4 MB`. */
export function byteText(bytes: number): string {
  return `${Math.max(0.1, Number((bytes / 1e6).toPrecision(2)))}${THIN}MB`;
}

/** Sessions from which on a run has an interval. */
export const LEAST_SESSIONS = 4;
/** Most bytes that a study with its own number of rounds sends unasked. */
const MOST_BYTES = 20_000_000;

/** Rounds of a study that has its own number of them, fewer where they would send more than the limit. */
export function roundsWithin(
  choice: Omit<Choice, 'length'>,
  network: AssumedNetwork,
  rounds: number,
): number {
  const one = estimate({ ...choice, length: { rule: 'fixed', rounds } }, network).bytes / rounds;
  return Math.min(rounds, Math.max(FEWEST_ROUNDS, Math.floor(MOST_BYTES / one)));
}

/** Fewest rounds of such a run: a session each, and one more than an interval needs. */
const FEWEST_ROUNDS = LEAST_SESSIONS + 1;
