import { describe, expect, it } from 'vitest';
import { itemsOf, streamed } from '../../service/items.ts';
import { MAX_TEXT_LENGTH, payloadText } from '../../service/payloads.ts';
import { streamWorkloads } from '../../studies/streams/workloads.ts';
import { type CallByName, operationsByName } from './operations.ts';
import { functionsOf, peerMethods, PeerService } from './service.ts';

const call = (service: PeerService, method: string, args: readonly unknown[]) =>
  functionsOf(service)[method]?.(...args);

describe('the service of the other end', () => {
  it('answers what it is asked, and counts that', () => {
    const service = new PeerService();
    const called: number[] = [];
    expect(service.echo({ a: [1] })).toEqual({ a: [1] });
    const pairs = [
      [1, 2],
      [3, 4],
    ] as const;
    expect(service.addAll(pairs)).toEqual([3, 7]);
    expect(service.upload('four')).toBe(4);
    expect(service.download(40)).toBe(payloadText(40));
    expect(service.callBack(3, (index) => called.push(index))).toBe(3);
    expect(called).toEqual([0, 1, 2]);
    expect(service.counter(3).add(4)).toBe(7);
    expect([service.answered(), service.answered()]).toEqual([6, 6]);
  });

  it.each([
    ['addAll', [1], 'addAll: got 1, expected an array of pairs of numbers'],
    ['addAll', [[[1]]], 'addAll: got an object at 0, expected a pair of numbers'],
    ['upload', [1], 'upload: got 1, expected a text'],
    ['download', [-1], `length: got -1, expected a whole number from 0 to ${MAX_TEXT_LENGTH}`],
    ['callBack', [10_001], 'callBack: got 10001, expected a whole number from 0 to 10000'],
    ['callBack', [1, 'x'], 'callBack: got "x", expected a function'],
    ['takeItem', ['x'], 'got one before any was announced'],
    [
      'downTo',
      [{ items: 0, bytes: 100 }, () => undefined],
      'items: got 0, expected a whole number',
    ],
  ])('%s refuses %j', (name, args, message) => {
    const service = new PeerService();
    expect(() => call(service, name, args)).toThrow(message);
    expect(service.answered()).toBe(0);
  });

  it('names all its methods', () => {
    const own = Object.getOwnPropertyNames(PeerService.prototype);
    expect([...peerMethods, 'constructor'].sort()).toEqual(own.sort());
  });

  it('reads a stream to its end, and has nothing where nothing was announced', async () => {
    const service = new PeerService();
    expect(service.received()).toEqual({ items: 0 });
    const { items, wrong } = await service.up(shape, streamed(itemsOf(shape)));
    expect([items, wrong, service.passed()]).toEqual([5, undefined, 5]);
  });
});

const shape = { items: 5, bytes: 100 };
const items = [...itemsOf(shape)];

describe('streams by calls', () => {
  it('are what their workloads ask for, in both directions', async () => {
    const service = new PeerService();
    const peer = operationsByName(async (method, args, called) => {
      const given = called === undefined ? args : [...args, called];
      return call(service, method, given) as never;
    });
    let done = 0;
    for (const workload of streamWorkloads) {
      const held = done;
      const answer = await workload.operation(0)(peer);
      expect(workload.wrong([answer], 0)).toBeUndefined();
      expect(await workload.check(peer, 1, held)).toBeUndefined();
      expect(await workload.check(peer, 0, held)).toContain('expected');
      done += workload.leaves?.(1) ?? 0;
    }
  });

  it('wait for items that come after the answer', async () => {
    const given = Promise.withResolvers<(item: never) => void>();
    const calls: CallByName = (_method, _args, take = () => undefined) => {
      for (const item of items.slice(0, 4)) take(item as never);
      given.resolve(take);
      return Promise.resolve(undefined as never);
    };
    const read = operationsByName(calls).down(shape);
    (await given.promise)(items[4] as never);
    expect(await read).toEqual({ items: 5, firstMs: expect.any(Number) as number });
  });
});
