import { describe, expect, it } from 'vitest';
import { itemsOf, streamed } from '../../service/items.ts';
import { streamWorkloads } from '../../studies/streams/workloads.ts';
import { callsOf } from '../peers/service.ts';
import { byCalls, type Take, WindowService } from './service.ts';

const shape = { items: 5, bytes: 100 };
const items = [...itemsOf(shape)];
const [first, second] = items;

type Answered<Name extends keyof WindowService> = WindowService[Name] extends (
  ...args: infer Args
) => infer Answer
  ? (...args: Args) => Promise<Answer>
  : never;
type Streaming = {
  [Name in 'giveItems' | 'beginItems' | 'takeItem' | 'received' | 'passed']: Answered<Name>;
};

/** The called side as a caller has it, without a library between them. */
function remoteOf(service: WindowService): Streaming {
  return {
    giveItems: async (asked, take) => service.giveItems(asked, take),
    beginItems: async (asked) => service.beginItems(asked),
    takeItem: async (item) => service.takeItem(item),
    received: async () => service.received(),
    passed: async () => service.passed(),
  };
}

describe('streams by calls', () => {
  it('are what their workloads ask for, in both directions', async () => {
    const peer = byCalls(callsOf(remoteOf(new WindowService())));
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
    const given = Promise.withResolvers<Take>();
    const giveItems: Streaming['giveItems'] = async (_shape, take) => {
      for (const item of items.slice(0, 4)) take(item);
      given.resolve(take);
    };
    const read = byCalls(callsOf({ ...remoteOf(new WindowService()), giveItems })).down(shape);
    (await given.promise)(items[4]);
    expect(await read).toMatchObject({ items: 5 });
    expect((await read).wrong).toBeUndefined();
  });

  it.each([
    ['one again in the place of another', [first, first, ...items.slice(2)], 'item 1: '],
    ['two that changed places', [second, first, ...items.slice(2)], 'item 0: '],
    ['something else', [...items.slice(0, 4), 7], 'item 4: got number'],
  ])('find %s', async (_what, sent, wrong) => {
    const giveItems: Streaming['giveItems'] = async (_shape, take) => sent.forEach(take);
    const read = await byCalls(callsOf({ ...remoteOf(new WindowService()), giveItems })).down(
      shape,
    );
    expect(read.wrong).toContain(wrong);
  });
});

describe('a stream that a library carries', () => {
  it('is read to its end', async () => {
    const service = new WindowService();
    const { items: count, wrong } = await service.takeStream(shape, streamed(itemsOf(shape)));
    expect([count, wrong, service.passed()]).toEqual([5, undefined, 5]);
  });

  it('has nothing where nothing was announced', () => {
    const service = new WindowService();
    expect(service.received()).toEqual({ items: 0 });
    expect(() => service.takeItem(first)).toThrow('got one before any was announced');
    expect(() => service.giveItems({ items: 0, bytes: 100 }, () => undefined)).toThrow(
      'items: got 0, expected a whole number from 1 to 1000',
    );
  });
});
