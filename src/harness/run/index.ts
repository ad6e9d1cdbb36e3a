/** Runs a plan: its world comes as an argument. */
export {
  type AboutBench,
  type ClientFacts,
  clockStepUs,
  describeEnvironment,
  type Planned,
  readAbout,
  recordOf,
} from './environment.ts';
export { messageOf } from './message.ts';
export { type Progress, ProgressMeter } from './progress.ts';
export { type PlannedRun, type RunEnded, type RunEvent, type RunSoFar, runUntil } from './run.ts';
export { runSession } from './session.ts';
export { FEWEST, LONGEST_MS, WARM_UP_SHARE, WarmUp } from './warm-up.ts';
export { openSocket, type Presence, type World } from './world.ts';
