import { describe, expect, it } from 'vitest';
import { itemsOf, streamed } from '../service/items.ts';
import { streamWorkloads } from '../../libraries/studies/streams/study.ts';
import { type CallByName, operationsByName } from './operations.ts';
import { functionsOf, PeerService } from './service.ts';

const shape = { items: 5, bytes: 100 };

it('reads a stream to its end, and has nothing where nothing was announced', async () => {
  const service = new PeerService();
  expect(service.received()).toEqual({ items: 0 });
  const { items, wrong } = await service.up(shape, streamed(itemsOf(shape).values()));
  expect([items, wrong, service.passed()]).toEqual([5, undefined, 5]);
});

describe('streams by calls', () => {
  it('are what their workloads ask for, in both directions', async () => {
    const methods = functionsOf(new PeerService());
    const peer = operationsByName(async (method, args, called) => {
      const given = called === undefined ? args : [...args, called];
      return methods[method]?.(...given) as never;
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
    const items = [...itemsOf(shape)];
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
