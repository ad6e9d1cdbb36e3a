import { type RecordPlan, type StoppingRule, TWIN } from '../record/index.ts';
import { lackIn, lacksOf, loadsOf, overlaps } from './loads.ts';
import { seeded, shuffle } from './random.ts';
import type { Study, Workload } from './study.ts';

/** What the reader or the author chose; what is absent means all of the study's that are not optional. */
export interface PlanOptions {
  /** Number of rounds, at least 1. */
  rounds: number;
  /** Ids of arms. Floor, reference and twin run in any case: without them nothing can be judged. */
  arms?: readonly string[];
  workloads?: readonly string[];
  /** With `until-decided`, `rounds` is the most that may be run. Fixed unless given. */
  rule?: StoppingRule;
}

/** Most rounds of a run that goes on until it is decided, and its longest time, in ms. */
export const UNTIL_DECIDED = { rounds: 40, maxMs: 600_000 } as const;

export interface PlannedBlock {
  /** Round, from 0. */
  round: number;
  /** Id of the arm, or `twin`. */
  arm: string;
  workload: string;
}

export interface Plan extends RecordPlan {
  study: string;
  /** 32-bit seed of the order. */
  seed: number;
  /** Every block in the order it runs. */
  blocks: PlannedBlock[];
}

/**
 * Lays out a run: in each round the workloads in shuffled order, in each workload every arm
 * once in shuffled order, so that the blocks that are compared run close together and no arm
 * always goes first. What an arm cannot do is not planned. The same study, options and seed give the same order; more rounds only
 * append to it.
 *
 * @throws RangeError naming the value got and what was expected.
 */
export function makePlan<Operations>(
  study: Study<Operations>,
  options: PlanOptions,
  seed: number,
): Plan {
  if (!Number.isInteger(options.rounds) || options.rounds < 1) {
    throw new RangeError(`rounds: got ${options.rounds}, expected a whole number of at least 1`);
  }
  const wanted = options.arms?.filter((id) => id !== TWIN);
  const chosen = [study.floor, study.reference, ...pick('arm', wanted, study.arms)];
  const arms = [...study.arms.map(({ id }) => id).filter((id) => chosen.includes(id)), TWIN];
  const workloads = pick('workload', options.workloads, study.workloads);
  const picked = study.workloads.filter(({ id }) => workloads.includes(id));
  picked.forEach(expectSound);
  const lacks = lacksOf(study, arms, workloads);
  const cannot = lacks.length === 0 ? {} : { cannot: lacks };
  const random = seeded(seed);
  const blocks: PlannedBlock[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    for (const workload of shuffle(workloads, random)) {
      for (const arm of shuffle(arms, random)) {
        if (lackIn(cannot, arm, workload) === undefined) blocks.push({ round, arm, workload });
      }
    }
  }
  const { rounds, rule = 'fixed' } = options;
  const { id, deadlineMs } = study;
  const loads = loadsOf(picked);
  return {
    study: id,
    seed,
    rounds,
    arms,
    workloads,
    ...loads,
    ...cannot,
    deadlineMs,
    rule,
    blocks,
  };
}

function pick(
  what: string,
  wanted: readonly string[] | undefined,
  offered: ReadonlyArray<{ id: string; optional?: true }>,
): string[] {
  if (wanted === undefined) return offered.filter((each) => !each.optional).map(({ id }) => id);
  const known = offered.map(({ id }) => id);
  for (const id of wanted) {
    if (!known.includes(id)) {
      throw new RangeError(`${what}: got "${id}", expected one of ${known.join(', ')}`);
    }
  }
  if (wanted.length === 0) throw new RangeError(`${what}: got none, expected at least one`);
  return known.filter((id) => wanted.includes(id));
}

/** @throws RangeError where a workload asks for what excludes each other */
function expectSound(workload: Workload<never>): void {
  const { id, cold, concurrency, ratePerSecond, operations, warmUp } = workload;
  const fail = (got: string, expected: string) => {
    throw new RangeError(`workload ${id}: got ${got}, expected ${expected}`);
  };
  if (operations.length === 0) fail('no operations', 'at least one');
  if (concurrency !== undefined && ratePerSecond !== undefined) {
    fail('concurrency and ratePerSecond', 'one of the two');
  }
  if (concurrency !== undefined && !(Number.isInteger(concurrency) && concurrency > 0)) {
    fail(`concurrency ${concurrency}`, 'a whole number of at least 1');
  }
  if (ratePerSecond !== undefined && !(ratePerSecond > 0 && ratePerSecond < Infinity)) {
    fail(`ratePerSecond ${ratePerSecond}`, 'a number above 0');
  }
  if (cold && (operations.length !== 1 || warmUp.length > 0 || overlaps(workload))) {
    fail(
      `a cold one with ${operations.length} operations and ${warmUp.length} to warm up`,
      'one operation on a connection that nothing else has used',
    );
  }
}
