/** How much a run will take, before it starts. */
import { formatDuration, formatMs, roughDuration, THIN } from '../../results/numbers/format.ts';
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

function isLocal(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || /^(127\.|\[::1\])/.test(host);
}

/**
 * @param host host of the bench, without the port; empty when it is not known yet
 * @param roundTripMs time there and back that the files of a page from the same host took, if it is known
 */
export function assumedNetwork(host: string, roundTripMs?: number): AssumedNetwork {
  const local = isLocal(host);
  // Below that it is the server’s time, which on this machine waits for a processor, and no way to speak of.
  if (roundTripMs === undefined || roundTripMs < (local ? 30 : 1)) return local ? LOCAL : REMOTE;
  return { ...REMOTE, msPerOperation: roundTripMs, connectMs: 3 * roundTripMs };
}

type FileTiming = Pick<
  PerformanceResourceTiming,
  'transferSize' | 'requestStart' | 'responseStart'
>;

/** The shortest time there and back of the files of a page, in ms; undefined if none came over the network. */
export function roundTripOf(files: readonly FileTiming[]): number | undefined {
  const times = files
    .filter(({ transferSize, requestStart }) => transferSize > 0 && requestStart > 0)
    .map(({ requestStart, responseStart }) => responseStart - requestStart);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** The network to a bench as far as it is known before a run. */
export function networkTo(origin: string, inPage: boolean): AssumedNetwork {
  return inPage ? IN_PAGE : assumedNetwork(new URL(origin).hostname, roundTripTo(origin));
}

/** How far away a bench is, in a sentence; undefined where nothing is known of it. */
export function distanceText(origin: string): string | undefined {
  if (isLocal(new URL(origin).hostname)) return 'The benchmark server is on this machine.';
  const ms = roundTripTo(origin);
  return ms === undefined ? undefined : `The benchmark server is about ${formatMs(ms)} away.`;
}

/** Time there and back that the files of this page took, in ms; undefined if they are not from the bench's host. */
function roundTripTo(origin: string): number | undefined {
  if (new URL(origin).hostname !== location.hostname) return undefined;
  const files = ['navigation', 'resource'].flatMap(
    (type) => performance.getEntriesByType(type) as PerformanceResourceTiming[],
  );
  return roundTripOf(files.filter(({ name }) => name.startsWith(location.origin)));
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
  { lacking = 0, atBench = false, ...size }: ChosenSize,
  arms: number,
  network: AssumedNetwork,
) {
  const { callsPerOperation = 1, bytesPerOperation = 0 } = size;
  const eachMs = expectedMs(size, network);
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
function roughBytes(bytes: number): string {
  return `${Math.max(0.1, Number((bytes / 1e6).toPrecision(2)))}${THIN}MB`;
}

/** Time and bytes of a run, before it starts: `Takes 18 s and 5.4 MB.` */
export function estimateText(
  { ms, bytes }: Estimate,
  length: Length | undefined,
  inPage: boolean,
): string {
  const most =
    length?.rule === 'fixed' ? `Takes ${formatDuration(ms)}` : `Takes ${roughDuration(ms)}`;
  return inPage ? `${most}. Nothing leaves this browser.` : `${most} and ${roughBytes(bytes)}.`;
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
