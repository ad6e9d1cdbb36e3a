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
export { Guard } from './guard.ts';
export { messageOf } from './message.ts';
export { TrafficMeter } from './meters.ts';
export { type Progress, ProgressMeter } from './progress.ts';
export { type PlannedRun, type RunEnded, type RunEvent, type RunSoFar, runUntil } from './run.ts';
export { runSession } from './session.ts';
export { Taking } from './take.ts';
export { FEWEST, LONGEST_MS, WARM_UP_SHARE, WarmUp } from './warm-up.ts';
export { type Presence, type World } from './world.ts';
