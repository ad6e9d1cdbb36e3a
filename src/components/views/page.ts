/** What the views of an entry share: how its records are grouped and named, and where they are from. */
import { settingNames } from '../../report/words.ts';
import type { EntryPage, MeasuredRun, QuotedRun } from '../entry-data.ts';

/** What views need of an entry's page. */
export type ViewPage = Pick<EntryPage, 'study' | 'runs' | 'quoted' | 'names' | 'reference'> & {
  entry: { id: string; data: Pick<EntryPage['entry']['data'], 'views'> };
};

/** File of the entry, for errors. */
export function fileOf({ entry }: Pick<ViewPage, 'entry'>): string {
  return `content/entries/${entry.id}.mdx`;
}

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
 * What tells a record from the others of its group: the last part of its id, in words. Empty for a
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
      // A number alone says too little: the word before it stands with it.
      const start = /^\d+$/.test(own[from] ?? '') ? from - 1 : from;
      const words = own.slice(start).join(' ');
      return [id, words === '' ? 'recorded' : words];
    }),
  );
}

/** `Lumenize RPC, run 1`: the label with what tells its record from others, if anything does. */
export function withRecord(label: string, record: string | undefined): string {
  return record ? `${label}, ${record}` : label;
}

/** Where quoted figures come from, as a sentence. */
export function quotedSource(runs: readonly QuotedRun[]): string {
  const titles = unique(runs.map(({ record }) => `“${record.source.title}”`));
  const commits = unique(runs.flatMap(({ record }) => record.source.commit ?? []));
  const of = commits.length > 0 ? `, commit ${listed(commits)}` : '';
  return `Source: ${listed(titles)}${of}. ${ranOn(runs)}`;
}

/** Where measured figures come from, as a sentence. */
export function measuredSource(runs: readonly MeasuredRun[]): string {
  const commits = unique(
    runs.flatMap(({ record }) => record.environment.commit?.slice(0, 7) ?? []),
  );
  const of = commits.length > 0 ? `, commit ${listed(commits)}` : '';
  return `Source: measured by this site${of}. ${ranOn(runs)}`;
}

/** `Server: a deployed Worker. Client: Node.js.` */
function ranOn(runs: ReadonlyArray<QuotedRun | MeasuredRun>): string {
  const environments = runs.map(({ record }) => record.environment);
  const servers = unique(environments.map(({ setting }) => settingNames[setting]));
  const clients = unique(environments.flatMap(({ runtime }) => runtime ?? []));
  return [
    `Server: ${listed(servers)}.`,
    ...(clients.length > 0 ? [`Client: ${listed(clients)}.`] : []),
  ].join(' ');
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}

const listed = (items: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(items);
