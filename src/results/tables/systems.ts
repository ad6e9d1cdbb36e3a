/** The tables of a library’s page: its times, its versions, its known issues, and what its notes hold. */
import type { Original, SystemNotes } from '../system-notes.ts';
import type { StudyOutline } from '../../core/plan/index.ts';
import { formatDay, capitalized } from '../numbers/format.ts';
import { type Answer, outlineFor } from '../answer.ts';
import { clientName, libraryOf, operationOf, roundTripName } from '../names.ts';
import { ratioIn, ratioOrQuotient } from '../pairs.ts';
import type { MeasuredResult, Row } from '../result.ts';
import { groupsOf } from '../../libraries/studies/groups.ts';
import { findStudy } from '../../libraries/studies/index.ts';
import {
  column,
  groupedTable,
  type LibraryCell,
  type Table,
  tableOf,
  type TextCell,
} from './table.ts';
import {
  addressOf,
  type KnownIssue,
  nameOf,
  shownBy,
  stateOf,
} from '../../matrix/questions/known-issues.ts';
import type { Recorded } from '../../matrix/questions/recorded.ts';

/** A time in the answer of a study, with the row that it is compared with. */
export interface AnsweredTime {
  study: Pick<StudyOutline, 'id' | 'arms' | 'reference' | 'workloads' | 'maker'>;
  title: string;
  answer: Answer;
  row: Row;
  plain: Row | undefined;
  library: LibraryCell;
}

/** Every time in the answers of a study, beside the plain way of its group. */
export function timesIn(id: string, title: string, answers: readonly Answer[]): AnsweredTime[] {
  const study = outlineFor(id, answers);
  return answers.flatMap((answer) => {
    const arms = answer.rows.map(({ arm }) => arm);
    return groupsOf(study, arms, answer.result.environment.accept).flatMap((group) => {
      const plain = answer.rows.find(({ arm }) => arm === group.plain);
      return answer.rows
        .filter(({ arm }) => group.arms.includes(arm))
        .map((row) => ({ study, title, answer, row, plain, library: libraryOf(study, row.arm) }));
    });
  });
}

/** Its times by study, in the order in which each study answers. */
export function libraryTimesTable(label: string, times: readonly AnsweredTime[]): Table {
  const compared = times.map((each) => ({ ...each, ratio: ratioOrQuotient(each.row, each.plain) }));
  return groupedTable(compared, ({ title }) => title, {
    caption: `Times of ${label}`,
    note: 'From the same results as the tables of the studies. “vs plain” compares with the plain way of the same transport in the same run.',
    columns: [
      column('text', 'Operation', ({ study, answer }) => operationOf(study, answer.workload)),
      column('text', 'Round trip', ({ answer }) => roundTripName(answer)),
      column('text', 'From', ({ answer }) =>
        clientName(answer.client, answer.result.environment.setting),
      ),
      column('text', 'Configuration', ({ row: { cannot: note }, library }) =>
        note === undefined ? library.label : { text: library.label, note },
      ),
      column(
        'number',
        'Time',
        ({ row }) => row.time ?? (row.cannot === undefined ? 'not measured' : 'cannot'),
        'ms',
      ),
      column(
        'ratio',
        'vs plain',
        ({ row, plain, ratio }) => ratio ?? (row === plain ? 'plain' : ''),
      ),
    ],
  });
}

/** Time for which a version may be called the newest after somebody has looked: 30 days, in ms. */
const RECENT_MS = 30 * 86_400_000;

/** The newest versions as they were noted, if that was lately. @param now time of the build, in ms since 1970 */
export const recentNewest = ({ newest }: Pick<SystemNotes, 'newest'>, now = Date.now()) =>
  newest !== undefined && now - Date.parse(newest.checked) <= RECENT_MS ? newest : undefined;

