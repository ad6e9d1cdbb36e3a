/** Time of one operation by the figures that an outside document printed of it. */
import type { QuotedResult, roundedFields } from '../core/record/index.ts';

type Rounded = (typeof roundedFields)[number];

/** Gives the number of a printed figure; claims read it at both ends of what its digits stand for. */
export type ReadFigure = (result: QuotedResult, field: Rounded) => number | undefined;

const asPrinted: ReadFigure = (result, field) => result[field];

/** Digits from the first that is not 0: 3 of 0.171, 4 of 5858, 2 of 0.050. */
function digitsOf(printed: string): number {
  return printed.replace(/[-+.]/g, '').replace(/^0+/, '').length;
}

/** A figure of a result as it is printed. */
export function printedDigits(result: QuotedResult, field: Rounded): string {
  return result.printed?.[field] ?? String(result[field] ?? '');
}

/**
 * ms per operation, from the most exact figures there are: the total, which is printed with more
 * digits than the average; else the throughput, if it has more digits; else the average. Undefined
 * for a result without a total and an average: a mere throughput may be of many clients at once.
 */
export function msPerOperation(
  result: QuotedResult,
  read: ReadFigure = asPrinted,
): number | undefined {
  const { operations, totalMs, msPerOperation: average } = result;
  if (operations && totalMs) return over(read(result, 'totalMs'), operations);
  if (!average) return undefined;
  const [rate, time] = (['operationsPerSecond', 'msPerOperation'] as const).map((field) =>
    digitsOf(printedDigits(result, field)),
  );
  return (rate ?? 0) > (time ?? 0)
    ? over(1000, read(result, 'operationsPerSecond'))
    : read(result, 'msPerOperation');
}

function over(above: number | undefined, below: number | undefined): number | undefined {
  return above === undefined || below === undefined ? undefined : above / below;
}

/**
 * How many times as long the first takes as the second, from the most exact figures that both have: times, else
 * throughputs, else amounts of data. Undefined if they have none in common, as when one hung.
 */
export function costRatio(
  result: QuotedResult,
  reference: QuotedResult,
  read: ReadFigure = asPrinted,
): number | undefined {
  const [own = [], its = []] = [result, reference].map((each) => [
    msPerOperation(each, read),
    over(1, read(each, 'operationsPerSecond')),
    over(1, read(each, 'megabytesPerSecond')),
  ]);
  return own.map((cost, at) => over(cost, its[at])).find((ratio) => ratio !== undefined);
}
