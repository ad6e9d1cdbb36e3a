import {
  type Arm,
  type Channel,
  findWorkload,
  type Length,
  makePlan,
  type Plan,
  type Study,
  workloadsOf,
} from '../../harness/plan/index.ts';
import { type InterimAnalysis, type Session, CONTROL } from '../../harness/record/index.ts';
import {
  cellsOf,
  compare,
  judge,
  pairedLogRatios,
  unitsOf,
} from '../../harness/statistics/index.ts';
import { countOf, controlSentence } from '../../report/words.ts';
import { rowsOf, slowerRows, type Comparison, type Side } from './comparison.ts';

/** A study at two revisions, each with what makes a channel of a run one to its own other ends. */
interface TwoRevisions<Operations> extends Record<
  'base' | 'head',
  { study: Study<Operations>; at: (channel: Channel) => Channel }
> {
  /** Arms and workloads that were asked for; undefined for all. */
  arms: readonly string[] | undefined;
  workloads: readonly string[] | undefined;
}

/** The study that runs both revisions, and the ids of the arms that both have. */
interface PairedStudy<Operations> {
  study: Study<Operations>;
  arms: string[];
  unpaired: string[];
}

/**
 * The head's reference a second time, in no row: as the A/A control gives the base another turn in
 * each round, without it the head's code and Workers would be a little less warm.
 */
const AGAIN = 'head-again';

/** Id of an arm at one of the two revisions. */
const sideId = (side: 'base' | 'head', arm: string): string => `${side}:${arm}`;

/**
 * A study whose arms are those of two revisions, each reaching its own other ends through its own
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
}: TwoRevisions<Operations>): PairedStudy<Operations> {
  const ids = (each: ReadonlyArray<{ id: string }>) => each.map(({ id }) => id);
  const armIds = { base: ids(base.study.arms), head: ids(head.study.arms) };
  const workloadIds = { base: ids(base.study.workloads), head: ids(head.study.workloads) };
  const common = head.study.arms
    .filter((arm) => armIds.base.includes(arm.id) && (arms?.includes(arm.id) ?? !arm.optional))
    .map(({ id }) => id);
  const wanted =
    workloads === undefined
      ? head.study.workloads.filter(({ optional }) => !optional)
      : workloadsOf(head.study, workloads);
  const measured = wanted.filter(({ id }) => findWorkload(base.study, id) !== undefined);
  const [first] = common;
  if (first === undefined) throw nothingCommon('arm', armIds);
  if (measured.length === 0) throw nothingCommon('workload', workloadIds);
  const reference = common.includes(head.study.reference) ? head.study.reference : first;
  const sides = { base, head };
  const sideArm = (side: 'base' | 'head', id: string): Arm<Operations> => {
    const { study, at } = sides[side];
    const arm = study.arms.find((each) => each.id === id) as Arm<Operations>;
    return {
      ...arm,
      id: sideId(side, id),
      async load() {
        const connect = await arm.load();
        return (channel) => connect(at(channel));
      },
    };
  };
  return {
    study: {
      ...head.study,
      arms: [
        ...common.flatMap((id) => [sideArm('base', id), sideArm('head', id)]),
        { ...sideArm('head', reference), id: AGAIN },
      ],
      workloads: measured,
      baseline: sideId('base', reference),
      reference: sideId('base', reference),
      subjects: common.map((id) => sideId('head', id)),
    },
    arms: common,
    unpaired: [
      ...oneSided('arm', armIds.base, armIds.head),
      ...oneSided('workload', workloadIds.base, workloadIds.head),
    ],
  };
}

/**
 * Lays out a run of two revisions. In every round the turns of an arm's two revisions stand next to
 * each other. The A/A control stands by itself: beside the reference it would find the base's code
 * and Workers warm, and leave them so. The head's reference has a second turn like it.
 */
export function pairedPlan<Operations>(
  { study, arms }: PairedStudy<Operations>,
  length: Exclude<Length, { rule: 'until-decided' }>,
  seed: number,
): Plan {
  const groups = [
    ...arms.map((id) => [sideId('base', id), sideId('head', id)]),
    [CONTROL],
    [AGAIN],
  ];
  const workloads = study.workloads.map(({ id }) => id);
  return { ...makePlan(study, { length, arms: groups.flat(), workloads }, seed, 0), groups };
}

function nothingCommon(what: string, ids: { base: string[]; head: string[] }): RangeError {
  return new RangeError(
    `${what}: got ${ids.base.join(', ')} in base and ${ids.head.join(', ')} in head, ` +
      `expected one that both have and that was asked for`,
  );
}

function oneSided(what: string, base: readonly string[], head: readonly string[]): string[] {
  const alone = (these: readonly string[], those: readonly string[], side: string) =>
    these.filter((id) => !those.includes(id)).map((id) => `The ${what} ${id} is in ${side} only.`);
  return [...alone(base, head, 'base'), ...alone(head, base, 'head')];
}

/** A run of two revisions, and what its comparison needs besides. */
interface PairedRun<Operations> {
  /** The study whose arms and workloads the rows are named after. */
  study: Study<Operations>;
  paired: PairedStudy<Operations>;
  plan: Plan;
  sessions: Session[];
  looks: InterimAnalysis[];
  /** Half-width of what counts as equal, as a fraction. */
  margin: number;
  /** Smallest step of the client's clock, in µs. */
  clockStepUs: number;
  base: Side;
  head: Side;
}

/** Judges the head's time against the base's, arm by arm, from the rounds in which both ran. */
export function pairedComparison<Operations>(run: PairedRun<Operations>): Comparison {
  const { study, paired, plan, sessions, looks, margin, clockStepUs, base, head } = run;
  const record = { plan, sessions, looks };
  const cells = cellsOf(record);
  const cell = (arm: string, workload: string) =>
    cells.find((each) => each.arm === arm && each.workload === workload);
  const pairs = plan.workloads.flatMap((workload) =>
    paired.arms.flatMap((arm) => {
      const base = cell(sideId('base', arm), workload);
      const head = cell(sideId('head', arm), workload);
      // Without a cell where one of the two cannot do the workload.
      return base === undefined || head === undefined ? [] : [{ arm, base, head }];
    }),
  );
  const judged = judge(
    pairs.map((pair) => ({
      logRatios: pairedLogRatios(pair.head, pair.base),
      share: 1,
      nextShare: 1,
    })),
    margin,
  );
  const rows = rowsOf(study, pairs, judged, [clockStepUs, clockStepUs]);
  const { reference } = paired.study;
  const { controls, rounds } = compare(record, { reference, subjects: [], margin });
  const doubts = controls
    .filter(({ flaw }) => flaw !== undefined)
    .map(
      (control) => `First, the noise in ${control.workload}: ${controlSentence(control, margin)}`,
    );
  const discarded = unitsOf(record).filter(({ unit }) => unit.void !== undefined);
  const reasons = new Set(
    discarded.map(({ unit }) => `${unit.arm}: ${unit.detail ?? 'discarded'}`),
  );
  return {
    kind: 'interleaved',
    study: study.id,
    base,
    head,
    margin,
    corrected: rows.length,
    rounds,
    doubts,
    notes: [
      ...controls
        .filter(({ flaw }) => flaw === undefined)
        .map(
          (control) =>
            `The base’s A/A control in ${control.workload}: ${controlSentence(control, margin)}`,
        ),
      ...paired.unpaired,
      ...(discarded.length === 0 ? [] : [`${countOf(discarded.length, 'turn')} discarded.`]),
      ...[...reasons].slice(0, 5),
    ],
    rows,
    slower: slowerRows(rows, margin),
  };
}
