/** The lines of a study’s answer, and its figure, from the choice that its file makes by hand. */
import type { BesideGroup } from '../figures/beside.ts';
import type { StudyOutline } from '../harness/plan/index.ts';
import { lineOf } from './answer.ts';
import type { ArmFinding, Finding, WorkloadFinding } from './finding.ts';

/** One question of a study’s answer, with the contestants that it is told of. */
export interface Chosen {
  /** What was done and where, which the line begins with. */
  asks: string;
  workload: string;
  /** What each arm is called in the figure and in the line, by its id. */
  arms: Readonly<Record<string, string>>;
  /** Ids of those that the line names; all of them unless given. */
  says?: readonly string[] | undefined;
  /** Ids of those whose ratio to the reference stands behind their time. */
  ratios: readonly string[];
}

/**
 * The line of a record.
 *
 * @throws Error naming an arm that has no time in it
 */
export function headlineOfFinding(study: StudyOutline, chosen: Chosen, finding: Finding): string {
  const { asks, arms, says = Object.keys(arms), ratios } = chosen;
  const found = workloadOf(chosen, finding);
  const names = Object.fromEntries(
    says.map((id) => [timeOf(found, id).arm, arms[id] ?? id] as const),
  );
  return lineOf(study, finding, found, { asks, names, ratios });
}

/** The group of the figure: every contestant, the shortest time first. @param only arms that it shows */
export function headlineGroup(
  study: StudyOutline,
  chosen: Chosen,
  finding: Finding,
  only = Object.keys(chosen.arms),
): BesideGroup {
  const found = workloadOf(chosen, finding);
  const systems = new Map(study.arms.map(({ id, system }) => [id, system]));
  const rows = only
    .map((id) => ({ id, label: chosen.arms[id] ?? id, ...timeOf(found, id) }))
    .sort((a, b) => a.median - b.median)
    .map(({ id, label, median: ms, low, high }) => ({
      ...{ label, system: systems.get(id) ?? id },
      times: [{ whose: 'published' as const, ms, low, high }],
      ratio: found.ratios.find(({ arm }) => arm === id),
    }));
  const baseline = found.arms.find(({ arm }) => arm === study.baseline)?.median;
  return { heading: chosen.asks, baseline, rows };
}

function workloadOf({ workload }: Chosen, { workloads }: Finding): WorkloadFinding {
  const found = workloads.find(({ id }) => id === workload);
  if (found === undefined) throw lacks('any arm', workload);
  return found;
}

function timeOf({ arms, id: workload }: WorkloadFinding, id: string): ArmFinding {
  const found = arms.find(({ arm }) => arm === id);
  if (found === undefined) throw lacks(id, workload);
  return found;
}

const lacks = (arm: string, workload: string): Error =>
  new Error(
    `got nothing of ${arm} under "${workload}", expected an amount that an answer can tell`,
  );
