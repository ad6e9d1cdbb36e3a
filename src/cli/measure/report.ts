/** The report of a run, for a terminal and a program. */
import { median } from 'simple-statistics';
import { isOutside, type StudyOutline, withOutsideOf } from '../../core/plan/index.ts';
import { CONTROL, type SessionPlan, type SessionRecord } from '../../core/record/index.ts';
import type { End } from '../../core/run/index.ts';
import { groupsOf } from '../../libraries/studies/groups.ts';
import { findOutline } from '../../libraries/studies/outlines.ts';
import { conditionNotices, differencesBetween } from '../../results/conditions.ts';
import {
  className,
  asPlanned,
  libraryOf,
  operationOf,
  outsideText,
  settingNames,
  failureSentence,
  noticeText,
  reasonName,
} from '../../results/names.ts';
import {
  countOf,
  formatDuration,
  formatMs,
  formatPercent,
  THIN,
} from '../../results/numbers/format.ts';
import { formatWithInterval } from '../../results/numbers/quantity.ts';
import { ratioBetween } from '../../results/pairs.ts';
import type { MeasuredResult, Row } from '../../results/result.ts';
import { resultOf } from '../../results/rows-of.ts';
import { type ArmColumn, libraryTable } from '../../results/tables/library-table.ts';
import { type Cell, isQuantity, type LibraryCell, type Table } from '../../results/tables/table.ts';
import { toText, withPlainSpaces } from '../../results/tables/text.ts';

interface WorkloadReport {
  table: Table;
  notes: string[];
}

export interface Report {
  title: string;
  summary: string;
  facts: Fact[];
  workloads: WorkloadReport[];
  /** How its numbers are to be read, if not as those of a study. */
  reading?: string;
  /** Oddities of the run, in sentences. */
  notices: string[];
  /** Reasons to fail although the run came to its end, in sentences. */
  failures: string[];
  /** Comparisons that were too noisy for `--fail-if-slower`, in sentences. */
  unseen: string[];
  document: object;
}

export function reportOf(record: SessionRecord, end: End): Report {
  const result = resultOf([record], end.kind);
  const study = asPlanned(withOutsideOf(findOutline(record.study), [record.environment]), result);
  const outside = (record.environment.outside ?? []).map(({ label }) => label);
  const library = (arm: string) => libraryOf(study, arm);
  const reference = library(result.plan.reference).label;
  const notices = [
    ...impossibleNotices(record.plan),
    ...outsideNotices(record.environment),
    ...conditionNotices(
      result.rows,
      [{ plain: result.plan.reference, arms: result.plan.arms }],
      library,
    ),
    ...result.notices.map((notice) => {
      const { workload, arm } = notice;
      const place = [workload && operationOf(study, workload), arm && library(arm).label];
      const where = place.filter(Boolean).join(', ');
      return `${where === '' ? '' : `${where}: `}${noticeText(notice, (id) => library(id).label)}`;
    }),
  ];
  const failures = nothingCounted(result);
  return {
    title: outside.length === 0 ? study.title : `${outside.join(', ')} beside ${reference}`,
    summary: summaryOf(record, result, end),
    facts: factsOf(result),
    workloads: result.plan.workloads.map((id) => workloadOf(study, result, id)),
    notices,
    failures,
    unseen: [],
    document: {
      version: 2,
      ok: end.kind === 'complete' && failures.length === 0,
      /** How the run ended: `rounds`, `time`, `cancelled` or `lost`, and why it was lost. */
      ended: end.kind === 'complete' ? end.why : end.kind,
      why: end.kind === 'lost' ? end.why : undefined,
      notices,
      /** The result in the form of the site: a row for each configuration and operation. */
      result,
    },
  };
}

