/** What one operation costs, from whatever a source printed of it. */
import type { QuotedResult, roundedFields } from '../harness/record/index.ts';
import { type Arithmetic, byNumbers, digitsOf, shortest } from './interval.ts';

/** Kinds of cost that can be set against each other, the most exact first. */
const kinds = ['time', 'throughput', 'data'] as const;

/** What one operation takes. Costs of different kinds cannot be compared. */
export interface Cost {
  of: (typeof kinds)[number];
  /** ms for a time; s, or s per MB, for the inverse of a throughput. */
  cost: number;
}

type Rounded = (typeof roundedFields)[number];

/**
 * ms per operation, from the most exact figures there are: the total, which is printed with more
 * digits than the average; else the throughput, if it has more digits; else the average. Undefined
 * for a result without a total and an average: a throughput alone may be of many clients at once.
 */
export function msPerOperation<Q>(result: QuotedResult, arithmetic: Arithmetic<Q>): Q | undefined {
  const { operations, totalMs, msPerOperation: average, operationsPerSecond } = result;
  const read = (field: Rounded): Q => figureOf(result, field, arithmetic);
  if (operations && totalMs) return arithmetic.divide(read('totalMs'), operations);
  if (!average) return undefined;
  const digits = (field: Rounded, value: number): number =>
    digitsOf(result.printed?.[field] ?? shortest(value));
  const isFiner =
    operationsPerSecond !== undefined &&
    digits('operationsPerSecond', operationsPerSecond) > digits('msPerOperation', average);
  return isFiner ? arithmetic.divide(1000, read('operationsPerSecond')) : read('msPerOperation');
}

/** @throws Error when the result has no such figure */
function figureOf<Q>(result: QuotedResult, field: Rounded, { figure }: Arithmetic<Q>): Q {
  const { [field]: value, printed } = result;
  if (value === undefined) throw new Error(`got no ${field}, expected a number`);
  return figure(value, printed?.[field]);
}

function costs<Q>(result: QuotedResult, arithmetic: Arithmetic<Q>) {
  const inverse = (field: Rounded): Q | undefined =>
    result[field] === undefined
      ? undefined
      : arithmetic.divide(1, figureOf(result, field, arithmetic));
  return {
    time: msPerOperation(result, arithmetic),
    throughput: inverse('operationsPerSecond'),
    data: inverse('megabytesPerSecond'),
  };
}

/** A cost with the number that a page shows of it. */
export interface ShownCost extends Cost {
  /** The average that the source prints, where it prints one; else the cost. */
  shown: number;
}

/** What one operation takes, of the first kind that the result has. Undefined where it hung. */
export function costOf(result: QuotedResult): ShownCost | undefined {
  const own = costs(result, byNumbers);
  for (const of of kinds) {
    const cost = own[of];
    if (cost) return { of, cost, shown: (of === 'time' && result.msPerOperation) || cost };
  }
  return undefined;
}

/**
 * How many times as long the first takes as the second, from the most exact figures that both
 * have. Undefined where they have none in common, as when one hung.
 */
export function costRatio<Q>(
  result: QuotedResult,
  reference: QuotedResult,
  arithmetic: Arithmetic<Q>,
): { of: Cost['of']; ratio: Q } | undefined {
  const [own, its] = [costs(result, arithmetic), costs(reference, arithmetic)];
  for (const of of kinds) {
    const [mine, other] = [own[of], its[of]];
    if (mine !== undefined && other !== undefined) {
      return { of, ratio: arithmetic.divide(mine, other) };
    }
  }
  return undefined;
}
