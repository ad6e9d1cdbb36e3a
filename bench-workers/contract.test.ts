/** One behaviour for every arm: its real client and its real server, on workerd. */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, inject, it } from 'vitest';
import type { Connection } from '../src/core/plan/index.ts';
import { oneOfEach } from '../src/testing/all-cases.ts';
import { allCallArms } from '../src/libraries/systems/arms.ts';
import { idsFrom, LAST_LIST, nameOf, payloadText } from '../src/wire/service/payloads.ts';
import type { Api } from '../src/wire/service/api.ts';
import { open as openOn } from './testing/clients.ts';
import { times } from './testing/messages.ts';

const origin = inject('benchOrigin');
const connections: Connection<Api>[] = [];
afterAll(() => {
  for (const connection of connections) connection.close();
});

async function openFor(id: string, object?: string) {
  const opened = await openOn(origin, id, object);
  connections.push(opened.connection);
  return opened;
}

const arms = oneOfEach(allCallArms(), ({ system, accept }) => `${system} ${accept === 'worker'}`);
/** Arms whose calls of one turn are more than one request. */
const UNORDERED = ['fetch-json/http', 'hono/http', 'trpc/http', 'orpc/http', 'orpc/http-batch'];
const wholeNumber = 'expected a whole number from 0 to';

