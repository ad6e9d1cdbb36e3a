/** A report as a terminal shows it, and as one HTML page that needs nothing else. */
import { readFileSync } from 'node:fs';
import { escapeHtml, toHtml } from '../../results/tables/html.ts';
import { colorRules } from '../../results/tables/palette.ts';
import type { Cell, Table } from '../../results/tables/table.ts';
import { toText, withPlainSpaces } from '../../results/tables/text.ts';
import type { Report } from './report.ts';
import { READING } from './format.ts';

/** Longest line of a table, in characters. */
const WIDTH = 80;
/** Columns whose intervals it leaves to page and document; the ratio that a verdict is about keeps its own. */
const WITHOUT_INTERVAL = ['time', 'ratio'];

export function reportText({ title, summary, facts, workloads, ...rest }: Report): string {
  const { advice, notices, obstacles } = rest;
  const lines = [
    title,
    summary,
    ...facts.map(({ term, value }) => `  ${term}: ${value}`),
    ...workloads.flatMap(({ table, notes }) => [
      '',
      toText(narrow(table), WIDTH),
      ...notes.map((note) => `  ${note}`),
    ]),
    '',
    READING,
    ...(advice === undefined ? [] : [advice]),
    ...section('Odd about this run:', notices),
    ...section('This record cannot be published as it is:', obstacles),
  ];
  return lines.map(withPlainSpaces).join('\n');
}

/** The same as Markdown, for the summary of a job: in columns, as a terminal shows it. */
export function summaryText(report: Report): string {
  const said = [...report.failures, ...report.unseen].map((line) => `- ${line}\n`).join('');
  return `\`\`\`text\n${reportText(report)}\n\`\`\`\n\n${said}`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}

function narrow({ columns, groups, ...rest }: Table): Table {
  const isAbout = columns.some(({ id }) => id === 'to-reference');
  const short = columns.map(
    ({ id }) => WITHOUT_INTERVAL.includes(id) && (id === 'time' || isAbout),
  );
  const rowsOf = (group: Table['groups'][number]) =>
    group.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell, at) => (short[at] ? withoutInterval(cell) : cell)),
    }));
  return { ...rest, columns, groups: groups.map((group) => ({ ...group, rows: rowsOf(group) })) };
}

function withoutInterval(cell: Cell): Cell {
  const shown = typeof cell === 'object' && 'published' in cell ? (cell.published ?? '') : cell;
  if (typeof shown === 'string' || !('value' in shown)) return shown;
  const { value, unit, from } = shown;
  return { value, unit, from };
}

// The page has no script, and no address that it would ask.

const sheets = ['theme', 'data-table'].map((name) =>
  readFileSync(new URL(`../../site/styles/${name}.css`, import.meta.url), 'utf8'),
);

const OWN = `
:root { color-scheme: light dark; --sl-color-text: var(--sl-color-gray-1); --sl-text-xs: .8125rem;
  --sl-text-sm: .875rem; --sl-text-base: 1rem; }
body { max-width: 60rem; margin: 0 auto; padding: var(--rt-space-6) var(--rt-space-4);
  background: var(--sl-color-black); color: var(--sl-color-text); font: 1rem/1.6 system-ui, sans-serif; }
h1, h2 { color: var(--sl-color-white); line-height: 1.25; }
.sr-only { position: absolute; clip-path: inset(50%); }
dt { font-weight: 600; } dd { margin: 0 0 var(--rt-space-2); overflow-wrap: anywhere; }`;

/** How bars and colours are to be read, above the tables. */
const KEY =
  'A line at the end of a bar is the 95 % CI. Ratios are coloured from green, up to 1.05×, by way of 1.25×, 1.5× and 2× to red.';

export function pageOf(report: Report): string {
  const { title, summary, workloads, advice = '', notices, facts } = report;
  const name = escapeHtml(title);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${name}</title>
<style>${[...sheets, colorRules, OWN].join('\n')}</style>
<h1>${name}</h1>
<p>${escapeHtml(summary)} ${KEY}</p>
${workloads.map(({ table, notes }) => `${toHtml(table)}${list(notes)}`).join('\n')}
<p>${escapeHtml(`${READING} ${advice}`)}</p>
${list(notices)}
<h2>How it was measured</h2>
<dl>${facts.map(({ term, value }) => `<dt>${term}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>
</html>
`;
}

const list = (lines: readonly string[]): string =>
  lines.length === 0
    ? ''
    : `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`;
