/** What one operation costs, from whatever a source printed of it. */
import type { QuotedResult } from '../harness/record/index.ts';

/** Kinds of cost that can be set against each other, the most exact first. */
const kinds = ['time', 'throughput', 'data'] as const;

/** What one operation takes. Costs of different kinds cannot be compared. */
export interface Cost {
  of: (typeof kinds)[number];
  /** ms for a time; s, or s per MB, for the inverse of a throughput. */
  cost: number;
}

/**
 * ms per operation, from the most exact figures there are: the total, which is printed with more
 * digits than the average; else the throughput, if it has more digits; else the average. Undefined
 * for a result without a total and an average: a throughput alone may be of many clients at once.
 */
export function msPerOperation(result: QuotedResult): number | undefined {
  const { operations, totalMs, msPerOperation: average, operationsPerSecond } = result;
  if (operations && totalMs) return totalMs / operations;
  if (average && operationsPerSecond && digitsOf(operationsPerSecond) > digitsOf(average)) {
    return 1000 / operationsPerSecond;
  }
  return average;
}

/** Digits from the first that is not nought: 3 of 0.171, 4 of 5858. */
function digitsOf(value: number): number {
  return String(value).replace('.', '').replace(/^0+/, '').length;
}

function costs(result: QuotedResult): Record<Cost['of'], number | undefined> {
  const inverse = (value: number | undefined): number | undefined => value && 1 / value;
  return {
    time: msPerOperation(result),
    throughput: inverse(result.operationsPerSecond),
    data: inverse(result.megabytesPerSecond),
  };
}

/** What one operation takes, of the first kind that the result has. Undefined where it hung. */
export function costOf(result: QuotedResult): Cost | undefined {
  const own = costs(result);
  for (const of of kinds) {
    const cost = own[of];
    if (cost) return { of, cost };
  }
  return undefined;
}

/**
 * How many times as long the first takes as the second, from the most exact figures that both
 * have. Undefined where they have none in common, as when one hung.
 */
export function costRatio(
  result: QuotedResult,
  reference: QuotedResult,
): { of: Cost['of']; ratio: number } | undefined {
  const [own, its] = [costs(result), costs(reference)];
  for (const of of kinds) {
    const [mine, other] = [own[of], its[of]];
    if (mine && other) return { of, ratio: mine / other };
  }
  return undefined;
}
