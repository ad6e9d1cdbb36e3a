/** A table as HTML text: for a build, for a page that measures, and for a report from the command line. */
import { NONE } from '../numbers/format.ts';
import { formatInterval, formatQuantity, formatValue, type Quantity } from '../numbers/quantity.ts';
import { colorOf, lookOf } from './palette.ts';
import {
  type Cell,
  type Column,
  columnDecimals,
  type FeatureCell,
  isFeature,
  isLibrary,
  isLinked,
  isPair,
  isQuantity,
  type LibraryCell,
  type LinkedCell,
  type PairCell,
  scaleOf,
  type Table,
  type TableGroup,
  type TextCell,
} from './table.ts';

const characters: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that stands for itself in HTML, between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => characters[character] ?? character);
}

interface HtmlOptions {
  /** Whether the caption is for screen readers alone, because a heading says it already. */
  hideCaption?: boolean;
  /** More classes of the table. */
  className?: string;
}

/**
 * The table with its note. Times are aligned on their decimal point, bars drawn in percent of the widest of
 * their group, so that one drawing does at every width.
 */
export function toHtml(table: Table, { hideCaption = false, className = '' }: HtmlOptions = {}) {
  const { caption, columns, groups, note } = table;
  const head = columns.map(headCell).join('');
  const bodies = groups.map((group) => groupHtml(group, columns)).join('');
  return (
    `<div class="rt-data ${className}" role="group" tabindex="0" aria-label="${escapeHtml(caption)}"><table role="table">` +
    `<caption${hideCaption ? ' class="sr-only"' : ''}>${escapeHtml(caption)}</caption>` +
    `<thead role="rowgroup"><tr role="row">${head}</tr></thead>${bodies}</table></div>` +
    (note === undefined ? '' : `<p class="rt-data-note">${escapeHtml(note)}</p>`)
  );
}

function headCell({ label, note, kind, id }: Column): string {
  const small = note === undefined ? '' : `<small>${escapeHtml(note)}</small>`;
  return `<th scope="col" role="columnheader" class="rt-${kind}" data-column="${escapeHtml(id)}">${escapeHtml(label)}${small}</th>`;
}

function groupHtml({ heading, rows, anchor }: TableGroup, columns: readonly Column[]): string {
  const decimals = columns.map((_, at) => columnDecimals(rows, at));
  const scales = columns.map((_, at) => scaleOf(rows, at));
  const title =
    heading === undefined
      ? ''
      : `<tr role="row" class="rt-group"${attribute('id', anchor)}><th scope="rowgroup" role="rowheader" colspan="${columns.length}">${escapeHtml(heading)}</th></tr>`;
  const body = rows.map(({ cells, id, reference, anchor: own, tag }) => {
    const library = cells.find(isLibrary);
    const color = library === undefined ? '' : ` style="--rt-color:${colorOf(library.system)}"`;
    const name = attribute('id', own) + attribute('data-row', id) + attribute('data-tag', tag);
    const inner = columns.map((column, at) =>
      cellHtml(
        cells[at] ?? '',
        column,
        { decimals: decimals[at] ?? 0, scale: scales[at] ?? 0 },
        at,
      ),
    );
    return `<tr role="row"${name}${reference ? ' class="rt-reference"' : ''}${color}>${inner.join('')}</tr>`;
  });
  return `<tbody role="rowgroup">${title}${body.join('')}</tbody>`;
}

