/** One launch of a run: a process of its own, which measures with a bench of its own and hands its record over. */
import { writeRecord } from '../../harness/record/index.ts';
import { orReport } from '../shared/args.ts';
import { bypassLoopback } from '../shared/network/environment-proxy.ts';
import { catchInterrupt, EXIT_INTERRUPTED } from '../shared/process-end.ts';
import type { MeasureArgs } from './options.ts';
import { guardProcess } from './outside/foreign-code.ts';
import { readCommand } from './read-options.ts';
import { type Measured, runStudy } from './run.ts';

/** The command line of the launch, and the checkout or the package whose code measures. */
export interface LaunchTask {
  args: MeasureArgs;
  root: string;
}

/** The record of a launch as text, and how it ended. */
export interface LaunchResult extends Pick<Measured, 'end'> {
  record: string;
}

async function launch({ args, root }: LaunchTask): Promise<number> {
  using cleanUp = new DisposableStack();
  cleanUp.use(guardProcess());
  using interrupt = catchInterrupt();
  bypassLoopback();
  try {
    const { record, end } = await runStudy(await readCommand(args, root), root, interrupt.signal);
    const result: LaunchResult = { record: writeRecord(record), end };
    await new Promise((resolve) => process.send?.(result, undefined, undefined, resolve));
    return 0;
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    return EXIT_INTERRUPTED;
  }
}

// An interval that a library left running would keep the process alive.
process.once('message', (task: LaunchTask) => {
  void orReport(() => launch(task)).finally(() => process.exit());
});
