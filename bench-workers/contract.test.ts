/**
 * One behaviour for every arm: a real client against a real server on local workerd.
 */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Connection } from '../src/core/plan/index.ts';
import { oneOfEach } from '../src/testing/all-cases.ts';
import { allCallArms } from '../src/libraries/systems/arms.ts';
import { idsFrom, LAST_LIST, nameOf, payloadText } from '../src/wire/service/payloads.ts';
import type { Api } from '../src/wire/service/api.ts';
import { open as openWatched } from './testing/clients.ts';

const origin = inject('benchOrigin');
const connections: Connection<Api>[] = [];

/** Closes a socket with the next message that is sent over it, so that no answer to it arrives. */
function closeOnSend(socket: WebSocket | undefined): void {
  if (socket === undefined) throw new Error('socket: got none, expected the one of an arm');
  const send = socket.send.bind(socket);
  socket.send = (data) => {
    send(data);
    socket.close();
  };
}

const arms = oneOfEach(allCallArms(), ({ system }) => system);
/** Arms whose calls of one tick are more than one request. */
const UNORDERED = ['fetch-json/http', 'hono/http', 'trpc/http', 'orpc/http', 'orpc/http-batch'];
const callsBack = ({ cannot }: { cannot?: Readonly<Record<string, string>> }) =>
  cannot?.['called-back'] === undefined;
const callingNone = arms.filter((arm) => !callsBack(arm));
/** What became of calls with a function where there are none; one takes as long as the bench waits for a client. */
let refusals: Record<string, Promise<string>>;

beforeAll(() => {
  const attempt = async (arm: (typeof arms)[number]) => {
    const { counter, connection } = await openWatched(arm, origin);
    connections.push(connection);
    return counter.calledBack(3, (index) => index);
  };
  refusals = Object.fromEntries(
    callingNone.map((arm) => [arm.id, attempt(arm).then(String, String)]),
  );
});

afterAll(() => {
  for (const connection of connections) connection.close();
});

