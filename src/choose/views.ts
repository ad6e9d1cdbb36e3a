/** The tables of a case as its page, its file and its script take them. */
import { type Cell, type Column, quantitiesOf, rowsIn, type Table } from '../tables/table.ts';
import type { Case } from './cases.ts';
import type { Panel } from './tables.ts';

/** The table without the columns in which no row has a number or a word. */
export function withoutEmpty(table: Table): Table {
  const rows = rowsIn(table);
  const isShown = table.columns.map(({ kind }, at) =>
    kind === 'number' || kind === 'ratio'
      ? rows.some(({ cells }) => quantitiesOf(cells[at]).length > 0)
      : rows.some(({ cells }) => (cells[at] ?? '') !== ''),
  );
  const shown = <Item>(items: readonly Item[]): Item[] => items.filter((_, at) => isShown[at]);
  return {
    ...table,
    columns: shown(table.columns),
    groups: table.groups.map((group) => ({
      ...group,
      rows: group.rows.map((row) => ({ ...row, cells: shown(row.cells) })),
    })),
  };
}

/** All panels as one table, for CSV. */
export function allRows({ title }: Case, panels: readonly Panel[]): Table {
  const before: Column[] = [
    { id: 'from', label: 'From', kind: 'text' },
    { id: 'round_trip_ms', label: 'Round trip', kind: 'text' },
  ];
  return {
    caption: title,
    columns: [...before, ...(panels[0]?.table.columns ?? [])],
    groups: panels.flatMap(({ table, side, roundTripMs }) =>
      table.groups.map(({ heading = '', rows }) => ({
        heading,
        rows: rows.map(({ cells, ...row }) => ({
          ...row,
          cells: [side.label, String(roundTripMs), ...cells],
        })),
      })),
    ),
  };
}

/** The numbers of a table by row and column, for whatever sorts it. */
export function sortValues(table: Table): Record<string, Record<string, number>> {
  const numbersOf = (cells: readonly Cell[]) =>
    table.columns.flatMap(({ id }, at) => {
      const [first] = quantitiesOf(cells[at]);
      return first === undefined ? [] : [[id, Number(first.value.toPrecision(5))] as const];
    });
  return Object.fromEntries(
    rowsIn(table).map(({ id = '', cells }) => [id, Object.fromEntries(numbersOf(cells))]),
  );
}
