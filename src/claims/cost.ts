/** What one operation costs, from whatever a source printed of it. */
import type { QuotedResult } from '../harness/quoted-record.ts';

/** Kinds of cost that can be set against each other, the most exact first. */
const kinds = ['time', 'throughput', 'data'] as const;
type Kind = (typeof kinds)[number];

/**
 * ms per operation: from the total, which is printed with more digits than the average, else the
 * average. Undefined for a result without either.
 */
export function msPerOperation(result: QuotedResult): number | undefined {
  const { operations, totalMs } = result;
  return operations && totalMs ? totalMs / operations : result.msPerOperation;
}

function costs(result: QuotedResult): Record<Kind, number | undefined> {
  const inverse = (value: number | undefined): number | undefined => value && 1 / value;
  return {
    time: msPerOperation(result),
    throughput: inverse(result.operationsPerSecond),
    data: inverse(result.megabytesPerSecond),
  };
}

/**
 * How many times as long the first takes as the second, from the most exact figures that both
 * have. Undefined where they have none in common, as when one hung.
 */
export function costRatio(result: QuotedResult, reference: QuotedResult): number | undefined {
  const [own, its] = [costs(result), costs(reference)];
  for (const kind of kinds) {
    const [mine, other] = [own[kind], its[kind]];
    if (mine !== undefined && other !== undefined) return mine / other;
  }
  return undefined;
}