describe.each(arms)('$id', (arm) => {
  async function open(object?: string) {
    const opened = await openWatched(arm, origin, object);
    connections.push(opened.connection);
    return opened;
  }

  it('counts sequential calls of a fresh object from 0, and again after a reset', async () => {
    const { counter } = await open();
    expect(await counter.getValue()).toBe(0);
    for (let call = 1; call <= 20; call += 1) expect(await counter.increment(1)).toBe(call);
    expect(await counter.increment(-5)).toBe(15);
    expect(await counter.reset()).toBe(0);
    expect(await counter.getValue()).toBe(0);
  });

  /** Whether calls of one tick go one way; requests of their own may overtake each other, and batches of ten each other. */
  const inOrder = !UNORDERED.includes(arm.id);

  it(`counts concurrent calls${inOrder ? ', in the order they were made' : ''}`, async () => {
    const { counter } = await open();
    const values = await Promise.all(Array.from({ length: 50 }, () => counter.increment(2)));
    if (!inOrder) values.sort((one, other) => one - other);
    expect(values).toEqual(Array.from({ length: 50 }, (_, index) => 2 * (index + 1)));
    expect(await counter.getValue()).toBe(100);
  });

  it('echoes what the structured workload sends, unless it says why not', async () => {
    const { counter } = await open();
    const isCarried = arm.cannot?.['structured'] === undefined;
    const sent = { when: new Date(1), large: 2n ** 70n, counts: new Map([['a', 1]]) };
    Object.assign(sent, { tags: new Set(['b']), bytes: new Uint8Array([1, 255]) });
    // A writer that knows no cycles takes seconds to find out.
    if (isCarried) Object.assign(sent, { self: sent });
    // Some refuse a value before they make a promise.
    const echoed = (async () => await counter.echo(sent))();
    // Bytes may be a Buffer, which is Node’s own kind of Uint8Array.
    const isSame = (copy: unknown) => isDeepStrictEqual(copy, sent, { skipPrototype: true });
    const isWhole = await echoed.then(isSame, () => false);
    expect(isWhole).toBe(isCarried);
  });

  it('adds two numbers on the server, and leaves the counter alone', async () => {
    const { counter } = await open();
    expect(await counter.add(-7, 49)).toBe(42);
    await expect(counter.add(1, '1' as unknown as number)).rejects.toThrow('expected a safe');
    expect(await counter.getValue()).toBe(0);
  });

  it('makes three calls that depend on each other, time and again', async () => {
    const { counter } = await open();
    expect(await counter.chain()).toBe(1);
    expect(await Promise.all([counter.chain(), counter.chain()])).toEqual([1, 1]);
  });

  it('gives a call the results of two others', async () => {
    const { counter } = await open();
    expect(await counter.nested()).toBe(1 + 2);
    expect(await counter.nested()).toBe(3 + 4);
    expect(await counter.getValue()).toBe(4);
  });

  it('looks up something of each item of a list', async () => {
    const { counter } = await open();
    const names = (first: number) => idsFrom(first).map(nameOf);
    expect(await counter.mapped(0)).toEqual(names(0));
    const lists = [20, LAST_LIST];
    const mapped = Promise.all(lists.map((first) => counter.mapped(first)));
    expect(await mapped).toEqual(lists.map(names));
    await expect(counter.mapped(LAST_LIST + 1)).rejects.toThrow(
      'expected a whole number from 0 to',
    );
    expect(await counter.getValue()).toBe(0);
  });

  it.runIf(callsBack(arm))('has a function of the client called, and its answers', async () => {
    const { counter } = await open();
    const got: number[] = [];
    const doubled = (index: number) => {
      got.push(index);
      return 2 * index;
    };
    expect(await counter.calledBack(100, doubled)).toBe(9900);
    expect(got.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, at) => at));
    const several = [
      counter.calledBack(3, () => 1),
      counter.calledBack(0, doubled),
      counter.calledBack(2, () => 10),
    ];
    expect(await Promise.all(several)).toEqual([3, 0, 20]);
    expect(got).toHaveLength(100);
    const fails = (): never => {
      throw new Error('not today');
    };
    await expect(counter.calledBack(2, fails)).rejects.toThrow('not today');
    const tells = () => 'more' as unknown as number;
    await expect(counter.calledBack(2, tells)).rejects.toThrow('expected a safe integer');
    for (const wrong of [101, -1, 0.5]) {
      const call = counter.calledBack(wrong, doubled);
      await expect(call).rejects.toThrow('expected a whole number from 0 to 100');
    }
    expect(await counter.calledBack(1, () => 7)).toBe(7);
  });

  it.each([0, 1000, 65_536, 1_048_576])('carries %d characters each way', async (length) => {
    const { counter } = await open();
    const text = payloadText(length);
    expect(await counter.upload(text)).toBe(length);
    expect((await counter.download(length)) === text).toBe(true);
    expect((await counter.echo(text)) === text).toBe(true);
  });

  it('rejects what fails, and goes on', async () => {
    const { counter } = await open();
    const failed = await Promise.allSettled([counter.fail(), counter.increment(2)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    await expect(counter.fail()).rejects.toThrow('fail: as asked');
    expect(await counter.getValue()).toBe(2);
  });

  it('carries an error of the server with its message, and changes nothing', async () => {
    const { counter } = await open();
    await counter.increment(3);
    for (const wrong of ['1', 1.5, Number.MAX_SAFE_INTEGER + 1, null]) {
      const error = await counter.increment(wrong as number).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(Error);
      expect((error as Error).message).toContain('expected a safe integer');
    }
    const tooFar = counter.increment(Number.MAX_SAFE_INTEGER);
    await expect(tooFar).rejects.toThrow('expected the sum to stay a safe integer');
    expect(await counter.getValue()).toBe(3);
  });

  it('keeps its value for a second connection, and apart from another object', async () => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    await (await open(one)).counter.increment(4);
    await (await open(other)).counter.increment(9);
    expect(await (await open(one)).counter.getValue()).toBe(4);
    expect(await (await open(other)).counter.getValue()).toBe(9);
  });

  it.skipIf(arm.accept === 'request')('rejects pending calls when the socket drops', async () => {
    const { counter, socket } = await open();
    expect(await counter.increment(1)).toBe(1);
    closeOnSend(socket);
    const outcomes = await Promise.allSettled([
      counter.increment(1),
      counter.getValue(),
      counter.chain(),
      counter.mapped(0),
      counter.calledBack(1, () => 1),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'));
  });

  it('rejects when closed by its owner, what is pending and what comes later', async () => {
    const { counter, connection } = await open();
    const pending = counter.getValue();
    const settled = Promise.allSettled([pending]);
    connection.close();
    expect((await settled)[0]?.status).toBe('rejected');
    await expect(Promise.resolve().then(() => counter.getValue())).rejects.toThrow(Error);
    connection.close();
  });

  it('does not reach what nobody serves', async () => {
    const reached = open('nobody').then(({ counter }) => counter.getValue());
    await expect(reached).rejects.toThrow(arm.accept === 'request' ? /./ : 'close');
  });
});

it.each(callingNone.map(({ id }) => id))('%s calls no function of the client', async (id) => {
  expect(await refusals[id]).toMatch(/expected a function|no answer of the client/);
});
