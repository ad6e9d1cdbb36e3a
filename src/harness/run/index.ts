/** Runs a plan: its world comes as an argument. */
export {
  type AboutBench,
  type ClientFacts,
  clockStepUs,
  describeEnvironment,
  readAbout,
  recordOf,
} from './environment.ts';
export { Guard, messageOf } from './guard.ts';
export { TrafficMeter } from './meters.ts';
export { FEWEST, LONGEST_MS, WARM_UP_SHARE, WarmUp } from './pilot.ts';
export { runUntil } from './run.ts';
export { runSession } from './session.ts';
export {
  counts,
  type RunStart,
  type Progress,
  type End,
  type RunEvent,
  type Findings,
  gather,
} from './events.ts';
export { takeTurn } from './turn.ts';
export { type Presence, type Silence, type World } from './world.ts';
