/** What the row of a library says of it: its version as measured, the newest one, and code of this site that it needs. */
import type { SystemNotes } from '../collections/systems.ts';
import type { StudyOutline } from '../harness/plan/index.ts';
import type { Environment } from '../harness/record/index.ts';
import { libraryOf } from '../results/names.ts';
import { allSystems, versionsOf } from '../systems/index.ts';
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
  const { label, system: named } = libraryOf(study, arm);
  const known = allSystems.find(({ id, measuredAs }) => id === named || measuredAs === named);
  const note = noteOf(arm, named, environment, notes);
  return {
    label: label.replace(' (from outside)', ''),
    system: named,
    ...(note !== '' && { note }),
    ...(known && { href: `/systems/${known.id}/` }),
  };
}

/** The same by the name of the library alone, for a table with one configuration of each. */
export function wholeLibraryCell(arm: string, place: CellPlace): LibraryCell {
  const cell = libraryCell(arm, place);
  const own = allSystems.find(({ id }) => id === cell.system)?.label ?? cell.label;
  const batch = arm.endsWith('/http-batch') ? ['HTTP batch'] : [];
  const note = [...batch, ...(cell.note === undefined ? [] : [cell.note])].join(', ');
  return { ...cell, label: own, ...(note !== '' && { note }) };
}

function noteOf(
  arm: string,
  named: string,
  { versions, outside = [] }: CellPlace['environment'],
  notes: Notes,
): string {
  const system =
    allSystems.find(({ id, measuredAs }) => id === named || measuredAs === named)?.id ?? named;
  const { newest, advice, original } = notes.get(system) ?? {};
  const brought = outside.find(({ id }) => `outside:${id}` === named)?.versions;
  const had = { ...versions, ...brought };
  const needed = allSystems.find(({ id }) => id === system)?.needs;
  const name = [
    needed ?? '',
    ...Object.keys(brought ?? {}),
    ...Object.keys(versionsOf(system)),
  ].find((each) => had[each] !== undefined);
  const version = name === undefined || original !== undefined ? undefined : had[name];
  const latest = name === undefined ? undefined : newest?.versions[name];
  const parts = [
    plain[system],
    // Of a reimplementation its own packages say nothing.
    original === undefined ? version : 'ours',
    version !== undefined && latest !== undefined && latest !== version
      ? `newest ${latest}`
      : undefined,
    glue[arm],
    // What authors say of their library is not said of what stands in for it.
    advice !== undefined && original === undefined ? 'deprecated' : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}
