/** Runs a plan: its world comes as an argument. */
export { runBlock } from './block.ts';
export {
  type AboutBench,
  type ClientFacts,
  clockStepUs,
  describeEnvironment,
  readAbout,
  recordOf,
} from './environment.ts';
export { type Progress, ProgressMeter } from './progress.ts';
export { run, type RunEnded, type RunEvent, runUntil } from './run.ts';
export { openSocket, type Presence, type World } from './world.ts';