describe.each(arms)('$id', (arm) => {
  const open = (object?: string) => openFor(arm.id, object);
  const isRequest = arm.accept === 'request';
  const callsBack = arm.cannot?.['called-back'] === undefined;

  it('counts calls of a fresh object from 0, and again after a reset', async () => {
    const { counter } = await open();
    expect(await counter.getValue()).toBe(0);
    for (let call = 1; call <= 20; call += 1) expect(await counter.increment(1)).toBe(call);
    expect(await counter.increment(-5)).toBe(15);
    expect(await counter.reset()).toBe(0);
    expect(await counter.getValue()).toBe(0);
  });

  const isOrdered = !UNORDERED.includes(arm.id);
  it(`counts calls at once${isOrdered ? ', in their order' : ''}`, async () => {
    const { counter } = await open();
    const values = await Promise.all(times(50, () => counter.increment(2)));
    if (!isOrdered) values.sort((one, other) => one - other);
    expect(values).toEqual(times(50, (at) => 2 * (at + 1)));
    expect(await counter.getValue()).toBe(100);
  });

  it('echoes the object of the structured workload, unless it says why not', async () => {
    const { counter } = await open();
    const isCarried = arm.cannot?.['structured'] === undefined;
    const sent: Record<string, unknown> = {
      when: new Date(1),
      large: 2n ** 70n,
      counts: new Map([['a', 1]]),
      tags: new Set(['b']),
      bytes: new Uint8Array([1, 255]),
    };
    // A library that knows no cycles takes seconds to find out.
    if (isCarried) sent['self'] = sent;
    // Some libraries refuse a value before they make a promise.
    const echoed = (async () => await counter.echo(sent))();
    // Bytes may be a Buffer, which is Node’s own kind of Uint8Array.
    const isSame = (copy: unknown) => isDeepStrictEqual(copy, sent, { skipPrototype: true });
    expect(await echoed.then(isSame, () => false)).toBe(isCarried);
  });

  it('makes calls that depend on each other, and leaves the counter alone', async () => {
    const { counter } = await open();
    expect(await counter.add(-7, 49)).toBe(42);
    expect(await counter.chain()).toBe(1);
    expect(await Promise.all([counter.chain(), counter.chain()])).toEqual([1, 1]);
    const names = (first: number) => idsFrom(first).map(nameOf);
    expect(await counter.mapped(0)).toEqual(names(0));
    const lists = [20, LAST_LIST];
    const mapped = await Promise.all(lists.map((first) => counter.mapped(first)));
    expect(mapped).toEqual(lists.map(names));
    await expect(counter.mapped(LAST_LIST + 1)).rejects.toThrow(wholeNumber);
    expect(await counter.getValue()).toBe(0);
    expect(await counter.nested()).toBe(1 + 2);
    expect(await counter.nested()).toBe(3 + 4);
    expect(await counter.getValue()).toBe(4);
  });

  it.runIf(callsBack)('has a function of the client called, and its answers', async () => {
    const { counter } = await open();
    const got: number[] = [];
    const doubled = (index: number) => {
      got.push(index);
      return 2 * index;
    };
    expect(await counter.calledBack(100, doubled)).toBe(9900);
    expect(got.toSorted((a, b) => a - b)).toEqual(times(100, (at) => at));
    const [ones, none] = [counter.calledBack(3, () => 1), counter.calledBack(0, doubled)];
    const tens = counter.calledBack(2, () => 10);
    expect(await Promise.all([ones, none, tens])).toEqual([3, 0, 20]);
    expect(got).toHaveLength(100);
    const fails = (): never => {
      throw new Error('not today');
    };
    await expect(counter.calledBack(2, fails)).rejects.toThrow('not today');
    const tells = () => 'more' as never;
    await expect(counter.calledBack(2, tells)).rejects.toThrow('expected a safe integer');
    await expect(counter.calledBack(101, doubled)).rejects.toThrow(`${wholeNumber} 100`);
    expect(await counter.calledBack(1, () => 7)).toBe(7);
  });

  it.each([0, 1000, 1_048_576])('carries %d characters each way', async (length) => {
    const { counter } = await open();
    const text = payloadText(length);
    expect(await counter.upload(text)).toBe(length);
    expect((await counter.download(length)) === text).toBe(true);
    expect((await counter.echo(text)) === text).toBe(true);
  });

  it('carries an error of the server with its message, changes nothing, and goes on', async () => {
    const { counter } = await open();
    const failed = await Promise.allSettled([counter.fail(), counter.increment(3)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    await expect(counter.fail()).rejects.toThrow('fail: as asked');
    for (const wrong of ['1', 1.5, Number.MAX_SAFE_INTEGER + 1, null]) {
      const call = counter.increment(wrong as number);
      const error = await call.then(String, (reason: unknown) => reason);
      expect(error).toBeInstanceOf(Error);
      expect(String(error)).toContain('expected a safe integer');
    }
    const tooFar = counter.increment(Number.MAX_SAFE_INTEGER);
    await expect(tooFar).rejects.toThrow('expected the sum to stay a safe integer');
    expect(await counter.getValue()).toBe(3);
  });

  it('keeps its value for a second connection, and apart from another object', async () => {
    const objects = [crypto.randomUUID(), crypto.randomUUID()];
    for (const object of objects) {
      await (await open(object)).counter.increment(objects.indexOf(object) + 4);
    }
    const values = objects.map(async (object) => (await open(object)).counter.getValue());
    expect(await Promise.all(values)).toEqual([4, 5]);
  });

  it.skipIf(isRequest)('rejects pending calls when the socket drops', async () => {
    const { counter, socket } = await open();
    if (socket === undefined) throw new Error('socket: got none, expected that of the arm');
    expect(await counter.increment(1)).toBe(1);
    const send = socket.send.bind(socket);
    // No answer arrives to what is sent from now on.
    socket.send = (data) => {
      send(data);
      socket.close();
    };
    const outcomes = await Promise.allSettled([
      counter.increment(1),
      counter.getValue(),
      counter.chain(),
      counter.mapped(0),
      counter.calledBack(1, () => 1),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'));
  });

  it('rejects pending and later calls when its owner closes it', async () => {
    const { counter, connection } = await open();
    const settled = Promise.allSettled([counter.getValue()]);
    connection.close();
    expect((await settled)[0]?.status).toBe('rejected');
    await expect(Promise.resolve().then(() => counter.getValue())).rejects.toThrow(Error);
    connection.close();
  });

  it('does not reach an object that nobody serves', async () => {
    const reached = open('nobody').then(({ counter }) => counter.getValue());
    await expect(reached).rejects.toThrow(isRequest ? /./ : 'close');
  });
});
