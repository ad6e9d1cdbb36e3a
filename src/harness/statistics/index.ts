/** From samples to what may be claimed of them: pure functions of a record. */
export * from './analyse.ts';
export * from './interim-analysis.ts';
export {
  type Estimate,
  FEWEST_VALUES,
  type Interval,
  INTERVAL_ALPHA,
  signedRankInterval,
  walshAverages,
} from './interval.ts';
export { type Notice, notices } from './notices.ts';
export {
  type ArmSummary,
  type Cell,
  cellsOf,
  loadIn,
  roundsOf,
  summarise,
  type Traffic,
  wholeUs,
} from './summary.ts';
export { judgeTwoRuns, type TwoRunsJudged } from './two-samples.ts';
export {
  DECISION_ALPHA,
  judge,
  pairedLogRatios,
  type Ratio,
  ratioOf,
  type Verdict,
} from './verdict.ts';
