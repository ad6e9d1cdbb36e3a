/** Tables that an entry’s page fetches: each operation of each record, and every number of a record. */
import {
  operationOf,
  resultNames,
  shortNames,
  launchesText,
  libraryOf,
  noticeText,
  reasonName,
} from '../results/names.ts';
import { conditionNotices } from '../results/conditions.ts';
import { formatCount, formatDay, formatDuration, formatNumber } from '../results/numbers/format.ts';
import type { MeasuredResult } from '../results/result.ts';
import type { Switch } from '../results/answer.ts';
import { numbersTable, operationTable, readingsTable } from '../results/tables/entry.ts';
import { contentHtml, factsHtml, toHtml } from '../results/tables/html.ts';
import type { Named } from './claims/scope.ts';
import { formatMoment } from './facts.ts';
import { broughtBy, type EntryPage, slugOf } from './journal.ts';

/** Folder of the files that the page of an entry fetches. */
export const folderOf = ({ entry }: Pick<EntryPage, 'entry'>): string => `/panels/${entry.id}/`;

/** Names of the files in that folder, without `.json`. */
export const recordFile = (run: { id: string }): string => slugOf(run);
const operationFile = (run: { id: string }, workload: string): string =>
  `${slugOf(run)}.${workload}`;

/** The switches over the records that an entry brings; none if it brings none. */
export function entrySwitches({ study, runs }: EntryPage): Switch[] {
  const short = shortNames(runs);
  const workloads = new Set(runs.flatMap(({ plan }) => plan.workloads));
  return [
    {
      id: 'workload',
      label: 'Operation',
      choices: [...workloads].map((value) => ({ value, label: operationOf(study, value) })),
    },
    {
      id: 'record',
      label: 'Measured',
      choices: runs.map((run) => ({ value: slugOf(run), label: short.get(run.id) ?? run.id })),
    },
  ];
}

/** A file with one of its tables, made when it is written. */
export interface EntryFile {
  name: string;
  html: () => string;
}

/** Every file of an entry. */
export async function entryFiles(page: EntryPage): Promise<EntryFile[]> {
  const brought = await broughtBy(page);
  const names = resultNames([...page.runs, ...page.quoted]);
  const workloads = [...new Set(brought.runs.flatMap(({ plan }) => plan.workloads))];
  return [
    ...brought.runs.flatMap((run) =>
      workloads.map((workload) => ({
        name: operationFile(run, workload),
        html: () => operationHtml(brought, run, workload),
      })),
    ),
    ...page.runs.map((run) => ({
      name: recordFile(run),
      html: () => recordHtml(page, run, names.get(run.id) ?? run.id),
    })),
  ];
}

/** One record under one operation, and where it was measured. */
export function operationHtml(
  { study, runs }: EntryPage,
  run: Named<MeasuredResult>,
  workload: string,
): string {
  if (!run.plan.workloads.includes(workload)) {
    return '<p>This record does not have this operation.</p>';
  }
  const { table, from } = operationTable(study, run, workload, resultNames(runs).get(run.id) ?? '');
  return `${toHtml(table, { hideCaption: true })}<p class="rt-data-note">${contentHtml(from)}</p>`;
}

/** Everything that a record holds but its samples: its numbers, its oddities, and why turns were discarded. */
function recordHtml({ study }: EntryPage, run: Named<MeasuredResult>, name: string): string {
  const { rows, plan, notices, discarded } = run;
  const of = ({ workload, arm }: { workload?: string | undefined; arm?: string | undefined }) =>
    [
      workload === undefined ? '' : operationOf(study, workload),
      arm === undefined ? '' : libraryOf(study, arm).label,
    ]
      .filter(Boolean)
      .join(', ');
  const odd = [
    ...conditionNotices(rows, [{ plain: plan.reference, arms: plan.arms }], (arm) =>
      libraryOf(study, arm),
    ),
    ...notices.map(
      (notice) =>
        `${of(notice)}${of(notice) && ': '}${noticeText(notice, (arm) => libraryOf(study, arm).label)}`,
    ),
    ...discarded.map(
      ({ reason, turns, detail, ...where }) =>
        `${of(where)}: ${formatCount(turns)} turns discarded, ${reasonName(reason)}${detail === undefined ? '' : `: ${detail}`}.`,
    ),
  ];
  const tables = [
    numbersTable(study, run, `Every number: ${name}`),
    readingsTable(study, run),
  ].filter((table) => table !== undefined);
  const items = odd.map((line) => `<li>${contentHtml(line)}</li>`);
  return [
    `<dl class="rt-facts not-content">${factsHtml(factsOfRun(run))}</dl>`,
    odd.length > 0 ? `<p>To know before you read the numbers:</p><ul>${items.join('')}</ul>` : '',
    ...tables.map((table) => toHtml(table, { className: 'rt-listed not-content' })),
  ].join('');
}

function factsOfRun(run: Named<MeasuredResult>): Array<[string, string]> {
  const { environment, startedAt, rounds, plan, tookMs, seed, partial, lastStartedAt } = run;
  const { commit, dirty, stale, clockStepUs, proxy } = environment;
  const stamps = [
    partial && 'a part of a run',
    dirty && 'with changes not committed',
    stale && 'Workers of another commit',
  ].filter((stamp) => typeof stamp === 'string');
  const facts: Array<[string, string]> = [
    [
      'Measured',
      `${formatDay(startedAt)}${tookMs === undefined ? '' : `, ${formatDuration(tookMs)}`}`,
    ],
    ['Commit', [commit?.slice(0, 10) ?? 'unknown', ...stamps].join(', ')],
    ['Rounds', [...new Set([rounds, plan.rounds ?? rounds])].map(formatCount).join(' of ')],
    ['Step of the clock', `${formatNumber(clockStepUs, clockStepUs < 10 ? 2 : 0)} µs`],
    ['Seed', String(seed)],
  ];
  if (lastStartedAt !== undefined) {
    const between = [startedAt, lastStartedAt].map(formatMoment).join(' and ');
    facts.push(['Launches', `${launchesText(run)}, begun between ${between}`]);
  } else if (run.launches > 1) facts.push(['Launches', launchesText(run)]);
  if (proxy !== undefined) facts.push(['Proxy', proxy]);
  return facts;
}
