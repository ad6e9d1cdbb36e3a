/** Which turns belong together? The samples of launches by arm and workload. */
import { lackIn } from '../plan/index.ts';
import type { Load, Session, SessionPlan, SessionRecord, Turn } from '../record/index.ts';

/** The function with its value kept for each argument: cells never change, and are read again and again. */
export function memoize<Of extends object, Value>(make: (of: Of) => Value): (of: Of) => Value {
  const values = new WeakMap<Of, { value: Value }>();
  return (of) => {
    const known = values.get(of) ?? { value: make(of) };
    values.set(of, known);
    return known.value;
  };
}

/** A turn with the connection it ran on. */
export interface Unit extends Turn {
  /** Number of its session, of all those of its workload in all launches. */
  session: number;
  /** Number of its launch, from 0. */
  launch: number;
  /** Time to open that connection, in µs. */
  connectUs?: number | undefined;
  /** Extensions that its connection negotiated, and the version of HTTP of its requests. */
  extensions?: string | undefined;
  protocol?: string | undefined;
}

/** The sessions of a record, or of a run that goes on. */
export type RunData = Pick<SessionRecord, 'plan' | 'sessions'>;

/** The samples of one arm in one workload, of all launches of a plan. */
export interface Cell {
  arm: string;
  workload: string;
  /** How its operations follow each other. */
  load: Load;
  /** Turns that count, in the order they ran, those that took no time included. */
  units: readonly Unit[];
  /** Turns that are discarded or have no sample. */
  discarded: readonly Unit[];
}

/** A unit with the workload that it belongs to. */
interface WorkloadUnit {
  workload: string;
  unit: Unit;
}

/** Every cell of launches of one plan, in its order. A workload that its arm cannot do has none. */
export function cellsOf(launches: readonly [RunData, ...RunData[]]): readonly Cell[] {
  const [{ plan }] = launches;
  const byCell = Map.groupBy(unitsOf(launches), ({ workload, unit }) => keyOf(workload, unit.arm));
  return plan.workloads.flatMap((workload) =>
    plan.arms
      .filter((arm) => lackIn(plan, arm, workload) === undefined)
      .map((arm) => {
        const all = (byCell.get(keyOf(workload, arm)) ?? []).map(({ unit }) => unit);
        const { units = [], discarded = [] } = Object.groupBy(all, (unit) =>
          unit.discardedBecause === undefined && unit.samplesUs.length > 0 ? 'units' : 'discarded',
        );
        return { arm, workload, load: loadIn(plan, workload), units, discarded };
      }),
  );
}

const keyOf = (workload: string, arm: string) => `${workload}\n${arm}`;

/**
 * All turns that ran, in their order, discarded ones included. An arm’s session that is discarded as a whole and had
 * no turn stands there once, without samples.
 */
export function unitsOf(launches: readonly RunData[]): readonly WorkloadUnit[] {
  const begun = new Map<string, number>();
  const sessions = launches.flatMap((record, launch) =>
    record.sessions.map((session) => ({ ...session, launch })),
  );
  return sessions.flatMap(({ workload, launch, arms, turns }) => {
    // Each launch counts its own from 0.
    const session = begun.get(workload) ?? 0;
    begun.set(workload, session + 1);
    const place = { session, launch };
    const byArm = new Map(arms.map((arm) => [arm.arm, arm]));
    const ran = turns.map((turn) => {
      const whole = byArm.get(turn.arm);
      const { connectUs, extensions, protocol } = whole ?? {};
      const discarded = whole?.discardedBecause && {
        discardedBecause: whole.discardedBecause,
        detail: whole.detail,
      };
      return {
        workload,
        unit: { ...turn, ...place, connectUs, extensions, protocol, ...discarded },
      };
    });
    const without = arms
      .filter(
        ({ arm, discardedBecause: reason }) =>
          reason !== undefined && !turns.some((t) => t.arm === arm),
      )
      .map(({ arm, discardedBecause: reason, detail }) => ({
        workload,
        unit: { ...NOTHING, arm, ...place, discardedBecause: reason, detail },
      }));
    return [...ran, ...without];
  });
}

const none = { out: 0, in: 0 };
const NOTHING = { round: 0, samplesUs: [], frames: none, bytes: none };

/** How the operations of a record's workload follow each other. */
export function loadIn({ loads }: Pick<SessionPlan, 'loads'>, workload: string): Load {
  return loads?.[workload] ?? {};
}

type TimedUnit = Pick<Unit, 'totalUs' | 'samplesUs'>;

/** Time of a turn ÷ its operations, in ms: their mean if they follow each other. */
export function msPerOperation({ totalUs, samplesUs }: TimedUnit): number {
  const timeUs = totalUs ?? samplesUs.reduce((sum, us) => sum + us, 0);
  return timeUs / samplesUs.length / 1000;
}

/** Time that sessions took on the clock, opening and all, in ms; pauses are not part of it. */
export function spentMs(
  sessions: ReadonlyArray<Pick<Session, 'openUs' | 'warmUpUs' | 'turnsUs'>>,
): number {
  return sessions.reduce((sum, each) => sum + each.openUs + each.warmUpUs + each.turnsUs, 0) / 1000;
}
