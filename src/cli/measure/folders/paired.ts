/** One run of a study as two folders have it: its arms, and its layout. */
import {
  type Arm,
  findWorkload,
  makePlan,
  type Plan,
  type Workload,
  workloadsOf,
} from '../../../core/plan/index.ts';
import { CONTROL, excerptOf } from '../../../core/record/index.ts';
import type { AnyStudy, OwnOperations } from '../../../libraries/studies/study-types.ts';
import { UsageError } from '../../shared/args.ts';

/** The study of one of the two folders. */
export interface Side {
  /** As `--system` names it. */
  name: string;
  study: AnyStudy;
  /** Origin of the bench that serves its arms, if it has one of its own. */
  origin?: string;
  /** Operations of the study that the folders brought. */
  own?: ReadonlyArray<Workload<OwnOperations>>;
}

interface Pairing {
  sides: readonly [base: Side, head: Side];
  /** Ids of the arms to measure. */
  arms: readonly string[];
  /** Ids of the workloads to measure; undefined for the usual ones. */
  workloads: readonly string[] | undefined;
}

/** The study that runs both sides, and the arms whose turns stand next to each other. */
export interface PairedStudy {
  study: AnyStudy;
  groups: string[][];
}

/** Most configurations: a record has both sides of each, and the two that repeat one. */
const MOST = 17;

/** Id of an arm on one side. */
export const sideId = (side: string, arm: string): string => `${side}:${arm}`;

/**
 * A study whose arms are those of two folders, each reaching its own other ends through its own client half.
 * Workloads are the head's, and so are the operations in them, except where turns are taken elsewhere: those are
 * each side's own. The A/A control repeats the base's reference, by itself: beside the reference it would find the
 * base's code and Workers warm, and leave them so. The head's reference is repeated too, in no row, or the head's
 * code would be a little less warm.
 *
 * @throws UsageError when the two have no arm or workload in common that was asked for, or too many arms
 */
export function pairStudies({ sides, arms, workloads }: Pairing): PairedStudy {
  const [base, head] = sides;
  const ids = (each: ReadonlyArray<{ id: string }>) => each.map(({ id }) => id);
  const common = ids(head.study.arms).filter(
    (id) => arms.includes(id) && base.study.arms.some((arm) => arm.id === id),
  );
  const wanted =
    workloads === undefined
      ? head.study.workloads.filter(({ optional }) => !optional)
      : workloadsOf(head.study, workloads);
  const measured = wanted.filter(({ id }) => findWorkload(base.study, id) !== undefined);
  const [first] = common;
  if (first === undefined || measured.length === 0) {
    const lists = [base, head].map(({ study }) =>
      first === undefined ? ids(study.arms) : ids(study.workloads),
    );
    const what = first === undefined ? 'configuration' : 'operation';
    const got = lists.map((list) => excerptOf(list)).join(' and ');
    throw new UsageError(`--system: got ${got}, expected one ${what} or more in common`);
  }
  if (common.length > MOST) {
    const got = `${common.length} configurations in common`;
    throw new UsageError(
      `--system: got ${got}, expected at most ${MOST}, for which a record has places`,
    );
  }
  const reference = common.includes(head.study.reference) ? head.study.reference : first;
  const own = sideArm(head, reference);
  const again = { ...own, id: sideId(head.name, 'again'), label: `${own.label}, again` };
  const pairs = common.map((id) => [sideArm(base, id), sideArm(head, id)]);
  const to = sideId(base.name, reference);
  return {
    study: {
      ...head.study,
      arms: [...pairs.flat(), again],
      workloads: measured,
      baseline: to,
      reference: to,
      subjects: common.map((id) => sideId(head.name, id)),
    },
    groups: [...pairs.map(ids), [CONTROL], [again.id]],
  };
}

function sideArm({ name, study, origin }: Side, id: string): Arm<OwnOperations> {
  const arm = study.arms.find((each) => each.id === id) as Arm<OwnOperations>;
  return {
    ...arm,
    id: sideId(name, id),
    label: `${arm.label} (${name})`,
    async load() {
      const open = await arm.load();
      return (opening) => open(origin === undefined ? opening : { ...opening, origin });
    },
  };
}

/** Lays out a run of two sides: in every round the turns of an arm's two sides stand next to each other. */
export function pairedPlan(
  { study, groups }: PairedStudy,
  budgetMs: number,
  seed: number,
  clockStepUs: number,
): Plan {
  const { reference, subjects } = study;
  const workloads = study.workloads.map(({ id }) => id);
  const length = { rule: 'time', budgetMs } as const;
  // Named in the plan, so that the record says itself that it is none of the study's own arms.
  const options = { length, arms: groups.flat(), workloads, reference, subjects };
  return { ...makePlan(study, options, seed, { msPerOperation: 0, clockStepUs }).plan, groups };
}
