/** Tables beside the times of a case: what each library can do, and what it is good for. */
import { featureOf, features, type FeatureId } from '../capabilities/features.ts';
import type { SystemNotes } from '../collections/systems.ts';
import type { Recorded } from '../probes/recorded.ts';
import { allSystems } from '../systems/index.ts';
import type { ExtraColumn } from '../tables/library-table.ts';
import { isLibrary, rowsIn, type Table, tableOf } from '../tables/table.ts';
import type { Case } from './cases.ts';
import type { Panel } from './tables.ts';

type Answers = Pick<Recorded, 'results'>;

/** Features as columns of a table of libraries. */
export function featureColumns(ids: readonly FeatureId[], recorded: Answers): ExtraColumn[] {
  return features
    .filter(({ id }) => ids.includes(id))
    .map(({ id, label }) => ({
      ...{ id, label, kind: 'feature' },
      of: (arm) => featureOf(id, arm, recorded),
    }));
}

/** Rows of a panel with the arm that each shows. */
const rowsOf = ({ table, arms }: Panel) =>
  rowsIn(table).flatMap(({ id = '', cells }) => {
    const library = cells.find(isLibrary);
    const arm = arms.get(id);
    return library === undefined || arm === undefined ? [] : [{ id, arm, library }];
  });

/** What each configuration can do; undefined where nothing of it was tested. */
export function featureTable(own: Case, panel: Panel, recorded: Answers): Table | undefined {
  if (own.features.length === 0) return undefined;
  const rows = rowsOf(panel);
  const columns = featureColumns(own.features, recorded);
  const table = tableOf(rows, {
    caption: 'What each library can do',
    columns: [
      {
        ...{ id: 'library', label: 'Library', kind: 'library' },
        of: ({ library: { label, system, href } }) => ({ label, system, ...(href && { href }) }),
      },
      ...columns.map(({ of, ...column }) => ({
        ...column,
        of: ({ arm }: (typeof rows)[number]) => of(arm, undefined),
      })),
    ],
  });
  const [all] = table.groups;
  return {
    ...table,
    groups: [{ rows: (all?.rows ?? []).map((row, at) => ({ ...row, id: rows[at]?.id ?? '' })) }],
  };
}

/** The answers by row and feature, for whatever filters the rows. */
export function featureAnswers(own: Case, panel: Panel, recorded: Answers) {
  return Object.fromEntries(
    rowsOf(panel).map(({ id, arm }) => [
      id,
      Object.fromEntries(
        own.features.map((feature) => [feature, featureOf(feature, arm, recorded).answer]),
      ),
    ]),
  );
}

/** What is said of a library by hand. */
type Advice = Pick<SystemNotes, 'goodFor' | 'avoidIf'>;

/** What each library is good for, and when to avoid it; undefined where nothing is said. */
export function adviceTable(
  panel: Panel,
  notes: ReadonlyMap<string, Partial<SystemNotes> & Advice>,
): Table | undefined {
  const shown = new Set(rowsOf(panel).map(({ library }) => library.system));
  const said = allSystems.flatMap(({ id, label }) => {
    const { goodFor, avoidIf } = notes.get(id) ?? {};
    if (!shown.has(id) || (goodFor ?? avoidIf) === undefined) return [];
    return [{ id, label, goodFor: goodFor ?? '', avoidIf: avoidIf ?? '' }];
  });
  if (said.length === 0) return undefined;
  return tableOf(said, {
    caption: 'Good for, avoid if',
    columns: [
      {
        ...{ id: 'library', label: 'Library', kind: 'library' },
        of: ({ id, label }) => ({ label, system: id, href: `/systems/${id}/` }),
      },
      { id: 'good', label: 'Good for', kind: 'text', of: ({ goodFor }) => goodFor },
      { id: 'avoid', label: 'Avoid if', kind: 'text', of: ({ avoidIf }) => avoidIf },
    ],
  });
}
