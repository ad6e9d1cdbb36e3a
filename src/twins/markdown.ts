/** The Markdown twin of an entry's page: the same facts, tables and text, without figures. */
import type { EntryPage } from '../components/entry-data.ts';
import { settingName } from '../components/run-name.ts';
import type { View } from '../components/view.ts';
import { entryJsonOf, recordOf, type Absolute } from './addresses.ts';
import { claimSections, type RecomputedClaim } from './markdown-claims.ts';
import { linkTo, markdownTable, plain, spaced } from './markdown-text.ts';
import { viewSection } from './markdown-view.ts';

type Data = EntryPage['entry']['data'];

/** What is needed of an entry's page. */
export type MarkdownSource = Pick<EntryPage, 'study' | 'href' | 'relations'> & {
  runs: ReadonlyArray<Pick<EntryPage['runs'][number], 'id' | 'name'>>;
  quoted: ReadonlyArray<Pick<EntryPage['quoted'][number], 'id' | 'name'>>;
  entry: {
    id: string;
    data: Omit<Data, 'study' | 'records' | 'sources' | 'supersedes' | 'retracts' | 'views'>;
  };
};

/** What the page shows besides, already worked out. */
export interface MarkdownParts {
  views: readonly View[];
  /** The entry's text as Markdown, its numbers resolved. */
  prose: string;
  claims: readonly RecomputedClaim[];
  /** Documents it is drawn from. */
  sources: ReadonlyArray<{ title: string; url: string; part: string }>;
}

/** A whole page as Markdown. Every address in it is absolute. */
export function entryMarkdown(
  page: MarkdownSource,
  { views, prose, claims, sources }: MarkdownParts,
  absolute: Absolute,
): string {
  const { title, description, changed, configuration, conclusions, next } = page.entry.data;
  return [
    `# ${plain(title)}`,
    `> ${plain(description)}`,
    facts(page, sources, absolute),
    section('What changed', bullets(changed)),
    section('Configuration', configurationTable(configuration)),
    ...views.map((view) => viewSection(view, absolute)),
    prose.trim(),
    ...claimSections(claims),
    section('Conclusions', bullets(conclusions)),
    section(
      'Next steps',
      next.map(({ step, done }) => `- [${done ? 'x' : ' '}] ${plain(step)}`).join('\n'),
    ),
    section('Records', records(page, absolute)),
    '',
  ]
    .filter((part, index, all) => part !== '' || index === all.length - 1)
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

function section(heading: string, body: string): string {
  return body === '' ? '' : `## ${heading}\n\n${body}`;
}

function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${plain(item)}`).join('\n');
}

function facts(
  { study, href, relations, entry }: MarkdownSource,
  sources: MarkdownParts['sources'],
  absolute: Absolute,
): string {
  const { timestamp, state, commit, vantage, settings, systems, methodChanged } = entry.data;
  const versions = Object.entries(systems).map(([name, version]) => `${name} ${version}`);
  const list: Array<string | false | undefined> = [
    `Study: ${linkTo(study.title, absolute(`/studies/${study.id}/`))}`,
    `Date: ${timestamp}`,
    state === 'in-progress' && 'State: in progress',
    commit !== undefined && `Commit: \`${commit}\``,
    `Where: ${plain(vantage)}`,
    `Settings: ${settings.map(settingName).join(', ')}`,
    versions.length > 0 && `Systems: ${plain(versions.join(', '))}`,
    methodChanged && 'Method: changed since the entry before, so that times cannot be compared',
    ...sources.map(({ title, url, part }) => `Source: ${linkTo(title, url)}, “${plain(part)}”`),
    ...relations.map(({ words, link }) => `${words} ${linkTo(link.title, absolute(link.href))}`),
    `Page: <${absolute(href)}>`,
    `JSON: <${absolute(entryJsonOf(entry.id))}>`,
  ];
  return list
    .filter((item) => typeof item === 'string')
    .map((item) => `- ${item}`)
    .join('\n');
}

function configurationTable(configuration: Data['configuration']): string {
  if (configuration.length === 0) return '';
  const rows = configuration.map(({ name, value, unit }) => {
    const text = Array.isArray(value) ? value.join(', ') : String(value);
    return [plain(name), plain(text), unit ?? ''];
  });
  return markdownTable([{ label: 'What' }, { label: 'Value' }, { label: 'Unit' }], rows);
}

function records({ runs, quoted }: MarkdownSource, absolute: Absolute): string {
  const item = (run: { id: string; name: string }, how: string): string =>
    `- ${spaced(plain(run.name))}, ${how}: ` +
    `${linkTo('JSON', absolute(recordOf(run.id, 'json')))}, ` +
    linkTo('CSV', absolute(recordOf(run.id, 'csv')));
  return [
    ...runs.map((run) => item(run, 'measured')),
    ...quoted.map((run) => item(run, 'quoted')),
  ].join('\n');
}
