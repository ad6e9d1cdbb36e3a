/** The report of a run of two folders: a row for each configuration and operation. */
import type { StudyOutline } from '../../../core/plan/index.ts';
import { CONTROL, type SessionRecord } from '../../../core/record/index.ts';
import type { End } from '../../../core/run/index.ts';
import { classOf, type RatioClass, visibleFrom } from '../../../core/statistics/index.ts';
import { countOf, formatPercent } from '../../../results/numbers/format.ts';
import { formatWithInterval, type Quantity } from '../../../results/numbers/quantity.ts';
import { conditionNotices, differencesBetween } from '../../../results/conditions.ts';
import { className, libraryOf, operationOf } from '../../../results/names.ts';
import { ratioBetween } from '../../../results/pairs.ts';
import type { MeasuredResult, Row } from '../../../results/result.ts';
import { resultOf } from '../../../results/rows-of.ts';
import { column, tableOf } from '../../../results/tables/table.ts';
import { withPlainSpaces } from '../../../results/tables/text.ts';
import {
  type Report,
  summaryOf,
  controlNotes,
  factsOf,
  impossibleNotices,
  NO_VERDICT,
} from '../report.ts';

export interface SideFacts {
  /** As `--system` names it. */
  name: string;
  source: string;
  commit: string | null;
  dirty: boolean;
}

/** The facts of a comparison that its record has not. */
export interface Compared {
  /** The one that ratios are stated against. */
  base: SideFacts;
  head: SideFacts;
  study: string;
  /** Half-width of what counts as equal, as a fraction. */
  margin: number;
  /** Ids of the arms whose code differs between two checkouts; absent where that was not looked up. */
  changed?: string[];
}

export interface ComparedFolders {
  compared: Compared;
  /** Names of what was measured; of operations from outside the record has only the ids. */
  study: StudyOutline;
}

/** Id of an arm on one side. */
export const sideId = (side: string, arm: string): string => `${side}:${arm}`;

/** A configuration's times on both sides. */
interface ComparisonRow extends Pick<Row, 'arm' | 'workload'> {
  label: string;
  /** In ms; absent where nothing counted. */
  base?: Quantity | undefined;
  head?: Quantity | undefined;
  /** How many times the base's time the head takes. */
  ratio?: Quantity | undefined;
  /** Absent where conditions differ, and of a run that was stopped. */
  class?: RatioClass | undefined;
  /** Smallest difference that nine in ten such runs would see, as a fraction; absent with few sessions. */
  visible?: number | undefined;
}

