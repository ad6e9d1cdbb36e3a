import type { BenchFailure } from '../../bench-client/failure.ts';
import { makePlan } from '../../harness/plan/index.ts';
import type { Environment } from '../../harness/record/index.ts';
import { recordOf, type RunSoFar, runUntil, type World } from '../../harness/run/index.ts';
import { ProgressReport } from '../shared/progress.ts';
import type { Measured } from './browser.ts';
import type { MeasureOptions } from './options.ts';

/**
 * Takes a run in this process, and has it go on as often as was asked for.
 *
 * @param msPerOperation time of a small operation, which sets how long a run until decided may take
 */
export async function measureIn(
  world: World<BenchFailure>,
  environment: Environment,
  msPerOperation: number,
  { study, arms, workloads, length, keepGoing, seed }: MeasureOptions,
  signal: AbortSignal,
): Promise<Measured> {
  const options = {
    length,
    ...(arms === undefined ? {} : { arms }),
    ...(workloads === undefined ? {} : { workloads }),
  };
  const plan = makePlan(study, options, seed, msPerOperation);
  const startedAt = new Date();
  const { clockStepUs } = environment;
  let before: RunSoFar | undefined;
  for (let left = keepGoing; ; left -= 1) {
    const progress = new ProgressReport(study, plan, () => world.now(), process.stderr, before);
    const run = { study, plan, world, signal, clockStepUs, onEvent: progress.take };
    const { end, ...soFar } = await runUntil({ ...run, ...(before && { before }) });
    const undecided = end.type === 'complete' && end.because === 'time';
    if (!undecided || left === 0 || length.rule !== 'until-decided') {
      return { record: recordOf({ plan, environment, startedAt, end, ...soFar }), end };
    }
    before = soFar;
  }
}
