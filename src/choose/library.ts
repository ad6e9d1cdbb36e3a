/** What the row of a library says of it: its version as measured, the newest one, and code of this site that it needs. */
import type { SystemNotes } from '../collections/systems.ts';
import type { StudyOutline } from '../harness/plan/index.ts';
import type { Environment } from '../harness/record/index.ts';
import { libraryOf } from '../results/names.ts';
import { allSystems } from '../systems/index.ts';
import type { LibraryCell } from '../tables/table.ts';

/** What is known of systems besides their code, by their ids. */
export type Notes = ReadonlyMap<string, Pick<SystemNotes, 'newest' | 'advice' | 'original'>>;

/** Code of this site that stands between a library and the bench, by arm. */
const glue: Readonly<Record<string, string>> = {
  'kkrpc/json': 'our adapter',
  'kkrpc/superjson': 'our adapter',
  'trpc/in-memory': 'our socket server',
  'trpc/superjson': 'our socket server',
};

/** Systems without a library. */
const plain: Readonly<Record<string, string>> = {
  'raw-websocket': 'hand-written JSON',
  'fetch-json': 'hand-written JSON',
};

/** Where a library’s cell is used. */
export interface CellPlace {
  study: Pick<StudyOutline, 'arms' | 'reference'>;
  environment: Pick<Environment, 'versions' | 'outside'>;
  notes: Notes;
}

/** The library of an arm with its label in the study, and a note on its version. */
export function libraryCell(arm: string, { study, environment, notes }: CellPlace): LibraryCell {
  const { label, system } = libraryOf(study, arm);
  const known = allSystems.find(({ id, measuredAs }) => id === system || measuredAs === system);
  const { newest, advice, original } = notes.get(known?.id ?? '') ?? {};
  const { versions, outside = [] } = environment;
  const brought = outside.find(({ id }) => `outside:${id}` === system)?.versions ?? {};
  const had: Readonly<Record<string, string>> = { ...versions, ...brought };
  const packages = { [known?.needs ?? '']: '', ...brought, ...known?.versions };
  const measured = Object.keys(packages).find((each) => had[each] !== undefined) ?? '';
  const latest = newest?.versions[measured];
  const isOlder = had[measured] !== undefined && latest !== undefined && latest !== had[measured];
  const note = [
    plain[known?.id ?? system],
    // Of a reimplementation its own packages say nothing, and its authors' advice is not about it.
    ...(original === undefined ? [had[measured], isOlder && `newest ${latest}`] : ['ours']),
    glue[arm],
    advice && original === undefined && 'deprecated',
  ].filter(Boolean);
  return {
    ...{ label: label.replace(' (from outside)', ''), system },
    ...(note.length > 0 && { note: note.join(', ') }),
    ...(known && { href: `/systems/${known.id}/` }),
  };
}

/** The same by the name of the library alone, for a table with one configuration of each. */
export function wholeLibraryCell(arm: string, place: CellPlace): LibraryCell {
  const { note = '', ...cell } = libraryCell(arm, place);
  const label = allSystems.find(({ id }) => id === cell.system)?.label ?? cell.label;
  const notes = [arm.endsWith('/http-batch') && 'HTTP batch', note].filter(Boolean);
  return { ...cell, label, ...(notes.length > 0 && { note: notes.join(', ') }) };
}