export function summaryOf(
  { sessions }: SessionRecord,
  { tookMs = 0 }: MeasuredResult,
  end: End,
): string {
  const turns = sessions.reduce((sum, session) => sum + session.turns.length, 0);
  const size = `${countOf(turns, 'turn')} in ${countOf(sessions.length, 'session')}`;
  const done = `${formatDuration(tookMs)} of measuring (${size})`;
  switch (end.kind) {
    case 'complete':
      return `Done: ${done}.`;
    case 'cancelled':
      return `Stopped after ${done}. A run that is stopped by hand gives no verdicts.`;
    case 'lost':
      return `Ended early, after ${done}: ${end.why}.`;
  }
}

function workloadOf(study: StudyOutline, result: MeasuredResult, workload: string): WorkloadReport {
  const { plan, environment, discarded } = result;
  const rows = result.rows.filter((row) => row.workload === workload);
  const operation = operationOf(study, workload);
  const library = (arm: string): LibraryCell => {
    const cell = libraryOf(study, arm);
    const row = rows.find((each) => each.arm === arm);
    if (row === undefined || row.discarded === 0) return cell;
    const note = `${row.counted} of ${countOf(row.counted + row.discarded, 'turn')}`;
    return { ...cell, note };
  };
  const groups = groupsOf(study, [...new Set(rows.map(({ arm }) => arm))], environment.accept);
  const isPlain = groups.every(({ plain }) => plain === plan.reference);
  const gone = discarded.filter((each) => each.workload === workload);
  const table = libraryTable({
    caption: operation,
    groups,
    published: rows,
    library,
    more: columnsOf(study, result, rows, isPlain),
  });
  return {
    table: withSubjectsFirst(table, plan.subjects),
    notes: [
      ...networkNotes(rows),
      ...controlNotes(rows, plan.reference),
      ...rows.flatMap(({ arm, failure, cannot }) => [
        ...(failure ? [`${library(arm).label}: ${failureSentence(failure)}.`] : []),
        ...(cannot === undefined ? [] : [`${library(arm).label}: cannot do this. ${cannot}`]),
      ]),
      ...gone.map(
        (each) =>
          `${library(each.arm).label}: ${countOf(each.turns, 'turn')} discarded: ${reasonName(each.reason)}${each.detail === undefined ? '' : ` (${each.detail})`}.`,
      ),
    ],
  };
}

/** The time of the way there and back, if the other end says when an operation begins. */
function networkNotes(rows: readonly Row[]): string[] {
  const known = rows.flatMap(({ networkMs }) => networkMs ?? []);
  if (known.length === 0) return [];
  const ms = formatMs(median(known));
  return [`Network: ${ms} from a call to the server’s first frame. It is not part of the times.`];
}

/** A library from outside first, which its author looks for; otherwise the study’s own subjects. */
function withSubjectsFirst(table: Table, subjects: readonly string[]): Table {
  const own = subjects.filter(isOutside);
  const first = own.length > 0 ? own : subjects;
  const place = (id = '') => (first.includes(id) ? 0 : 1);
  const groups = table.groups.map((group) => ({
    ...group,
    rows: group.rows.toSorted((one, other) => place(one.id) - place(other.id)),
  }));
  return { ...table, groups };
}

/** Columns behind the ratio to the plain way; the reference has one where it is another. */
function columnsOf(
  study: StudyOutline,
  { plan, end }: MeasuredResult,
  rows: readonly Row[],
  isPlain: boolean,
): ArmColumn[] {
  const to = rows.find(({ arm }) => arm === plan.reference);
  const columns: Array<ArmColumn | false> = [
    !isPlain && {
      id: 'to-reference',
      kind: 'ratio',
      label: `vs ${libraryOf(study, plan.reference).label}`,
      of: ({ arm, row }) => (row && to && arm !== to.arm && ratioBetween(row, to)) || '',
    },
    // A reader who stops a run when its numbers please would choose the verdicts.
    end !== 'cancelled' && {
      id: 'verdict',
      kind: 'text',
      label: 'Verdict',
      of: ({ row }) => {
        if (row === undefined || to === undefined) return '';
        const found = ratioBetween(row, to)?.class;
        if (found !== undefined) return className(found);
        return differencesBetween(row, to).length === 0 ? '' : NO_VERDICT;
      },
    },
    // Where the generator has all of its processor, a rate is its own as much as the server’s.
    rows.some((row) => generatorShare(row) !== undefined) && {
      id: 'generator',
      kind: 'text',
      label: 'Generator',
      of: ({ row }) => {
        const share = row && generatorShare(row);
        return share === undefined ? '' : `${formatPercent(share)} of its CPU`;
      },
    },
  ];
  return columns.filter((column) => column !== false);
}

