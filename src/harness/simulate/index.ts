/** Runs whose truth is known, to see how often the statistics are right. */
export { type Ending, type RunsPart } from './simulate.ts';
export {
  addTally,
  type Scenario,
  scenarioOf,
  scenarioSchema,
  type Tally,
  tallyRuns,
} from './tally.ts';
export { weathers } from './weathers.ts';
