import type { Amounts, Payer, Refusal } from '../src/wire/amounts.ts';

/** What the Worker and other objects call on an object of the bench. */
export interface BenchMethods extends Rpc.DurableObjectBranded {
  /** Counts the call; every way of calling between objects ends here. @returns what `effectOf` says of the number */
  effect(n: number): number;
  /** Has each call that follows write to the storage, or none. */
  store(writes: boolean): void;
  /** How often it was called since it was last asked. */
  takeEffects(): number;
  /** Does what a serialized continuation says. @returns the result, serialized */
  perform(continuation: string): string;
  /** A cursor by the RPC that Workers have. */
  nativeCursor(): NativeCursor;
  /** Ends this instance, as a deployment of new code does. */
  evict(): void;
}

/** A cursor for another object, by the RPC that Workers have. */
export interface NativeCursor extends Rpc.RpcTargetBranded {
  advance(): number;
}

/** What the Worker and the objects of the bench call on the object that counts the day. */
export interface BudgetMethods extends Rpc.DurableObjectBranded {
  /** Takes all that is wanted, or says why not, and what there is room for. */
  take(
    payer: Payer,
    wanted: Amounts,
    owed?: Amounts,
    isTaken?: boolean,
  ): (Refusal & { room: Amounts }) | undefined;
  /** What the day has, and what of it nobody has taken. */
  today(): { of: Amounts; left: Amounts };
  /** The secret that addresses are hashed with on a day. */
  salt(day: string): string;
}

/**
 * Bindings of the bench Worker.
 * Those marked optional exist only where the platform has them.
 */
export interface Env {
  /** Objects that are served by a library, whichever. */
  BENCH: DurableObjectNamespace<BenchMethods>;
  /** Counts the day, one object. */
  BUDGET: DurableObjectNamespace<BudgetMethods>;
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
export function objectOf({ BENCH }: Env, name: string): DurableObjectStub<BenchMethods> {
  return BENCH.getByName(name);
}

export function budgetOf(env: Env): DurableObjectStub<BudgetMethods> {
  return env.BUDGET.getByName('day');
}
