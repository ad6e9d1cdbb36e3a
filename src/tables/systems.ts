/** The tables of a library’s page: its times, its versions, and how other code stands to a published library. */
import type { Original, SystemNotes } from '../collections/systems.ts';
import type { AnsweredTime } from '../journal/systems.ts';
import { formatCount, formatDay } from '../numbers/format.ts';
import { clientName, distanceName, operationOf } from '../results/names.ts';
import { comparedTime, ratioBetween } from '../results/pairs.ts';
import type { MeasuredResult } from '../results/result.ts';
import { findStudy } from '../studies/index.ts';
import { type Column, type Table, tableOf } from './table.ts';

const timeColumns: readonly Column[] = [
  { id: 'operation', label: 'Operation', kind: 'text' },
  { id: 'distance', label: 'Distance', kind: 'text' },
  { id: 'from', label: 'From', kind: 'text' },
  { id: 'configuration', label: 'Configuration', kind: 'text' },
  { id: 'time', label: 'Time', kind: 'number', note: 'ms' },
  { id: 'ratio', label: '× plain', kind: 'ratio' },
];

/** Its times by study, in the order in which each study answers. */
export function timesTable(label: string, times: readonly AnsweredTime[]): Table {
  return {
    caption: `Times of ${label}`,
    columns: timeColumns,
    groups: [...Map.groupBy(times, ({ study }) => study.id).values()].map((own) => ({
      heading: own[0]?.title ?? '',
      rows: own.map(({ study, answer, row, plain, library }) => {
        const { time, ratio } = comparedTime(row, plain);
        return {
          cells: [
            operationOf(study, answer.workload),
            distanceName(answer),
            clientName(answer.client),
            row.cannot === undefined ? library.label : { text: library.label, note: row.cannot },
            time ?? (row.cannot === undefined ? 'not measured' : 'cannot'),
            ratio ?? (row === plain ? 'plain' : ''),
          ],
        };
      }),
    })),
    note: 'Median with 95 % CI, from the same results as the tables of the studies. × plain compares with the plain way of the same transport in the same run.',
  };
}

/** A package of a library: the version that is measured, and the newest there is. */
export interface VersionRow {
  name: string;
  measured: string;
  newest?: string | undefined;
  remark?: string | undefined;
  checked?: string | undefined;
}

export function versionsOfNotes(
  installed: Readonly<Record<string, string>>,
  { newest }: Pick<SystemNotes, 'newest'>,
): VersionRow[] {
  const packages = Object.entries(installed).map(([name, measured]) => ({
    ...{ name, measured, newest: newest?.versions[name], checked: newest?.checked },
    remark: newest?.remarks?.[name],
  }));
  const { protocol } = newest ?? {};
  return protocol === undefined
    ? packages
    : [...packages, { name: 'protocol', measured: protocol, newest: protocol }];
}

export function versionsTable(rows: readonly VersionRow[]): Table {
  return tableOf(rows, {
    caption: 'Versions',
    columns: [
      {
        ...{ id: 'package', label: 'Package', kind: 'text' },
        of: ({ name }) => ({ text: name, code: true }),
      },
      { id: 'measured', label: 'Measured', kind: 'text', of: ({ measured }) => measured },
      {
        ...{ id: 'newest', label: 'Newest', kind: 'text' },
        of: ({ newest, remark }) => ({
          text: newest ?? 'not checked',
          ...(remark !== undefined && { note: remark }),
        }),
      },
      {
        ...{ id: 'checked', label: 'Checked on', kind: 'text' },
        of: ({ checked }) => (checked === undefined ? '' : formatDay(checked)),
      },
    ],
  });
}

type Pair = Original['interop']['pairs'][number];

const halves = { published: 'Published', ours: 'This site’s' } as const;

/** The cases of the library’s own tests that each pair of client and server passes. */
export function interopTable({ name, interop }: Original): Table {
  const { date, how, cases, pairs } = interop;
  const passed = ({ failed }: Pair): number =>
    cases - failed.reduce((sum, each) => sum + each.cases, 0);
  return tableOf(pairs, {
    caption: `Cases of the test suite of ${name} that pass`,
    note: `${formatDay(date)}. ${how}`,
    columns: [
      { id: 'client', label: 'Client', kind: 'text', of: ({ client }) => halves[client] },
      { id: 'server', label: 'Server', kind: 'text', of: ({ server }) => halves[server] },
      {
        ...{ id: 'passed', label: 'Pass', kind: 'text' },
        of: (pair) => `${formatCount(passed(pair))} of ${formatCount(cases)}`,
      },
      {
        ...{ id: 'failed', label: 'What fails', kind: 'text' },
        of: ({ failed }) =>
          failed.map((each) => `${each.cases} × ${each.what}`).join(' ') || 'nothing',
      },
    ],
  });
}

/**
 * Time of one arm ÷ time of another under each workload of some results.
 *
 * @throws Error naming the study and the workload without rounds of both
 */
export function speedTable(
  caption: string,
  [arm, to]: readonly [string, string],
  results: readonly MeasuredResult[],
): Table {
  const rows = results.flatMap((result) =>
    result.plan.workloads.map((workload) => {
      const find = (id: string) =>
        result.rows.find((row) => row.arm === id && row.workload === workload);
      const [first, second] = [find(arm), find(to)];
      const ratio = first && second && ratioBetween(first, second);
      if (ratio) return { result, workload, ratio };
      throw new Error(
        `${result.id}: got no rounds of "${workload}" with both ${arm} and ${to}, expected a result that has them`,
      );
    }),
  );
  return tableOf(rows, {
    caption,
    columns: [
      {
        ...{ id: 'operation', label: 'Operation', kind: 'text' },
        of: ({ result, workload }) => operationOf(findStudy(result.study), workload),
      },
      {
        ...{ id: 'client', label: 'From', kind: 'text' },
        of: ({ result }) => result.environment.runtime,
      },
      { id: 'ratio', label: 'Ratio', kind: 'ratio', of: ({ ratio }) => ratio },
    ],
  });
}

/** What the library’s code does, and what stands in its place here. */
export function differsTable({ name, differs }: Original): Table {
  return tableOf(differs, {
    caption: `What the code of ${name} does otherwise`,
    note: 'Read in the source of both.',
    columns: [
      { id: 'what', label: 'What', kind: 'text', of: ({ what }) => what },
      { id: 'theirs', label: 'The npm package', kind: 'text', of: ({ theirs }) => theirs },
      { id: 'ours', label: 'The reimplementation', kind: 'text', of: ({ ours }) => ours },
    ],
  });
}
