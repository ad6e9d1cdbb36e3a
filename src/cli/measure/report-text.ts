import type { Environment } from '../../harness/record.ts';
import type { Comparison, TwinCheck } from '../../harness/statistics-compare.ts';
import type { ArmSummary } from '../../harness/statistics-summary.ts';
import { TWIN } from '../../harness/study.ts';
import { columns, count, duration, factor, ms, NONE, percent, range, several } from '../text.ts';
import { labelsOf, type Report, type ReportedStudy } from './report.ts';

/** A report as people read it: what may be doubted first, then a table for each workload. */
export function reportText(study: ReportedStudy, report: Report): string {
  const { record, comparisons, twins, notices } = report;
  const label = labelsOf(study);
  const workloads = study.workloads.filter(({ id }) =>
    report.arms.some(({ workload }) => workload === id),
  );
  const nameOf = (id: string) => workloads.find((each) => each.id === id)?.label ?? id;
  const flawed = twins.filter(({ flaw }) => flaw !== undefined);
  return [
    `${study.title}: ${several(record.rounds.run, 'round')}, setting ${record.environment.setting}`,
    ...whereLines(record),
    ...(comparisons.verdictsHold
      ? []
      : [
          '',
          'The run was stopped by hand, so its length was not chosen before it began, and no verdicts are given.',
        ]),
    ...(flawed.length === 0
      ? []
      : ['', 'First, the noise:', ...noiseLines(flawed, twins.length, study.margin, nameOf)]),
    ...workloads.flatMap(({ id, label: title }) => [
      '',
      title,
      ...workloadTable(study, report, id, label),
      ...twins
        .filter(({ workload, flaw }) => workload === id && flaw === undefined)
        .map((twin) => `  Twin: ${twinText(twin, study.margin)}`),
    ]),
    '',
    [
      `Ratios are an arm’s time ÷ ${label(study.reference)}’s, with 95 % intervals.`,
      ...(comparisons.corrected === 0
        ? []
        : [
            `The verdicts on the ${several(comparisons.corrected, 'comparison')} that answer the ` +
              'question are corrected together (Holm); ' +
              `less than ${percent(study.margin)} apart counts as equal.`,
          ]),
      'Frames, out and in, and round trips are per operation.',
    ].join(' '),
    ...list(
      'Odd about this run:',
      notices.map(({ workload, arm, text }) => {
        const who = arm === undefined ? '' : `, ${label(arm)}`;
        return `${nameOf(workload)}${who}: ${text}`;
      }),
    ),
    ...list(
      `${several(record.voids.length, 'block')} void, left out of every number above:`,
      record.voids.map(
        ({ round, arm, workload, reason, detail }) =>
          `round ${round + 1}, ${label(arm)}, ${nameOf(workload)}: ${detail || reason}`,
      ),
    ),
    ...list('This record cannot be published as it is:', record.obstacles),
  ].join('\n');
}

/** The flawed twins, those of which the same is to be said in one line. */
function noiseLines(
  flawed: readonly TwinCheck[],
  all: number,
  margin: number,
  nameOf: (workload: string) => string,
): string[] {
  const groups = Map.groupBy(flawed, (twin) => twinText(twin, margin));
  return [...groups].map(([text, members]) => {
    const every = members.length > 1 && members.length === all;
    const names = every
      ? 'Every workload'
      : members.map(({ workload }) => nameOf(workload)).join('; ');
    return `  ${names}: ${text}`;
  });
}

function whereLines({ environment, seed, startedAt }: Report['record']): string[] {
  const { origin, colo, runtime, platform, cpuCount, clockStepUs } = environment;
  const client = [
    runtime,
    platform,
    cpuCount === undefined ? undefined : several(cpuCount, 'processor'),
    `clock step ${clockStepUs} µs`,
  ];
  const server = [origin, colo, commitText(environment)];
  const text = (parts: ReadonlyArray<string | undefined>) =>
    parts.filter((part) => part !== undefined).join(', ');
  return [
    `  Workers: ${text(server)}`,
    `  Client: ${text(client)}`,
    `  Started ${startedAt}, seed ${seed}`,
  ];
}