/** @param isLimited true if the command fails on a row that is slower by more than the margin */
export function comparisonOf(
  record: SessionRecord,
  end: End,
  { compared, study }: ComparedFolders,
  isLimited: boolean,
): Report & { document: ReturnType<typeof documentOf> } {
  const result = resultOf([record], end.kind);
  const { base, head, margin, changed } = compared;
  const { labels = {}, outside: [library] = [] } = record.environment;
  const rows = rowsOf(result, compared, (arm) => libraryOf(study, arm).label);
  const slower = rows.filter(
    (row) => row.class?.startsWith('slower') && (row.ratio?.value ?? 0) > 1 + margin,
  );
  // One that is slower by less than the limit was seen.
  const unseen = rows.filter((row) => isLimited && (row.class ?? 'open') === 'open');
  const named = ({ label, workload }: ComparisonRow) => `${label}, ${operationOf(study, workload)}`;
  const pairs = [...new Set(rows.map(({ arm }) => arm))].map((arm) => ({
    plain: sideId(base.name, arm),
    arms: [sideId(head.name, arm)],
  }));
  const notices = [
    ...impossibleNotices(record.plan),
    ...conditionNotices(result.rows, pairs, (arm) => ({ label: labels[arm] ?? arm })),
    ...result.discarded.map(
      ({ arm, turns, detail, reason }) =>
        `${arm === CONTROL ? 'A/A control' : (labels[arm] ?? arm)}: ${countOf(turns, 'turn')} discarded: ${detail ?? reason}.`,
    ),
  ];
  return {
    title: `${head.name} compared with ${base.name}: ${library?.label ?? study.title}`,
    summary: summaryOf(record, result, end),
    facts: [
      ...[base, head].map((side) => ({ term: side.name, value: sideText(side) })),
      ...(changed === undefined ? [] : [{ term: 'Changed', value: changed.join(', ') }]),
      ...factsOf(result),
    ],
    workloads: result.plan.workloads.map((workload) => ({
      table: tableOf(
        rows.filter((row) => row.workload === workload),
        {
          caption: operationOf(study, workload),
          columns: [
            column('text', 'Library', ({ label }) => label),
            column('number', base.name, (row) => row.base ?? 'not measured', 'ms'),
            column('number', head.name, (row) => row.head ?? 'not measured', 'ms'),
            column('ratio', `${head.name} ÷ ${base.name}`, ({ ratio }) => ratio ?? ''),
            ...(end.kind === 'cancelled'
              ? []
              : [
                  verdictColumn(margin),
                  column('text', 'Could see', ({ visible }: ComparisonRow) =>
                    visible === undefined ? '' : formatPercent(visible),
                  ),
                ]),
          ],
        },
      ),
      notes: controlNotes(
        result.rows.filter((row) => row.workload === workload),
        result.plan.reference,
      ),
    })),
    notices,
    reading: `Times are the median of ${labels[result.plan.reference] ?? base.name}, multiplied by the ratio to it. Ratios have their 95 % CI. Verdicts are corrected together. Could see: the smallest difference that nine in ten such runs would call slower or faster.`,
    failures: [
      ...rows
        .filter(({ ratio }) => ratio === undefined)
        .map((row) =>
          row.base && row.head
            ? `Too few rounds for a ratio of ${named(row)}. A longer run has more: --time <seconds>.`
            : `Nothing counted of ${named(row)}.`,
        ),
      ...(isLimited ? slower : []).map((row) =>
        withPlainSpaces(`Slower: ${named(row)}: ${row.ratio && formatWithInterval(row.ratio)}.`),
      ),
    ],
    unseen: unseen.map((row) => {
      const { ratio } = row;
      const few = 'too few sessions for a 95 % CI';
      const seen = ratio?.low === undefined ? few : formatWithInterval(ratio);
      const why = row.class === undefined ? NO_VERDICT : seen;
      return withPlainSpaces(
        `Could not have seen ${formatPercent(margin)}: ${named(row)}: ${why}.`,
      );
    }),
    document: documentOf(compared, result.rounds, notices, rows),
  };
}

const verdictColumn = (margin: number) =>
  column('text', 'Verdict', (row: ComparisonRow) =>
    row.class === undefined ? NO_VERDICT : className(row.class, margin),
  );

/** Judges the head's time against the base's, arm by arm, from the rounds in which both ran. */
function rowsOf(
  result: MeasuredResult,
  { base, head, margin }: Compared,
  labelOf: (arm: string) => string,
): ComparisonRow[] {
  const rows = new Map(result.rows.map((row) => [`${row.arm} ${row.workload}`, row]));
  const prefix = sideId(head.name, '');
  const pairs = result.rows.flatMap((row) => {
    const { workload } = row;
    const arm = row.arm.startsWith(prefix) ? row.arm.slice(prefix.length) : '';
    const other = `${sideId(base.name, arm)} ${workload}`;
    const to = rows.get(other);
    // None if one of the two cannot do the workload.
    if (to === undefined || row.cannot !== undefined || to.cannot !== undefined) return [];
    return [{ arm, row, to, ratio: ratioBetween(row, to) }];
  });
  return pairs.map(({ arm, row, to, ratio }): ComparisonRow => ({
    arm,
    workload: row.workload,
    label: labelOf(arm),
    base: to.time,
    head: row.time,
    ratio,
    visible: ratio && visibleFrom(ratio, pairs.length),
    // A reader who stops a run when its numbers please would choose the verdicts.
    class:
      result.end === 'cancelled' || differencesBetween(row, to).length > 0
        ? undefined
        : ratio === undefined
          ? 'open'
          : classOf(ratio, pairs.length, margin),
  }));
}

function sideText({ source, commit, dirty }: SideFacts): string {
  const at = commit === null ? 'commit unknown' : `commit ${commit.slice(0, 10)}`;
  return `${source}, ${at}${dirty ? ' with changes' : ''}`;
}

/** The document of `--json`. Times are in ms per operation, ratios are head ÷ base. */
export const documentOf = (
  compared: Compared,
  rounds = 0,
  notices: string[] = [],
  rows: ComparisonRow[] = [],
) => ({ kind: 'folders', ...compared, rounds, notices, rows });
