import type { RatioRow } from './ratios.ts';

const LUMENIZE = 'lumenize/in-memory';
const HIBERNATING = 'lumenize/hibernating';
const CAPNWEB = 'capnweb/in-memory';
const FLOOR = 'raw-websocket/in-memory';

/** A ratio that is to be reached. */
export interface Target extends Pick<RatioRow, 'client' | 'workload' | 'arm' | 'against'> {
  /** The ratio is to be at most this. */
  atMost: number;
}

/** What is to be reached on workerd, on one machine. */
export const targets: readonly Target[] = [
  { client: 'node', workload: 'get-1000', arm: LUMENIZE, against: FLOOR, atMost: 1.15 },
  { client: 'chromium', workload: 'get-1000', arm: LUMENIZE, against: FLOOR, atMost: 1.15 },
  { client: 'node', workload: 'get-1000', arm: LUMENIZE, against: CAPNWEB, atMost: 0.92 },
  { client: 'chromium', workload: 'get-1000', arm: LUMENIZE, against: CAPNWEB, atMost: 0.85 },
  { client: 'node', workload: 'burst', arm: LUMENIZE, against: CAPNWEB, atMost: 0.1 },
  { client: 'chromium', workload: 'burst', arm: LUMENIZE, against: CAPNWEB, atMost: 0.1 },
  { client: 'node', workload: 'get-1000', arm: HIBERNATING, against: LUMENIZE, atMost: 1.1 },
  { client: 'chromium', workload: 'get-1000', arm: HIBERNATING, against: LUMENIZE, atMost: 1.1 },
];

/** The pairs of the targets that are about neither floor nor reference. */
export const compared = {
  against: [FLOOR, CAPNWEB],
  pairs: [[HIBERNATING, LUMENIZE]],
} as const;

/** Whether a target was reached, in words: by the estimate, with what the interval leaves open. */
export function reached(target: Target, row: RatioRow | undefined): string {
  const { ratio = null, low = null, high = null } = row ?? {};
  if (ratio === null) return 'not measured';
  const { atMost } = target;
  if (low === null || high === null) {
    return `${ratio <= atMost ? 'reached' : 'not reached'}, but too few rounds to be sure`;
  }
  if (ratio <= atMost) {
    return high <= atMost ? 'reached' : 'reached, but the interval goes beyond';
  }
  return low > atMost ? 'not reached' : 'not reached, but inside the interval';
}

/** The ratio that a target is about. */
export function rowOf(target: Target, rows: readonly RatioRow[]): RatioRow | undefined {
  return rows.find(
    (row) =>
      row.client === target.client &&
      row.workload === target.workload &&
      row.arm === target.arm &&
      row.against === target.against,
  );
}
