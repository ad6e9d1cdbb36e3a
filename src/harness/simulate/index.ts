/** Runs whose truth is known, to see how often the statistics are right. */
export {
  addTally,
  MAX_ROUNDS,
  type Scenario,
  scenarioOf,
  scenarioSchema,
  type Tally,
  tallyRuns,
} from './tally.ts';
export { weathers } from './world.ts';
