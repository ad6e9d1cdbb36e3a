/** One behaviour for every way to carry a stream: a real client against a real server on local workerd. */
import { afterAll, describe, expect, inject, it } from 'vitest';
import type { Connection } from '../../../core/plan/index.ts';
import { noMeter } from '../../../wire/links/link.ts';
import { itemsOf, most } from '../../../wire/service/items.ts';
import { type FanOutOperations, study } from './study.ts';

const origin = inject('benchOrigin');
const open: Array<Connection<FanOutOperations>> = [];
afterAll(() => {
  for (const connection of open) connection.close();
});

async function connect(arm: (typeof study.arms)[number]): Promise<FanOutOperations> {
  const opener = await arm.load();
  const connection = await opener({
    origin,
    object: crypto.randomUUID(),
    meter: noMeter,
    deadlineMs: Infinity,
    EventSourceClass: EventSource,
  });
  open.push(connection);
  return connection.operations;
}

const shape = { items: 20, bytes: 200 };

/** What an object says to these messages by hand, until it closes or answers. */
async function said(messages: readonly string[]): Promise<string> {
  const address = `${origin.replace('http', 'ws')}/bench/raw-websocket/in-memory/${crypto.randomUUID()}`;
  const socket = new WebSocket(address);
  const { promise, resolve } = Promise.withResolvers<string>();
  socket.addEventListener('open', () => messages.forEach((each) => socket.send(each)));
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data));
  socket.addEventListener('close', ({ code, reason }) => resolve(`${code} ${reason}`));
  const answer = await promise;
  socket.close();
  return answer;
}
const items = [...itemsOf({ items: 3, bytes: 20 })];
const asked = JSON.stringify({ id: 1, method: 'up', args: [{ items: 3, bytes: 20 }] });

describe.each(study.arms.map((arm) => [arm.id, arm] as const))('%s', (_, arm) => {
  const canUp = arm.cannot?.['up-small'] === undefined;

  it('reads every item of a stream in its place, one stream after the other', async () => {
    const peer = await connect(arm);
    for (const items of [20, 1, 100]) {
      const { firstMs, ...received } = await peer.down({ ...shape, items });
      expect(received).toEqual({ items });
      expect(firstMs).toBeGreaterThanOrEqual(0);
    }
    expect(await peer.passed()).toBe(121);
  });

  it.runIf(canUp)('has the other end read every item that it sends', async () => {
    const peer = await connect(arm);
    for (const items of [20, 1])
      expect(await peer.up({ ...shape, items })).toMatchObject({ items });
    expect(await peer.passed()).toBe(21);
  });

  it.runIf(!canUp)('says that it has no stream up', async () => {
    const peer = await connect(arm);
    await expect(peer.up(shape)).rejects.toThrow('none up');
  });

  it.runIf(arm.cannot?.['fan-out-20'] === undefined)('has a write heard by all', async () => {
    const peer = await connect(arm);
    await peer.gather(5);
    for (const listeners of [5, 5]) expect(await peer.fanOut()).toHaveLength(listeners);
  });

  it('is refused a stream that is too large, and goes on', async () => {
    const peer = await connect(arm);
    await expect(peer.down({ items: most.items + 1, bytes: 200 })).rejects.toThrow();
    expect(await peer.down(shape)).toMatchObject({ items: shape.items });
  });
});

describe.concurrent('a stream by hand', () => {
  it.each([
    ['whole', items, undefined],
    ['with items in each other’s place', [items[0], items[2], items[1]], 'item 1: got "2'],
    ['with one twice', [items[0], items[0], items[1]], 'item 1: got "0'],
    ['with one lost', [items[0], items[2], itemsOf({ items: 4, bytes: 20 })[3]], 'item 1: got "2'],
  ])('%s', async (_, sent, wrong) => {
    const answer = await said([asked, ...(sent as string[])]);
    const { result: received } = JSON.parse(answer) as {
      result: { items: number; wrong?: string };
    };
    expect(received.items).toBe(3);
    if (wrong === undefined) expect(received.wrong).toBeUndefined();
    else expect(received.wrong).toContain(wrong.replaceAll('"', '\\"').replaceAll('\\', ''));
  });
});
