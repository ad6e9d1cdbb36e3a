import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { itemAt, itemsOf, most, readTold } from '../../src/places/streams/items.ts';
import { limits } from '../limits.ts';
import { StreamService } from './service.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const { seconds, atOnce, heldBytes } = limits.streams;
const shape = { items: 3, bytes: 20 };

function serving() {
  const host = {
    pay: vi.fn(() => Promise.resolve()),
    others: () => Promise.resolve(),
    expect: vi.fn(),
    end: vi.fn(),
    cut: vi.fn(),
    held: vi.fn((): number | undefined => 0),
  };
  return { host, streams: new StreamService(host) };
}

it('pays before the first item, and only once', async () => {
  const { host, streams } = serving();
  const items: string[] = [];
  for await (const item of streams.down({ items: 100, bytes: 10_000 })) items.push(item);
  expect(host.pay.mock.calls).toEqual([[1 + Math.ceil(1_000_000 / 65_536)]]);
  expect(items).toEqual([...itemsOf({ items: 100, bytes: 10_000 })]);
  host.pay.mockRejectedValueOnce(new RangeError('no more'));
  await expect(streams.down(shape).next()).rejects.toThrow('no more');
  await expect(streams.down({ items: 0, bytes: 20 }).next()).rejects.toThrow('items: got 0');
  expect(host.pay).toHaveBeenCalledTimes(2);
});

it('ends what nobody reads, and forgets what was given up', async () => {
  const { host, streams } = serving();
  const [unread, left] = [streams.down(shape), streams.down(shape)];
  expect(await unread.next()).toMatchObject({ value: itemAt(shape, 0) });
  await left.next();
  await left.return();
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  expect(host.end.mock.calls).toEqual([[`a stream lasted longer than ${seconds} seconds`]]);
  expect(vi.getTimerCount()).toBe(0);
});

it('takes no more items than were asked for, nor more streams at once', async () => {
  const { streams } = serving();
  const taking = await streams.take(shape);
  for (const item of itemsOf(shape)) taking.take(item);
  expect(() => taking.take('more')).toThrow('got one item more, expected 3');
  expect([taking.received(), streams.passed()]).toMatchObject([{ items: 3 }, 3]);
  const open = Array.from({ length: atOnce }, () => streams.down(shape));
  for (const each of open) await each.next();
  await expect(streams.down(shape).next()).rejects.toThrow(`at most ${atOnce} in one object`);
});

it('takes pay for what is behind the first alone, where a client has that', async () => {
  const { host, streams } = serving();
  const asked = { items: 100, bytes: 10_000, from: 90 };
  const items: string[] = [];
  for await (const item of streams.down(asked, true)) items.push(item);
  expect(host.pay.mock.calls).toEqual([[1 + Math.ceil(100_000 / 65_536) + 10]]);
  expect(items).toEqual([...itemsOf({ items: 100, bytes: 10_000 })].slice(90));
  await expect(streams.down({ ...asked, from: 1.5 }).next()).rejects.toThrow('from: got 1.5');
});

/** Reads a stream to its end. @returns what it had */
async function all(stream: AsyncIterable<string>): Promise<string[]> {
  const items: string[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

it('cuts a stream before the item that it is asked to, once it is told to, and not again', async () => {
  const { host, streams } = serving();
  const cut = { ...shape, part: { cuts: 2 } };
  const reading = all(streams.down(cut));
  await all(streams.down({ items: 1, bytes: 20, part: { gathers: 1 } }));
  expect(host.cut).not.toHaveBeenCalled();
  await all(streams.down({ items: 1, bytes: 20, part: 'writes' }));
  expect(await reading).toEqual([...itemsOf(shape)].slice(0, 2));
  expect(host.cut).toHaveBeenCalledOnce();
  expect(await all(streams.down({ ...cut, from: 2 }))).toEqual([itemAt(shape, 2)]);
  expect(host.cut).toHaveBeenCalledOnce();
});

it('holds a listener until it leaves, and tells how many it holds', async () => {
  const { streams } = serving();
  const asking = { items: 1, bytes: 20, part: 'tells' };
  const held = async () => readTold((await all(streams.down(asking)))[0]).streams;
  const [one, other] = [1, 2].map(() => streams.down({ ...shape, part: 'listens' }));
  const waiting = [one?.next(), other?.next()];
  expect(await held()).toBe(2);
  await one?.return();
  expect(await waiting[0]).toEqual({ done: true, value: undefined });
  expect(await held()).toBe(1);
  await all(streams.down({ ...shape, part: 'writes' }));
  expect(await waiting[1]).toMatchObject({ done: false });
  await other?.return();
  expect([await held(), vi.getTimerCount()]).toEqual([0, 0]);
});

it('makes no more of a slow stream than sockets may hold, and goes on when they hold less', async () => {
  const { host, streams } = serving();
  const large = { items: most.slow / most.bytes, bytes: most.bytes };
  await expect(streams.down(large).next()).rejects.toThrow('bytes in all');
  let made = 0;
  const reading = (async () => {
    for await (const item of streams.down({ ...large, part: 'slow' })) made += item.length;
  })();
  host.held.mockImplementation(() => made);
  await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
  const stoppedAt = made;
  expect(stoppedAt).toBeGreaterThan(heldBytes);
  expect(stoppedAt).toBeLessThan(heldBytes + 2 * 1024 * 1024);
  host.held.mockReturnValue(0);
  await vi.advanceTimersByTimeAsync(100);
  await reading;
  expect(made).toBe(most.slow);
  const [told] = await all(streams.down({ items: 1, bytes: 20, part: 'tells' }));
  expect(readTold(told)).toMatchObject({ sentOn: stoppedAt, held: stoppedAt, halted: 1 });
});

it('ends a slow stream, and one that nobody cuts, as it ends any', async () => {
  const { host, streams } = serving();
  host.held.mockReturnValue(heldBytes + 1);
  const large = { items: most.slow / most.bytes, bytes: most.bytes, part: 'slow' };
  const reading = all(streams.down(large));
  const cut = streams.down({ ...shape, part: { cuts: 1 } });
  await cut.next();
  const waiting = cut.next();
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  expect(host.end).toHaveBeenCalledTimes(2);
  host.held.mockReturnValue(0);
  await cut.return();
  await vi.advanceTimersByTimeAsync(100);
  expect(await waiting).toMatchObject({ done: true });
  expect(await reading).toHaveLength(large.items);
  expect([host.cut.mock.calls, vi.getTimerCount()]).toEqual([[], 0]);
});
