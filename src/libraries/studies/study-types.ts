import type { Arm, Study } from '../../core/plan/index.ts';

declare const own: unique symbol;

/** Operations of some study. A run hands them from clients to workloads unseen, so that one list has all studies. */
export interface OwnOperations {
  readonly [own]: never;
}

export type AnyStudy = Study<OwnOperations>;

/** A study with arms from outside as further subjects: who brings one wants it judged. */
export function withSubjects<Operations>(
  study: Study<Operations>,
  arms: ReadonlyArray<Arm<Operations>>,
): Study<Operations> {
  const subjects = [...arms.map(({ id }) => id), ...study.subjects];
  return { ...study, arms: [...study.arms, ...arms], subjects };
}

/**
 * The same items, with all but those named optional. A study names the operations that its page leads with, so that
 * a run measures what its answer says.
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
