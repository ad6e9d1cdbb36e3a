import { TWIN, type Study } from '../../../harness/study.ts';

/** How an arm is called and which system gives it its colour. */
export interface ArmName {
  label: string;
  system: string;
}

/** The names of a study's arms, by id; the twin among them. */
export function armNames(
  study: Pick<Study<never>, 'reference'> & {
    arms: ReadonlyArray<ArmName & { id: string }>;
  },
): (id: string) => ArmName {
  const names = new Map(study.arms.map(({ id, label, system }) => [id, { label, system }]));
  const reference = names.get(study.reference)?.label ?? study.reference;
  return (id) =>
    id === TWIN
      ? { label: `${reference}, twin`, system: TWIN }
      : (names.get(id) ?? { label: id, system: id });
}
