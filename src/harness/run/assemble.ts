import type { Plan } from '../plan/index.ts';
import type { Block, Environment, MeasuredRecord } from '../record/index.ts';
import { notices } from '../statistics/index.ts';

/** What a run leaves behind. */
export interface RunRemains {
  plan: Plan;
  environment: Environment;
  /** When the run started. */
  startedAt: Date;
  /** Whether the plan was run to its end, or to a look that decided everything. */
  complete: boolean;
  /** The blocks that were finished, in the order they ran. */
  blocks: readonly Block[];
}

/** Puts a run's remains into the form of a record: the same for the page and the command line. */
export function recordOf(remains: RunRemains): MeasuredRecord {
  const { plan, environment, startedAt, complete, blocks } = remains;
  const { study, seed, rounds, arms, workloads, loads, cannot, deadlineMs, rule } = plan;
  const lacks = cannot && { cannot };
  const record: MeasuredRecord = {
    schema: 1,
    kind: 'measured',
    study,
    startedAt: startedAt.toISOString(),
    seed,
    plan: { rounds, arms, workloads, ...(loads && { loads }), ...lacks, deadlineMs, rule },
    environment,
    ...(complete ? {} : { partial: true as const }),
    blocks: [...blocks],
  };
  return { ...record, notices: notices(record) };
}
