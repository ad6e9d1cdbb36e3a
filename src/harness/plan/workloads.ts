/** Finding the workloads of a study by their ids: those it lists, and those it makes of an id. */
import type { FreeWorkloads, WorkloadOutline } from './study.ts';

/** What of a study its workloads are found in. */
interface Offer<Made extends WorkloadOutline> {
  workloads: readonly Made[];
  free?: FreeWorkloads<Made>;
}

/** The workload of this id; undefined where the study has none. @throws RangeError as `make` does */
export function findWorkload<Made extends WorkloadOutline>(
  { workloads, free }: Offer<Made>,
  id: string,
): Made | undefined {
  return workloads.find((each) => each.id === id) ?? free?.make(id);
}

/**
 * The workload of this id.
 *
 * @param what what the id is of, for the message
 * @throws RangeError naming the value got and what was expected
 */
export function workloadOf<Made extends WorkloadOutline>(
  study: Offer<Made>,
  id: string,
  what = 'workload',
): Made {
  const found = findWorkload(study, id);
  if (found !== undefined) return found;
  const known = study.workloads.map((each) => each.id).join(', ');
  const free = study.free === undefined ? '' : `, or ${study.free.form}`;
  throw new RangeError(`${what}: got "${id}", expected one of ${known}${free}`);
}

/**
 * The workloads of these ids, each once: first those that the study lists, in its order, then those
 * it makes, in the order of the ids.
 *
 * @throws RangeError as {@link workloadOf} does
 */
export function workloadsOf<Made extends WorkloadOutline>(
  study: Offer<Made>,
  ids: readonly string[],
): Made[] {
  const found = new Map(ids.map((id) => [id, workloadOf(study, id)]));
  const listed = study.workloads.filter(({ id }) => found.delete(id));
  return [...listed, ...found.values()];
}
