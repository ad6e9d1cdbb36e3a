/** The Worker and its objects in this process, without the platform: for what no visitor can see from outside. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { vi } from 'vitest';
import type { Amounts, Payer, Refusal } from '../../src/wire/amounts.ts';

vi.doMock('cloudflare:workers', () => ({
  DurableObject: function DurableObject(this: object, ctx: object, env: object) {
    Object.assign(this, { ctx, env });
  },
  RpcTarget: class {},
}));

interface Handler {
  fetch(request: Request, env?: object): Promise<Response>;
}
interface Budget {
  take(payer: Payer, wanted: Amounts, owed?: Amounts, isTaken?: boolean): Refusal | undefined;
  today(): { left: Amounts };
  salt(day: string): string;
}
interface Allowance {
  begin(payer: Payer): Refusal | undefined;
  count(messages: number): void;
  store<Result>(rows: number, act: () => Result): Result | Promise<Result>;
  pay(what: string, messages: number, rows: number, awake?: number): Promise<void>;
  opened(): void;
  closed(): void;
}
type ObjectClass<Made> = new (ctx: object, env: object) => Made;
interface WorkerModule {
  default: Handler;
  BenchObject: ObjectClass<Handler>;
  BudgetObject: ObjectClass<Budget>;
}

/** Names of the objects that were asked, and of the libraries that were loaded. None of them answers. */
export const asked: string[] = [];
const ask = (name: string) => new Promise(() => asked.push(name));

/** The bindings of a Worker whose visitors have taken nothing of the day. */
export const envHere = {
  SETTING: 'workerd',
  GATE: '',
  ALLOWED_ORIGINS: '',
  IDLE_SECONDS: '600',
  VISITOR_HEADER: '',
  BENCH: { getByName: (name: string) => ({ fetch: () => ask(name) }) },
  BUDGET: { getByName: () => ({ salt: async () => 'salt', take: async () => undefined }) },
};

const arm = { name: 'arm', label: 'Arm', accept: 'request', paths: true };
const libraries = {
  served: [{ id: 'library', label: 'Library', arms: [arm] }],
  notInstalled: [],
  acceptOf: () => arm.accept,
  load: ask,
  between: {},
};

/** The id of one of the objects of that library. */
export const idOf = (at: number): string =>
  `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;

/** A request to one of them. */
export function requestTo(at = 0): Request {
  const url = `http://localhost/bench/library/arm/${idOf(at)}/getValue`;
  return new Request(url, { headers: { 'Roundtrip-Client': 'test' } });
}

// By name, because the Worker has types of its own, which are not those of the tests.
const load = (file: string): Promise<unknown> => import(file);

/** Loads the Worker. It keeps libraries from the console, but not the tests that follow. */
async function loadWorker(): Promise<WorkerModule> {
  asked.length = 0;
  const own = { ...console };
  const worker = (await load('../worker.ts')) as WorkerModule;
  Object.assign(console, own);
  const { carry } = (await load('../server.ts')) as { carry: (those: object) => void };
  carry(libraries);
  return worker;
}

/** Starts the Worker and one of its objects. */
export async function startHere(): Promise<{ worker: Handler; object: Handler }> {
  const { default: worker, BenchObject } = await loadWorker();
  const ctx = { storage: { kv: {} }, getWebSockets: () => [] };
  return { worker, object: new BenchObject(ctx, envHere) };
}

/** Starts the allowance of an object. */
export async function startAllowance(
  env: object,
  onUsedUp: (refusal: Refusal) => void,
): Promise<Allowance> {
  const { Allowance } = (await load('../gate/allowance.ts')) as {
    Allowance: new (of: object, ended: typeof onUsedUp) => Allowance;
  };
  return new Allowance(env, onUsedUp);
}

/** Starts the object that counts the day. @returns it, and reads the days that it still has amounts of */
export async function startBudget() {
  const { BudgetObject } = await loadWorker();
  const database = new DatabaseSync(':memory:');
  const exec = (query: string, ...values: SQLInputValue[]) => {
    const rows = database.prepare(query).all(...values);
    return { one: () => rows[0] };
  };
  const kv = new Map<string, unknown>();
  const ctx = { storage: { sql: { exec }, kv: { get: kv.get.bind(kv), put: kv.set.bind(kv) } } };
  const budget = new BudgetObject(ctx, { ...envHere, SETTING: 'deployed' });
  const days = () => database.prepare('SELECT DISTINCT day FROM taken').all();
  return { budget, days };
}