function commitText({ commit, dirty, stale }: Environment): string {
  const name = commit === undefined ? 'commit unknown' : `commit ${commit.slice(0, 10)}`;
  return `${name}${dirty === true ? ' with changes' : ''}${stale === true ? ', stale' : ''}`;
}

function workloadTable(
  { reference, margin }: ReportedStudy,
  { arms, cannot, comparisons, twins }: Report,
  workload: string,
  label: (id: string) => string,
): string[] {
  const { subjects, others, verdictsHold, roundMs } = comparisons;
  const compared = new Map(
    [...subjects, ...others, ...twins]
      .filter((each) => each.workload === workload)
      .map((each) => [each.arm, each]),
  );
  const ofWorkload = arms.filter((each) => each.workload === workload);
  const extra = extraColumns.filter(({ of }) => ofWorkload.some((arm) => of(arm) !== undefined));
  const head = [
    'arm',
    'ms/op',
    'interval',
    'p99',
    'ops/s',
    ...extra.map(({ head: title }) => title),
    'frames',
    'trips',
    'ratio',
    'interval',
    'verdict',
  ];
  const rows = ofWorkload.map((arm) => {
    const { msPerOperation, quantilesMs, operationsPerSecond } = arm;
    const comparison = compared.get(arm.arm);
    const left = arm.void === 0 ? '' : ` (${arm.counted} of ${arm.counted + arm.void} blocks)`;
    return [
      `  ${label(arm.arm)}${left}`,
      ms(msPerOperation?.estimate),
      range(msPerOperation?.interval, ms),
      ms(quantilesMs?.p99),
      count(operationsPerSecond?.estimate),
      ...extra.map(({ of, show }) => show(of(arm))),
      framesText(arm),
      average(arm.turnsPerOperation),
      factor(comparison?.ratio?.estimate),
      range(comparison?.ratio?.interval),
      arm.arm === reference
        ? 'reference'
        : arm.arm === TWIN || comparison === undefined || !verdictsHold
          ? NONE
          : verdictText(comparison, margin, roundMs),
    ];
  });
  return [
    ...columns(head, rows, [0, head.length - 1]),
    ...cannot
      .filter((lack) => lack.workload === workload)
      .map(({ arm, reason }) => `  ${label(arm)}: cannot do this. ${reason}`),
  ];
}

/** Columns that only some workloads have. */
const extraColumns: ReadonlyArray<{
  head: string;
  of: (arm: ArmSummary) => number | undefined;
  show: (value: number | undefined) => string;
}> = [
  { head: 'ms/call', of: ({ msPerCall }) => msPerCall, show: ms },
  { head: 'MB/s', of: ({ megabytesPerSecond: data }) => data?.estimate, show: ms },
  { head: 'late', of: ({ lateMs }) => lateMs, show: ms },
];

/** Frames of an operation, out and in: `1/1`. */
function framesText({ framesPerOperation: frames }: ArmSummary): string {
  return frames === undefined ? NONE : `${average(frames.out)}/${average(frames.in)}`;
}

function average(value: number | undefined): string {
  if (value === undefined) return NONE;
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

function verdictText(
  { verdict, roundsNeeded }: Comparison,
  margin: number,
  roundMs: number,
): string {
  if (verdict === 'equal') return `equal within ${percent(margin)}`;
  if (verdict !== 'undecided' || roundsNeeded === undefined) return verdict;
  return `undecided: ${several(roundsNeeded, 'more round')}, ${duration(roundsNeeded * roundMs)}`;
}

/** What the reference did against itself, and what this run could therefore see. */
export function twinText({ ratio, resolution, flaw }: TwinCheck, margin: number): string {
  if (ratio === undefined || resolution === undefined) {
    return 'too few rounds for an interval, so what noise alone does is not known.';
  }
  const own = `${factor(ratio.estimate)} (${range(ratio.interval)}).`;
  const least = percent(resolution, resolution < 0.1 ? 1 : 0);
  switch (flaw) {
    case 'differs':
      return `${own} Twins are the same, so something disturbed this run: a difference of that size is no result.`;
    case 'wide':
      return `${own} Differences under ${least} cannot be told from noise here; the margin is ${percent(margin)}.`;
    case 'no-interval':
    case undefined:
      return `${own} The smallest difference this run could have seen is ${least}.`;
  }
}

function list(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}