/** The packages of a library: of each the version that is measured, and the newest there is. */
export function versionsOfNotes(
  installed: Readonly<Record<string, string>>,
  notes: Pick<SystemNotes, 'newest'>,
  now = Date.now(),
) {
  const { protocol } = notes.newest ?? {};
  const { versions, remarks, checked } = recentNewest(notes, now) ?? {};
  const packages = Object.entries(installed).map(([name, measured]) => ({
    name,
    measured,
    newest: versions?.[name],
    remark: remarks?.[name],
    checked,
  }));
  if (protocol === undefined) return packages;
  const spoken = { name: 'protocol', measured: protocol, newest: protocol };
  return [...packages, { ...spoken, remark: undefined, checked: undefined }];
}

export function versionsTable(rows: ReturnType<typeof versionsOfNotes>): Table {
  return tableOf(rows, {
    caption: 'Versions',
    columns: [
      column('text', 'Package', ({ name }) => ({ text: name, code: true })),
      column('text', 'Measured', ({ measured }) => measured),
      column('text', 'Newest', ({ newest = 'not checked', remark: note }) =>
        note === undefined ? newest : { text: newest, note },
      ),
      column('text', 'Checked on', ({ checked }) =>
        checked === undefined ? '' : formatDay(checked),
      ),
    ],
  });
}

/**
 * Time of one arm ÷ time of another under each workload of some results that both can do.
 *
 * @throws Error naming the study and the workload without rounds of both
 */
export function ratiosTable(
  { caption, of, to }: Pick<Original['ratios'][number], 'caption' | 'of' | 'to'>,
  results: readonly MeasuredResult[],
): Table {
  const rows = results.flatMap((result) =>
    result.plan.workloads.flatMap((workload) => {
      const own = result.rows.filter((row) => row.workload === workload);
      if (own.some(({ arm, cannot }) => cannot && (arm === of || arm === to))) return [];
      const ratio = ratioIn(own, of, to);
      if (ratio) return { result, workload, ratio };
      throw new Error(
        `${result.id}: got no rounds of "${workload}" with both ${of} and ${to}, expected a result that has them`,
      );
    }),
  );
  return tableOf(rows, {
    caption,
    columns: [
      column('text', 'Operation', ({ result, workload }) =>
        operationOf(findStudy(result.study), workload),
      ),
      column('text', 'From', ({ result }) => result.environment.runtime),
      column('ratio', 'Ratio', ({ ratio }) => ratio),
    ],
  });
}

/** A table of texts, as the notes on a library have it. */
export function textTable({ columns, rows, ...rest }: Original['tables'][number]): Table {
  return tableOf(rows, {
    ...rest,
    columns: columns.map((label, at) =>
      column<readonly string[]>('text', label, (row) => row[at] ?? ''),
    ),
  });
}

/** A link to the proof of a report: the question that the library was asked, or the study. */
function tieOf(issue: KnownIssue, system: string): TextCell {
  const tie = shownBy(issue);
  if ('page' in tie) return { text: tie.label, href: tie.page };
  if ('question' in tie) {
    const { id, question } = tie.question;
    return { text: question, href: `/capabilities/#${id}--${system}` };
  }
  return { text: `${tie.study.title}: ${tie.workload.label}`, href: `/studies/${tie.study.id}/` };
}

/** A row for each report on a library, in the order of the file. */
export function issuesTable(
  system: { id: string; label: string },
  issues: readonly KnownIssue[],
  { results }: Pick<Recorded, 'results'>,
): Table {
  return tableOf(issues, {
    caption: `Known issues of ${system.label}`,
    columns: [
      column('text', 'Report', (issue) => ({
        text: nameOf(issue),
        href: addressOf(issue),
        note: issue.versions ? `Versions: ${issue.versions}` : undefined,
      })),
      column('text', 'What it says', ({ says }) => says),
      column('text', 'Here', (issue) => ({
        parts: [{ text: `${capitalized(stateOf(issue, system.id, results))}.` }],
        notes: [
          ...(issue.notHere === undefined ? [] : [[{ text: issue.notHere }]]),
          [tieOf(issue, system.id)],
        ],
      })),
      column('text', 'What to do instead', ({ instead }) => instead),
    ],
  });
}
