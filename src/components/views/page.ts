/** What the views of an entry share: how its records are grouped and named, and where they are from. */
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
  const parts = runs.map(({ id }) => id.split('-'));
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
  const titles = [...new Set(runs.map(({ record }) => `“${record.source.title}”`))];
  const commits = [...new Set(runs.flatMap(({ record }) => record.source.commit ?? []))];
  const names = [...new Set(runs.map(({ name }) => name))];
  const of = commits.length > 0 ? `, of commit ${commits.join(' and ')}` : '';
  return `Source: ${titles.join(' and ')}${of}, quoted. Ran on ${names.join(' and on ')}.`;
}

/** Where measured figures come from, as a sentence. */
export function measuredSource(runs: readonly MeasuredRun[]): string {
  const commits = [
    ...new Set(runs.flatMap(({ record }) => record.environment.commit?.slice(0, 10) ?? [])),
  ];
  const names = [...new Set(runs.map(({ name }) => name))];
  const of = commits.length > 0 ? `, at commit ${commits.join(' and ')}` : '';
  return `Source: measured by this site${of}. Ran on ${names.join(' and on ')}.`;
}
