/** Loss of a connection or of a side, reconnecting, deadlines and giving up. */
import {
  type BenchKit,
  connected,
  type Connection,
  listenTo,
  sendUntil,
  type Questions,
} from './client-kit.ts';
import {
  answers,
  describe,
  endingOf,
  fail,
  NoAnswer,
  notApplicable,
  partly,
  pass,
  rejects,
  until,
  type Outcome,
} from './outcome.ts';
import { numbersOf } from './direction.ts';

/** Drops the connection under a call that waits, and watches the call. */
async function pendingAfter(connection: Connection, end: () => unknown): Promise<Outcome> {
  const outcome = rejects(() => connection.api.hold('never'), 'rejected: ');
  await until(() => connection.log.frames().out > 0);
  await end();
  return await outcome;
}

/** Numbers of a stream that is cut after some of them, and how long the rest is waited for. */
const NUMBERS = { all: 60, before: 10, seconds: 40 };
/** How often a stream is begun again that had ended before it could be cut. */
const ATTEMPTS = 10;

/** How the numbers from 1 came: all, each once and in their order, or what is wrong with them. */
function cameAs(came: readonly number[], all: number, how: string): Outcome {
  const lost = all - new Set(came).size;
  const twice = came.length - new Set(came).size;
  const inOrder = came.every((each, index) => each > (came[index - 1] ?? -1));
  const text = `it goes on ${how}: ${lost} of ${all} are lost, ${twice} come twice`;
  return lost + twice === 0 && inOrder ? pass(text) : partly(text);
}

/** Finds out if a cut stream goes on by itself; undefined if all numbers came before the cut. */
async function resumedStream(connection: Connection): Promise<Outcome | undefined> {
  const { how, numbers, drop } = connection.resuming?.(NUMBERS.all) ?? {
    how: 'by itself',
    numbers: await numbersOf(connection, NUMBERS.all),
    drop: () => connection.log.drop(),
  };
  const came: number[] = [];
  let isCut = true;
  const ending = await endingOf(async () => {
    for await (const each of numbers) {
      if (came.push(Number(each)) !== NUMBERS.before) continue;
      await drop();
      isCut = connection.log.frames().in < NUMBERS.all;
    }
  }, NUMBERS.seconds);
  if (!isCut) return undefined;
  if (ending.state === 'resolved') return cameAs(came, NUMBERS.all, how);
  return fail(`after ${came.length} of ${NUMBERS.all}, ${describe(ending)}`);
}

/** The same where what lasts is that a client listens: numbers are sent before, during and after. */
async function resumedListening(kit: BenchKit): Promise<Outcome> {
  const came: number[] = [];
  using waiting = await listenTo(kit, 'news', (payload) => came.push(Number(payload)));
  using other = await kit.connect();
  const { before, all } = NUMBERS;
  const listens = await sendUntil(() => came.length > 0, [waiting, other], 0);
  if (came.length === 0) return fail(`nothing arrives, and ${describe(listens)}`);
  came.length = 0;
  for (let each = 1; each <= before; each += 1) await waiting.send(other.api, each);
  await until(() => came.includes(before));
  await waiting.log.drop();
  for (let each = before + 1; each < all; each += 1) {
    await endingOf(() => waiting.send(other.api, each));
  }
  await sendUntil(() => came.includes(all), [waiting, other], all);
  if (!came.includes(all)) return fail('nothing arrives after the loss');
  return cameAs([...came.filter((each) => each < all), all], all, 'by itself');
}

export const loss: Questions = {
  'loss-pending': connected((connection) => pendingAfter(connection, () => connection.log.drop())),
  'loss-closed-by-owner': connected((connection) =>
    pendingAfter(connection, () => connection[Symbol.dispose]()),
  ),
  'loss-next-call': connected(async (connection) => {
    await connection.api.add(1, 1);
    await connection.log.drop();
    return await answers(() => connection.api.add(2, 3), 5);
  }),
  'loss-reference': connected(async ({ api, log }) => {
    const ending = await endingOf(() => api.adder(2));
    if (ending.state !== 'resolved' || typeof ending.value !== 'function') {
      return notApplicable(`there is no such function: ${describe(ending)}`);
    }
    const adder = ending.value as (second: number) => unknown;
    await log.drop();
    return await answers(() => adder(3), 5);
  }),
  async 'loss-told'(kit) {
    let told = 0;
    using connection = await kit.connect({ onLost: () => (told += 1) });
    await connection.log.drop();
    const called = await until(() => told === 1);
    return called ? pass(`${kit.lossHandler} is called`) : fail('never called');
  },
  async 'loss-reconnect'(kit) {
    const got: unknown[] = [];
    using waiting = await listenTo(kit, 'news', (payload) => got.push(payload));
    using other = await kit.connect();
    await waiting.log.drop();
    const back = await until(() => waiting.log.sockets.length > 1);
    if (!back) return fail('no second socket is opened');
    await sendUntil(() => got.includes('back'), [waiting, other], 'back');
    return got.includes('back') ? pass('it connects again') : fail('no message');
  },
  async 'loss-resume'(kit) {
    try {
      // A server that is busy may hear of the end only after it has sent everything.
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        using connection = await kit.connect();
        const outcome = await resumedStream(connection);
        if (outcome !== undefined) return outcome;
      }
      throw new Error(`numbers: got all before the cut ${ATTEMPTS} times, expected one cut`);
    } catch (cause) {
      // Without streams, what lasts is that it listens.
      if (cause instanceof NoAnswer) return resumedListening(kit);
      throw cause;
    }
  },
  async 'loss-deadline'(kit) {
    using connection = await kit.connect({ timeout: 100 });
    const signal = AbortSignal.timeout(100);
    return await rejects(() => connection.hold?.(signal) ?? connection.api.hold('never'));
  },
  'loss-cancel': connected(async (connection, kit) => {
    using observer = await kit.connect();
    const controller = new AbortController();
    const { signal } = controller;
    const given = connection.api.hold as (key: string, options: object) => unknown;
    const ending = endingOf(() => connection.hold?.(signal) ?? given('never', { signal }));
    const waits = async () => (await observer.api.waiting()).length > 0;
    const under = await Promise.race([until(waits), ending.then(() => false)]);
    if (!under) return fail(describe(await ending));
    controller.abort();
    const ended = await ending;
    if (ended.state !== 'rejected') return fail(describe(ended));
    const isTold = await until(async () => !(await waits()));
    return isTold ? pass('it ends at both') : partly('it ends at the client; the server goes on');
  }),
  'loss-same-call-twice': connected(async (connection, kit) => {
    using observer = await kit.connect();
    await observer.api.life();
    const call = endingOf(() => connection.api.increment(1));
    await until(() => connection.log.frames().out > 0);
    await connection.log.drop();
    await call;
    await until(async () => (await observer.api.getValue()) > 0);
    // Time for a second attempt, if there were one.
    const again = await until(async () => (await observer.api.getValue()) > 1);
    return again ? fail('counted more than once') : pass('counted once');
  }),
};
