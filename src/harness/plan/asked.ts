import type { StudyOutline } from './study.ts';

/** What a run may ask of a study otherwise than the study does; all of it the study’s own where it is left out. */
export interface Asked {
  /** Id of the arm that ratios are stated against. */
  reference?: string | undefined;
  /** Ids of the arms whose ratio to it answers the question. */
  subjects?: readonly string[] | undefined;
}

/**
 * The study as a run asks it.
 *
 * @throws RangeError naming an arm that it has not
 */
export function asAsked<Of extends StudyOutline>(study: Of, { reference, subjects }: Asked): Of {
  if (reference === undefined && subjects === undefined) return study;
  const known = study.arms.map(({ id }) => id);
  for (const id of [reference ?? study.reference, ...(subjects ?? [])]) {
    if (known.includes(id)) continue;
    throw new RangeError(`arm: got "${id}", expected one of ${known.join(', ')}`);
  }
  return {
    ...study,
    ...(reference !== undefined && { reference }),
    ...(subjects !== undefined && { subjects }),
  };
}
