/** Time of one operation by the figures that an outside document printed of it. */
import type { QuotedResult, roundedFields } from '../harness/record/index.ts';

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
 * for a result without a total and an average: a throughput alone may be of many clients at once.
 */
export function msPerOperation(
  result: QuotedResult,
  read: ReadFigure = asPrinted,
): number | undefined {
  const { operations, totalMs, msPerOperation: average } = result;
  if (operations && totalMs) return over(read(result, 'totalMs'), operations);
  if (!average) return undefined;
  return hasFinerRate(result, 'msPerOperation')
    ? over(1000, read(result, 'operationsPerSecond'))
    : read(result, 'msPerOperation');
}

/** True where the throughput beside a time is printed with more digits than the time. */
function hasFinerRate(result: QuotedResult, time: Rounded): boolean {
  return (
    result.operationsPerSecond !== undefined &&
    digitsOf(printedDigits(result, 'operationsPerSecond')) > digitsOf(printedDigits(result, time))
  );
}

/** Reads times from the throughput printed beside them where that has more digits; one client made the calls. */
export function fromThroughput(read: ReadFigure): ReadFigure {
  return (result, field) => {
    const { clients = 1, operations } = result;
    const isTime = field === 'msPerOperation' || (field === 'totalMs' && operations !== undefined);
    if (!isTime || result[field] === undefined || clients > 1 || !hasFinerRate(result, field)) {
      return read(result, field);
    }
    const ms = over(1000, read(result, 'operationsPerSecond'));
    return ms && (field === 'totalMs' ? ms * (operations ?? 1) : ms);
  };
}

function over(above: number | undefined, below: number | undefined): number | undefined {
  return above === undefined || below === undefined ? undefined : above / below;
}

/** Kinds of cost that can be compared, the most exact first. */
const kinds = ['time', 'throughput', 'data'] as const;

type Kind = (typeof kinds)[number];

/** Costs of one operation: ms for a time; s, or s per MB, for the inverse of a throughput. */
function costs(result: QuotedResult, read: ReadFigure): Record<Kind, number | undefined> {
  return {
    time: msPerOperation(result, read),
    throughput: over(1, read(result, 'operationsPerSecond')),
    data: over(1, read(result, 'megabytesPerSecond')),
  };
}

/**
 * How many times as long the first takes as the second, from the most exact figures that both
 * have. Undefined where they have none in common, as when one hung.
 */
export function costRatio(
  result: QuotedResult,
  reference: QuotedResult,
  read: ReadFigure = asPrinted,
): { of: Kind; ratio: number } | undefined {
  const [own, its] = [costs(result, read), costs(reference, read)];
  for (const of of kinds) {
    const ratio = over(own[of], its[of]);
    if (ratio !== undefined) return { of, ratio };
  }
  return undefined;
}
