/** Whether one quoted result only repeats another. */
import { decimalsOf, judge } from '../claims/verdict.ts';
import type { QuotedResult } from '../harness/quoted-record.ts';

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
    return own === its || (its !== undefined && isRounded(String(own), its));
  });
}

/** Whether a printed number is another one with fewer digits, of which one at least is left. */
function isRounded(printed: string, value: number): boolean {
  const lastDigit = 10 ** -decimalsOf(printed);
  return (
    Math.abs(value) >= lastDigit && judge({ form: 'value', value: printed }, [value]) === 'holds'
  );
}
