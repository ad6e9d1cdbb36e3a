/** The Markdown twin of an entry's page: the same facts, tables and text, without figures. */
import type { CheckedClaim } from '../claims/check.ts';
import { quotation } from '../claims/claim.ts';
import type { Mark } from '../figures/figure.ts';
import type { EntryPage } from '../journal/entries.ts';
import { commandsOf, configurationOf, factsOf, type Fact } from '../journal/facts.ts';
import type { SinceLast } from '../journal/since-last.ts';
import { asPrintedText, QUOTATIONS, RULE } from '../report/claim-verdicts.ts';
import { markdownTable, spaced } from '../report/table.ts';
import type { Cell, Table, View } from '../tables/view.ts';
import { type Absolute, addresses, entryJsonOf, recordOf } from './addresses.ts';

/** Text that Markdown would take for mark-up, escaped; spaces that do not break become plain ones. */
function plain(text: string): string {
  return spaced(text).replace(/([\\`*_[\]<>])/g, '\\$1');
}

/** A link. */
export function linkTo(text: string, address: string): string {
  return `[${plain(text)}](${address})`;
}

/** Errata first, then every claim with its verdict; nothing for an entry without claims. */
function claimSections(claims: readonly CheckedClaim[], absolute: Absolute): string[] {
  if (claims.length === 0) return [];
  const errata = claims.filter(({ verdict }) => verdict === 'does not hold');
  const rows = claims.map((claim) => [
    claimText(claim),
    plain(claim.stated),
    plain(recomputedText(claim)),
    [claim.verdict, ...notesOf(claim, absolute)].join('. '),
  ]);
  const columns = ['Stated in the source', 'As', 'Recomputed', 'Verdict'];
  return [
    ...(errata.length > 0
      ? ['## Errata', errata.map((claim) => erratum(claim, absolute)).join('\n')]
      : []),
    '## Claims recomputed',
    `${RULE.replace('in small print below', 'in brackets after')} ${QUOTATIONS}`,
    markdownTable(
      columns.map((label) => ({ label })),
      rows,
    ),
  ];
}

/** The text of a claim, its quotations as links to their lines. */
function claimText({ text, quoted = [] }: Pick<CheckedClaim, 'text' | 'quoted'>): string {
  let index = 0;
  return plain(text).replace(quotation, (words) => {
    const href = quoted[index] ?? quoted[0];
    index += 1;
    return href === undefined ? words : `[${words}](${href})`;
  });
}

function recomputedText({ recomputed, between }: CheckedClaim): string {
  return `${recomputed ?? '–'}${between === undefined ? '' : ` (${between})`}`;
}

/** What a claim leads to besides its figures. */
function notesOf(claim: CheckedClaim, absolute: Absolute) {
  const { against, missing, likely, answers = [] } = claim;
  const asPrinted = asPrintedText(claim);
  const measured = against?.measured && linkTo('measured here', absolute(against.measured));
  return [
    ...(asPrinted === undefined ? [] : [`As printed ${asPrinted}`]),
    ...(against
      ? [
          `Against it: ${claimText({ text: against.says })} ${linkTo('there', against.href)}${measured === undefined ? '' : `, ${measured}`}`,
        ]
      : []),
    ...(missing === undefined ? [] : [`Missing: ${plain(missing)}`]),
    ...(likely === undefined ? [] : [`Likely: ${plain(likely)}`]),
    ...answers.map(
      ({ question, of, result, detail, href }) =>
        `${plain(question)} ${linkTo(`${of}: ${result}`, absolute(href))}${detail === undefined ? '' : ` (${plain(detail)})`}`,
    ),
  ];
}

function erratum(claim: CheckedClaim, absolute: Absolute): string {
  const given = claim.recomputed === undefined ? [] : [`the figures give ${recomputedText(claim)}`];
  const values = plain([`stated ${claim.stated}`, ...given].join(', '));
  return `- ${[`${claimText(claim)}: ${values}`, ...notesOf(claim, absolute)].join('. ')}`;
}

/** Heading, where the numbers are from, and a table for each group. */
export function viewSection(
  { title, sentences = [], source, table }: View,
  absolute: Absolute,
): string {
  const { caption, marks, columns, groups, note } = table;
  return [
    `## ${plain(title)}`,
    ...(sentences.length > 0 ? [sentences.map((each) => `- ${plain(each)}`).join('\n')] : []),
    `${plain(caption)}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}. ${plain(source)}`,
    ...groups.flatMap(({ heading, rows }) => [
      ...(heading === undefined ? [] : [`### ${plain(heading)}`]),
      markdownTable(
        columns.map(({ label, number = false }) => ({ label: plain(label), number })),
        rows.map((row) => row.map((cell) => cellText(cell, marks, absolute))),
      ),
    ]),
    ...(note === undefined ? [] : [plain(note)]),
  ].join('\n\n');
}

/** A cell with its note, and with its mark where that is not the table's. */
function cellText(cell: Cell, marks: Table['marks'], absolute: Absolute): string {
  const { text, note, href, mark } = cell;
  const main = href === undefined ? plain(text) : linkTo(text, absolute(href));
  const extra = [note, differing(mark, marks)].filter((part) => part !== undefined);
  return spaced(extra.length > 0 ? `${main} (${extra.map(plain).join('; ')})` : main);
}

function differing(mark: Mark | undefined, marks: Table['marks']): Mark | undefined {
  const [only, ...others] = marks;
  return mark === only && others.length === 0 ? undefined : mark;
}

/** What is needed of an entry's page. */
type MarkdownSource = Pick<
  EntryPage,
  'study' | 'href' | 'relations' | 'runs' | 'quoted' | 'entry' | 'answer'
>;

/** What the page shows besides, already worked out. */
export interface MarkdownParts {
  views: readonly View[];
  /** The entry's text as Markdown, its numbers resolved. */
  prose: string;
  claims: readonly CheckedClaim[];
  /** What changed since the last comparable entry. */
  since: SinceLast;
  /** Documents it is drawn from. */
  sources: ReadonlyArray<{ title: string; url: string; part: string }>;
}

/** A whole page as Markdown. Every address in it is absolute. */
export function entryMarkdown(
  page: MarkdownSource,
  { views, prose, claims, since, sources }: MarkdownParts,
  absolute: Absolute,
): string {
  const { data } = page.entry;
  const steps = data.next.map(({ step, done }) => `- [${done ? 'x' : ' '}] ${plain(step)}`);
  const parts = [
    `# ${plain(data.title)}`,
    `> ${plain(data.description)}`,
    bullets(page.answer?.sentences ?? []),
    plain(page.answer?.note ?? ''),
    facts(page, sources, absolute),
    section('What changed', bullets(data.changed)),
    sinceText(since, absolute),
    section('Configuration', configuration(configurationOf(data))),
    section('Repeated with', configuration(commandsOf(page.runs))),
    ...views.map((view) => viewSection(view, absolute)),
    spaced(prose.trim()),
    ...claimSections(claims, absolute),
    section('Corrections of this page', data.corrections.map(correction).join('\n')),
    section(
      page.runs.length > 0 ? 'Conclusions' : 'What the source concluded',
      bullets(data.conclusions),
    ),
    section('Next steps', steps.join('\n')),
    section('Records', records(page, absolute)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** The number since the last comparable entry, or why there is none. */
function sinceText(since: SinceLast, absolute: Absolute): string {
  const what = 'Since the last comparable entry.';
  if ('none' in since) return `${what} No number: ${plain(since.none)}`;
  const { before, earlier, after } = since;
  const link = linkTo(earlier.title, absolute(earlier.href));
  return `${what} ${plain(before)}${link}${plain(after)} (derived)`;
}

function correction({
  date,
  said,
  right,
  why,
  source,
}: MarkdownSource['entry']['data']['corrections'][number]): string {
  const shown = source === undefined ? '' : ` ${linkTo('What shows it', source)}`;
  return `- ${date}. It said: ${plain(said)} Right is: ${plain(right)} ${plain(why)}${shown}`;
}

function section(heading: string, body: string): string {
  return body === '' ? '' : `## ${heading}\n\n${body}`;
}

function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${plain(item)}`).join('\n');
}

function facts(
  page: MarkdownSource,
  sources: MarkdownParts['sources'],
  absolute: Absolute,
): string {
  const { study, href, relations, entry } = page;
  return [
    `Study: ${linkTo(study.title, absolute(`/studies/${study.id}/`))}`,
    ...factsOf(page).map(
      ({ name, value, href: shown }) =>
        `${plain(name)}: ${plain(value)}${shown === undefined ? '' : ` ${linkTo('what shows it', shown)}`}`,
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
  const items = [...runs, ...quoted].map(({ id, name, record: { kind } }) => {
    const link = (format: 'json' | 'csv') =>
      linkTo(format.toUpperCase(), absolute(recordOf(id, format)));
    return `- \`${id}\`, ${kind}, ${plain(name)}: ${link('json')}, ${link('csv')}`;
  });
  return items.join('\n');
}
