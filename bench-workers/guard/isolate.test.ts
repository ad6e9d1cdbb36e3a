import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limits } from '../../src/wire/limits.ts';
import { asked, envHere, idOf, requestTo, startHere } from '../testing/here.ts';
import { isThreadBusy, markBegun, yieldIfBusy } from './isolate.ts';

const { passMs, watchEvery, watchEveryMs } = limits.time;

const { setImmediate: nextTurn } = globalThis;
/** Lets everything run that waits for no timer. @param until what other threads, which make digests, bring about */
async function settle(until = () => true): Promise<void> {
  while (!until()) await new Promise((resolve) => nextTurn(resolve));
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => nextTurn(resolve));
}

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.useRealTimers();
});

/** Begins a pass that has lasted too long. @returns the time */
function keepThread(): number {
  const now = Date.now();
  for (let message = 0; message < watchEvery; message += 1) isThreadBusy(now);
  return now + passMs;
}

it('has the messages of a pass wait that lasts too long', async () => {
  const now = keepThread();
  expect([isThreadBusy(now - 1), isThreadBusy(now)]).toEqual([false, true]);
  // The runtime looks around.
  await vi.advanceTimersByTimeAsync(0);
  expect(isThreadBusy(now)).toBe(false);
});

it('watches a pass after so many messages, or so much time', async () => {
  keepThread();
  await vi.advanceTimersByTimeAsync(watchEveryMs - 1);
  const soon = Date.now();
  for (let asked = 1; asked < watchEvery; asked += 1) isThreadBusy(soon);
  expect(isThreadBusy(soon + passMs)).toBe(false);
  expect(isThreadBusy(soon + 2 * passMs)).toBe(true);
});

it('blocks an object once, until others had the thread', async () => {
  const block = vi.fn(async (act: () => Promise<void>) => act());
  const ctx = { blockConcurrencyWhile: block };
  yieldIfBusy(ctx, Date.now());
  expect(block).not.toHaveBeenCalled();
  const now = keepThread();
  for (let asked = 0; asked < 3; asked += 1) yieldIfBusy(ctx, now);
  expect(block).toHaveBeenCalledTimes(1);
  await vi.runAllTimersAsync();
  yieldIfBusy(ctx, keepThread());
  expect(block).toHaveBeenCalledTimes(2);
});

it('has the Worker ask no more objects at once that begin', async () => {
  const { worker } = await startHere();
  // Those of other tests have begun.
  vi.setSystemTime(Date.now() + 1000);
  for (let at = 0; at < 11; at += 1) void worker.fetch(requestTo(at), envHere);
  await settle(() => asked.length >= 8);
  expect(asked).toHaveLength(8);
  markBegun(`library/${idOf(0)}`);
  await vi.advanceTimersByTimeAsync(20);
  expect(asked).toHaveLength(9);
  // One that does not say that it has begun counts for a tenth of a second.
  await vi.advanceTimersByTimeAsync(200);
  expect(asked).toHaveLength(11);
});

it.each(['worker', 'object'] as const)(
  'has a request to the %s wait for the thread',
  async (to) => {
    const { [to]: handler } = await startHere();
    vi.setSystemTime(keepThread());
    void handler.fetch(requestTo(), envHere);
    await settle();
    expect(asked).toEqual([]);
    await vi.runAllTimersAsync();
    await settle(() => asked.length > 0);
    expect(asked).toHaveLength(1);
  },
);
