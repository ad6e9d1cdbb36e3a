import type { Budget, RateLimiter } from './gate/protocol.ts';
import type { BenchObject } from './object.ts';

/**
 * Bindings of the bench Worker.
 * Those marked optional exist only where the platform has them.
 */
export interface Env {
  /** Objects that are served by a library, whichever. */
  BENCH: DurableObjectNamespace;
  /** Rate limiters: they count visitors, one object a data centre. */
  DOOR: DurableObjectNamespace;
  /** Counts the day, one object. */
  BUDGET: DurableObjectNamespace;
  /** Built pages. Absent where something else serves them. */
  ASSETS?: Fetcher;
  /** Where this Worker runs: one of the settings of the record schema. */
  SETTING: string;
  /** Origins, besides the Worker's own, whose pages may use the bench; separated by spaces. */
  ALLOWED_ORIGINS: string;
  /** An object that nobody used for this many seconds loses its storage and its sockets. */
  IDLE_SECONDS: string;
  /** Commit it was built from; empty when unknown. */
  COMMIT: string;
  /** `true` when the tree differed from that commit. */
  DIRTY: string;
  /** When it was built, ISO 8601. */
  BUILT_AT: string;
  /** What the gate has instead of the numbers of gate/config.ts, as JSON; empty: nothing. */
  GATE: string;
  /** Header that tells visitors apart where no platform does; empty: nothing does. */
  VISITOR_HEADER: string;
  /** Secret of the nightly check, which has its own share of the day; without it nobody has. */
  NIGHTLY_KEY?: string;
}

// The classes know this file, which cannot name them: the types of their methods are said here.

/** An object of the bench by its name, for another one. */
export function objectOf({ BENCH }: Env, name: string): DurableObjectStub<BenchObject> {
  return BENCH.get(BENCH.idFromName(name)) as unknown as DurableObjectStub<BenchObject>;
}

export function budgetOf(env: Env): Budget {
  return env.BUDGET.get(env.BUDGET.idFromName('day')) as unknown as Budget;
}

/** @param place the data centre, or `here` */
export function rateLimiterOf(env: Env, place: string): RateLimiter {
  return env.DOOR.get(env.DOOR.idFromName(place)) as unknown as RateLimiter;
}
