/** One thread of the calibration: simulates the runs it is told to, and posts the counts back. */
import { parentPort } from 'node:worker_threads';
import { type RunsPart, tallyRuns } from '../../harness/simulate/index.ts';

export interface CalibrationTask extends RunsPart {
  weather: string;
}

parentPort?.on('message', ({ weather, ...part }: CalibrationTask) => {
  parentPort?.postMessage(tallyRuns(weather, part));
});
