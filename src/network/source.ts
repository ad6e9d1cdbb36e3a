/** What the source put into its model and what it printed, read from its quoted records. */
import type { QuotedFigure, QuotedRecord, Unit } from '../harness/record/index.ts';

/** Everything the source’s model takes in and gives out. */
export type SourceModel = ReturnType<typeof readSource>;
/** One network of the source’s table, as printed there. */
export type PrintedNetwork = SourceModel['networks'][number];

/** Networks of the table: the first part of their figures’ ids, and their names. */
const networks = [
  ['datacenter', 'Data centre'],
  ['broadband', 'Broadband'],
  ['mobile', 'Mobile'],
  ['slow', 'Slow line'],
] as const;

/**
 * The script behind the table computes a call of Lumenize’s, and the table prints that as Cap’n
 * Web’s. To the printed times the gap was added for Lumenize. With the gap as the table rounds it,
 * all eight times come out.
 *
 * @param records the network latency analysis, the script with its payload and processing, the
 *   projections with the earlier gap, the three configurations that the gap is from, the one of them
 *   with Lumenize routed by hand, the summary that repeats the gap, and the row that it quotes
 * @throws naming the figure that is missing, or whose unit is another one
 */
export function readSource({
  network,
  script,
  projections,
  configurations,
  byHand,
  summary,
  measured,
}: Record<
  'network' | 'script' | 'projections' | 'configurations' | 'byHand' | 'summary' | 'measured',
  QuotedRecord
>) {
  const payloadBytes = value(script, 'payload.increment', 'B');
  const processing = {
    clientMs: value(script, 'processing.client', 'ms'),
    serverMs: value(script, 'processing.server', 'ms'),
  };
  // Through decimal digits, because 0.018 + 0.09 is not 0.108 in binary.
  const sum = (...ms: number[]): number =>
    Number(ms.reduce((total, each) => total + each, 0).toPrecision(12));
  const processingMs = sum(processing.clientMs, processing.serverMs);
  const tableGapMs = value(network, 'gap', 'ms');
  return {
    /** Bytes of a round trip, of Lumenize’s increment. */
    payloadBytes,
    /** Lumenize’s processing: the client’s was measured, the server’s estimated. */
    processing,
    lumenize: { payloadBytes, processingMs: sum(processingMs, tableGapMs) },
    capnweb: { payloadBytes, processingMs },
    /** The gap that the source starts from, in ms, and as its table rounds it. */
    gapMs: value(summary, 'gap.total', 'ms'),
    tableGapMs,
    /** The three configurations that the gap is from: all runs and the average, in ms for an operation. */
    configurations: {
      helper: {
        runsMs: runsOf(configurations, 'helper', [1, 3, 4]),
        discardedMs: value(configurations, 'helper.run-2', 'ms'),
        averageMs: resultOf(configurations, 'lumenize/hibernating'),
      },
      byHand: {
        runsMs: runsOf(configurations, 'regex', [1, 2, 3]),
        averageMs: resultOf(byHand, 'lumenize/hibernating'),
      },
      capnweb: {
        runsMs: runsOf(configurations, 'capnweb', [1, 2, 3]),
        averageMs: resultOf(configurations, 'capnweb/in-memory'),
      },
    },
    /** The gap that an earlier version of the table used, in ms. */
    earlierGapMs: value(projections, 'gap.local', 'ms'),
    /** The gap of the row that the summary quotes, in ms. */
    measuredGapMs: value(measured, 'gap', 'ms'),
    networks: networks.map(([id, label]) => ({
      id,
      label,
      baseLatencyMs: value(network, `${id}.latency`, 'ms'),
      megabitsPerSecond: value(network, `${id}.bandwidth`, 'MB/s') * 8,
      /** Times that the source prints, in ms. */
      lumenizeMs: value(network, `${id}.lumenize`, 'ms'),
      capnwebMs: value(network, `${id}.capnweb`, 'ms'),
      gapMs: value(network, `${id}.gap`, 'ms'),
      /** The gap as a part of Cap’n Web’s time. */
      gapShare: value(network, `${id}.gap-share`, '%') / 100,
      /** The same as an earlier version of the table printed them. */
      earlier: {
        lumenizeMs: value(projections, `${id}.lumenize`, 'ms'),
        capnwebMs: value(projections, `${id}.capnweb`, 'ms'),
        gapMs: value(projections, `${id}.gap`, 'ms'),
        gapShare: shareOf(projections, `${id}.gap-share`),
      },
    })),
  };
}

function runsOf(record: QuotedRecord, id: string, runs: readonly number[]): number[] {
  return runs.map((run) => value(record, `${id}.run-${run}`, 'ms'));
}

function resultOf(record: QuotedRecord, arm: string): number {
  const ms = record.results.find((result) => result.arm === arm)?.msPerOperation;
  if (ms === undefined) throw missing(record, arm, 'its time for an operation');
  return ms;
}

/** A part that is printed as a value, or as a limit that it stays under. */
function shareOf(record: QuotedRecord, id: string) {
  const { value: exact, high } = find(record, id, '%');
  const percent = exact ?? high;
  if (percent === undefined) throw missing(record, id, 'a value or a limit');
  return { value: percent / 100, atMost: exact === undefined };
}

function value(record: QuotedRecord, id: string, unit: Unit): number {
  const figure = find(record, id, unit);
  if (figure.value === undefined) throw missing(record, id, 'one value');
  return figure.value;
}

function find(record: QuotedRecord, id: string, unit: Unit): QuotedFigure {
  const figure = record.figures.find((each) => each.id === id);
  if (figure === undefined) throw missing(record, id, 'a figure');
  if (figure.unit !== unit) {
    throw new Error(`figure "${id}": got the unit "${figure.unit}", expected "${unit}"`);
  }
  return figure;
}

function missing({ source }: QuotedRecord, id: string, what: string): Error {
  return new Error(`figure "${id}" of “${source.title}”: got none, expected ${what}`);
}

/**
 * How the model counts: `source` charges base latency and payload once for each way, as the
 * source’s table does; `once` charges each once for the whole round trip.
 */
export const countings = ['once', 'source'] as const;
export type Counting = (typeof countings)[number];

/** How often base latency and payload are charged for one call. */
const charges: Record<Counting, number> = { once: 1, source: 2 };

/** The way between client and server. */
export interface Path {
  /** In ms. Counted once, it is the time of a round trip. */
  baseLatencyMs: number;
  /** Bandwidth in Mbit/s. */
  megabitsPerSecond: number;
}

/** What a call costs whatever the way. */
export interface Call {
  /** Bytes sent and received in one round trip. */
  payloadBytes: number;
  /** Time at both ends together, in ms. */
  processingMs: number;
}

/** One call’s time and its parts, in ms. */
export type CallTime = ReturnType<typeof callTime>;

export function callTime(path: Path, call: Call, counting: Counting) {
  const times = charges[counting];
  const latencyMs = times * path.baseLatencyMs;
  const bits = times * call.payloadBytes * 8;
  // A Mbit/s is a thousand bits in a ms.
  const transferMs = bits / (path.megabitsPerSecond * 1000);
  const { processingMs } = call;
  return { latencyMs, transferMs, processingMs, totalMs: latencyMs + transferMs + processingMs };
}

/**
 * How far one call’s time lies from another’s: in ms, negative when the first is the faster, and
 * as a part of the second’s. Where that takes no time at all, the share is not a finite number.
 */
export function gapOf(time: CallTime, reference: CallTime) {
  const ms = time.totalMs - reference.totalMs;
  return { ms, share: ms / reference.totalMs };
}
