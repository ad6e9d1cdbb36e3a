import type { CounterOperations } from '../../bench-workers/operations.ts';
import type { Study } from '../harness/plan/index.ts';
import { study as lumenizeVsCapnweb } from './lumenize-vs-capnweb/study.ts';

/** Every study that can be run live, one line each. */
export const studies: ReadonlyArray<Study<CounterOperations>> = [lumenizeVsCapnweb];

/** @throws RangeError naming the studies there are. */
export function findStudy(id: string): Study<CounterOperations> {
  const found = studies.find((study) => study.id === id);
  if (found === undefined) {
    const known = studies.map((study) => study.id).join(', ');
    throw new RangeError(`study: got "${id}", expected one of ${known}`);
  }
  return found;
}