/** Part of its processors’ time that the load generator used, in the median turn. */
function generatorShare({ readings }: Row): number | undefined {
  const percents = readings?.['generator/processor/percent'];
  return percents && median([...percents]) / 100;
}

/** A sentence for each server that is called by its address: it may keep its counter in memory. */
const outsideNotices = ({ outside = [] }: SessionRecord['environment']): string[] =>
  outside.flatMap(({ label, origin }) =>
    origin?.startsWith('http') !== true
      ? []
      : `${label} answers from its own server at ${origin}. The other libraries keep their counter in the storage ` +
        'of a Durable Object. If that server keeps it in memory, part of the difference is not the library’s.',
  );

/** A sentence if no turn of the run, or of a library from outside, counted. Each says how to learn more. */
function nothingCounted({ environment, rows, discarded }: MeasuredResult): string[] {
  if (rows.every(({ counted }) => counted === 0)) {
    const reasons = new Set(discarded.map(({ detail, reason }) => detail ?? reason));
    const why = [...reasons].slice(0, 3).join('; ') || 'the run ended before the first';
    return [`No turn counted: ${why}.`];
  }
  const { labels = {}, outside = [] } = environment;
  return rows.flatMap(({ arm, workload, counted, failure }) => {
    if (!isOutside(arm) || counted > 0 || failure === undefined) return [];
    const own = outside.find(({ id }) => arm.startsWith(`outside:${id}/`));
    const hint =
      own?.served === 'bench'
        ? 'It has no wrangler.jsonc, so it was called at the bench: npx roundtrip-bench init writes one'
        : 'ROUNDTRIP_VERBOSE=1 shows what its other end says';
    const what = `${labels[arm] ?? arm}: nothing counted of ${workload}`;
    return [`${what}: ${failure.detail ?? failure.reason}. ${hint}.`];
  });
}

/** How numbers are to be read, under the tables. */
const READING =
  'Times are the median of the plain way, multiplied by the ratio to it. Ratios have their 95 % CI. Verdicts of a table are corrected together. One launch says nothing of how launches differ.';

/** Shown instead of a verdict if the conditions of the two sides differ. */
export const NO_VERDICT = 'none: conditions differ';

/** The finding of the A/A control among the rows of one workload, in a sentence; none without a control. */
export function controlNotes(rows: readonly Row[], reference: string): string[] {
  const control = rows.find(({ arm }) => arm === CONTROL);
  const to = rows.find(({ arm }) => arm === reference);
  if (control?.control === undefined || to === undefined) return [];
  const { flaw, resolution = 0 } = control.control;
  const ratio = ratioBetween(control, to);
  if (ratio?.low === undefined) {
    return [
      'A/A control: too few sessions for a 95 % CI. A longer run has more: --time <seconds>.',
    ];
  }
  const own = `A/A control: ${formatWithInterval(ratio)}.`;
  if (flaw === 'differs') {
    return [`${own} Both sides are the same code, so a difference of that size is no result.`];
  }
  return flaw === 'wide'
    ? [`${own} Differences under ${formatPercent(resolution)} cannot be told from noise.`]
    : [own];
}

export function impossibleNotices({ cannot = [], workloads }: SessionPlan): string[] {
  const lacking = Map.groupBy(cannot, ({ workload }) => workload);
  return [...lacking].flatMap(([workload, lacks]) => {
    if (workloads.includes(workload)) return [];
    const why = [...new Set(lacks.map(({ reason }) => reason))].join(' ');
    return [`${workload} was not measured: none of the configurations can do it. ${why}`];
  });
}

