import type { BudgetObject } from './gate/allowance.ts';
import type { BenchObject } from './object.ts';

/**
 * Bindings of the bench Worker.
 * Those marked optional exist only where the platform has them.
 */
export interface Env {
  /** Objects that are served by a library, whichever. */
  BENCH: DurableObjectNamespace;
  /** Counts the day, one object. */
  BUDGET: DurableObjectNamespace<BudgetObject>;
  /** Counts connections by the hash of an address, in one location of the platform. */
  RATE_LIMIT?: RateLimit;
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
  /** `true` where a local command may end an object by DELETE; absent everywhere else. */
  EVICTS?: string;
  /** Header that tells visitors apart where no platform does; empty: nothing does. */
  VISITOR_HEADER: string;
}

/** An object of the bench by its name, for another one. */
export function objectOf({ BENCH }: Env, name: string): DurableObjectStub<BenchObject> {
  return BENCH.getByName(name) as unknown as DurableObjectStub<BenchObject>;
}

export function budgetOf(env: Env): DurableObjectStub<BudgetObject> {
  return env.BUDGET.getByName('day');
}
