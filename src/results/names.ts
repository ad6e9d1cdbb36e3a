/** What libraries, operations and distances are called, the same on every page and in every command. */
import { findWorkload, type StudyOutline } from '../harness/plan/index.ts';
import { CONTROL } from '../harness/record/index.ts';
import { THIN } from '../numbers/format.ts';
import type { LibraryCell } from '../tables/table.ts';
import type { Client, Place } from './result.ts';

/**
 * A library in one configuration, by the id of its arm.
 *
 * @param quoted whether figures of an outside document are meant, which may be of other code than runs here
 */
export function libraryOf(
  { arms, reference }: Pick<StudyOutline, 'arms' | 'reference'>,
  id: string,
  quoted = false,
): LibraryCell {
  if (id === CONTROL) {
    const own = arms.find((arm) => arm.id === reference)?.label ?? reference;
    return { label: `${own}, again`, system: CONTROL, note: 'A/A control' };
  }
  const arm = arms.find((each) => each.id === id);
  const label = (quoted ? arm?.quotedLabel : undefined) ?? arm?.label ?? id;
  return { label, system: arm?.system ?? id };
}

/** An operation by the id of its workload: `One write`. */
export function operationOf(study: Pick<StudyOutline, 'workloads' | 'free'>, id: string): string {
  return findWorkload(study, id)?.label ?? id;
}

const clients: Readonly<Record<Client, string>> = {
  browser: 'a browser',
  node: 'Node.js',
  bun: 'Bun',
  deno: 'Deno',
  go: 'Go',
  unknown: 'an unnamed client',
};

/** What made the calls, after “from”: `Node.js`, `a browser`. */
export function clientName(client: Client): string {
  return clients[client];
}

/** A distance: `same machine`, `25 ms round trip`. */
export function distanceName({ roundTripMs }: Pick<Place, 'roundTripMs'>): string {
  return roundTripMs === 0 ? 'same machine' : `${roundTripMs}${THIN}ms round trip`;
}

/** Whether an id is one of the ids, in which `*` stands for anything. */
export function isAmong(id: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const [start = '', ...others] = pattern.split('*');
    const end = others.pop();
    if (end === undefined) return id === pattern;
    let at = id.startsWith(start) ? start.length : -1;
    for (const part of others) {
      const found = at < 0 ? -1 : id.indexOf(part, at);
      at = found < 0 ? -1 : found + part.length;
    }
    return at >= 0 && id.endsWith(end) && id.length - end.length >= at;
  });
}
