import type { Study } from '../../core/plan/index.ts';

declare const own: unique symbol;

/**
 * Operations that a study’s clients offer and its workloads use. Whoever runs it hands them from the
 * one to the other and looks into neither, so that studies of different operations stand in one list.
 */
export interface OwnOperations {
  readonly [own]: never;
}

export type AnyStudy = Study<OwnOperations>;

/**
 * The same items, of which a run has those named unless it asks for others. A study names the operations that
 * its page leads with, so that a run measures what its answer says.
 */
export function usual<Item extends { id: string; optional?: true }>(
  items: readonly Item[],
  ids: readonly Item['id'][],
): Item[] {
  return items.map((item) => {
    const copy = { ...item };
    delete copy.optional;
    return ids.includes(item.id) ? copy : { ...copy, optional: true };
  });
}
