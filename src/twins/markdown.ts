/** The Markdown twin of an entry's page: the same facts, tables and text, without figures. */
import type { CheckedClaim } from '../claims/check.ts';
import type { EntryPage } from '../components/entry-data.ts';
import { configurationOf, factsOf, type Fact } from '../components/entry-facts.ts';
import type { View } from '../components/view.ts';
import { addresses, entryJsonOf, recordOf, type Absolute } from './addresses.ts';
import { claimSections } from './markdown-claims.ts';
import { markdownTable, spaced } from '../report/table.ts';
import { linkTo, plain } from './markdown-text.ts';
import { viewSection } from './markdown-view.ts';

/** What is needed of an entry's page. */
type MarkdownSource = Pick<EntryPage, 'study' | 'href' | 'relations' | 'runs' | 'quoted' | 'entry'>;

/** What the page shows besides, already worked out. */
export interface MarkdownParts {
  views: readonly View[];
  /** The entry's text as Markdown, its numbers resolved. */
  prose: string;
  claims: readonly CheckedClaim[];
  /** Documents it is drawn from. */
  sources: ReadonlyArray<{ title: string; url: string; part: string }>;
}

/** A whole page as Markdown. Every address in it is absolute. */
export function entryMarkdown(
  page: MarkdownSource,
  { views, prose, claims, sources }: MarkdownParts,
  absolute: Absolute,
): string {
  const { data } = page.entry;
  const steps = data.next.map(({ step, done }) => `- [${done ? 'x' : ' '}] ${plain(step)}`);
  const parts = [
    `# ${plain(data.title)}`,
    `> ${plain(data.description)}`,
    facts(page, sources, absolute),
    section('What changed', bullets(data.changed)),
    section('Configuration', configuration(configurationOf(data))),
    ...views.map((view) => viewSection(view, absolute)),
    spaced(prose.trim()),
    ...claimSections(claims),
    section(
      page.runs.length > 0 ? 'Conclusions' : 'What the source concluded',
      bullets(data.conclusions),
    ),
    section('Next steps', steps.join('\n')),
    section('Records', records(page, absolute)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function section(heading: string, body: string): string {
  return body === '' ? '' : `## ${heading}\n\n${body}`;
}

function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${plain(item)}`).join('\n');
}

function facts(
  { study, href, relations, runs, entry }: MarkdownSource,
  sources: MarkdownParts['sources'],
  absolute: Absolute,
): string {
  return [
    `Study: ${linkTo(study.title, absolute(`/studies/${study.id}/`))}`,
    ...factsOf(entry.data, runs.length > 0).map(
      ({ name, value }) => `${plain(name)}: ${plain(value)}`,
    ),
    ...sources.map(({ title, url, part }) => `Source: “${plain(part)}” in ${linkTo(title, url)}`),
    ...relations.map(({ words, link }) => `${words}: ${linkTo(link.title, absolute(link.href))}`),
    `This entry: ${linkTo('page', absolute(href))}, ${linkTo('JSON', absolute(entryJsonOf(entry.id)))}`,
    `All entries: ${linkTo('map for language models', absolute(addresses.llms))}`,
  ]
    .map((item) => `- ${item}`)
    .join('\n');
}

function configuration(list: readonly Fact[]): string {
  if (list.length === 0) return '';
  const rows = list.map(({ name, value }) => [plain(name), plain(value)]);
  return markdownTable([{ label: 'What' }, { label: 'Set to' }], rows);
}

function records({ runs, quoted }: MarkdownSource, absolute: Absolute): string {
  const item = (run: { id: string; name: string }, how: string): string =>
    `- \`${run.id}\`, ${how}, ${plain(run.name)}: ` +
    `${linkTo('JSON', absolute(recordOf(run.id, 'json')))}, ` +
    linkTo('CSV', absolute(recordOf(run.id, 'csv')));
  return [
    ...runs.map((run) => item(run, 'measured')),
    ...quoted.map((run) => item(run, 'quoted')),
  ].join('\n');
}
