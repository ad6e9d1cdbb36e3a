/** The tables of what types cost the compiler. */
import { findSystem } from '../../libraries/systems/index.ts';
import {
  perProcedure,
  publishedTypes,
  type TypesRecord,
  type TypesRow,
  withoutZod,
} from '../../matrix/types.ts';
import { systemCell } from '../names.ts';
import { measured, type Quantity } from '../numbers/quantity.ts';
import { type Cell, column, type LibraryCell, type Table, tableOf } from './table.ts';

function libraryCell({ id, system, zod, note }: TypesRow): LibraryCell {
  const cell = system ? systemCell(findSystem(system)) : { label: 'Plain interface', system: id };
  return { ...cell, note: [zod && 'with zod', note].filter(Boolean).join(', ') || undefined };
}

function timeOf({ ratio: [value = 0, low, high] }: TypesRow): Quantity {
  return { value, low, high, unit: '×', from: 'measured' };
}

const heading = ({ compiler }: TypesRow): string => `TypeScript ${compiler}`;

/** Instantiations of one more procedure, and time and memory of a check of the largest router. */
export const typesTable = ({ rows }: TypesRecord): Table =>
  tableOf(rows, {
    caption: 'What types cost the compiler',
    heading,
    columns: [
      column('library', 'Library', libraryCell),
      column('number', 'A procedure', (row) => measured(perProcedure(row), ''), 'instantiations'),
      column(
        'number',
        'Without zod',
        (row) => measured(withoutZod(row, rows), ''),
        'instantiations',
      ),
      column('number', 'Time', timeOf, 'vs plain'),
      column('number', 'Memory', ({ megabytes }) => measured(megabytes, ''), 'MB'),
    ],
  });

/** Errors with their lengths. */
export function errorsTable({ rows }: TypesRecord): Table {
  const errorOf = (at: number) => (row: TypesRow) => {
    const text = row.complaints[at] ?? '';
    return { text, note: `${text.length} characters` };
  };
  return tableOf(rows, {
    caption: 'Errors',
    heading,
    columns: [
      column('library', 'Library', libraryCell),
      column('text', 'A field of a wrong type', errorOf(0)),
      column('text', 'A field left out', errorOf(1)),
    ],
  });
}

/** Instantiations that the library of an arm adds for a procedure; empty if they were not counted. */
export function typesCell(arm: string): Cell {
  const { rows } = publishedTypes;
  const row = rows.find((each) => each.compiler === '7' && each.system === arm.split('/')[0]);
  return row === undefined ? '' : measured(withoutZod(row, rows), '');
}
