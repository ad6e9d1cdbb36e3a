/** Whose times a first screen sets beside each other: a source’s, those published here, somebody’s, a reader’s. */
import { type BesideGroup, type Whose, whoseNames } from '../figures/beside.ts';
import { formatDay } from '../numbers/format.ts';
import type { StudyOutline } from '../harness/plan/index.ts';
import { CONTROL } from '../harness/record/index.ts';
import { headlineOf } from './answer.ts';
import { clientText, placeText } from './entry-answer.ts';
import type { FlatRatio } from '../harness/statistics/index.ts';
import type { ArmFinding, Finding } from './finding.ts';
import type { QuotedContext } from './rows.ts';
import { armNames, capital, placeOf, workloadNames } from './words.ts';

/** One party’s medians in ms, with the ends of their intervals, and where it ran. */
export interface Party {
  whose: Whose;
  /** `on workerd, from a browser` */
  where: string;
  times: ReadonlyArray<{
    workload: string;
    arm: string;
    ms: number;
    low?: number | undefined;
    high?: number | undefined;
  }>;
}

/** What a source states; of a library that an arm stands in for, as that library’s. */
export function quotedParty({ original }: StudyOutline, quoted: QuotedContext): Party {
  const times = quoted.times.flatMap((time) =>
    time.arm === original?.standIn ? original.arms.map((arm) => ({ ...time, arm })) : [time],
  );
  return { whose: 'quoted', where: placeOf(quoted.setting), times };
}

/** What a run found. Of those that came by a link the day is told; the journal has that of the others. */
export function findingParty(finding: Finding, whose: Exclude<Whose, 'quoted'>): Party {
  const { startedAt, environment, workloads } = finding;
  const place = `${lower(placeText(environment))}, from ${clientText(environment.runtime)}`;
  const day = whose === 'theirs' ? `, ${formatDay(startedAt)}` : '';
  const times = workloads.flatMap(({ id, arms }) =>
    arms.map(({ arm, median, low, high }) => ({ workload: id, arm, ms: median, low, high })),
  );
  return { whose, where: whose === 'yours' ? 'from here' : `${place}${day}`, times };
}

/** Key of the figure: the short name of each party that it shows, and where it ran. */
export function keyOf(parties: readonly Party[], groups: readonly BesideGroup[]) {
  const shown = new Set(
    groups.flatMap(({ rows }) => rows.flatMap(({ times }) => times.map(({ whose }) => whose))),
  );
  return parties
    .filter(({ whose }) => shown.has(whose))
    .map(({ whose, where }) => ({ whose, short: whoseNames[whose], name: where }));
}

/** Most rows of a figure: a whole run of the usual arms in two workloads. */
const MOST_ROWS = 12;

/** What of a workload’s finding says who took how long. */
interface Timed {
  id: string;
  arms: ReadonlyArray<Pick<ArmFinding, 'arm' | 'median'>>;
  ratios: ReadonlyArray<FlatRatio & { arm: string }>;
}

/**
 * The groups of the figure: each workload as long as there is room, one at least, with every arm that
 * the finding timed, in its order, and what the other parties have of the same arm.
 *
 * @param parties the last is the finding’s own
 */
export function besideGroups(
  study: StudyOutline,
  { workloads }: { workloads: readonly Timed[] },
  parties: readonly Party[],
): BesideGroup[] {
  const names = armNames(study);
  const label = workloadNames(study);
  const groups: BesideGroup[] = [];
  for (const { id, arms, ratios } of workloads) {
    const rows = arms
      .filter(({ arm }) => arm !== CONTROL)
      .toSorted((a, b) => a.median - b.median)
      .map(({ arm }) => ({
        ...{ label: capital(names(arm).spoken), system: names(arm).system },
        times: parties.flatMap(({ whose, times }) =>
          times
            .filter((time) => time.arm === arm && time.workload === id)
            .map(({ ms, low, high }) => ({ whose, ms, low, high })),
        ),
        ratio: ratios.find((each) => each.arm === arm),
      }));
    const length = groups.flatMap((group) => group.rows).length + rows.length;
    if (rows.length === 0) continue;
    if (groups.length > 0 && length > MOST_ROWS) break;
    const baseline = arms.find(({ arm }) => arm === study.baseline)?.median;
    groups.push({ heading: label(id), baseline, rows });
  }
  return groups;
}

/** What a finding is set beside, as far as it is there. */
export interface Beside {
  quoted?: QuotedContext | undefined;
  /** What was measured here. */
  published?: Finding | undefined;
  /** Somebody’s, that came by a link. */
  theirs?: Finding | undefined;
}

/** The study with the arms of the published library among its own: records have them from outside. */
export function withOriginal<Of extends StudyOutline>(study: Of): Of {
  const { arms, original } = study;
  if (original === undefined) return study;
  const absent = original.arms.filter((id) => !arms.some((arm) => arm.id === id));
  return { ...study, arms: [...arms, ...absent.map((id) => ({ ...original, id }))] };
}

/** The arm that a finding’s lines are about: a published library itself where the finding has it. */
export function subjectIn(study: StudyOutline, finding: Finding): string {
  const { original } = study;
  const headline = headlineOf(study, finding) ?? study.subjects[0] ?? '';
  const isOriginal =
    original && (headline === original.standIn || original.arms.includes(headline));
  const library = original?.arms.find((id) => finding.plan.arms.includes(id));
  return (isOriginal ? library : undefined) ?? headline;
}

function lower(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}
