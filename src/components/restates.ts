/** Whether one quoted result only repeats another. */
import type { QuotedResult } from '../harness/quoted-record.ts';
import { decimalsOf } from './views/numbers.ts';

const amounts = [
  'operations',
  'clients',
  'totalMs',
  'msPerOperation',
  'operationsPerSecond',
  'latencyMs',
  'megabytesPerSecond',
  'completed',
] as const;

/**
 * Whether a result of the same arm and workload says nothing that the other does not: each of its
 * amounts is the other's, as it is or rounded.
 */
export function restates(result: QuotedResult, other: QuotedResult): boolean {
  if (result.outcome !== other.outcome) return false;
  return amounts.every((name) => {
    const [own, its] = [result[name], other[name]];
    if (own === undefined) return true;
    return its !== undefined && Number(its.toFixed(decimalsOf([own]))) === own;
  });
}
