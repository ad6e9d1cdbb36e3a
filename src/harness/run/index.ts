/** Runs a plan: its world comes as an argument. */
export { recordOf } from './assemble.ts';
export { runBlock } from './block.ts';
export {
  type AboutBench,
  type ClientFacts,
  clockStepUs,
  describeEnvironment,
  readAbout,
} from './environment.ts';
export { type Progress, ProgressMeter } from './progress.ts';
export { type RunEnded, runUntil } from './run-until.ts';
export { run, type RunEvent } from './run.ts';
export { openSocket, type Presence, type World } from './world.ts';
