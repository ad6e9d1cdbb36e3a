import type { Amounts, Payer, Refusal } from '../src/wire/amounts.ts';

/** Methods of a bench object for the Worker and for other objects. */
export interface BenchMethods extends Rpc.DurableObjectBranded {
  /** Counts the call. Every way of calling between objects ends here. @returns `effectOf` of the number */
  effect(n: number): number;
  /** Sets whether each later call writes to the storage. */
  store(writes: boolean): void;
  /** How often it was called since this was last asked. */
  takeEffects(): number;
  /** Runs a serialized continuation. @returns the result, serialized */
  perform(continuation: string): string;
  /** Calls a method of the service for a session in the Worker. @param bytes of the message that has the call */
  call(payer: Payer, bytes: number, method: string, args: readonly unknown[]): Promise<unknown>;
  /** A cursor by the RPC of Workers. */
  nativeCursor(): NativeCursor;
  /** Ends this instance, as a deployment of new code does. */
  evict(): void;
}

/** A cursor for another object, by the RPC of Workers. */
export interface NativeCursor extends Rpc.RpcTargetBranded {
  advance(): number;
}

/** Methods of the object that counts the day, for the Worker and for bench objects. */
export interface BudgetMethods extends Rpc.DurableObjectBranded {
  /** Takes all amounts that are wanted, or none. @returns why none was taken, and how much there is room for */
  take(
    payer: Payer,
    wanted: Amounts,
    owed?: Amounts,
    isTaken?: boolean,
  ): (Refusal & { room: Amounts }) | undefined;
  /** The amounts of the day, and those of them that nobody has taken. */
  today(): { of: Amounts; left: Amounts };
  /** The secret of a day, for hashes of addresses. */
  salt(day: string): string;
}

/** Bindings of the bench Worker. Those marked optional exist only where the platform has them. */
export interface Env {
  /** Objects of all libraries. */
  BENCH: DurableObjectNamespace<BenchMethods>;
  /** One object, which counts the day. */
  BUDGET: DurableObjectNamespace<BudgetMethods>;
  /** Counts connections by the hash of an address, in one location of the platform. */
  RATE_LIMIT?: RateLimit;
  /** Built pages. Absent where something else serves them. */
  ASSETS?: Fetcher;
  /** Where this Worker runs: one of the settings of the record schema. */
  SETTING: string;
  /** Origins of pages that may use the bench, in addition to the Worker's own; separated by spaces. */
  ALLOWED_ORIGINS: string;
  /** Seconds without use after which an object loses its storage and its sockets. */
  IDLE_SECONDS: string;
  /** Commit it was built from; empty when unknown. */
  COMMIT: string;
  /** `true` when the tree differed from that commit. */
  DIRTY: string;
  /** When it was built, ISO 8601. */
  BUILT_AT: string;
  /** Numbers that replace those of gate/config.ts, as JSON; empty: none. */
  GATE: string;
  /** `true` if a local command may end an object by DELETE; else absent. */
  EVICTS?: string;
  /** Header that tells visitors apart without a platform; empty: none. */
  VISITOR_HEADER: string;
}

/** An object of the bench by its name, for another one. */
export function objectOf({ BENCH }: Env, name: string): DurableObjectStub<BenchMethods> {
  return BENCH.getByName(name);
}

export function budgetOf(env: Env): DurableObjectStub<BudgetMethods> {
  return env.BUDGET.getByName('day');
}
