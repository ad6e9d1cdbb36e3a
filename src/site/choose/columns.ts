/** The library of a row, and columns beside the times of a case: bytes, weight, cost and features; and the table of advice. */
import { featureOf, features, type FeatureId } from '../../matrix/features.ts';
import type { SystemNotes } from '../../results/system-notes.ts';
import { deadConnectionCell } from '../../results/tables/failure-answers.ts';
import { recentNewest } from '../../results/tables/systems.ts';
import { publishedFailures } from '../../matrix/failures/result.ts';
import type { StudyOutline } from '../../core/plan/index.ts';
import type { AcceptMode, Environment } from '../../core/record/index.ts';
import type { Quantity, QuantityUnit } from '../../results/numbers/quantity.ts';
import { ways } from '../../wire/objects/list.ts';
import { type Recorded, weightOf } from '../../matrix/questions/recorded.ts';
import { libraryOf, systemCell } from '../../results/names.ts';
import type { Row } from '../../results/result.ts';
import { acceptOf, allSystems, systems } from '../../libraries/systems/index.ts';
import { costOfCalls } from '../../results/tables/costs.ts';
import type { ArmColumn } from '../../results/tables/library-table.ts';
import { typesCell } from '../../results/tables/types.ts';
import {
  column,
  isLibrary,
  type LibraryCell,
  rowsIn,
  type Table,
  tableOf,
  type TextCell,
} from '../../results/tables/table.ts';
import type { Case, CasePanel } from './cases.ts';

type Answers = Pick<Recorded, 'results'>;

/** Cost of a million calls in USD; undefined where no row counts the frames of a call. */
function costOf(
  { billed }: Case,
  arm: string,
  accept: AcceptMode | undefined,
  row: Row | undefined,
): number | undefined {
  if (billed === 'objects') {
    const cost = ways.find((way) => way.arm === arm)?.cost;
    return cost && costOfCalls(cost);
  }
  if (accept === 'request') return costOfCalls({ requests: 1 });
  if (accept === 'worker') return undefined;
  return row?.frames && costOfCalls({ messages: row.frames.out });
}

const awake: Readonly<Record<AcceptMode, string>> = {
  hibernating: 'can hibernate',
  'in-memory': 'kept awake',
  request: 'no socket',
  worker: 'can hibernate',
};

/** @param recorded answers, which have the weight of each client */
export function costColumns(
  own: Case,
  { accept }: Pick<Environment, 'accept'>,
  recorded: Answers,
): ArmColumn[] {
  const cell = (value: number | undefined, unit: QuantityUnit, from: Quantity['from']) =>
    value === undefined ? '' : { value, unit, from };
  const cost: ArmColumn = {
    id: 'cost',
    label: 'A million calls',
    kind: 'number',
    note: '$',
    of: (arm, row) => cell(costOf(own, arm, accept[arm], row), 'USD', 'estimated'),
  };
  const types = column('number', 'Types', typesCell, 'a procedure');
  if (own.billed === undefined) return [types];
  if (own.billed === 'objects') return [cost];
  return [
    {
      id: 'bytes',
      label: 'Bytes a call',
      kind: 'number',
      note: 'B, both ways',
      of: (_, row) => cell(row?.bytes && row.bytes.out + row.bytes.in, 'B', 'measured'),
    },
    {
      id: 'weight',
      label: 'Client',
      kind: 'number',
      note: 'kB, gzip',
      of: (arm) => {
        const [system = '', name] = arm.split('/');
        return cell(weightOf(recorded, system, name), 'kB', 'measured');
      },
    },
    types,
    cost,
    {
      id: 'awake',
      label: 'Object',
      kind: 'text',
      note: 'while connected',
      of: (arm) => awake[accept[arm] ?? 'request'],
    },
  ];
}

/** Features as columns of a table of libraries: those of the ids, or all. */
export function featureColumns(
  recorded: Answers,
  ids: readonly FeatureId[] = features.map(({ id }) => id),
): ArmColumn[] {
  return features
    .filter(({ id }) => ids.includes(id))
    .map(({ id, label }) => ({
      id,
      label,
      kind: 'feature',
      of: (arm) => featureOf(id, arm, recorded),
    }));
}

/** When a configuration notices a dead connection, if that was tried over its transport. */
function deadConnectionOf(arm: string): TextCell {
  const [id = '', name = ''] = arm.split('/');
  const { arms = [], probed } = systems.find((each) => each.id === id) ?? {};
  const isRequest = (asked?: string) => acceptOf(id, asked ?? '') === 'request';
  const isTried = arms.some((each) => each.name === name) && isRequest(name) === isRequest(probed);
  const cell = isTried ? deadConnectionCell(id, publishedFailures()) : undefined;
  return cell ?? { text: 'not tested', muted: true };
}

export function featureTable({ table, arms }: CasePanel, recorded: Answers): Table {
  const rows = rowsIn(table).flatMap(({ id = '', cells }) => {
    const arm = arms.get(id);
    const library = cells.find(isLibrary);
    return arm === undefined || library === undefined ? [] : [{ id, arm, library }];
  });
  return tableOf(rows, {
    caption: 'What each library can do',
    row: ({ id }) => ({ id }),
    columns: [
      column('library', 'Library', ({ library: { label, system, href } }) => ({
        label,
        system,
        href,
      })),
      column('text', 'Notices a dead connection', ({ arm }) => deadConnectionOf(arm)),
      ...featureColumns(recorded).map((each) => ({
        ...each,
        of: ({ arm }: (typeof rows)[number]) => each.of(arm),
      })),
    ],
  });
}

/** Advice on each library of a panel: good for, avoid if. Undefined where there is none. */
export function adviceTable(
  { table }: CasePanel,
  notes: ReadonlyMap<string, Pick<SystemNotes, 'goodFor' | 'avoidIf'>>,
): Table | undefined {
  const shown = new Set(rowsIn(table).map(({ cells }) => cells.find(isLibrary)?.system));
  const said = allSystems.flatMap(({ id, label }) => {
    const { goodFor = '', avoidIf = '' } = notes.get(id) ?? {};
    return shown.has(id) && `${goodFor}${avoidIf}` !== '' ? [{ id, label, goodFor, avoidIf }] : [];
  });
  if (said.length === 0) return undefined;
  return tableOf(said, {
    caption: 'Good for, avoid if',
    columns: [
      column('library', 'Library', systemCell),
      column('text', 'Good for', ({ goodFor }) => goodFor),
      column('text', 'Avoid if', ({ avoidIf }) => avoidIf),
    ],
  });
}

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
  };
}

/** A cell with only the name of the library, for a table with one configuration of each. */
export function wholeLibraryCell(arm: string, place: CellPlace): LibraryCell {
  const { note = '', ...cell } = libraryCell(arm, place);
  const label = allSystems.find(({ id }) => id === cell.system)?.label ?? cell.label;
  const notes = [arm.endsWith('/http-batch') && 'HTTP batch', note].filter(Boolean);
  return { ...cell, label, note: notes.length > 0 ? notes.join(', ') : undefined };
}
