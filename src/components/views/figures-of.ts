/** Reads the figures of an entry's quoted records by their ids, for the views that need them. */
import type { QuotedFigure, QuotedResult, Unit } from '../../harness/quoted-record.ts';
import { fileOf, type ViewPage } from './page.ts';

/** A view lacks what it draws. */
export function missing(page: ViewPage, view: string, expected: string): Error {
  const records = [...page.quoted, ...page.runs].map(({ id }) => `content/records/${id}.json`);
  return new Error(
    `${fileOf(page)} views: got ${view}, expected ${expected} in ${records.join(' or ')}`,
  );
}

/** The figures whose id begins with `prefix`, with the rest of their ids, in the record's order. */
export function figuresUnder(
  { quoted }: Pick<ViewPage, 'quoted'>,
  prefix: string,
): Array<{ name: string; figure: QuotedFigure }> {
  return quoted.flatMap(({ record }) =>
    record.figures
      .filter(({ id }) => id.startsWith(prefix))
      .map((figure) => ({ name: figure.id.slice(prefix.length), figure })),
  );
}

/** The figure of that id, if it has the unit. */
export function figureOf(
  { quoted }: Pick<ViewPage, 'quoted'>,
  id: string,
  unit: Unit,
): QuotedFigure | undefined {
  const all = quoted.flatMap(({ record }) => record.figures);
  return all.find((figure) => figure.id === id && figure.unit === unit);
}

/** Both ends of a figure; those of a single value are alike. */
export function endsOf({ value, low, high }: QuotedFigure): { low: number; high: number } {
  return { low: low ?? value ?? Number.NaN, high: high ?? value ?? Number.NaN };
}

/** All quoted results of an entry with their names. */
export function resultsOf({ quoted }: Pick<ViewPage, 'quoted'>) {
  return quoted.flatMap((run) => run.results.map((each) => ({ ...each, run })));
}

/** Time per operation as printed, else from the total. In ms; undefined for a result that hung. */
export function msPerOperation({
  msPerOperation: ms,
  totalMs,
  operations,
}: QuotedResult): number | undefined {
  return (
    ms ?? (totalMs !== undefined && operations !== undefined ? totalMs / operations : undefined)
  );
}
