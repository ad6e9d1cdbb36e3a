/** One thread of the calibration: simulates the runs it is told to, and posts the counts back. */
import { parentPort } from 'node:worker_threads';
import {
  type RunsPart,
  type Tally,
  tallyIntervals,
  tallyRuns,
  type WayTally,
} from '../../harness/simulate/index.ts';

export interface CalibrationTask extends RunsPart {
  weather: string;
}

export interface CalibrationCounts {
  runs: Tally[];
  intervals: WayTally[];
}

parentPort?.on('message', ({ weather, ...part }: CalibrationTask) => {
  const counts: CalibrationCounts = {
    runs: tallyRuns(weather, part),
    intervals: tallyIntervals(weather, part),
  };
  parentPort?.postMessage(counts);
});
