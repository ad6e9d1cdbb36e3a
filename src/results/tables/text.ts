/** A table without markup: for a terminal, and as CSV. */
import { csvFormatRows } from 'd3-dsv';
import { formatInterval, formatValue, type Quantity, threeDigits } from '../numbers/quantity.ts';
import { markOf, markSigns, markWords } from './marks.ts';
import { type Cell, type Column, isQuantity, quantitiesOf, spanOf, type Table } from './table.ts';

/** `1.93 (1.84–2.02)`, `» 1.16×`, `Cap’n Web, 0.12.0`, `not tested`. */
function cellText(cell: Cell, decimals: number | undefined): string {
  if (typeof cell === 'string') return cell;
  if ('value' in cell) {
    const mark = markOf(cell);
    return `${mark ? `${markSigns[mark]} ` : ''}${quantityText(cell, decimals)}`;
  }
  if ('answer' in cell) return cell.answer;
  if ('parts' in cell) {
    const { parts, notes = [] } = cell;
    return [parts, ...notes].map((words) => words.map(({ text }) => text).join('')).join('; ');
  }
  if ('lanes' in cell) return '';
  const text = 'system' in cell ? cell.label : cell.text;
  return cell.note ? `${text}, ${cell.note.replaceAll('\n', ', ')}` : text;
}

function quantityText(quantity: Quantity, decimals = threeDigits(quantity)): string {
  const ends = formatInterval(quantity, decimals);
  const estimated = quantity.from === 'estimated' ? ' estimated' : '';
  return `${formatValue(quantity, decimals)}${ends === '' ? '' : ` (${ends})`}${estimated}`;
}

/** The columns that text can show: all but the bars. */
function shownColumns({ columns }: Table) {
  return columns.flatMap((column, at) => (column.kind === 'bar' ? [] : [{ ...column, at }]));
}

const isNumber = ({ kind }: Pick<Column, 'kind'>): boolean => kind === 'number' || kind === 'ratio';

/** The text with plain spaces instead of those that are thin or do not break. */
export function withPlainSpaces(text: string): string {
  return text.replaceAll(/[\u202f\u00a0]/g, ' ');
}

/**
 * Columns that line up under the caption: names to the left, numbers to the right.
 *
 * @param most characters of a line: names in the first column are broken between words to fit
 */
export function toText(table: Table, most = Infinity): string {
  const columns = shownColumns(table);
  const head = columns.map(({ label, note }) => (note ? `${label} (${note})` : label));
  const groups = table.groups.map(({ heading, rows }) => {
    const decimals = columns.map((column) => spanOf(rows, column, column.at).decimals);
    const lines = rows.map(({ cells }) =>
      columns.map(({ at }, place) => withPlainSpaces(cellText(cells[at] ?? '', decimals[place]))),
    );
    return { heading, lines };
  });
  const all = [head, ...groups.flatMap(({ lines }) => lines)];
  const widths = columns.map((_, at) => Math.max(...all.map((cells) => cells[at]?.length ?? 0)));
  const others = widths.slice(1).reduce((sum, width) => sum + width + 2, 0);
  widths[0] = Math.min(widths[0] ?? 0, Math.max(FEWEST, most - others));
  const line = ([name = '', ...rest]: readonly string[]): string => {
    const [first = '', ...more] = brokenAt(widths[0] ?? 0, name);
    return [padded([first, ...rest]), ...more.map((part) => `  ${part}`)].join('\n');
  };
  const padded = (cells: readonly string[]): string =>
    columns
      .map((column, at) => {
        const [text = '', width = 0] = [cells[at], widths[at]];
        return isNumber(column) ? text.padStart(width) : text.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  const body = groups.flatMap(({ heading, lines }) => [
    ...(heading === undefined ? [] : ['', heading]),
    ...lines.map(line),
  ]);
  const { caption, note } = table;
  return [caption, line(head), ...body, ...(note === undefined ? [] : ['', note])]
    .map(withPlainSpaces)
    .join('\n');
}

/** Least width of the names, in characters. */
const FEWEST = 14;

/** A text in lines of at most so many characters, if its words allow it. Lines behind the first leave room for an indent. */
function brokenAt(width: number, text: string): string[] {
  return text.split(' ').reduce<string[]>((lines, word) => {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    const room = lines.length > 1 ? width - 2 : width;
    return lines.length > 0 && longer.length > room
      ? [...lines, word]
      : [...lines.slice(0, -1), longer];
  }, []);
}

/** Every number in full, with the ends of its interval in columns of their own. */
export function toCsv(table: Table): string {
  const columns = shownColumns(table);
  const isGrouped = table.groups.some(({ heading }) => heading !== undefined);
  const head = columns.flatMap(({ id, kind }) => {
    if (kind === 'ratio') return [id, `${id}_low`, `${id}_high`, `${id}_class`];
    return kind === 'number' ? [id, `${id}_low`, `${id}_high`] : [id];
  });
  const lines = table.groups.flatMap(({ heading = '', rows }) =>
    rows.map(({ cells }) => [
      ...(isGrouped ? [heading] : []),
      ...columns.flatMap((column) => {
        const cell = cells[column.at] ?? '';
        if (!isNumber(column)) return [cellText(cell, 0)];
        return column.kind === 'ratio' ? [...numbersOf(cell), classOf(cell)] : numbersOf(cell);
      }),
    ]),
  );
  return `${csvFormatRows([isGrouped ? ['group', ...head] : head, ...lines])}\n`;
}

/** The class of a ratio in words; empty if nobody judged it. */
function classOf(cell: Cell): string {
  const mark = isQuantity(cell) ? markOf({ ...cell, mayBeFastest: false }) : undefined;
  return mark === undefined ? '' : markWords[mark];
}

/** The number of a cell and both ends, or the words that stand for it. */
function numbersOf(cell: Cell): string[] {
  const [quantity] = quantitiesOf(cell);
  if (quantity === undefined) return [cellText(cell, 0), '', ''];
  return [quantity.value, quantity.low, quantity.high].map((each) => String(each ?? ''));
}
