/** The library of a row, and how it stands in a choice. */
import type { SystemNotes } from '../../results/system-notes.ts';
import { recentNewest } from '../../results/tables/systems.ts';
import type { StudyOutline } from '../../core/plan/index.ts';
import type { Environment } from '../../core/record/index.ts';
import { libraryOf } from '../../results/names.ts';
import { allSystems } from '../../libraries/systems/index.ts';
import type { LibraryCell } from '../../results/tables/table.ts';
import type { Standing } from './choice.ts';
import { systemOf } from './needs.ts';

export type Notes = ReadonlyMap<string, Pick<SystemNotes, 'newest' | 'advice' | 'original'>>;

/** How the library of an arm stands in a choice. What has no package is a plain way. */
export function standingOf(arm: string, notes: Notes): Standing {
  const id = systemOf(arm);
  const known = allSystems.find((each) => each.id === id);
  const { original, advice } = notes.get(id) ?? {};
  if (original !== undefined) return 'not-installable';
  if (advice !== undefined) return 'advised-against';
  if (known === undefined || known.needs !== undefined || known.measuredAs !== undefined) {
    return 'library';
  }
  return Object.keys(known.versions ?? {}).length === 0 ? 'plain' : 'library';
}

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

interface CellPlace {
  study: Pick<StudyOutline, 'arms' | 'reference'>;
  environment: Pick<Environment, 'versions' | 'outside'>;
  notes: Notes;
}

/** The library of an arm with its label in the study, and a note on its version. */
export function libraryCell(arm: string, { study, environment, notes }: CellPlace): LibraryCell {
  const { label, system } = libraryOf(study, arm);
  const known = allSystems.find(({ id, measuredAs }) => id === system || measuredAs === system);
  const noted = notes.get(known?.id ?? '') ?? {};
  const { advice, original } = noted;
  const { versions, outside = [] } = environment;
  const brought = outside.find(({ id }) => `outside:${id}` === system)?.versions ?? {};
  const had: Readonly<Record<string, string>> = { ...versions, ...brought };
  const packages = { [known?.needs ?? '']: '', ...brought, ...known?.versions };
  const measured = Object.keys(packages).find((each) => had[each] !== undefined) ?? '';
  const latest = recentNewest(noted)?.versions[measured];
  const isOlder = had[measured] !== undefined && latest !== undefined && latest !== had[measured];
  const note = [
    plain[known?.id ?? system],
    // Of a reimplementation its own packages say nothing, and its authors' advice is not about it.
    ...(original === undefined ? [had[measured], isOlder && `newest ${latest}`] : ['ours']),
    glue[arm],
    advice && original === undefined && 'deprecated',
  ].filter(Boolean);
  return {
    label: label.replace(' (from outside)', ''),
    system,
    note: note.length > 0 ? note.join(', ') : undefined,
    href: known ? `/systems/${known.id}/` : undefined,
    muted: original === undefined ? advice && 'discouraged' : 'ours',
  };
}
