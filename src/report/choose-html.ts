/** The rows of a table of `choose.ts` as HTML: the same text when a page is built and when a reader changes it. */
import { formatNumber, NONE } from '../numbers/format.ts';
import {
  type Amount,
  amountOf,
  type Choice,
  type ChooseTable,
  type Column,
  decimalsIn,
  lacksOf,
  orderedRows,
  type Row,
} from './choose.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
/** Text as HTML and XML have it. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (each) => entities[each] ?? each);
const small = (text: string | undefined): string =>
  text === undefined || text === '' ? '' : `<small>${escaped(text)}</small>`;

/** How the numbers of a column are drawn: the most decimals of any, the longest bar, and the baseline’s. */
interface Scale {
  column: Column;
  decimals: number;
  longest: number;
  baseline: number | undefined;
}

function scaleOf(rows: readonly Row[], column: Column, choice: Choice): Scale {
  const amount = (row: Row) => amountOf(row, column.id, choice);
  const valuesOf = (some: readonly Row[]) => some.flatMap((row) => amount(row).value ?? []);
  const baselines = valuesOf(rows.filter(({ baseline }) => baseline));
  return {
    column,
    decimals: Math.max(...rows.map((row) => decimalsIn(column, amount(row)))),
    longest: Math.max(...valuesOf(rows)),
    baseline: baselines.length === 0 ? undefined : Math.min(...baselines),
  };
}

/** The body of the table, its rows in their order. */
export function rowsHtml(table: ChooseTable, choice: Choice): string {
  const rows = orderedRows(table, choice);
  const scales = table.columns.map((column) => scaleOf(rows, column, choice));
  return rows.map((row) => rowHtml(row, scales, table, choice)).join('');
}

function rowHtml(row: Row, scales: readonly Scale[], table: ChooseTable, choice: Choice): string {
  const lacks = lacksOf(row, choice);
  const { name, href, glyph, color, versions, advice } = row;
  const cells = scales.map((scale) => {
    const { id, unit } = scale.column;
    const amount = amountOf(row, id, choice);
    const source = table.sources[amount.record ?? ''];
    const title = source ? ` title="${escaped(`${source.title}, ${source.date}`)}"` : '';
    return `<td role="cell" data-column="${id}"${unit === '' ? '' : ' class="rt-number"'}${title}>${cellHtml(amount, scale)}</td>`;
  });
  return [
    `<tr role="row" data-row="${row.id}"${lacks.length > 0 ? ' class="rt-lacking"' : ''}>`,
    '<th role="rowheader" scope="row">',
    `<span class="rt-system"><span class="rt-system-glyph" style="color: var(${color})" aria-hidden="true">${glyph}</span>`,
    `<a href="${href}">${escaped(name)}</a></span>`,
    small(versions),
    ...(advice ? [`<small><a href="${advice.href}">${escaped(advice.text)}</a></small>`] : []),
    ...lacks.map(
      ({ why, href: code }) =>
        `<small class="rt-lack">${escaped(why)} <a href="${code}" aria-label="${escaped(`The answer that shows it: ${name}. ${why}`)}">Answer</a></small>`,
    ),
    `</th>${cells.join('')}</tr>`,
  ].join('');
}

function cellHtml(amount: Amount, { column, decimals: most, longest, baseline }: Scale): string {
  const { value, low, high, mark, text } = amount;
  const decimals = decimalsIn(column, amount);
  const number = (of: number): string => formatNumber(of, decimals);
  if (value === undefined) {
    const words = text ?? (column.workload === undefined ? NONE : 'not measured');
    return column.unit === '' ? escaped(words) : `<small>${escaped(words)}</small>`;
  }
  const part = (of: number): string => `${((100 * of) / longest).toFixed(1)}%`;
  const bar =
    column.workload === undefined
      ? ''
      : `<span class="rt-choose-bar" style="--rt-own: ${part(value)}; --rt-base: ${part(baseline ?? 0)}"></span>`;
  const range = low === undefined || high === undefined ? '' : `${number(low)}–${number(high)}`;
  const marked = mark ? `<span class="rt-mark" data-kind="${mark}">${mark}</span>` : '';
  // What it lacks of the longest, so that the points stand under one another.
  const pad = `${decimals === 0 && most > 0 ? '.' : ''}${'0'.repeat(most - decimals)}`;
  const padded = `<span data-pad="${pad}">${number(value)}</span>`;
  return `${padded}${small(range)}${marked}${small(text)}${bar}`;
}
