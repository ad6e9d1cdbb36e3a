import { preflight } from '../../bench-client/preflight.ts';
import { withRecovery } from '../../bench-client/recover.ts';
import { runtimeWorld } from '../../bench-client/world.ts';
import { makePlan } from '../../harness/plan/index.ts';
import type { MeasuredRecord } from '../../harness/record/index.ts';
import { describeEnvironment, recordOf, type RunEnded, runUntil } from '../../harness/run/index.ts';
import { nodeFacts } from '../shared/node-facts.ts';
import type { OpenBench } from '../shared/open-bench.ts';
import { ProgressReport, type Terminal } from '../shared/progress.ts';
import type { MeasureOptions } from './options.ts';

/** A record as the run left it, before its provenance is stamped on it. */
export interface Measured {
  record: MeasuredRecord;
  end: RunEnded;
}

/** Takes a run with this Node as the client. */
export async function measureInNode(
  { study, arms, workloads, length, seed }: MeasureOptions,
  { origin, about }: OpenBench,
  signal: AbortSignal,
  terminal: Terminal,
): Promise<Measured> {
  const plan = makePlan(
    study,
    {
      rounds: length.rounds,
      rule: length.rule,
      ...(arms === undefined ? {} : { arms }),
      ...(workloads === undefined ? {} : { workloads }),
    },
    seed,
  );
  const world = withRecovery(runtimeWorld(), [origin]);
  await preflight(study, origin, world, signal);
  const environment = describeEnvironment(origin, about, nodeFacts(), study.arms, study.reference);
  const startedAt = new Date();
  const progress = new ProgressReport(study, plan, () => world.now(), terminal);
  const { blocks, end } = await runUntil({
    study,
    plan,
    origin,
    world,
    signal,
    maxMs: length.rule === 'fixed' ? Infinity : length.maxMs,
    onEvent: progress.take,
  });
  progress.end();
  const complete = end.type === 'complete';
  return { record: recordOf({ plan, environment, startedAt, complete, blocks }), end };
}
