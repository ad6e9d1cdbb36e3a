/** A table as HTML text: for a build and for a page that measures. */
import type { FeatureCell } from '../../matrix/features.ts';
import { NONE } from '../numbers/format.ts';
import {
  formatInterval,
  formatValue,
  type Quantity,
  threeDigits,
  formatWithInterval,
} from '../numbers/quantity.ts';
import { markNames, markOf, markSvg, markWords } from './marks.ts';
import {
  type Cell,
  type Column,
  isLibrary,
  isQuantity,
  type LibraryCell,
  type LinkedCell,
  type RatioCell,
  rowsIn,
  type Span,
  spanOf,
  type Table,
  type TableGroup,
  type TableRow,
  type TextCell,
  type LanesCell,
  type Whose,
} from './table.ts';

const characters: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that stands for itself in HTML, between tags and inside quoted attributes. */
function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => characters[character] ?? character);
}

/** Elements whose text stays as it is, comments, other tags, and the text between them. */
const segments =
  /<(script|style|pre|svg|title|option|textarea)\b[^]*?<\/\1>|<!--[^]*?-->|<(?:"[^"]*"|'[^']*'|[^'">])*>|[^<]+/g;
/** Where a long word may go on in the next line: after a sign inside it or a hump, and within a hash. */
const places =
  /((?<!^)(?:(?<!&)#|\.(?!\d)|[/([{,;:=?@_|-]|\p{Ll}(?=\p{Lu})))(?=[\p{L}\p{N}"'“([{@<&])|[0-9a-f]{10}(?=[0-9a-f]{10})/gu;

/** Beginnings of the two words that are too long for a narrow screen with large letters. */
const hyphened = /acknow(?=ledgement)|imple(?=mentation)/i;

/**
 * HTML whose long words have places to break, so that none is wider than a narrow screen or keeps its column
 * wide: `<wbr>` in addresses, code and names of functions, soft hyphens in words.
 */
export function withBreaks(html: string): string {
  return html.replaceAll(segments, (segment) =>
    segment.startsWith('<')
      ? segment
      : segment.replaceAll(/\S{13,}/g, (word) =>
          word.replaceAll(places, '$&<wbr>').replace(hyphened, '$&\u00ad'),
        ),
  );
}

interface HtmlOptions {
  /** Leaves the caption to screen readers, because a heading says it already. */
  hideCaption?: boolean;
  /** More classes of the table. */
  className?: string;
}

/** The table with its note. Times are aligned on their decimal point. */
export function toHtml(table: Table, { hideCaption = false, className = '' }: HtmlOptions = {}) {
  const { caption, columns, groups, note } = table;
  const opens = rowsIn(table).some(({ more }) => more !== undefined);
  const head = `${columns.map(headCell).join('')}${opens ? OPENER_HEAD : ''}`;
  const bodies = groups.map((group) => groupHtml(group, columns, opens)).join('');
  return withBreaks(
    `<div class="rt-data ${className}" role="group" tabindex="0" aria-label="${escapeHtml(caption)}"><table role="table">` +
      `<caption${hideCaption ? ' class="sr-only"' : ''}>${escapeHtml(caption)}</caption>` +
      `<thead role="rowgroup"><tr role="row">${head}</tr></thead>${bodies}</table></div>` +
      (note === undefined ? '' : `<p class="rt-data-note">${escapeHtml(note)}</p>`),
  );
}

/** A key of the marks that stand in a table, in words. */
export function marksHtml(table: Table): string {
  const cells = rowsIn(table).flatMap((row) => row.cells);
  const marks = new Set(cells.map((cell) => (isQuantity(cell) ? markOf(cell) : undefined)));
  const items = markNames
    .filter((mark) => marks.has(mark))
    .map(
      (mark) =>
        `<li><span class="rt-mark rt-mark-${mark}">${markSvg(mark)}</span>${markWords[mark]}</li>`,
    );
  return `<ul class="rt-marks rt-wrap" aria-label="Marks">${items.join('')}</ul>`;
}

function headCell({ label, note, kind, id, href, axis, whose }: Column): string {
  const dot =
    whose === undefined ? '' : `<span class="rt-dot rt-${whose}" aria-hidden="true"></span>`;
  const inner = `${dot}${linkHtml(escapeHtml(label), href)}${smallHtml(note)}${axis ? axisSvg : ''}`;
  return `<th scope="col" role="columnheader" class="rt-${kind}${whoseClass(whose)}" data-column="${escapeHtml(id)}">${inner}</th>`;
}

const whoseClass = (whose: Column['whose']): string => (whose === 'yours' ? ' rt-own' : '');

function groupHtml(
  { heading, note, rows, anchor }: TableGroup,
  columns: readonly Column[],
  opens: boolean,
): string {
  const width = columns.length + (opens ? 1 : 0);
  const spans = columns.map((column, at) => spanOf(rows, column, at));
  const about = note === undefined ? '' : ` <span>${escapeHtml(note)}</span>`;
  const title =
    heading === undefined
      ? ''
      : `<tr role="row" class="rt-group"${attribute('id', anchor)}><th scope="rowgroup" role="rowheader" colspan="${width}">${escapeHtml(heading)}${about}</th></tr>`;
  const body = rows.map((row) => {
    const { cells, id, reference, muted, anchor: own } = row;
    const name = attribute('id', own) + attribute('data-row', id);
    const kind = reference ? ' class="rt-reference"' : muted ? ' class="rt-grey"' : '';
    const inner = columns.map((column, at) => cellHtml(cells[at] ?? '', column, spans[at], at));
    const [opener, opened] = opens ? openerHtml(row, width) : ['', ''];
    return `<tr role="row"${name}${kind}>${inner.join('')}${opener}</tr>${opened}`;
  });
  return `<tbody role="rowgroup" style="--rt-rows:${rows.length}">${title}${body.join('')}</tbody>`;
}

const OPENER_HEAD =
  '<th scope="col" role="columnheader" class="rt-opener"><span class="sr-only">More</span></th>';

/** The opener of a row, and the row that it shows. Style sheets open it, so that it works without a script. */
function openerHtml({ cells, more = [] }: TableRow, width: number): [opener: string, row: string] {
  if (more.length === 0) return ['<td role="cell" class="rt-opener"></td>', ''];
  const name = cells.find(isLibrary)?.label ?? '';
  const facts = more.map(({ label, cell }) => [label, cell] as const);
  return [
    '<td role="cell" class="rt-opener"><details name="rt-opener"><summary>' +
      `<span class="sr-only">More on ${escapeHtml(name)}</span>` +
      '<svg viewBox="0 0 14 14" aria-hidden="true"><path d="m5 2.5 4.5 4.5L5 11.5"/></svg></summary></details></td>',
    `<tr role="row" class="rt-opened"><td role="cell" colspan="${width}"><dl>${factsHtml(facts)}</dl></td></tr>`,
  ];
}

/** The inside of a list of facts, each under its name. */
export function factsHtml(facts: ReadonlyArray<readonly [name: Cell, value: Cell]>): string {
  const items = facts.map(([name, value]) => [name, value].map((cell) => contentHtml(cell)));
  return items.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('');
}

function attribute(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`;
}

function cellHtml(cell: Cell, column: Column, span: Span | undefined, at: number): string {
  const { kind, label, note, whose } = column;
  const { decimals, scale = 0 } = span ?? {};
  if (kind === 'bar') return `<td role="cell" class="rt-bar">${barHtml(cell, scale)}</td>`;
  const tag = at === 0 ? 'th scope="row" role="rowheader"' : 'td role="cell"';
  // The label stands in the cell as well, for narrow screens on which a row becomes a card.
  const data = isLibrary(cell) ? '' : attribute('data-label', note ? `${label}, ${note}` : label);
  return `<${tag} class="rt-${kind}${whoseClass(whose)}${toneOf(cell)}"${data}>${contentHtml(cell, decimals, column)}</${tag.slice(0, 2)}>`;
}

function toneOf(cell: Cell): string {
  if (typeof cell === 'string' || !('text' in cell)) return '';
  return cell.muted ? ' rt-muted' : cell.wrong ? ' rt-no' : '';
}

/** The inside of a cell. @param decimals that its number has */
export function contentHtml(
  cell: Cell,
  decimals?: number,
  { label = '', kind }: Partial<Column> = {},
): string {
  if (typeof cell === 'string') return escapeHtml(cell);
  if ('text' in cell) return textHtml(cell);
  if ('parts' in cell) return linkedHtml(cell);
  if ('system' in cell) return libraryHtml(cell);
  if ('answer' in cell) return featureHtml(cell, label);
  if ('lanes' in cell) return '';
  const inner = quantityHtml(cell, decimals);
  return kind === 'ratio' ? `<span class="rt-value">${markHtml(cell)}${inner}</span>` : inner;
}

function textHtml({ text, note, href, code }: TextCell): string {
  const inner = code ? `<code>${escapeHtml(text)}</code>` : escapeHtml(text);
  return `${linkHtml(inner, href)}${smallHtml(note)}`;
}

function linkHtml(inner: string, href: string | undefined): string {
  return href === undefined ? inner : `<a href="${escapeHtml(href)}">${inner}</a>`;
}

function linkedHtml({ parts, notes = [] }: LinkedCell): string {
  const under = notes.map((note) => `<small>${note.map(textHtml).join('')}</small>`);
  return `${parts.map(textHtml).join('')}${under.join('')}`;
}

function smallHtml(note: string | undefined): string {
  return note === undefined || note === '' ? '' : `<small>${escapeHtml(note)}</small>`;
}

function libraryHtml({ label, note, href }: LibraryCell): string {
  return `${linkHtml(escapeHtml(label), href)}${smallHtml(note)}`;
}

const answerMarks: Readonly<Record<FeatureCell['answer'], string>> = {
  yes: '✓',
  partly: '◐',
  no: '✕',
  'n/a': '○',
  'not tested': NONE,
};

/** The feature is named, because on narrow screens and in a list of links no head stands over it. */
function featureHtml({ answer, why, href }: FeatureCell, feature: string): string {
  const inner =
    `<span aria-hidden="true">${answerMarks[answer]}</span>` +
    `<span class="rt-feature-name">${escapeHtml(feature)}</span><span class="sr-only">: ${answer}</span>`;
  const [tag, link] = href === undefined ? ['span', ''] : ['a', attribute('href', href)];
  const kind = answer.replace(/[ /]/, '-');
  return `<${tag} class="rt-${kind}"${link}${attribute('title', why)}>${inner}</${tag}>`;
}

function markHtml(cell: RatioCell): string {
  const mark = markOf(cell);
  if (mark === undefined) return '';
  return `<span class="rt-mark rt-mark-${mark}">${markSvg(mark)}<span class="sr-only">${markWords[mark]}: </span></span>`;
}

function quantityHtml(quantity: Quantity, decimals = threeDigits(quantity)): string {
  const estimated = quantity.from === 'estimated' ? '<small>estimated</small>' : '';
  return `${formatValue(quantity, decimals)}${smallHtml(formatInterval(quantity, decimals))}${estimated}`;
}

function barHtml(cell: Cell, scale: number): string {
  const lanes =
    typeof cell === 'object' && 'lanes' in cell
      ? cell.lanes
      : isQuantity(cell)
        ? [{ whose: 'published' as const, number: cell }]
        : [];
  const isRatio = lanes.some(({ number }) => number?.unit === '×');
  return lanes.some(({ number }) => number) ? barsSvg(lanes, isRatio ? SCALE : scale) : '';
}

/** The end of the scale of ratios; 1× is in its middle. */
const SCALE = 2;

/** The scale of ratios, for the head of a column. */
const axisSvg = `<svg class="rt-plot" aria-hidden="true">${[0, 0.5, 1, 1.5, 2]
  .map(
    (tick) =>
      `<text${tick % 1 === 0 ? '' : ' class="rt-half"'} x="${50 * tick}%" y="11">${tick}${tick === 0 ? '' : '×'}</text>`,
  )
  .join('')}</svg>`;

/** Half the height of a bar of one lane of one, two and three, in px. */
const heights = [4, 3.5, 3] as const;

/** @param scale the number at the end of the scale */
function barsSvg(lanes: LanesCell['lanes'], scale: number): string {
  const half = heights[Math.min(lanes.length, heights.length) - 1] ?? heights[0];
  const drawn = lanes.map(({ whose, number }, at) => {
    const y = `${round(((at + 1) * 100) / (lanes.length + 1) + spread(at, lanes.length))}%`;
    return number === undefined ? '' : laneSvg(whose, number, scale, y, half);
  });
  const isRatio = lanes.some(({ number }) => number?.unit === '×');
  const ones = isRatio ? '<line class="rt-one" x1="50%" x2="50%" y1="0" y2="100%"/>' : '';
  return `<svg class="rt-plot" aria-hidden="true">${ones}${drawn.join('')}</svg>`;
}

/** Lanes keep a little apart from the middle of their row. */
const spread = (at: number, count: number): number => (count < 2 ? 0 : at * 4 - (count - 1) * 2);

function laneSvg(whose: Whose, number: Quantity, scale: number, y: string, half: number): string {
  const place = (value: number) => `${round(Math.min(100, (100 * value) / scale))}%`;
  const { value, low, high } = number;
  const end = place(value);
  const bar = `<rect class="rt-bar-${whose}" width="${end}" height="${2 * half}" y="${y}" transform="translate(0 -${half})"/>`;
  const title = `<title>${formatWithInterval(number)}</title>`;
  if (value > scale)
    return `<g>${title}${bar}${atPoint('100%', y, `<path class="rt-beyond rt-${whose}" d="m1-4 4 4-4 4"/>`)}</g>`;
  const ends =
    low === undefined || high === undefined
      ? ''
      : `<line class="rt-whisker rt-${whose}" x1="${place(low)}" x2="${place(high)}" y1="${y}" y2="${y}"/>` +
        endSvg(low, place, y, whose) +
        (high > scale
          ? atPoint('100%', y, `<path class="rt-beyond rt-${whose}" d="m1-4 4 4-4 4"/>`)
          : endSvg(high, place, y, whose));
  const dot =
    whose === 'theirs'
      ? atPoint(end, y, '<rect class="rt-point rt-theirs" x="-3.5" y="-3.5" width="7" height="7"/>')
      : `<circle class="rt-point rt-${whose}" cx="${end}" cy="${y}" r="3.5"/>`;
  return `<g>${title}${bar}${ends}${dot}</g>`;
}

function endSvg(value: number, place: (value: number) => string, y: string, whose: Whose): string {
  return atPoint(place(value), y, `<path class="rt-whisker rt-${whose}" d="M0-4v8"/>`);
}

const atPoint = (x: string, y: string, shape: string): string =>
  `<svg x="${x}" y="${y}" overflow="visible">${shape}</svg>`;

const round = (value: number): number => Math.round(value * 10) / 10;
