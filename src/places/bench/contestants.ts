/** Contestants from outside, as a bench of theirs or of this project serves them. */
import {
  type Arm,
  type OutsideSystem as OutsideNames,
  outsideOutlines,
  type Study,
} from '../../harness/plan/index.ts';
import { overBench } from './bench.ts';
import type { ClientModule, SystemArm } from './system.ts';

/** What a contestant’s client module says of its system. Plain data. */
export interface OutsideSystem extends OutsideNames {
  arms: readonly SystemArm[];
}

/** A contestant that can be run. */
export interface Contestant<Operations> {
  system: OutsideSystem;
  /** Origin of the Worker that serves it; asked when an arm is loaded. Undefined for that of the bench. */
  origin: () => string | undefined;
  load: () => Promise<ClientModule<Operations>>;
}

/** A study with the contestants as further subjects: whoever brings one wants it judged. */
export function withContestants<Operations>(
  study: Study<Operations>,
  contestants: ReadonlyArray<Contestant<Operations>>,
): Study<Operations> {
  const arms = contestants.flatMap(({ system, origin, load }) =>
    outsideOutlines(system).map((outline, at): Arm<Operations> => {
      const { name, accept, cannot } = system.arms[at] as SystemArm;
      return {
        ...outline,
        accept,
        ...(cannot && { cannot }),
        async load() {
          return overBench((await load()).connect(name), origin());
        },
      };
    }),
  );
  const subjects = [...arms.map(({ id }) => id), ...study.subjects];
  return arms.length === 0 ? study : { ...study, arms: [...study.arms, ...arms], subjects };
}
