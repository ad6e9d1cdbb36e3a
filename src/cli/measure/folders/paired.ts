/** One run of a study as two folders have it, its layout and its verdicts. */
import {
  type Arm,
  type Channel,
  findWorkload,
  type Length,
  makePlan,
  type Plan,
  type Study,
  workloadsOf,
} from '../../../harness/plan/index.ts';
import { CONTROL, type SessionRecord } from '../../../harness/record/index.ts';
import {
  type Cell,
  cellsOf,
  compare,
  type ControlCheck,
  type Interval,
  judge,
  pairedLogRatios,
  summarise,
  unitsOf,
} from '../../../harness/statistics/index.ts';
import { conditionNotices, conditionsOf, differencesBetween } from '../../../results/conditions.ts';
import { libraryOf, operationOf } from '../../../results/names.ts';
import { countOf } from '../../../numbers/format.ts';
import { controlText } from '../words.ts';
import { quantityOf, type Row, type StudyResult } from './comparison.ts';

/** A study as a folder has it, with what makes a channel of the run one to that folder's other ends. */
interface Side<Operations> {
  /** As `--system` names it. */
  name: string;
  study: Study<Operations>;
  at: (channel: Channel) => Channel;
}

/** Both folders of a run: `base` is the one that ratios are stated against. */
interface Sides<Operations> {
  base: Side<Operations>;
  head: Side<Operations>;
  /** Ids of the arms to measure. */
  arms: readonly string[];
  /** Ids of the workloads to measure; undefined for the usual ones. */
  workloads: readonly string[] | undefined;
}

/** The study that runs both sides, and the ids of the arms that both have. */
export interface PairedStudy<Operations> {
  study: Study<Operations>;
  names: { base: string; head: string };
  arms: string[];
}

/**
 * The head's reference a second time, in no row: as the A/A control gives the base another turn in
 * each round, without it the head's code and Workers would be a little less warm.
 */
const AGAIN = 'again';

/** Id of an arm on one side. */
const sideId = (side: string, arm: string): string => `${side}:${arm}`;

/**
 * A study whose arms are those of two folders, each reaching its own other ends through its own
 * client half. Workloads are the head's, and so are the operations in them, except where turns are
 * taken elsewhere: those are each side's own. The A/A control repeats the base's reference.
 *
 * @throws RangeError when the two have no arm or workload in common that was asked for
 */
export function pairStudies<Operations>({
  base,
  head,
  arms,
  workloads,
}: Sides<Operations>): PairedStudy<Operations> {
  const ids = (each: ReadonlyArray<{ id: string }>) => each.map(({ id }) => id);
  const armIds = { base: ids(base.study.arms), head: ids(head.study.arms) };
  const workloadIds = { base: ids(base.study.workloads), head: ids(head.study.workloads) };
  const common = armIds.head.filter((id) => armIds.base.includes(id) && arms.includes(id));
  const wanted =
    workloads === undefined
      ? head.study.workloads.filter(({ optional }) => !optional)
      : workloadsOf(head.study, workloads);
  const canDo = (workload: string) =>
    head.study.arms.some(({ id, cannot }) => common.includes(id) && !cannot?.[workload]);
  const measured = wanted.filter(
    ({ id }) => findWorkload(base.study, id) !== undefined && canDo(id),
  );
  const names = { base: base.name, head: head.name };
  const nothingCommon = (what: string, those: typeof armIds) =>
    new RangeError(
      `${what}: got ${those.base.join(', ')} in ${names.base} and ${those.head.join(', ')} in ` +
        `${names.head}, expected one that both have and that was asked for`,
    );
  const [first] = common;
  if (first === undefined) throw nothingCommon('configuration', armIds);
  if (measured.length === 0) throw nothingCommon('workload', workloadIds);
  const reference = common.includes(head.study.reference) ? head.study.reference : first;
  const sideArm = ({ name, study, at }: Side<Operations>, id: string): Arm<Operations> => {
    const arm = study.arms.find((each) => each.id === id) as Arm<Operations>;
    return {
      ...arm,
      id: sideId(name, id),
      label: `${arm.label} (${name})`,
      async load() {
        const connect = await arm.load();
        return (channel) => connect(at(channel));
      },
    };
  };
  const again = sideArm(head, reference);
  return {
    study: {
      ...head.study,
      arms: [
        ...common.flatMap((id) => [sideArm(base, id), sideArm(head, id)]),
        { ...again, id: sideId(head.name, AGAIN), label: `${again.label}, again` },
      ],
      workloads: measured,
      baseline: sideId(base.name, reference),
      reference: sideId(base.name, reference),
      subjects: common.map((id) => sideId(head.name, id)),
    },
    names,
    arms: common,
  };
}

/**
 * Lays out a run of two sides. In every round the turns of an arm's two sides stand next to each
 * other. The A/A control stands by itself: beside the reference it would find the base's code
 * and Workers warm, and leave them so. The head's reference has a second turn like it.
 */
