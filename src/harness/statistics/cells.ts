/** A record’s samples by arm and workload. */
import { lackIn } from '../plan/index.ts';
import type { Load, Session, SessionPlan, SessionRecord, Turn } from '../record/index.ts';

/** The same function, which keeps its answer for each argument: cells never change, and are asked again and again. */
export function kept<Of extends object, Value>(make: (of: Of) => Value): (of: Of) => Value {
  const answers = new WeakMap<Of, { value: Value }>();
  return (of) => {
    const known = answers.get(of) ?? { value: make(of) };
    answers.set(of, known);
    return known.value;
  };
}

/** A turn with the connection it ran on. */
export interface Unit extends Turn {
  /** Number of the session it belongs to. What shares a session is not independent. */
  session: number;
  /** Time to open that connection, in µs. */
  connectUs?: number | undefined;
  /** Median of its bare round trips, in µs, where the other end answers them by itself. */
  networkUs?: number | undefined;
  /** Extensions that its connection negotiated, and the version of HTTP of its requests. */
  extensions?: string | undefined;
  protocol?: string | undefined;
}

/** The sessions of a record, or of a run that goes on. */
export type Remains = Pick<SessionRecord, 'plan' | 'sessions'>;

/** The samples of a record in one arm and workload. */
export interface Cell {
  arm: string;
  workload: string;
  /** How its operations follow each other. */
  load: Load;
  /** What counts, in the order it ran. What took no time at all counts too. */
  units: readonly Unit[];
  /** What does not: discarded turns, and those without a single sample. */
  discarded: readonly Unit[];
}

/** A unit with the workload that it belongs to. */
interface Ran {
  workload: string;
  unit: Unit;
}

/** Every cell of a record, in the order of its plan; what an arm cannot do has none. */
export function cellsOf(record: Remains): readonly Cell[] {
  const found = new Map<string, Map<string, { units: Unit[]; discarded: Unit[] }>>();
  for (const { workload, unit } of unitsOf(record)) {
    const arms = found.get(workload) ?? new Map<string, { units: Unit[]; discarded: Unit[] }>();
    found.set(workload, arms);
    const cell = arms.get(unit.arm) ?? { units: [], discarded: [] };
    arms.set(unit.arm, cell);
    const counts = unit.void === undefined && unit.samplesUs.length > 0;
    (counts ? cell.units : cell.discarded).push(unit);
  }
  const { plan } = record;
  return plan.workloads.flatMap((workload) =>
    plan.arms
      .filter((arm) => lackIn(plan, arm, workload) === undefined)
      .map((arm) => ({
        arm,
        workload,
        load: loadIn(plan, workload),
        ...(found.get(workload)?.get(arm) ?? { units: [], discarded: [] }),
      })),
  );
}

/**
 * Everything that ran, in its order, discarded or not. An arm’s session that is discarded as a whole
 * and had no turn stands there once, without samples.
 */
export function unitsOf(record: Remains): ReadonlyArray<Ran> {
  return record.sessions.flatMap(({ workload, session, arms, turns }) => {
    const byArm = new Map(arms.map((arm) => [arm.arm, arm]));
    const ran = turns.map((turn) => {
      const whole = byArm.get(turn.arm);
      const { connectUs, extensions, protocol, networkUs } = whole ?? {};
      const discarded = whole?.void && { void: whole.void, detail: whole.detail };
      return {
        workload,
        unit: { ...turn, session, connectUs, extensions, protocol, networkUs, ...discarded },
      };
    });
    const without = arms
      .filter(({ arm, void: reason }) => reason !== undefined && !turns.some((t) => t.arm === arm))
      .map(({ arm, void: reason, detail }) => ({
        workload,
        unit: { ...NOTHING, arm, session, void: reason, detail },
      }));
    return [...ran, ...without];
  });
}

const NOTHING = {
  round: 0,
  samplesUs: [],
  frames: { out: 0, in: 0 },
  bytes: { out: 0, in: 0 },
};

/** A cell’s units by their session. */
export const bySession = kept(({ units }: Pick<Cell, 'units'>): ReadonlyMap<number, Unit[]> =>
  Map.groupBy(units, ({ session }) => session),
);

/** How the operations of a record's workload follow each other. */
export function loadIn({ loads }: Pick<SessionPlan, 'loads'>, workload: string): Load {
  return loads?.[workload] ?? {};
}

/**
 * Time of one operation of a turn, in ms: the time of the whole ÷ operations, which is their mean where they follow
 * each other.
 */
export function msPerOperation({
  totalUs,
  samplesUs,
}: Pick<Unit, 'totalUs' | 'samplesUs'>): number {
  const timeUs = totalUs ?? samplesUs.reduce((sum, us) => sum + us, 0);
  return timeUs / samplesUs.length / 1000;
}

/** Operations ÷ time of the whole, per second; undefined for what took no time. */
export function operationsPerSecond(unit: Unit): number | undefined {
  const ms = msPerOperation(unit);
  return ms > 0 ? 1000 / ms : undefined;
}

/** Time that sessions took on the clock, opening and all, in ms; pauses are not part of it. */
export function spentMs(sessions: readonly SessionTimes[]): number {
  return sessions.reduce((sum, each) => sum + each.openUs + each.warmUpUs + each.turnsUs, 0) / 1000;
}

type SessionTimes = Pick<Session, 'openUs' | 'warmUpUs' | 'turnsUs'>;
