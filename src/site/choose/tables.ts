/**
 * The tables of a case, one for each side and distance: the central table with more columns. Each time is what
 * that table has for its operation, so that every page shows the number of the same result.
 */
import { CONTROL } from '../../core/record/index.ts';
import type { Recorded } from '../../matrix/questions/recorded.ts';
import { type Answer, findAnswer, outlineFor } from '../../results/answer.ts';
import { operationOf } from '../../results/names.ts';
import { mayBeFastest } from '../../results/pairs.ts';
import { type MeasuredResult, percentileOf, type Row } from '../../results/result.ts';
import { type ArmGroup, groupsOf } from '../../libraries/studies/groups.ts';
import { allSystems } from '../../libraries/systems/index.ts';
import { libraryTable } from '../../results/tables/library-table.ts';
import {
  type Cell,
  type Column,
  column,
  type LibraryCell,
  NOT_MEASURED,
  quantitiesOf,
  rowsIn,
  type Table,
  tableOf,
} from '../../results/tables/table.ts';
import {
  type ArmPlace,
  type Case,
  type Operation,
  type CasePanel,
  armPlace,
  type Side,
} from './cases.ts';
import { costColumns, libraryCell, type Notes } from './columns.ts';

export interface Sources {
  recorded: Pick<Recorded, 'results'>;
  answers: (study: string) => readonly Answer[];
  notes: Notes;
}

/** The panels of a case: one for each side over each distance that its first operation was measured over. */
export function casePanels(own: Case, sources: Sources): CasePanel[] {
  return own.sides.flatMap((side) =>
    own.distances.flatMap((roundTripMs) => panelOf(own, side, roundTripMs, sources) ?? []),
  );
}

function panelOf(
  own: Case,
  side: Side,
  roundTripMs: number,
  sources: Sources,
): CasePanel | undefined {
  const answerTo = ({ workload, other }: Operation): Answer | undefined => {
    const question = { workload, client: side.client, roundTripMs };
    return findAnswer(sources.answers(other?.study ?? own.study), question);
  };
  const [leading] = own.operations;
  const first = leading && answerTo(leading);
  if (leading === undefined || first === undefined) return undefined;
  const ownAnswers = own.operations.flatMap((each) => (each.other ? [] : (answerTo(each) ?? [])));
  const isPlaced = (arm: string): boolean => {
    const placed = arm === CONTROL ? undefined : armPlace(own, arm);
    return placed !== undefined && (placed.side ?? side.id) === side.id;
  };
  const measured = ownAnswers.flatMap(({ rows }) => rows.map(({ arm }) => arm));
  const arms = [...new Set(measured.filter(isPlaced))];
  const { environment } = first.result;
  const study = outlineFor(own.study, ownAnswers);
  const library = (arm: string): LibraryCell =>
    labelled(libraryCell(arm, { study, environment, notes: sources.notes }), armPlace(own, arm));
  const timesOf = (operation: Operation, answer: Answer) =>
    timesIn(answer, operation, side.plain, arms, library);
  const lead = timesOf(leading, first);
  const times = own.operations.map((operation) => {
    const answer = answerTo(operation);
    return { operation, found: answer && timesOf(operation, answer) };
  });
  const rowId = (arm: string): string => armPlace(own, arm)?.row ?? arm;
  const lines = lead.table.groups.flatMap(({ heading, rows }) =>
    rows.map(({ id: arm = '', reference, cells: [name = ''] }) => ({
      heading,
      arm,
      reference,
      name,
      row: first.rows.find((each) => each.arm === arm),
    })),
  );
  type Line = (typeof lines)[number];
  const distance = roundTripMs === 0 ? 'same machine' : `${roundTripMs} ms round trip`;
  return {
    key: `${side.id} ${roundTripMs}`,
    side,
    roundTripMs,
    table: tableOf(lines, {
      caption: `${own.title}: ${side.label}, ${distance}`,
      note: fastestSentences(lead, library) || undefined,
      heading: ({ heading }) => heading,
      row: ({ arm, reference }) => ({ id: rowId(arm), reference }),
      columns: [
        column('library', 'Library', ({ name }) => name),
        {
          id: 'ratio',
          label: own.against,
          kind: 'ratio',
          note: lead.name,
          of: ({ arm }) => lead.cellOf(arm, 'ratio') ?? '',
        },
        ...times.map(({ operation: { workload }, found }) => ({
          id: `time_${workload}`,
          label: found?.name ?? workload,
          kind: 'number' as const,
          note: found?.table.columns.find(({ id }) => id === 'time')?.note ?? 'ms',
          of: ({ arm }: Line) => found?.cellOf(arm, 'time') ?? NOT_MEASURED,
        })),
        ...costColumns(own, environment, sources.recorded).map((each) => ({
          ...each,
          of: ({ arm, row }: Line) => each.of(arm, row),
        })),
      ],
    }),
    percentiles: percentilesTable(lead, arms, library),
    arms: new Map(arms.map((arm) => [rowId(arm), arm])),
    from: times.flatMap(({ found }) => (found ? resultsOf(found.answer, arms) : [])),
  };
}

