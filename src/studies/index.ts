import type { CounterOperations } from '../../bench-workers/operations.ts';
import { type Study, withContestants } from '../harness/plan/index.ts';
import { study as lumenizeVsCapnweb } from './lumenize-vs-capnweb/study.ts';
import { contestants } from './outside.ts';
import { findIn } from './systems.ts';

/** Every study that can be run live, one line each. */
export const studies: ReadonlyArray<Study<CounterOperations>> = [
  withContestants(lumenizeVsCapnweb, contestants),
];

/** @throws RangeError naming the studies there are. */
export const findStudy = (id: string): Study<CounterOperations> => findIn('study', studies, id);
