/**
 * The tables of a case, one for each side and distance: the central table with more columns. Each time is what
 * that table has for its operation, so that every page shows the number of the same result.
 */
import { withOutsideOf, type StudyOutline } from '../harness/plan/index.ts';
import { CONTROL } from '../harness/record/index.ts';
import { type Answer, findAnswer } from '../results/answer.ts';
import { operationOf } from '../results/names.ts';
import { type Rank, ranksOf } from '../results/pairs.ts';
import { type MeasuredResult, PERCENTILES, type Row } from '../results/result.ts';
import { type ArmGroup, groupsOf } from '../studies/groups.ts';
import { findOutline } from '../studies/outlines.ts';
import { allSystems } from '../systems/index.ts';
import { libraryTable } from '../tables/library-table.ts';
import {
  type Cell,
  type Column,
  type LibraryCell,
  quantitiesOf,
  rowsIn,
  type Table,
  tableOf,
} from '../tables/table.ts';
import type { ArmPlace, Case, Operation, Side } from './cases.ts';
import { costColumns, type CostSources } from './cost-columns.ts';
import { libraryCell, type Notes } from './library.ts';

export interface Sources extends CostSources {
  /** Answers of a study, by its id. */
  answers: (study: string) => readonly Answer[];
  notes: Notes;
}

/** What one choice of side and distance shows. */
export interface Panel {
  /** `browser 25` */
  key: string;
  side: Side;
  roundTripMs: number;
  /** With every column; {@link withoutEmpty} leaves out those that say nothing. */
  table: Table;
  percentiles: Table;
  /** Arms by the ids of their rows. */
  arms: ReadonlyMap<string, string>;
  /** Results that its times are from, with the operations. */
  from: ReadonlyArray<{ result: MeasuredResult; operation: string }>;
}

/** The panels of a case: one for each side over each distance that its first operation was measured over. */
export function panelsOf(own: Case, sources: Sources): Panel[] {
  return own.sides.flatMap((side) =>
    own.distances.flatMap((roundTripMs) => panelOf(own, side, roundTripMs, sources) ?? []),
  );
}

const notMeasured: Cell = { published: 'not measured' };

/** Times of one operation, by arm of the case. */
interface Times {
  operation: string;
  answer: Answer;
  rows: readonly Row[];
  groups: readonly ArmGroup[];
  table: Table;
  cellsOf: (arm: string) => { time: Cell; ratio: Cell };
}

function panelOf(own: Case, side: Side, roundTripMs: number, sources: Sources): Panel | undefined {
  const isPlaced = (arm: string): boolean => {
    const placed = arm === CONTROL ? undefined : own.place(arm);
    return placed !== undefined && (placed.side ?? side.id) === side.id;
  };
  const found = own.operations.map((operation) => {
    const { workload, other } = operation;
    const answers = sources.answers(other?.study ?? own.study);
    const answer = findAnswer(answers, { workload, client: side.client, roundTripMs });
    return answer && { operation, answer };
  });
  const ownAnswers = found.flatMap((each) => (each && !each.operation.other ? [each.answer] : []));
  if (found[0] === undefined) return undefined;
  const arms = [
    ...new Set(ownAnswers.flatMap(({ rows }) => rows.map(({ arm }) => arm)).filter(isPlaced)),
  ];
  const study = outlineFor(own.study, ownAnswers);
  const { environment } = found[0].answer.result;
  const library = (arm: string): LibraryCell =>
    labelled(libraryCell(arm, { study, environment, notes: sources.notes }), own.place(arm));
  const times = found.map((each) => each && timesOf(each, { side, arms, library }));
  const [lead] = times;
  if (lead === undefined) return undefined;
  const ranks = ranksIn(lead);
  const leadRow = (arm: string): Row | undefined => lead.rows.find((row) => row.arm === arm);
  const extra = costColumns(own, environment, sources);
  const columns: Column[] = [
    { id: 'library', label: 'Library', kind: 'library' },
    { id: 'ratio', label: own.against, kind: 'ratio', note: lead.operation },
    { id: 'rank', label: 'Rank', kind: 'text', note: lead.operation },
    ...own.operations.map((operation, at): Column => ({
      id: `time_${operation.workload}`,
      label: times[at]?.operation ?? operation.workload,
      kind: 'number',
      note: times[at]?.table.columns.find(({ id }) => id === 'time')?.note ?? 'ms',
    })),
    ...extra.map(({ id, label, kind, note = '' }) => ({ id, label, kind, note })),
  ];
  const rowId = (arm: string): string => own.place(arm)?.row ?? arm;
  const groups = lead.table.groups.map((group) => ({
    ...group,
    rows: group.rows.map(({ id: arm = '', reference, cells: [name = ''] }) => ({
      id: rowId(arm),
      ...(reference && { reference }),
      cells: [
        name,
        lead.cellsOf(arm).ratio,
        rankText(ranks.get(arm)),
        ...times.map((each) => each?.cellsOf(arm).time ?? notMeasured),
        ...extra.map(({ of }) => of(arm, leadRow(arm))),
      ],
    })),
  }));
  return {
    key: `${side.id} ${roundTripMs}`,
    ...{ side, roundTripMs },
    table: { caption: captionOf(own, side, roundTripMs), columns, groups },
    percentiles: percentilesTable(lead, arms, library),
    arms: new Map(arms.map((arm) => [rowId(arm), arm])),
    from: times.flatMap((each) =>
      each ? [{ result: each.answer.result, operation: each.operation }] : [],
    ),
  };
}

