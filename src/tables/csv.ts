/** A table as CSV: every number in full, with the ends of its interval in columns of their own. */
import { csvFormatRows } from 'd3-dsv';
import type { Quantity } from '../numbers/quantity.ts';
import { cellText } from './cell-text.ts';
import { type Cell, isPair, isQuantity, type Table } from './table.ts';

export function toCsv(table: Table): string {
  const columns = table.columns.flatMap((column, at) =>
    column.kind === 'bar' ? [] : [{ ...column, at }],
  );
  const isNumber = (kind: string): boolean => kind === 'number' || kind === 'ratio';
  const head = columns.flatMap(({ id, kind }) =>
    isNumber(kind) ? [id, `${id}_low`, `${id}_high`] : [id],
  );
  const grouped = table.groups.some(({ heading }) => heading !== undefined);
  const lines = table.groups.flatMap(({ heading = '', rows }) =>
    rows.map(({ cells }) => [
      ...(grouped ? [heading] : []),
      ...columns.flatMap(({ kind, at }) => {
        const cell = cells[at] ?? '';
        return isNumber(kind) ? numbersOf(cell) : [cellText(cell, 0)];
      }),
    ]),
  );
  return `${csvFormatRows([grouped ? ['group', ...head] : head, ...lines])}\n`;
}

function numbersOf(cell: Cell): string[] {
  const quantity = isPair(cell) ? cell.published : isQuantity(cell) ? cell : undefined;
  if (typeof quantity === 'object') return endsOf(quantity);
  return [typeof quantity === 'string' ? quantity : cellText(cell, 0), '', ''];
}

function endsOf({ value, low, high }: Quantity): string[] {
  return [value, low, high].map((each) => (each === undefined ? '' : String(each)));
}
