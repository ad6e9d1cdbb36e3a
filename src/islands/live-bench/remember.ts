/** Leaves a short summary of a run in the browser, for the network model to take up. */
import type { SessionRecord } from '../../harness/record/index.ts';
import { cellsOf, summarise } from '../../harness/statistics/index.ts';
import { STORAGE_KEY, writeRemembered, type RememberedRun } from '../../network/remembered.ts';

/** Workloads that a summary is made of, the first that was run. The source’s own is the first. */
const preferred = ['mixed', 'get-value', 'increment'];

/** The summary; undefined where no arm has a figure in any of the workloads. */
export function summaryOf(record: SessionRecord): RememberedRun | undefined {
  const { study, startedAt, environment } = record;
  const { setting, runtime, clockStepUs } = environment;
  const cells = cellsOf(record);
  for (const workload of preferred) {
    const arms = cells
      .filter((cell) => cell.workload === workload)
      .map((cell) => summarise(cell, clockStepUs))
      .flatMap(({ arm, msPerOperation, bytesPerOperation }) =>
        msPerOperation === undefined || bytesPerOperation === undefined
          ? []
          : [
              {
                arm,
                msPerOperation: msPerOperation.estimate,
                bytesPerOperation: bytesPerOperation.out + bytesPerOperation.in,
              },
            ],
      );
    if (arms.length > 0) return { study, startedAt, setting, runtime, workload, arms };
  }
  return undefined;
}

/** Keeps the summary of the last run in this browser. */
export function remember(record: SessionRecord): void {
  const run = summaryOf(record);
  if (run === undefined) return;
  try {
    localStorage.setItem(STORAGE_KEY, writeRemembered(run));
  } catch {
    // Storage may be full or forbidden. The result itself is on the page and loses nothing.
  }
}
