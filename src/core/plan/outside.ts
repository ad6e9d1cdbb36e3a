/** Libraries from outside: systems of a reader’s own folder, measured beside those of this project. */
import type { Environment, Outside } from '../record/index.ts';
import type { ArmOutline, StudyOutline } from './study.ts';

/** The beginning of the ids of such systems, in records and pages: none of this project's does. */
const OUTSIDE = 'outside:';

/** True of the id of an arm or a system from outside. */
export function isOutside(id: string): boolean {
  return id.startsWith(OUTSIDE);
}

/** Added to the name of such a system, so that none passes for one of this project. */
const MARK = ' (from outside)';

/** A name without that, for a line whose page says where its libraries come from. */
export function plainName(name: string): string {
  return name.replace(MARK, '').replace(/,$/, '');
}

/** A library by its own client module. Plain data. */
export interface OutsideSystem {
  /** Small letters, digits and hyphens: `my-rpc`. */
  id: string;
  label: string;
  /** Versions of what it is built from, by name. */
  versions: Readonly<Record<string, string>>;
  arms: ReadonlyArray<{ name: string; label: string }>;
}

/** The arms by their names, each of which says that it is from outside. */
export function outsideOutlines({
  id,
  label,
  arms,
}: Omit<OutsideSystem, 'versions'>): ArmOutline[] {
  const system = `${OUTSIDE}${id}`;
  const called = `${label}${MARK}`;
  return arms.map((arm) => ({
    id: `${system}/${arm.name}`,
    ...(arms.length === 1
      ? { label: called }
      : // Commas on both sides, because a sentence goes on behind the name.
        { label: `${called}, ${arm.label}`, spoken: `${called}, ${arm.label},` }),
    system,
  }));
}

/** A study with the libraries from outside that records name, by the names that they had then. */
export function withOutsideOf(
  study: StudyOutline,
  environments: ReadonlyArray<Pick<Environment, 'outside'>>,
): StudyOutline {
  const known = new Map(study.arms.map((arm) => [arm.id, arm]));
  for (const arm of environments.flatMap(({ outside = [] }) => outside.flatMap(outsideOutlines))) {
    if (!known.has(arm.id)) known.set(arm.id, arm);
  }
  const arms = [...known.values()];
  const added = arms.slice(study.arms.length).map(({ id }) => id);
  return added.length === 0 ? study : { ...study, arms, subjects: [...added, ...study.subjects] };
}

/** A library’s entry in the environment of a record. */
export function describeOutside(
  { id, label, versions, arms }: OutsideSystem,
  rest: Pick<Outside, 'digest' | 'gzipBytes' | 'served' | 'origin' | 'proxy' | 'changed'>,
): Outside {
  const named = arms.map(({ name, label: called }) => ({ name, label: called }));
  return { id, label, versions: { ...versions }, ...rest, arms: named };
}
