import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '../../../places/objects/client.ts';
import { ways } from '../../../places/objects/list.ts';
import { type Batch, effectOf } from '../../../places/objects/protocol.ts';
import { allCallArms } from '../../../systems/arms.ts';
import type { Api } from '../../../service/api.ts';
import { messageOf } from '../../../bench-client/failure.ts';
import { type Arm, makePlan } from '../../../harness/plan/index.ts';
import { CONTROL } from '../../../harness/record/index.ts';
import { unitsOf } from '../../../harness/statistics/index.ts';
import { clockStepUs, runUntil } from '../../../harness/run/index.ts';
import { findStudy } from '../../../studies/index.ts';
import { benchChannel } from '../../../links/link.ts';
import { type BenchWorld, runtimeWorld } from '../../../bench-client/world.ts';
import { callingWith } from '../identify.ts';

/** A deployment as it is asked. */
export interface Target {
  /** Origin of the pages, without a trailing slash. */
  pages: string;
  /** Origin of the bench, which is the pages’ own unless they are kept apart. */
  bench: string;
  /** Headers that every request carries: which version is to answer. */
  headers?: Readonly<Record<string, string>>;
}

/** The finding in one respect. */
export interface Check {
  name: 'commit' | 'pages' | 'headers' | 'arms' | 'storage';
  ok: boolean;
  /** A sentence: what holds, or each thing that does not with the value got and the one expected. */
  found: string;
}

/** This runtime, with the target’s headers on each request and each socket. */
export function worldOf({
  bench,
  headers = {},
}: Pick<Target, 'bench' | 'headers'>): BenchWorld & { through: ReturnType<typeof callingWith> } {
  return { ...runtimeWorld(bench), through: { origin: bench, ...callingWith(headers) } };
}

/** Sums up: the sentence where nothing is wrong, else what is. */
export function checked(name: Check['name'], wrong: readonly string[], right: string): Check {
  return { name, ok: wrong.length === 0, found: wrong.length === 0 ? right : wrong.join('; ') };
}

const WORKLOAD = 'increment';
const SEED = 1;

/** One call between objects: its time is no matter, and it must return what it has to. */
const CALL: Batch = { calls: 1, order: 'at-once', bytes: 0, objects: 1, first: 21, writes: false };

/** Why ways of calling another object do not return what they must. */
async function silentWays(target: Target): Promise<string[]> {
  const { WebSocketClass } = worldOf(target).through;
  const expected = effectOf(CALL.first, CALL.bytes);
  const silent: string[] = [];
  // One after another: a visitor may not have as many sockets at once as there are ways.
  for (const { name, arm } of ways) {
    const object = crypto.randomUUID();
    try {
      const connection = await connect(name)({ origin: target.bench, object, WebSocketClass });
      try {
        const got = await connection.operations.batch(CALL);
        if (got.join() === String(expected)) continue;
        silent.push(`${arm}: got ${got.join()}, expected ${expected}`);
      } finally {
        connection.close();
      }
    } catch (error) {
      silent.push(`${arm}: ${messageOf(error)}`);
    }
  }
  return silent;
}

/**
 * Whether every arm of every system answers one round, with each counter where it must be, and every
 * way of calling another object one call.
 */
export async function checkArms(target: Target): Promise<Check> {
  const study = findStudy('lumenize-vs-capnweb');
  const arms = study.arms.map(({ id }) => id);
  const length = { rule: 'fixed', rounds: 1 } as const;
  const plan = makePlan(study, { length, arms, workloads: [WORKLOAD] }, SEED, 0);
  const world = worldOf(target);
  const { sessions, end } = await runUntil({
    study,
    plan,
    world,
    clockStepUs: clockStepUs(() => world.now()),
  });
  const units = unitsOf({ plan, sessions }).map(({ unit }) => unit);
  // The reference a second time is no arm of its own.
  const own = plan.arms.filter((arm) => arm !== CONTROL);
  const silentArms = own.flatMap((arm) => {
    const turns = units.filter((unit) => unit.arm === arm);
    const failed = turns.find((unit) => unit.void !== undefined);
    if (turns.length === 0) return [`${arm}: got no turn, expected one`];
    return failed === undefined ? [] : [`${arm}: ${failed.detail ?? failed.void ?? 'discarded'}`];
  });
  const reasons = [...silentArms, ...(await silentWays(target))];
  if (end.kind === 'lost') reasons.push(`the bench was lost: ${end.why}`);
  return checked('arms', reasons, `All ${own.length + ways.length} arms answered.`);
}

/** Times that an object’s storage is waited for, as multiples of the idle time, with 1 s for the way. */
const WAITS = [1.1, 1.6, 3];

/**
 * Whether objects lose their storage once nobody uses them: one of each system is written to, left
 * alone for as long as `/bench/about` says, and must then count from nought. To ask an object is to
 * use it, so each is asked once; a later one is asked where the first was asked too early.
 *
 * @param idleSeconds what `/bench/about` says
 */
export async function checkStorage(target: Target, idleSeconds: number): Promise<Check> {
  const started = performance.now();
  const arms = firstOfEachSystem();
  const wrong: string[] = [];
  const written = await Promise.all(
    arms.map(async (arm) => {
      const objects = WAITS.map(() => crypto.randomUUID());
      for (const object of objects) {
        const counts = [await add(target, arm, object), await add(target, arm, object)];
        if (counts.join() !== '1,2') wrong.push(`${arm.id}: got ${counts.join()}, expected 1,2`);
      }
      return { arm, objects };
    }),
  );
  let left = written;
  for (const [index, times] of WAITS.entries()) {
    const due = started + (idleSeconds * times + 1) * 1000;
    await delay(Math.max(0, due - performance.now()));
    const asked = await Promise.all(
      left.map(async (each) => {
        const count = await add(target, each.arm, each.objects[index] ?? '');
        return count === 1 ? [] : [each];
      }),
    );
    left = asked.flat();
    if (left.length === 0) break;
  }
  for (const { arm } of left) {
    wrong.push(`${arm.id}: an object still counts on ${idleSeconds} s after its last use`);
  }
  return checked('storage', wrong, `Objects are empty ${idleSeconds} s after their last use.`);
}

/** Adds 1 to the counter of an object, on a connection of its own; what it answered. */
async function add(
  target: Target,
  arm: Pick<Arm<Api>, 'load'>,
  object: string,
): Promise<number | string> {
  const { through } = worldOf(target);
  try {
    const connect = await arm.load();
    const connection = await connect(benchChannel({ ...through, object }));
    try {
      return await connection.operations.increment(1);
    } finally {
      connection.close();
    }
  } catch (error) {
    return messageOf(error);
  }
}

/** One arm for each class of objects. */
function firstOfEachSystem(): Arm<Api>[] {
  const arms = allCallArms();
  return arms.filter(
    (arm, index) => arms.findIndex(({ system }) => system === arm.system) === index,
  );
}
