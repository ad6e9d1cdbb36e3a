import { median } from 'simple-statistics';
import type { Block, MeasuredRecord } from './record.ts';
import { cellsOf, msPerOperation, type Cell } from './statistics-blocks.ts';
import { hasDelayedAckHump, isTwoHumped, trendScore } from './statistics-shape.ts';
import { isUnderClock, sortedSamplesUs } from './statistics-summary.ts';

/** What is odd about a record. Each may have an innocent cause; none is a result. */
export interface Notice {
  name: NoticeName;
  workload: string;
  /** Absent where several arms of the workload show it. */
  arm?: string;
  /** One sentence on what it may mean. */
  text: string;
}

export type NoticeName = keyof typeof texts;

const texts = {
  'zero-time':
    'Every operation took no time at all by the clock, so nothing was measured or the clock is far too coarse.',
  'no-frames':
    'Operations finished without a frame received, so the answers may not have come from the server.',
  clock:
    'Single operations last less than ten steps of the clock, so only totals of whole blocks are used.',
  late: 'The client sent the operations of the open loop late by more than a tenth of their median time, so part of that time is its own.',
  'throughput-latency':
    'Throughput is less than half of what the median latency promises, so a few slow operations take most of the time.',
  drift:
    'Blocks grew steadily slower or faster over the run, so the machine or the network may have changed meanwhile.',
  'two-humps':
    'Durations gather in two groups with little between them, so one median does not describe them.',
  'delayed-ack':
    'Some operations take about 40 ms more than the rest, as when the sender waits for a delayed acknowledgement (Nagle).',
} as const;

/** A trend of this score turns up by chance in 2 of 10,000 series. */
const DRIFT_SCORE = 3.7;

/** Looks for signs of trouble in each arm and workload of a record. */
export function notices(record: Pick<MeasuredRecord, 'plan' | 'blocks' | 'environment'>): Notice[] {
  const { clockStepUs } = record.environment;
  const cells = cellsOf(record).filter((cell) => cell.counted.size > 0);
  const found = cells.flatMap((cell) => {
    const { workload, arm } = cell;
    return signs(cell, clockStepUs).map((name): Notice => ({
      name,
      workload,
      arm,
      text: texts[name],
    }));
  });
  return mergeArms(found);
}

function signs(cell: Cell, clockStepUs: number): NoticeName[] {
  const blocks = [...cell.counted.values()].sort((a, b) => a.round - b.round);
  const sortedUs = sortedSamplesUs(cell);
  if (sortedUs.at(-1) === 0) return ['zero-time'];

  const names: NoticeName[] = [];
  if (blocks.some((block) => block.frames.in === 0)) names.push('no-frames');
  const perBlock = blocks.map(msPerOperation);
  if (Math.abs(trendScore(perBlock)) > DRIFT_SCORE) names.push('drift');
  // What follows looks at single samples, which mean nothing under the clock.
  if (isUnderClock(sortedUs, clockStepUs)) return [...names, 'clock'];
  if (isLate(blocks, median(sortedUs))) names.push('late');
  // One operation at a time: latency × throughput is 1 unless the two tell different stories. With
  // several callers it is their number instead.
  if (cell.load.concurrency === undefined && median(perBlock) * 1000 > 2 * median(sortedUs))
    names.push('throughput-latency');
  if (isTwoHumped(sortedUs, clockStepUs)) names.push('two-humps');
  if (hasDelayedAckHump(sortedUs)) names.push('delayed-ack');
  return names;
}

/** Whether an open loop was sent so late that it matters beside the time of its operations. */
function isLate(blocks: readonly Block[], medianUs: number): boolean {
  const late = blocks.flatMap(({ lateUs, samplesUs }) =>
    lateUs === undefined ? [] : [lateUs / samplesUs.length],
  );
  return late.length > 0 && median(late) > 0.1 * medianUs;
}

/** One notice for the workload where more than one of its arms show the same. */
function mergeArms(found: readonly Notice[]): Notice[] {
  const groups = Map.groupBy(found, ({ name, workload }) => JSON.stringify([name, workload]));
  return [...groups.values()].map((group) => {
    const [first, second] = group as [Notice, ...Notice[]];
    if (second === undefined) return first;
    return { name: first.name, workload: first.workload, text: first.text };
  });
}