export interface Fact {
  term: string;
  value: string;
}

/** The known facts of a run, each under its name. The record has more. */
export function factsOf({ environment, plan, seed }: MeasuredResult): Fact[] {
  const { setting, origin, proxy, network, runtime, platform, cpuCount, cpu, colo } = environment;
  const { commit = '', dirty, versions, outside = [], generator } = environment;
  const listed = (...parts: ReadonlyArray<string | undefined>) => parts.filter(Boolean).join(', ');
  const isMarked = plan.workloads.some((id) => plan.loads?.[id]?.fromMarker);
  const link =
    network && `${network.roundTripMs}${THIN}ms round trip, jitter ${network.jitterMs}${THIN}ms`;
  const facts: Array<[term: string, value: string | undefined]> = [
    ['Server', listed(settingNames[setting], origin, colo)],
    ['Network', link && `${link}, simulated`],
    ['Proxy', proxy && `${proxy}, from the client’s environment`],
    ['Client', listed(runtime, platform, cpuCount ? `${cpuCount} processors` : '', cpu)],
    ['Load generator', generator && `${generator}, in a process of its own`],
    ['Timed', isMarked ? 'from the server’s first frame of an operation' : undefined],
    ['Commit', listed(commit.slice(0, 10), dirty ? 'with changes that were not committed' : '')],
    ['Versions', listed(...Object.entries(versions).map((pair) => pair.join(' ')))],
    ...outside.map((each): [string, string] => ['From outside', outsideText(each)]),
    ['Seed', String(seed)],
  ];
  return facts.flatMap(([term, value]) => (value ? [{ term, value }] : []));
}

const WIDTH = 80;
/** Columns whose intervals only the document has; the ratio that a verdict is about keeps its own. */
const WITHOUT_INTERVAL = ['time', 'ratio'];

export function reportText({ title, summary, facts, workloads, notices, reading }: Report): string {
  // A notice about the sides of a table stands under it already.
  const odd = notices.filter((each) => !workloads.some(({ table }) => table.note?.includes(each)));
  const lines = [
    title,
    summary,
    ...facts.map(({ term, value }) => `  ${term}: ${value}`),
    ...workloads.flatMap(({ table, notes }) => [
      '',
      toText(narrow(table), WIDTH),
      ...notes.map((note) => `  ${note}`),
    ]),
    '',
    reading ?? READING,
    ...(odd.length === 0 ? [] : ['', 'Odd about this run:']),
    ...odd.map((notice) => `  ${notice}`),
  ];
  return lines.map(withPlainSpaces).join('\n');
}

/** The same as Markdown, for the summary of a job: in columns, as a terminal shows it. */
export function summaryText(report: Report): string {
  const said = [...report.failures, ...report.unseen].map((line) => `- ${line}\n`).join('');
  return `\`\`\`text\n${reportText(report)}\n\`\`\`\n\n${said}`;
}

function narrow({ columns, groups, ...rest }: Table): Table {
  const isAbout = columns.some(({ id }) => id === 'to-reference');
  const short = columns.map(
    ({ id }) => WITHOUT_INTERVAL.includes(id) && (id === 'time' || isAbout),
  );
  const rowsOf = (group: Table['groups'][number]) =>
    group.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell, at) => withoutMark(short[at] ? withoutInterval(cell) : cell)),
    }));
  return {
    ...rest,
    columns: columns.map((each) => (each.id === 'ratio' ? { ...each, note: undefined } : each)),
    groups: groups.map((group) => ({ ...group, rows: rowsOf(group) })),
  };
}

/** A ratio without its mark: a column of words has the verdict, if there is one. */
const withoutMark = (cell: Cell): Cell =>
  isQuantity(cell) ? { ...cell, class: undefined, mayBeFastest: false } : cell;

function withoutInterval(cell: Cell): Cell {
  if (!isQuantity(cell)) return cell;
  const { value, unit, from } = cell;
  return { value, unit, from };
}
