/** What the figures of a result show, from its finding: how times spread, how the run went on, where the time goes. */
import type { OverTimeData, OverTimeSeries } from '../figures/over-time.ts';
import type { CallParts } from '../figures/parts-of-a-call.ts';
import type { DistributionData, DistributionRow } from '../figures/times.ts';
import type { StudyOutline } from '../harness/plan/index.ts';
import { CONTROL, type SessionRecord } from '../harness/record/index.ts';
import {
  type Cell,
  cellsOf,
  flatRatio,
  pairedLogRatios,
  ratioOf,
} from '../harness/statistics/index.ts';
import { headlineOf } from './answer.ts';
import { type ArmFinding, type Finding, QUANTILES } from './finding.ts';
import { armNames, capital, spokenWorkload } from './words.ts';

/** The figure’s ranges, by the quantiles that they lie between. */
const RANGES: ReadonlyArray<{ share: number; from: Share; to: Share }> = [
  { share: 0.98, from: 0.01, to: 0.99 },
  { share: 0.9, from: 0.05, to: 0.95 },
  { share: 0.5, from: 0.25, to: 0.75 },
];

type Share = (typeof QUANTILES)[number];

/**
 * The figure’s data but for its width: a row for each arm that kept its quantiles, in the order of
 * the plan. Undefined where none did.
 */
export function distributionOf(
  study: Pick<StudyOutline, 'arms' | 'reference' | 'workloads'>,
  { workloads }: Pick<Finding, 'workloads'>,
  workload: string,
): Omit<DistributionData, 'width'> | undefined {
  const found = workloads.find(({ id }) => id === workload)?.arms ?? [];
  // What came by a link may have left them out.
  const arms = found.filter(({ quantiles }) => quantiles.length === QUANTILES.length);
  if (arms.length === 0) return undefined;
  const names = armNames(study);
  const medians = arms.every(isOfSingleTimes);
  return {
    title: `How do the times of ${spokenWorkload(study, workload)} spread?`,
    rows: arms.map((arm): DistributionRow => {
      const { spoken, system } = names(arm.arm);
      const { median, low, high } = arm;
      return {
        ...{ label: capital(spoken), system },
        ...(medians ? { median, low, high } : { median: at(arm, 0.5) }),
        ranges: RANGES.map(({ share, from, to }) => {
          return { share, low: at(arm, from), high: at(arm, to) };
        }),
      };
    }),
  };
}

/**
 * Whether an arm’s median is about what its quantiles are about. Where several calls are under way,
 * it is that of the whole time ÷ calls, which is far shorter than any call.
 */
function isOfSingleTimes(arm: ArmFinding): boolean {
  return arm.median >= at(arm, 0.05) && arm.median <= at(arm, 0.95);
}

function at({ quantiles }: ArmFinding, share: Share): number {
  return quantiles[QUANTILES.indexOf(share)] ?? Number.NaN;
}

/** Fewest sessions that can show a change. */
const FEWEST = 2;

/**
 * The figure’s data but for its width: the ratios of the headline subject and of the A/A control.
 * Undefined where the subject has fewer than two sessions with a ratio.
 */
export function overTimeOf(
  study: StudyOutline,
  { plan, sessions }: Pick<SessionRecord, 'plan' | 'sessions'>,
  workload: string,
): Omit<OverTimeData, 'width'> | undefined {
  const own = sessions.filter((session) => session.workload === workload);
  const cells = cellsOf({ plan, sessions: own }).filter((cell) => cell.workload === workload);
  const names = armNames(study);
  const find = (id: string | undefined) => cells.find(({ arm }) => arm === id);
  const reference = find(study.reference);
  const seriesOf = (cell: Cell | undefined): OverTimeSeries | undefined => {
    if (cell === undefined || reference === undefined) return undefined;
    const bySession = own.flatMap(({ session }) => {
      const [arm, to] = [cell, reference].map((each) => ofSession(each, session));
      const ratio = arm && to && ratioOf(pairedLogRatios(arm, to))?.estimate;
      return ratio === undefined ? [] : [{ session: session + 1, ratio }];
    });
    const whole = ratioOf(pairedLogRatios(cell, reference));
    if (whole === undefined || bySession.length < FEWEST) return undefined;
    const { spoken, system } = names(cell.arm);
    return { label: capital(spoken), system, sessions: bySession, ...flatRatio(whole) };
  };
  const subject = seriesOf(find(headlineOf(study, { plan })));
  if (subject === undefined) return undefined;
  const what = capital(spokenWorkload(study, workload));
  return {
    title: `Did the ratio change during the run? ${what}`,
    subject,
    control: seriesOf(find(CONTROL)),
    reference: names(study.reference).spoken,
  };
}

/** What of a cell belongs to a session. */
function ofSession(cell: Cell, session: number): Cell {
  return { ...cell, units: cell.units.filter((unit) => unit.session === session) };
}

/** A study whose arms say how their sockets are accepted, with its baseline. */
type Of = Pick<StudyOutline, 'reference' | 'subjects' | 'margin' | 'workloads'> & {
  arms: ReadonlyArray<StudyOutline['arms'][number] & { accept?: string }>;
  baseline: string;
  timing?: string;
};

/** The bars of one workload. */
interface WhyParts {
  workload: string;
  title: string;
  rows: CallParts[];
}

/**
 * The parts of a call in the first workload whose arms all take longer than the same work by hand; undefined
 * where there is none, or what is timed holds no way to the bench and no socket.
 */
export function whyOf(study: Of, finding: Finding): WhyParts | undefined {
  if (study.timing !== undefined) return undefined;
  const headline = headlineOf(study, finding);
  for (const { id, arms } of finding.workloads) {
    const find = (arm: string | undefined) => arms.find((each) => each.arm === arm);
    const [baseline, reference, subject] = [study.baseline, study.reference, headline].map(find);
    if (baseline === undefined || reference === undefined || subject === undefined) continue;
    const names = armNames(study);
    const network = arms.find((each) => each.network !== undefined)?.network;
    const split = (arm: ArmFinding) => partsOf(arm.median, baselineOf(study, arm, arms), network);
    // What sends less than the work by hand does, as a batch, may be faster: then nothing can be split off.
    const least = (arm: ArmFinding) =>
      Math.max(baseline.median, baselineOf(study, arm, arms).median);
    if ([subject, reference].some((arm) => arm.median < least(arm))) continue;
    const rows = [baseline, subject, reference].map((arm): CallParts => {
      const { spoken, system } = names(arm.arm);
      return { label: capital(spoken), system, parts: split(arm) };
    });
    return { workload: id, title: `Where the time goes: ${spokenWorkload(study, id)}`, rows };
  }
  return undefined;
}

/** The baseline with the same kind of socket, where the run had it. */
function baselineOf(study: Of, { arm }: ArmFinding, arms: readonly ArmFinding[]): ArmFinding {
  const find = (id: string) => study.arms.find((each) => each.id === id);
  const baseline = find(study.baseline);
  const alike = study.arms.find(
    ({ id, system, accept }) =>
      system === baseline?.system &&
      accept === find(arm)?.accept &&
      arms.some((each) => each.arm === id),
  );
  const id = alike?.id ?? study.baseline;
  return arms.find((each) => each.arm === id) as ArmFinding;
}

/** What is nested is never longer than what holds it: noise may say otherwise by a little. */
function partsOf(total: number, { median: baseline }: ArmFinding, network: number | undefined) {
  const way = network === undefined ? undefined : Math.min(network, baseline);
  return {
    ...(way !== undefined && { network: way }),
    socket: baseline - (way ?? 0),
    protocol: total - baseline,
  };
}
