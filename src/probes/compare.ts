import type { SystemId } from './kit/kit.ts';
import type { Result } from './probe.ts';

/** A result by the names of its probe and its system. */
export interface Named {
  probe: string;
  system: SystemId;
  result: Result;
}

/** A result that is no longer what was recorded. Absent: not recorded, or no longer probed. */
export interface Change {
  probe: string;
  system: SystemId;
  was?: Result;
  is?: Result;
}

const keyOf = ({ probe, system }: Named): string => `${probe} ${system}`;

/**
 * What differs between recorded results and those of a run.
 *
 * @param complete whether the run was of all probes, so that one without a result has gone
 */
export function changesOf(
  recorded: readonly Named[],
  found: readonly Named[],
  complete: boolean,
): Change[] {
  const before = new Map(recorded.map((each) => [keyOf(each), each]));
  const changes: Change[] = [];
  for (const each of found) {
    const { probe, system, result: is } = each;
    const was = before.get(keyOf(each))?.result;
    if (was !== is) changes.push({ probe, system, is, ...(was === undefined ? {} : { was }) });
    before.delete(keyOf(each));
  }
  if (complete) {
    for (const { probe, system, result: was } of before.values()) {
      changes.push({ probe, system, was });
    }
  }
  return changes;
}
