/**
 * The tables of a study's answers as data, which the build prints and a page that measures prints again; and
 * those with every number of one result, in the lab and where a link is opened.
 */
import type { WorkloadSize, StudyOutline } from '../../core/plan/index.ts';
import { CONTROL } from '../../core/record/index.ts';
import { type Answer, findAnswer, type Switch, switchesOf } from '../../results/answer.ts';
import {
  clientName,
  distanceName,
  libraryOf,
  operationOf,
  publishedText,
} from '../../results/names.ts';
import { ratioBetween } from '../../results/pairs.ts';
import { percentileOf, type Ratio, type Row } from '../../results/result.ts';
import { pick, type SharedResult } from '../../results/share/form.ts';
import { outlineOf } from '../../results/share/index.ts';
import { type ArmGroup, groupsOf } from '../../libraries/studies/groups.ts';
import { studies } from '../../libraries/studies/index.ts';
import { type Compared, comparedTable, type OwnRatios } from '../../results/tables/compared.ts';
import { marksHtml, toHtml } from '../../results/tables/html.ts';
import {
  type ArmColumn,
  libraryTable,
  referenceOf,
  type Yours,
} from '../../results/tables/library-table.ts';
import {
  type Cell,
  type Column,
  column,
  type LibraryCell,
  type Table,
} from '../../results/tables/table.ts';
import { panelKey } from './query.ts';

/** Fields of a row that its table shows, and those that every row has. */
const shownFields = [
  'arm',
  'workload',
  'place',
  'client',
  'counted',
  'discarded',
  'sessions',
  'time',
  'cannot',
  'otherRun',
  'control',
  'conditions',
] as const;

/** One choice of the switches, with its table where it was measured. */
export interface Panel extends Pick<Answer, 'workload' | 'roundTripMs' | 'client'> {
  /** `increment.25.node`, the name of its file. */
  key: string;
  /** Operation, client and distance. */
  caption: string;
  operation: string;
  groups: ArmGroup[];
  /** Published rows of the arms that are shown; none if nobody measured them. */
  rows: Row[];
  /** What the published rows say, and when and how they were measured. */
  headline?: string;
  published?: string;
}

/** What the panels of a page show of its answers. */
export interface PanelOptions {
  /** Arms to show, if not those of the answers. */
  arms?: readonly string[];
  /** Arm that ratios are to, in place of the plain way of its group. */
  reference?: string;
}

/** The switches over a study's answers, and a panel for each of their combinations. */
export function panelsOf(
  study: StudyOutline,
  answers: readonly Answer[],
  options: PanelOptions = {},
): { switches: Switch[]; panels: Panel[] } {
  const each = <Value>(of: (answer: Answer) => Value): Value[] => [...new Set(answers.map(of))];
  const clients = each(({ client }) => client);
  const distances = each(({ roundTripMs }) => roundTripMs);
  const panels = each(({ workload }) => workload).flatMap((workload) =>
    distances.flatMap((roundTripMs) =>
      clients.map((client) => {
        const at = { workload, roundTripMs, client };
        return panelOf(study, at, findAnswer(answers, at), options);
      }),
    ),
  );
  return { switches: switchesOf(study, answers), panels };
}

function panelOf(
  study: StudyOutline,
  at: Pick<Panel, 'workload' | 'roundTripMs' | 'client'>,
  answer: Answer | undefined,
  { arms = answer?.arms, reference }: PanelOptions,
): Panel {
  const operation = operationOf(study, at.workload);
  const caption = `${operation} from ${clientName(at.client, answer?.result.environment.setting)}, ${distanceName(at)}`;
  const key = panelKey(at.workload, at.roundTripMs, at.client);
  const empty = { ...at, key, caption, operation };
  if (answer === undefined) return { ...empty, groups: [], rows: [] };
  const { result } = answer;
  const groups = groupsOf(study, arms ?? [], result.environment.accept).map((group) =>
    reference !== undefined && group.arms.includes(reference) ? { ...group, reference } : group,
  );
  const rowOf = (arm: string) => answer.rows.find((row) => row.arm === arm);
  return {
    ...empty,
    groups,
    rows: [
      ...groups.flatMap((group) =>
        [...new Set([group.plain, ...group.arms])].flatMap((arm) =>
          publishedRow(rowOf(arm), [rowOf(referenceOf(group)), rowOf(group.plain)]),
        ),
      ),
      ...publishedRow(rowOf(CONTROL), []),
    ],
    published: publishedText(result),
  };
}

/** A row as far as a table needs it, with its ratios to the reference and the plain way of its group. */
function publishedRow(row: Row | undefined, others: ReadonlyArray<Row | undefined>): Row[] {
  if (row === undefined) return [];
  const ratios: Record<string, Ratio> = {};
  for (const other of others) {
    const ratio = other && other !== row ? ratioBetween(row, other) : undefined;
    if (other && ratio) ratios[other.arm] = ratio;
  }
  return [{ ...pick(row, shownFields), ratios }];
}

/** Name of an arm, and its columns behind the ratio, in the tables of a page. */
export interface Shown {
  library: (arm: string) => LibraryCell;
  more: readonly ArmColumn[];
}

