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
 * @param records the network latency analysis, the summary, which states the gaps, and the measured
 *   row that the summary repeats
 * @throws naming the figure that is missing, or whose unit is another one
 */
export function readSource({
  network,
  summary,
  measured,
}: Record<'network' | 'summary' | 'measured', QuotedRecord>) {
  const { low, high } = find(network, 'payload', 'B');
  if (low === undefined || high === undefined) throw missing(network, 'payload', 'a range');
  const middle = (low + high) / 2;
  // The summary’s “protocol differences” are what the table takes for Lumenize’s processing, and
  // what its gap leaves of them is Cap’n Web’s: with these two all eight times come out.
  const processingMs = value(summary, 'gap.protocol', 'ms');
  const gapMs = value(summary, 'gap.total', 'ms');
  return {
    /** Ends of the measured payload, in bytes; the table uses their middle. */
    payloadBytes: { low, high, middle },
    lumenize: { payloadBytes: middle, processingMs },
    // Through decimal digits, because 0.247 − 0.142 is not 0.105 in binary.
    capnweb: {
      payloadBytes: middle,
      processingMs: Number((processingMs - gapMs).toPrecision(12)),
    },
    /** The gap that the source starts from, in ms: all of the difference between the two. */
    gapMs,
    /** The gap that was measured, in ms. */
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
    })),
  };
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