function attribute(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`;
}

interface Shape {
  decimals: number;
  scale: number;
}

function cellHtml(cell: Cell, { kind, label, note }: Column, shape: Shape, at: number): string {
  // The label stands in the cell as well, for narrow screens on which a row becomes a card.
  const head = note === undefined || note === '' ? label : `${label}, ${note}`;
  const data = ` data-label="${escapeHtml(head)}"`;
  if (isLibrary(cell))
    return `<th scope="row" role="rowheader" class="rt-library">${libraryHtml(cell)}</th>`;
  if (kind === 'bar') return `<td role="cell" class="rt-bar">${barHtml(cell, shape)}</td>`;
  if (isFeature(cell)) return `<td role="cell" class="rt-feature"${data}>${featureHtml(cell)}</td>`;
  if (isPair(cell))
    return `<td role="cell" class="rt-${kind}"${stepOf(cell.published)}${data}>${pairHtml(cell, shape)}</td>`;
  if (isQuantity(cell)) {
    const step = kind === 'ratio' ? stepOf(cell) : '';
    return `<td role="cell" class="rt-${kind}"${step}${data}>${quantityHtml(cell, shape)}</td>`;
  }
  const tag = at === 0 ? 'th scope="row" role="rowheader"' : 'td role="cell"';
  const end = tag.slice(0, 2);
  if (isLinked(cell)) return `<${tag} class="rt-${kind}"${data}>${linkedHtml(cell)}</${end}>`;
  const text: TextCell = typeof cell === 'string' ? { text: cell } : cell;
  const tone = text.muted ? ' rt-muted' : text.wrong ? ' rt-no' : '';
  return `<${tag} class="rt-${kind}${tone}"${data}>${textHtml(text)}</${end}>`;
}

function textHtml({ text, note, href, code }: TextCell): string {
  const inner = code ? `<code>${escapeHtml(text)}</code>` : escapeHtml(text);
  const linked = href === undefined ? inner : `<a href="${escapeHtml(href)}">${inner}</a>`;
  return `${linked}${smallHtml(note)}`;
}

function linkedHtml({ parts, notes = [] }: LinkedCell): string {
  const under = notes.map((note) => `<small>${note.map(textHtml).join('')}</small>`);
  return `${parts.map(textHtml).join('')}${under.join('')}`;
}

function smallHtml(note: string | undefined): string {
  return note === undefined || note === '' ? '' : `<small>${escapeHtml(note)}</small>`;
}

function libraryHtml({ label, system, note, href }: LibraryCell): string {
  const glyph = `<span class="rt-glyph" aria-hidden="true">${lookOf(system).glyph.filled}</span>`;
  const name =
    href === undefined
      ? escapeHtml(label)
      : `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`;
  return `${glyph}<span>${name}${smallHtml(note)}</span>`;
}

const answerMarks: Readonly<Record<FeatureCell['answer'], string>> = {
  yes: '✓',
  partly: '◐',
  no: '✕',
  'n/a': '○',
  'not tested': NONE,
};

function featureHtml({ answer, why, href }: FeatureCell): string {
  const mark = answerMarks[answer];
  const title = why === undefined ? '' : ` title="${escapeHtml(why)}"`;
  const inner = `<span aria-hidden="true">${mark}</span><span class="rt-answer">${answer}</span>`;
  const kind = answer.replace(/[ /]/, '-');
  return href === undefined
    ? `<span class="rt-${kind}"${title}>${inner}</span>`
    : `<a class="rt-${kind}" href="${escapeHtml(href)}"${title}>${inner}</a>`;
}

function quantityHtml(quantity: Quantity, { decimals }: Shape): string {
  const estimated = quantity.from === 'estimated' ? '<small>estimated</small>' : '';
  return `${formatValue(quantity, decimals)}${smallHtml(formatInterval(quantity, decimals))}${estimated}`;
}

/** Published and yours, one under the other; each says whose it is. */
function pairHtml({ published, yours }: PairCell, shape: Shape): string {
  const part = (name: string, value: Quantity | string | undefined): string => {
    if (value === undefined) return '';
    const inner = typeof value === 'string' ? escapeHtml(value) : quantityHtml(value, shape);
    return `<span class="rt-${name}"><span class="sr-only">${name}: </span>${inner}</span>`;
  };
  return part('published', published) + part('yours', yours);
}

/** Where the colour of a ratio changes: up to 5 %, 25 %, 50 % and twice over the reference. */
const STEPS = [1.05, 1.25, 1.5, 2];

function stepOf(cell: Quantity | string | undefined): string {
  if (typeof cell !== 'object' || cell.unit !== '×') return '';
  const found = STEPS.findIndex((most) => cell.value <= most);
  return ` data-step="${found < 0 ? STEPS.length + 1 : found + 1}"`;
}

function barHtml(cell: Cell, { scale }: Shape): string {
  if (isQuantity(cell)) return trackHtml({ published: cell }, scale);
  return isPair(cell) ? trackHtml(cell, scale) : '';
}

function trackHtml({ published, yours }: PairCell, scale: number): string {
  const parts = [
    typeof published === 'object' ? barOf('published', published, scale) : '',
    typeof yours === 'object' ? barOf('yours', yours, scale) : '',
  ];
  return `<span class="rt-track" aria-hidden="true">${parts.join('')}</span>`;
}

function barOf(name: 'published' | 'yours', quantity: Quantity, scale: number): string {
  const { value, low = value, high = value } = quantity;
  const at = (each: number) => `${scale === 0 ? 0 : Math.round((each / scale) * 1000) / 10}%`;
  return (
    `<span class="rt-bar-${name}" style="--at:${at(value)};--low:${at(low)};--high:${at(high)}"` +
    ` title="${escapeHtml(`${formatQuantity(quantity)} ${formatInterval(quantity)}`.trim())}"><i></i></span>`
  );
}
