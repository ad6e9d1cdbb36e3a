import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Deadlines } from './calls.ts';
import { createRpcClient } from './create-client.ts';
import type { Transport } from './transport.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('deadlines', () => {
  it('pass in the order in which they were set, each at its own time', () => {
    const passed: string[][] = [];
    const deadlines = new Deadlines<string>(100, (calls) => passed.push([...calls]));
    deadlines.set(['a']);
    vi.advanceTimersByTime(60);
    deadlines.set(['b', 'c']);
    vi.advanceTimersByTime(40);
    expect(passed).toEqual([['a']]);
    vi.advanceTimersByTime(59);
    expect(passed).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(passed).toEqual([['a'], ['b', 'c']]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('share one timer, which goes when they are stopped', () => {
    const deadlines = new Deadlines<string>(100, () => undefined);
    for (let call = 0; call < 1000; call += 1) deadlines.set([`${call}`]);
    expect(vi.getTimerCount()).toBe(1);
    deadlines.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reject a call whose answer is lost, and no call that was answered', async () => {
    const transport: Transport = {
      type: '__rpc',
      timeoutMs: 50,
      connect: () => Promise.resolve(),
      send: () => undefined,
      listen: () => undefined,
      close: () => undefined,
    };
    const client = createRpcClient<{ get(): number }>({ transport });
    const settled = Promise.allSettled([client.get()]);
    await vi.advanceTimersByTimeAsync(50);
    expect(await settled).toMatchObject([
      { status: 'rejected', reason: { message: 'got no answer within 50 ms' } },
    ]);
  });
});
