/** One thread of the calibration: simulates the runs it is told to, and posts the counts back. */
import { parentPort } from 'node:worker_threads';
import { tallyRuns } from '../../harness/simulate/index.ts';

export interface CalibrationTask {
  weather: string;
  seed: number;
  first: number;
  end: number;
}

parentPort?.on('message', (task: CalibrationTask) => {
  void tallyRuns(task.weather, task).then((tallies) => parentPort?.postMessage(tallies));
});