export function pairedPlan<Operations>(
  { study, arms, names }: PairedStudy<Operations>,
  length: Exclude<Length, { rule: 'until-decided' }>,
  seed: number,
): Plan {
  const groups = [
    ...arms.map((id) => [sideId(names.base, id), sideId(names.head, id)]),
    [CONTROL],
    [sideId(names.head, AGAIN)],
  ];
  const { reference, subjects } = study;
  const options = { length, arms: groups.flat(), workloads: study.workloads.map(({ id }) => id) };
  // Named in the plan, so that the record says itself that it is none of the study's own arms.
  return { ...makePlan(study, { ...options, reference, subjects }, seed, 0), groups };
}

/**
 * Judges the head's time against the base's, arm by arm, from the rounds in which both ran.
 *
 * @param named the study whose arms and workloads the rows are named after
 * @param margin half-width of what counts as equal, as a fraction
 */
export function pairedResult<Operations>(
  named: Study<Operations>,
  { study, names, arms }: PairedStudy<Operations>,
  record: Pick<SessionRecord, 'plan' | 'sessions' | 'looks' | 'environment'>,
  margin: number,
): StudyResult {
  const cells = cellsOf(record);
  const cell = (arm: string, workload: string) =>
    cells.find((each) => each.arm === arm && each.workload === workload);
  const pairs = record.plan.workloads.flatMap((workload) =>
    arms.flatMap((arm) => {
      const base = cell(sideId(names.base, arm), workload);
      const head = cell(sideId(names.head, arm), workload);
      // Without a cell where one of the two cannot do the workload.
      return base === undefined || head === undefined ? [] : [{ arm, base, head }];
    }),
  );
  const judged = judge(
    pairs.map(({ base, head }) => ({
      logRatios: pairedLogRatios(head, base),
      share: 1,
      nextShare: 1,
    })),
    margin,
  );
  const { controls, rounds } = compare(record, {
    reference: study.reference,
    subjects: [],
    margin,
  });
  const textOf = (control: ControlCheck): string => {
    const { ratio, workload } = control;
    return `${operationOf(named, workload)}: ${controlText(control, quantityOf(ratio, '×'))}`;
  };
  const withConditions = ({ arm, workload, units }: Cell) => ({
    ...{ arm, workload },
    conditions: conditionsOf(record, { arm, units }),
  });
  const differing = conditionNotices(
    pairs.flatMap(({ base, head }) => [base, head]).map(withConditions),
    arms.map((arm) => ({ arm: sideId(names.head, arm), to: sideId(names.base, arm) })),
    (arm) => libraryOf(study, arm),
  );
  const rows = pairs.map(({ arm, base, head }, index): Row => {
    const { ratio, verdict, basis } = judged[index] as (typeof judged)[number];
    const row: Row = {
      ...{ study: named.id, arm, label: libraryOf(named, arm).label, workload: base.workload },
      baseMs: summarise(base).msPerOperation,
      headMs: summarise(head).msPerOperation,
      ...{ ratio, verdict, basis },
    };
    if (differencesBetween(withConditions(head), withConditions(base)).length > 0) {
      return { ...row, verdict: undefined };
    }
    const control = controls.find(({ workload }) => workload === row.workload);
    const noise = control?.ratio?.interval;
    return noise && hasMoved(noise, margin) ? beyondNoise(row, noise) : row;
  });
  const discarded = unitsOf(record).filter(({ unit }) => unit.void !== undefined);
  const reasons = new Set(
    discarded.map(({ unit }) => `${unit.arm}: ${unit.detail ?? 'discarded'}`),
  );
  return {
    ...{ study: named.id, margin, rounds, measured: arms },
    rows,
    doubts: [...differing, ...controls.filter(({ flaw }) => flaw !== undefined).map(textOf)],
    notes: [
      ...controls.filter(({ flaw }) => flaw === undefined).map(textOf),
      ...(discarded.length === 0 ? [] : [`${countOf(discarded.length, 'turn')} discarded.`]),
      ...[...reasons].slice(0, 5),
    ],
  };
}

/** True where the interval of the ratio of the same code to itself excludes 1 and reaches beyond the margin. */
function hasMoved({ low, high }: Interval, margin: number): boolean {
  const covers = low <= 1 && high >= 1;
  return !covers && (low < 1 / (1 + margin) || high > 1 + margin);
}

/**
 * A row whose verdict claims no more than the noise allows: an arm has to lie beyond the ratio of the same
 * code to itself to be called slower or faster. As that ratio is not 1, nothing is equal.
 */
function beyondNoise(row: Row, noise: Interval): Row {
  const { verdict, basis } = row;
  if (basis === undefined) return row;
  const isBeyond =
    (verdict === 'slower' && basis.low > noise.high) ||
    (verdict === 'faster' && basis.high < noise.low);
  return isBeyond ? row : { ...row, verdict: 'undecided' };
}
