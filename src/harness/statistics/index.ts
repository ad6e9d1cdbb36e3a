/** From samples to what may be claimed of them: pure functions of a record. */
export * from './analyse.ts';
export * from './analysis.ts';
export {
  type Cell,
  cellsOf,
  loadIn,
  msPerOperation,
  type Remains,
  spentMs,
  type Unit,
  unitsOf,
  wholeUs,
} from './cells.ts';
export { meanOfSessions, pairedDifferences } from './differences.ts';
export { type CarryOver, carryOver } from './carry-over.ts';
export * from './interim-analysis.ts';
export {
  type Estimate,
  FEWEST_VALUES,
  type Interval,
  INTERVAL_ALPHA,
  studentQuantile,
} from './interval.ts';
export { type Notice, notices } from './notices.ts';
export { attachAnalysis, olderAnalysisFile } from './older.ts';
export { oncePerFrozen } from './once.ts';
export {
  type ArmSummary,
  type Failure,
  sortedSamplesUs,
  summarise,
  type Traffic,
} from './summary.ts';
export {
  judgeTwoRatios,
  judgeTwoRuns,
  type PairedCells,
  type TwoRunsJudged,
} from './two-samples.ts';
export {
  byRanks,
  DECISION_ALPHA,
  FEWEST_SESSIONS,
  judge,
  type Judged,
  ofSessions,
  pairedLogRatios,
  type Ratio,
  ratioOf,
  sessionEstimate,
  SESSIONS_LEVEL,
  type Verdict,
} from './verdict.ts';
