/** The tables of a study's answers as data: the build prints them, and a page that measures prints them again. */
import type { Size, StudyOutline } from '../harness/plan/index.ts';
import { CONTROL } from '../harness/record/index.ts';
import { formatDay } from '../numbers/format.ts';
import { quantityOf, type QuantityTuple, tupleOf } from '../numbers/quantity.ts';
import { type Answer, findAnswer } from '../results/answer.ts';
import { type Switch, switchesOf } from '../results/choices.ts';
import { clientName, distanceName, operationOf } from '../results/names.ts';
import { ratioBetween } from '../results/pairs.ts';
import type { Row } from '../results/result.ts';
import { type ArmGroup, groupsOf } from '../studies/groups.ts';
import { type ExtraColumn, libraryTable } from '../tables/library-table.ts';
import type { Cell, Column, LibraryCell, Table } from '../tables/table.ts';

/** One choice of the switches, with its table where it was measured. */
export interface Panel extends Pick<Answer, 'workload' | 'roundTripMs' | 'client'> {
  key: string;
  /** Operation, client and distance. */
  caption: string;
  operation: string;
  groups: ArmGroup[];
  /** What is published of the arms that are shown; none where nobody measured it. */
  rows: PublishedRow[];
  /** Columns behind the ratio, with their cells by arm. */
  more: ReadonlyArray<Column & { cells: Readonly<Record<string, Cell>> }>;
  /** When and where it was measured. */
  note?: string;
}

/** A published row as far as its table needs it; a page has hundreds. */
interface PublishedRow extends Pick<Row, 'arm' | 'cannot' | 'otherRun' | 'control'> {
  time?: QuantityTuple;
  /** To the plain way of its group. */
  ratio?: QuantityTuple;
}

export interface PanelChoice {
  study: StudyOutline;
  answers: readonly Answer[];
  /** Arms to show, where not those of the answers. */
  arms?: readonly string[] | undefined;
  /** Operations to offer, in this order, where not those of the answers. */
  operations?: readonly string[] | undefined;
  more: readonly ExtraColumn[];
}

/** The switches over a study's answers, and a panel for each of their combinations. */
export function panelsOf(choice: PanelChoice): { switches: Switch[]; panels: Panel[] } {
  const { study, operations } = choice;
  const answers =
    operations === undefined
      ? choice.answers
      : operations.flatMap((id) => choice.answers.filter(({ workload }) => workload === id));
  const switches = switchesOf(study, answers);
  const valuesOf = (id: Switch['id']): string[] =>
    switches.find((each) => each.id === id)?.choices.map(({ value }) => value) ?? [];
  const clients = valuesOf('client') as Array<Panel['client']>;
  const panels = valuesOf('operation').flatMap((workload) =>
    valuesOf('distance').flatMap((distance) =>
      clients.map((client) => {
        const at = { workload, client, roundTripMs: Number(distance) };
        return panelOf(choice, at, findAnswer(answers, at));
      }),
    ),
  );
  return { switches, panels };
}

function panelOf(
  { study, arms, more }: PanelChoice,
  at: Pick<Panel, 'workload' | 'roundTripMs' | 'client'>,
  answer: Answer | undefined,
): Panel {
  const operation = operationOf(study, at.workload);
  const caption = `${operation} from ${clientName(at.client)}, ${distanceName(at)}`;
  const empty = { ...at, key: Object.values(at).join(' '), caption, operation };
  if (answer === undefined) return { ...empty, groups: [], rows: [], more: [] };
  const { result } = answer;
  const groups = groupsOf(study, arms ?? answer.arms, result.environment.accept);
  const shown = groups.flatMap((group) => group.arms);
  const rowOf = (arm: string) => answer.rows.find((row) => row.arm === arm);
  return {
    ...empty,
    groups,
    rows: [
      ...groups.flatMap((group) =>
        [...new Set([group.plain, ...group.arms])].flatMap((arm) =>
          publishedRow(rowOf(arm), rowOf(group.plain)),
        ),
      ),
      ...publishedRow(rowOf(CONTROL), undefined),
    ],
    more: more.map(({ of, ...column }) => {
      const cells = shown.map((arm) => [arm, of(arm, rowOf(arm))] as const);
      return { ...column, cells: Object.fromEntries(cells) };
    }),
    note: `Published ${formatDay(result.startedAt)}: median with 95 % CI, one run, ${result.environment.runtime}.`,
  };
}

function publishedRow(row: Row | undefined, plain: Row | undefined): PublishedRow[] {
  if (row === undefined) return [];
  const { arm, time, cannot, otherRun, control } = row;
  const ratio = plain && row !== plain ? ratioBetween(row, plain) : undefined;
  return [
    {
      arm,
      ...(time && { time: tupleOf(time) }),
      ...(ratio && { ratio: tupleOf(ratio) }),
      ...(cannot !== undefined && { cannot }),
      ...(otherRun !== undefined && { otherRun }),
      ...(control && { control }),
    },
  ];
}

/** The published rows of a panel in their usual form. */
export function rowsOfPanel({ workload, client, roundTripMs, groups, rows }: Panel): Row[] {
  const at = { workload, client, place: { setting: 'workerd' as const, roundTripMs } };
  return rows.map(({ time, ratio, ...row }): Row => {
    const plain = groups.find(({ arms }) => arms.includes(row.arm))?.plain;
    return {
      ...{ ...at, ...row, counted: 0, discarded: 0, sessions: 0 },
      ratios: ratio && plain !== undefined ? { [plain]: quantityOf(ratio, '×') } : {},
      ...(time && { time: quantityOf(time, 'ms') }),
    };
  });
}

/** What stands in the rows of a reader's run where it has no time. */
export interface Yours {
  rows: readonly Row[];
  absent: (arm: string) => string;
}

/** The table of a panel, with the times of a reader's own run where there is one. */
export function panelTable(
  panel: Panel,
  library: (arm: string) => LibraryCell,
  yours?: Yours,
): Table {
  const { caption, operation, groups, more } = panel;
  return libraryTable({
    ...{ caption, operation, groups, published: rowsOfPanel(panel), library },
    ...(yours && { yours }),
    more: more.map(({ cells, ...column }) => ({ ...column, of: (arm) => cells[arm] ?? '' })),
  });
}

/** What the page that runs a study needs, in its markup as JSON. */
export interface LiveConfig {
  study: string;
  /** Origin of the bench; empty when the bench answers on the page's own. */
  origin: string;
  /** Whether no bench is asked: what is called are workers and frames of the page. */
  inPage?: true;
  panels: Panel[];
  libraries: Record<string, LibraryCell>;
  /** Ids of all arms that can run here. */
  arms: string[];
  /** The study's own length of a run, where it has one, in ms or in rounds. */
  budgetMs?: number;
  rounds?: number;
  /** Arms that take part in any run: the baseline, the reference, and the control. */
  always: string[];
  /** Arms whose verdicts end a run. */
  subjects: readonly string[];
  workloads: SizedWorkload[];
}

/** An operation as far as an estimate needs it. */
export interface SizedWorkload extends Size {
  id: string;
  label: string;
  /** Ids of the arms here that cannot do it. */
  lackedBy: string[];
  /** Whether its calls and their payload stay at the bench. */
  atBench?: true;
  /** Most arms that may do it at once, where each has connections besides its own. */
  mostArms?: number;
}

/** The data as text for a script element, which no `<` of it can end. Shown numbers have at most six digits. */
export function writeConfig(config: LiveConfig): string {
  const short = (_: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
  return JSON.stringify(config, short).replaceAll('<', '\\u003c');
}
