import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limits } from '../limits.ts';
import { itemsOf } from './items.ts';
import { Streams } from './streams.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const { seconds, atOnce } = limits.streams;
const shape = { items: 3, bytes: 20 };

function serving() {
  const host = {
    pay: vi.fn(() => Promise.resolve()),
    letOthersRun: () => Promise.resolve(),
    end: vi.fn(),
  };
  const streams = new Streams(host);
  return { host, streams, down: streams.down.bind(streams) };
}

it('pays before the first item, and only once', async () => {
  const { host, down } = serving();
  const items: string[] = [];
  for await (const item of down({ items: 100, bytes: 10_000 })) items.push(item);
  expect(host.pay.mock.calls).toEqual([[1 + Math.ceil(1_000_000 / 65_536)]]);
  expect(items).toEqual([...itemsOf({ items: 100, bytes: 10_000 })]);
  host.pay.mockRejectedValueOnce(new RangeError('no more'));
  await expect(down(shape).next()).rejects.toThrow('no more');
  expect(host.pay).toHaveBeenCalledTimes(2);
});

it('ends what nobody reads, and forgets what was given up', async () => {
  const { host, down } = serving();
  const [unread, left] = [down(shape), down(shape)];
  expect(await unread.next()).toMatchObject({ value: itemsOf(shape)[0] });
  await left.next();
  await left.return();
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  expect(host.end.mock.calls).toEqual([[`a stream lasted longer than ${seconds} seconds`]]);
  expect(vi.getTimerCount()).toBe(0);
});

it('takes no more items than were asked for, nor more streams at once', async () => {
  const { streams, down } = serving();
  const taking = streams.sink(shape);
  for (const item of itemsOf(shape)) taking.take(item);
  expect(() => taking.take('more')).toThrow('got one item more, expected 3');
  expect([taking.received(), streams.passed]).toMatchObject([{ items: 3 }, 3]);
  const open = Array.from({ length: atOnce }, () => down(shape));
  for (const each of open) await each.next();
  await expect(down(shape).next()).rejects.toThrow(`at most ${atOnce} in one object`);
});

/** Reads a stream to its end. @returns what it had */
async function all(stream: AsyncIterable<string>): Promise<string[]> {
  const items: string[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

it('holds a listener until it leaves or hears of a write', async () => {
  const { down } = serving();
  const [one, other] = [1, 2].map(() => down({ ...shape, part: 'listens' }));
  const waiting = [one?.next(), other?.next()];
  await all(down({ ...shape, part: { gathers: 2 } }));
  expect(vi.getTimerCount()).toBe(2);
  await one?.return();
  expect(await waiting[0]).toEqual({ done: true, value: undefined });
  expect(vi.getTimerCount()).toBe(1);
  await all(down({ ...shape, part: 'writes' }));
  expect(await waiting[1]).toMatchObject({ done: false });
  await other?.return();
  expect(vi.getTimerCount()).toBe(0);
});

it('makes its items once, for the lengths that were asked for last', () => {
  const own = { items: 3, bytes: 31 };
  const first = itemsOf(own);
  expect(itemsOf(own)).toBe(first);
  for (const bytes of [32, 33, 34]) itemsOf({ items: 1, bytes });
  expect(itemsOf(own)).toEqual(first);
  expect(itemsOf(own)).not.toBe(first);
});