/** Room for a run, before there is one. */
export const NOT_RUN: Yours = {
  rows: [],
  label: 'Yours',
  note: 'not run yet',
  absent: () => '–',
  isElsewhere: false,
};

/** The table of a panel, with the reader’s run or room for one. */
export function panelTable(
  { caption, groups, rows }: Panel,
  { library, more }: Shown,
  yours?: Yours,
): Table {
  return libraryTable({ caption, groups, published: rows, library, more, yours });
}

/** A panel as its page shows it and as its file holds it. */
export interface ShownPanel {
  panel: Panel;
  /** Its table and the key of its marks, as HTML. */
  table: string;
}

export function showPanel(panel: Panel, shown: Shown, yours?: Yours): ShownPanel {
  if (panel.rows.length === 0) return { panel, table: `<p>${panel.caption}: not measured.</p>` };
  const table = panelTable(panel, shown, yours);
  return { panel, table: toHtml(table, { hideCaption: true }) + marksHtml(table) };
}

/** The table of an entry’s run and the key of its marks, as HTML. */
export function showCompared(compared: Compared, yours?: OwnRatios): string {
  const table = comparedTable(compared, yours);
  return toHtml(table, { hideCaption: true }) + marksHtml(table);
}

/** What the page of an entry compares, and the arms that a run of it measures. */
export interface ComparedRun extends Compared {
  /** The two that it is about. */
  pair: { of: string; to: string };
  /** Those that run here. */
  arms: { of: string; to: string };
  /** Our code in place of a library that this server lacks, and its own ratios in our runs, by operation. */
  standIn: { label: string; ratios: Readonly<Record<string, Ratio | undefined>> } | undefined;
  /** Where our ratios were measured. */
  at: Pick<Row, 'client' | 'place'> | undefined;
  published: string;
}

/** The data that a page needs to run a study, in its markup as JSON. */
export interface LiveConfig {
  study: string;
  /** Origin of the bench; empty when the bench answers on the page's own. */
  origin: string;
  /** True if no bench is asked: the run calls workers and frames of the page. */
  inPage?: true;
  /** Folder with the files of the panels that the switches offer; empty without switches. */
  folder: string;
  /** Keys of the panels that somebody measured. */
  measured: string[];
  /** The panel that the page came with. */
  panel?: Panel;
  /** The operations of an entry, on its page. */
  compared?: ComparedRun;
  /** Arms that the question is about, if it is about two: the run says of them how they compare. */
  pair?: { of: string; to: string; names: readonly [string, string] };
  libraries: Record<string, LibraryCell>;
  /** Columns behind the ratio, with their cells by arm. */
  more: Array<Column & { cells: Record<string, Cell> }>;
  /** Ids of all arms that can run here. */
  arms: string[];
  /** The study's own length of a run, if it has one, in ms or in rounds. */
  budgetMs: number | undefined;
  rounds: number | undefined;
  /** Arms that take part in any run: the baseline, the reference, and the control. */
  always: string[];
  /** Arms whose verdicts end a run. */
  subjects: readonly string[];
  workloads: SizedWorkload[];
}

/** An operation as far as an estimate needs it. */
export interface SizedWorkload extends WorkloadSize {
  id: string;
  label: string;
  /** Ids of the arms here that cannot do it. */
  lackedBy: string[];
  /** True if its calls and their payload stay at the bench. */
  atBench?: true;
}

/** Data as JSON. Shown numbers have at most six digits. */
export function writeData(data: unknown): string {
  const short = (_: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
  return JSON.stringify(data, short);
}

/** The data as text for a script element, which no `<` of it can end. */
export const writeConfig = (config: LiveConfig): string =>
  writeData(config).replaceAll('<', '\\u003c');

const SHOWN = [95, 99] as const;

/** The plain ways of the arms of a run, which its ratios are kept to. */
export function plainArmsOf(result: Pick<SharedResult, 'study' | 'environment' | 'plan'>) {
  return groupsIn(result).map(({ plain }) => plain);
}

function groupsIn(result: Pick<SharedResult, 'study' | 'environment' | 'plan'>) {
  const { study, environment, plan } = result;
  const own = studies.find(({ id }) => id === study)?.arms ?? [];
  const accept = Object.fromEntries(
    own.flatMap((arm) => (arm.accept === undefined ? [] : [[arm.id, arm.accept] as const])),
  );
  return groupsOf(outlineOf(result), plan.arms, { ...accept, ...environment.accept });
}

export function resultTables(result: SharedResult): string {
  const study = outlineOf(result);
  const groups = groupsIn(result);
  return result.plan.workloads
    .map((workload) => {
      const rows = result.rows.filter((row) => row.workload === workload);
      const detailed = rows.some(({ percentiles }) => percentiles !== undefined);
      const operation = operationOf(study, workload);
      const table = libraryTable({
        caption: operation,
        published: rows,
        groups,
        library: (arm) => libraryOf(study, arm),
        more: (detailed ? SHOWN : []).map((percent) =>
          column(
            'number',
            `p${percent}`,
            ({ row }) => (row && percentileOf(row, percent)) ?? '',
            'ms',
          ),
        ),
      });
      return toHtml(table);
    })
    .join('');
}
