/** One run of a study as two folders have it: its arms, and its layout. */
import {
  type Arm,
  type Channel,
  findWorkload,
  makePlan,
  type Plan,
  workloadsOf,
} from '../../../harness/plan/index.ts';
import { CONTROL } from '../../../harness/record/index.ts';
import type { AnyStudy, OwnOperations } from '../../../studies/any-study.ts';

/** A study as a folder has it, with what makes a channel of the run one to that folder's other ends. */
export interface Side {
  /** As `--system` names it. */
  name: string;
  study: AnyStudy;
  at: (channel: Channel) => Channel;
}

interface Pairing {
  sides: readonly [base: Side, head: Side];
  /** Ids of the arms to measure. */
  arms: readonly string[];
  /** Ids of the workloads to measure; undefined for the usual ones. */
  workloads: readonly string[] | undefined;
}

/** The study that runs both sides, and the layout of its rounds. */
export interface PairedStudy {
  study: AnyStudy;
  /** Arms whose turns stand next to each other. */
  groups: string[][];
}

/**
 * The head's reference a second time, in no row: as the A/A control gives the base another turn in
 * each round, without it the head's code and Workers would be a little less warm.
 */
const AGAIN = 'again';

/** Id of an arm on one side. */
export const sideId = (side: string, arm: string): string => `${side}:${arm}`;

/**
 * A study whose arms are those of two folders, each reaching its own other ends through its own
 * client half. Workloads are the head's, and so are the operations in them, except where turns are
 * taken elsewhere: those are each side's own. The A/A control repeats the base's reference, by itself:
 * beside the reference it would find the base's code and Workers warm, and leave them so.
 *
 * @throws RangeError when the two have no arm or workload in common that was asked for
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
  const canDo = (workload: string) =>
    head.study.arms.some(({ id, cannot }) => common.includes(id) && !cannot?.[workload]);
  const measured = wanted.filter(
    ({ id }) => findWorkload(base.study, id) !== undefined && canDo(id),
  );
  const [first] = common;
  if (first === undefined) throw nothingCommon('configuration', sides, 'arms');
  if (measured.length === 0) throw nothingCommon('workload', sides, 'workloads');
  const reference = common.includes(head.study.reference) ? head.study.reference : first;
  const own = sideArm(head, reference);
  const again = { ...own, id: sideId(head.name, AGAIN), label: `${own.label}, again` };
  const pairs = common.map((id) => [sideArm(base, id), sideArm(head, id)]);
  const to = sideId(base.name, reference);
  return {
    study: {
      ...head.study,
      arms: [...pairs.flat(), again],
      ...{ workloads: measured, baseline: to, reference: to },
      subjects: common.map((id) => sideId(head.name, id)),
    },
    groups: [...pairs.map(ids), [CONTROL], [again.id]],
  };
}

function sideArm({ name, study, at }: Side, id: string): Arm<OwnOperations> {
  const arm = study.arms.find((each) => each.id === id) as Arm<OwnOperations>;
  return {
    ...arm,
    id: sideId(name, id),
    label: `${arm.label} (${name})`,
    async load() {
      const connect = await arm.load();
      return (channel) => connect(at(channel));
    },
  };
}

function nothingCommon(
  what: string,
  sides: Pairing['sides'],
  field: 'arms' | 'workloads',
): RangeError {
  const got = sides.map(
    ({ name, study }) => `${study[field].map(({ id }) => id).join(', ')} in ${name}`,
  );
  const expected = 'expected one that both have and that was asked for';
  return new RangeError(`${what}: got ${got.join(' and ')}, ${expected}`);
}

/** Lays out a run of two sides: in every round the turns of an arm's two sides stand next to each other. */
export function pairedPlan({ study, groups }: PairedStudy, budgetMs: number, seed: number): Plan {
  const { reference, subjects } = study;
  const workloads = study.workloads.map(({ id }) => id);
  const length = { rule: 'time', budgetMs } as const;
  // Named in the plan, so that the record says itself that it is none of the study's own arms.
  const options = { length, arms: groups.flat(), workloads, reference, subjects };
  return { ...makePlan(study, options, seed, 0), groups };
}
