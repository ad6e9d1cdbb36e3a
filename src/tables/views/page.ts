/** Shared by the views of an entry: how its records are grouped and named, and where they are from. */
import type { QuotedFigure, QuotedResult, Unit } from '../../harness/record/index.ts';
import type { EntryPage } from '../../journal/entries.ts';
import { fileOf } from '../../journal/order.ts';
import { listed, type MeasuredRun, type QuotedRun } from '../../journal/runs.ts';
import { serverName } from '../../report/words.ts';
import type { Mark } from '../../figures/figure.ts';
import { type TableOf, tableOf, type View } from '../view.ts';

/** A view that an entry names: from its page, and what stands behind the name’s colon. */
export type ViewOf = (page: ViewPage, part: string) => View;

/** The parts of an entry's page that views need. */
export type ViewPage = Pick<EntryPage, 'study' | 'runs' | 'quoted' | 'names' | 'reference'> & {
  entry: { id: string; data: Pick<EntryPage['entry']['data'], 'views'> };
};

/** Records of one setting and one client, which may share an axis. */
export interface RunGroup<Run> {
  /** Setting and client: `wrangler dev · Node.js 22.14.0`. */
  name: string;
  runs: Run[];
}

/** The records by setting and client, in the entry's order. */
export function grouped<Run extends { name: string }>(runs: readonly Run[]): RunGroup<Run>[] {
  return [...Map.groupBy(runs, ({ name }) => name)].map(([name, members]) => ({
    name,
    runs: members,
  }));
}

/**
 * The words that tell a record from the others of its group: the last part of its id. Empty for a
 * record that is alone.
 */
export function recordLabels(runs: ReadonlyArray<{ id: string }>): Map<string, string> {
  if (runs.length < 2) return new Map(runs.map(({ id }) => [id, '']));
  const parts = runs.map(({ id }) => id.slice(id.indexOf('/') + 1).split('-'));
  const [first = []] = parts;
  const differs = first.findIndex((part, at) => parts.some((other) => other[at] !== part));
  const from = differs < 0 ? first.length : differs;
  return new Map(
    runs.map(({ id }, index) => {
      const own = parts[index] ?? [];
      // A number alone says too little; the word before it may be any of the entry’s title.
      const [number = ''] = own.slice(from);
      const counted = own[from - 1] === 'run' ? 'run' : 'record';
      const words = [...(/^\d+$/.test(number) ? [counted] : []), ...own.slice(from)].join(' ');
      return [id, words === '' ? 'recorded' : words];
    }),
  );
}

/** `Lumenize RPC, run 1`: the label with what tells its record from others, if anything does. */
export function withRecord(label: string, record: string | undefined): string {
  return record ? `${label}, ${record}` : label;
}

/** A heading for each record: its place and client, with what tells it from another of the same. */
export function runHeadings(
  runs: ReadonlyArray<{ id: string; name: string }>,
): Map<string, string> {
  return new Map(
    grouped(runs).flatMap(({ name, runs: own }) => {
      const labels = recordLabels(own);
      return own.map(({ id }): [string, string] => [id, withRecord(name, labels.get(id))]);
    }),
  );
}

/** The same, and none where there is one record alone. */
export function severalHeadings(
  runs: ReadonlyArray<{ id: string; name: string }>,
): Map<string, string> {
  return runs.length > 1 ? runHeadings(runs) : new Map<string, string>();
}

/** A view that an entry names, and what it makes of its rows. */
interface Declared<Row> extends Partial<Omit<View, 'id' | 'table' | 'source'>> {
  /** Name that the entry has for it: its id, but for a colon. */
  name: string;
  title: string;
  /** The contents that it needs of the records, for the message where they lack them. */
  needs: string;
  /** Whether they hold it; whether there are rows, unless it says otherwise. */
  isEnough?: boolean;
  /** Its caption is the title, unless it has its own. */
  table: Omit<TableOf<Row>, 'caption'> & { caption?: string };
}

function declared<Row>(
  page: ViewPage,
  rows: readonly Row[],
  view: Declared<Row>,
  mark: Mark,
  source: string,
): View {
  const { name, needs, isEnough = rows.length > 0, table, ...rest } = view;
  if (!isEnough) throw missing(page, name, needs);
  return {
    ...{ id: name.replace(':', '-'), marks: [mark], source, ...rest },
    table: tableOf(rows, { caption: rest.title, marks: [mark], ...table }),
  };
}

/** A view of quoted figures. @throws Error naming the records where they lack what it needs */
export function quotedView<Row>(page: ViewPage, rows: readonly Row[], view: Declared<Row>): View {
  return declared(page, rows, view, 'quoted', quotedSource(page.quoted));
}

/** The same of what was measured in these records; its numbers are derived unless it says otherwise. */
export function measuredView<Row>(
  page: ViewPage,
  runs: readonly MeasuredRun[],
  rows: readonly Row[],
  view: Declared<Row>,
): View {
  return declared(page, rows, view, 'derived', measuredSource(runs));
}

/** Where quoted figures come from, as a sentence. */
export function quotedSource(runs: readonly QuotedRun[]): string {
  const titles = unique(runs.map(({ record }) => `“${record.source.title}”`));
  const commits = unique(runs.flatMap(({ record }) => record.source.commit ?? []));
  const of = commits.length > 0 ? `, commit ${listed(commits)}` : '';
  return `Source: ${listed(titles)}${of}. ${ranOn(runs)}`;
}

/** Where measured figures come from, as a sentence. */
function measuredSource(runs: readonly MeasuredRun[]): string {
  const commits = unique(
    runs.flatMap(({ record }) => record.environment.commit?.slice(0, 7) ?? []),
  );
  const of = commits.length > 0 ? `, commit ${listed(commits)}` : '';
  return `Source: measured by this site${of}. ${ranOn(runs)}`;
}

/** `Server: a deployed Worker. Client: Node.js.` */
function ranOn(runs: ReadonlyArray<QuotedRun | MeasuredRun>): string {
  const environments = runs.map(({ record }) => record.environment);
  const servers = unique(environments.map((environment) => serverName(environment)));
  const clients = unique(environments.flatMap(({ runtime }) => runtime ?? []));
  return [
    `Server: ${listed(servers)}.`,
    ...(clients.length > 0 ? [`Client: ${listed(clients)}.`] : []),
  ].join(' ');
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}

/** The fault of an entry whose records lack what a view draws. */
export function missing(page: ViewPage, view: string, expected: string): Error {
  const records = [...page.quoted, ...page.runs].map(({ id }) => `content/records/${id}.json`);
  return new Error(
    `${fileOf(page.entry)} views: got ${view}, expected ${expected} in ${records.join(' or ')}`,
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