/** The results that the rows of some arms are from. */
function resultsOf({ rows, result, others }: Answer, arms: readonly string[]): MeasuredResult[] {
  const shown = rows.filter(({ arm }) => arms.includes(arm));
  return [
    ...(shown.some(({ otherRun }) => otherRun === undefined) ? [result] : []),
    ...others.filter(({ id }) => shown.some(({ otherRun }) => otherRun === id)),
  ];
}

/** The library of a row. Its name is followed by what it talks over, if rows differ in that. */
function labelled(cell: LibraryCell, place: ArmPlace | undefined): LibraryCell {
  if (place?.over === undefined) return cell;
  const system = allSystems.find(({ id }) => id === cell.system);
  const name = system?.label ?? cell.label.split(',')[0] ?? cell.label;
  return { ...cell, label: place.over === '' ? name : `${name}, ${place.over}` };
}

/** Times of one operation, as its study has them, by arm of the case. */
function timesIn(
  answer: Answer,
  { workload, other }: Operation,
  plain: string | undefined,
  shown: readonly string[],
  library: (arm: string) => LibraryCell,
) {
  const study = outlineFor(answer.study, [answer]);
  const armOf = (arm: string): string | undefined => (other ? other.arms[arm] : arm);
  const arms = shown.flatMap((arm) => armOf(arm) ?? []);
  const groups: ArmGroup[] =
    plain === undefined || other
      ? groupsOf(study, arms, answer.result.environment.accept)
      : [{ plain, arms }];
  const name = operationOf(study, workload);
  const table = libraryTable({ caption: name, groups, published: answer.rows, library });
  const rows = rowsIn(table);
  const cellOf = (arm: string, column: 'time' | 'ratio'): Cell | undefined => {
    const at = table.columns.findIndex(({ id }) => id === column);
    return rows.find(({ id }) => id === armOf(arm))?.cells[at];
  };
  return { name, study, answer, groups, table, cellOf };
}

type Times = ReturnType<typeof timesIn>;

/** Sentences that name the libraries of each group that may be the fastest, of those in the plan of its plain way. */
function fastestSentences(
  { answer: { rows }, study: { baseline }, groups, name }: Times,
  library: (arm: string) => LibraryCell,
): string {
  const isOf = (arm: string, other: string) => library(arm).system === library(other).system;
  const sentences = groups.flatMap(({ arms, plain, over }) => {
    const from = rows.find(({ arm }) => arm === plain)?.otherRun;
    const libraries = rows.filter(
      ({ arm, time, otherRun }) =>
        arms.includes(arm) && !isOf(arm, plain) && arm !== baseline && time && otherRun === from,
    );
    if (libraries.length < 2) return [];
    const fastest = mayBeFastest(libraries).map(({ arm }) => library(arm).label);
    const operation = over === undefined ? name : `${name} over ${over}`;
    const verdict = fastest.length === 1 ? 'the fastest' : 'may be the fastest';
    return `${operation}, ${verdict}: ${fastest.join('; ')}.`;
  });
  return sentences.join(' ');
}

const SHOWN_PERCENTILES = [50, 95, 99] as const;

function percentilesTable(
  { answer: { rows }, name }: Times,
  arms: readonly string[],
  library: (arm: string) => LibraryCell,
): Table {
  const known = rows.filter(({ arm, percentiles }) => arms.includes(arm) && percentiles);
  return tableOf(known, {
    caption: `${name}: half, 95 % and 99 % of the calls were no slower than`,
    columns: [
      column('library', 'Library', ({ arm }) => library(arm)),
      ...SHOWN_PERCENTILES.map((part) =>
        column<Row>('number', `p${part}`, (row) => percentileOf(row, part) ?? '', 'ms'),
      ),
    ],
  });
}

/** All panels as one table, for CSV. */
export function allRows({ title }: Case, panels: readonly CasePanel[]): Table {
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

/** The numbers of a table by row and column, for the page that sorts it. */
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