function captionOf({ title }: Case, { label }: Side, roundTripMs: number): string {
  const distance = roundTripMs === 0 ? 'same machine' : `${roundTripMs} ms round trip`;
  return `${title}: ${label}, ${distance}`;
}

/** A study with the libraries that records brought from outside of it. */
export function outlineFor(study: string, answers: readonly Answer[]): StudyOutline {
  return withOutsideOf(
    findOutline(study),
    answers.map(({ result }) => result.environment),
  );
}

/** Where rows go by what a library talks over, its name is followed by that. */
function labelled(cell: LibraryCell, place: ArmPlace | undefined): LibraryCell {
  if (place?.over === undefined) return cell;
  const system = allSystems.find(({ id }) => id === cell.system);
  const name = system?.label ?? cell.label.split(',')[0] ?? cell.label;
  return { ...cell, label: place.over === '' ? name : `${name}, ${place.over}` };
}

interface PanelParts {
  side: Side;
  arms: readonly string[];
  library: (arm: string) => LibraryCell;
}

function timesOf(
  { operation, answer }: { operation: Operation; answer: Answer },
  { side, arms: shown, library }: PanelParts,
): Times {
  const { workload, other } = operation;
  const study = outlineFor(answer.study, [answer]);
  const armOf = (arm: string): string | undefined => (other ? other.arms[arm] : arm);
  const arms = shown.flatMap((arm) => armOf(arm) ?? []);
  const groups =
    side.plain === undefined || other
      ? groupsOf(study, arms, answer.result.environment.accept)
      : [{ plain: side.plain, arms: [...arms] }];
  const { rows } = answer;
  const name = operationOf(study, workload);
  const table = libraryTable({
    ...{ caption: name, operation: name, groups, published: rows, library },
  });
  const at = (id: string): number => table.columns.findIndex((column) => column.id === id);
  const [time, ratio] = [at('time'), at('ratio')];
  const cells = new Map(rowsIn(table).map((row) => [row.id, row.cells]));
  return {
    ...{ operation: name, answer, rows, groups, table },
    cellsOf: (arm) => {
      const own = cells.get(armOf(arm) ?? '');
      return { time: own?.[time] ?? notMeasured, ratio: own?.[ratio] ?? '' };
    },
  };
}

/** Ranks within each group, of rows of one run: times of another run stand in no order with them. */
function ranksIn({ rows, groups }: Pick<Times, 'rows' | 'groups'>): Map<string, Rank> {
  return new Map(
    groups.flatMap(({ arms }) => [
      ...ranksOf(rows.filter(({ arm, otherRun }) => arms.includes(arm) && !otherRun)),
    ]),
  );
}

const endings = new Map([
  ['one', 'st'],
  ['two', 'nd'],
  ['few', 'rd'],
]);
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const ordinal = (place: number): string => `${place}${endings.get(ordinals.select(place)) ?? 'th'}`;

/** `3rd`, `1st–3rd`; empty without one. */
export function rankText(rank: Rank | undefined): string {
  if (rank === undefined) return '';
  const { from, to } = rank;
  return from === to ? ordinal(from) : `${ordinal(from)}–${ordinal(to)}`;
}

/** Shares of all calls that the fold shows. */
const SHOWN_PERCENTILES = [50, 95, 99] as const;

function percentilesTable(
  { rows, operation }: Times,
  arms: readonly string[],
  library: (arm: string) => LibraryCell,
): Table {
  const known = rows.filter(({ arm, percentiles }) => arms.includes(arm) && percentiles);
  return tableOf(known, {
    caption: `${operation}: half, 95 % and 99 % of the calls were no slower than`,
    columns: [
      { id: 'library', label: 'Library', kind: 'library', of: ({ arm }) => library(arm) },
      ...SHOWN_PERCENTILES.map((part) => ({
        ...{ id: `p${part}`, label: `p${part}`, kind: 'number' as const, note: 'ms' },
        of: ({ percentiles }: Row): Cell => {
          const value = percentiles?.[PERCENTILES.indexOf(part)];
          return value === undefined ? '' : { value, unit: 'ms', from: 'measured' };
        },
      })),
    ],
  });
}

/** The table without the columns in which no row has a number or a word. */
export function withoutEmpty(table: Table): Table {
  const isShown = table.columns.map(({ kind }, at) =>
    rowsIn(table).some(({ cells }) => {
      const cell = cells[at] ?? '';
      return kind === 'number' || kind === 'ratio' ? quantitiesOf(cell).length > 0 : cell !== '';
    }),
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
  const [first] = panels;
  const before: Column[] = [
    { id: 'from', label: 'From', kind: 'text' },
    { id: 'round_trip_ms', label: 'Round trip', kind: 'text' },
  ];
  return {
    caption: title,
    columns: [...before, ...(first?.table.columns ?? [])],
    groups: panels.flatMap(({ table, side, roundTripMs }) =>
      table.groups.map((group) => ({
        heading: group.heading ?? '',
        rows: group.rows.map((row) => ({
          ...row,
          cells: [side.label, String(roundTripMs), ...row.cells],
        })),
      })),
    ),
  };
}

/** The numbers of a table by row and column, for whatever sorts it. */
export function sortValues(table: Table): Record<string, Record<string, number>> {
  return Object.fromEntries(
    rowsIn(table).map(({ id = '', cells }) => [
      id,
      Object.fromEntries(
        table.columns.flatMap((column, at) =>
          quantitiesOf(cells[at])
            .slice(0, 1)
            .map(({ value }) => [column.id, Number(value.toPrecision(5))] as const),
        ),
      ),
    ]),
  );
}
