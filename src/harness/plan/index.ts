/** What is going to be run: a study, its plan, and how long that may take. */
export {
  blocksPerRound,
  callsOf,
  expectedMs,
  lackedBy,
  lackIn,
  lacksOf,
  loadsOf,
  NEAR,
  overlaps,
  payloadOf,
  type Size,
  sizeOf,
  type Way,
} from './loads.ts';
export { makePlan, type Plan, type PlannedBlock, type PlanOptions, UNTIL_DECIDED } from './plan.ts';
export { normal, type Random, seeded, shuffle } from './random.ts';
export {
  type Arm,
  type ArmOutline,
  type ClientModule,
  type Connect,
  type Connection,
  type ConnectOptions,
  type Load,
  type Operation,
  quotedArm,
  reasonsOf,
  socketAddress,
  type Study,
  type StudyOutline,
  type System,
  type SystemOutline,
  type WebSocketClass,
  type Workload,
  type WorkloadOutline,
} from './study.ts';
export { TimeLeft } from './time-left.ts';
