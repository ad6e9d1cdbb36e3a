import { describe, expect, it } from 'vitest';
import { residentSetOf } from './child.ts';
import { type Extent, measureMemory, type Reads } from './memory.ts';

const SHORT: Extent = { calls: 25, atOnce: 10, payloads: 3, characters: 50, settleMs: 0 };

/** The results of each read, one after the other; the last again and again. */
function reading(...values: readonly number[]) {
  let at = -1;
  return () => Promise.resolve(values[(at = Math.min(at + 1, values.length - 1))] ?? 0);
}

const flat = () => ({ system: reading(1), runtime: reading(1) });
const echo = <Value>(value: Value): Promise<Value> => Promise.resolve(value);

describe('memory', () => {
  it('is read while so many calls are made with so many at once, and different payloads sent', async () => {
    const given: unknown[] = [];
    const underWay: number[] = [];
    let open = 0;
    const slow = async <Value>(value: Value): Promise<Value> => {
      given.push(value);
      underWay.push((open += 1));
      await Promise.resolve();
      open -= 1;
      return value;
    };
    const { calls, payloads } = await measureMemory(
      { echo: slow },
      { caller: flat(), server: flat() },
      SHORT,
    );
    expect([calls, payloads]).toEqual([25, 3]);
    expect(given.slice(0, 25)).toEqual(Array.from({ length: 25 }, (_, at) => at));
    expect(new Set(given.slice(25)).size).toBe(3);
    expect(given.slice(25).every((payload) => String(payload).length === 50)).toBe(true);
    expect(Math.max(...underWay)).toBe(10);
  });

  it('is read of each side by each counter, the highest under payloads', async () => {
    const reads: Reads = {
      caller: { system: reading(10, 20, 50, 70, 60, 40, 30), runtime: reading(1) },
      server: { system: reading(2), runtime: reading(3) },
    };
    const { readings } = await measureMemory({ echo }, reads, SHORT);
    expect(readings).toMatchObject({
      'caller/rest/system': 10,
      'caller/after-calls/system': 20,
      'caller/under-payloads/system': 70,
      'caller/after-payloads/system': 40,
      'caller/end/system': 30,
      'server/end/system': 2,
      'server/end/runtime': 3,
    });
    expect(Object.keys(readings)).toHaveLength(20);
  });

  it('is read at the end once neither side falls', async () => {
    const falling = [1000, 1000, 1000, 1000, 1000, 1000, 900, 800, 700];
    const reads = { caller: flat(), server: { ...flat(), system: reading(...falling) } };
    const { readings } = await measureMemory({ echo }, reads, { ...SHORT, settleMs: 10_000 });
    expect(readings['server/after-payloads/system']).toBe(1000);
    expect(readings['server/end/system']).toBe(700);
  });

  it('is not read where something else came back than was sent', async () => {
    const reads = { caller: flat(), server: flat() };
    const off = <Value>(value: Value) => Promise.resolve((value === 12 ? 13 : value) as Value);
    await expect(measureMemory({ echo: off }, reads, SHORT)).rejects.toThrow('got 13, expected 12');
    const short = <Value>(value: Value) =>
      Promise.resolve((typeof value === 'string' ? value.slice(1) : value) as Value);
    await expect(measureMemory({ echo: short }, reads, SHORT)).rejects.toThrow(
      'got 49 characters, expected the 50 that were sent',
    );
  });
});

describe('the resident set as the system counts it', () => {
  it('is what the runtime says too, about', async () => {
    const bytes = await residentSetOf(process.pid);
    expect(bytes / process.memoryUsage().rss).toBeCloseTo(1, 0);
  });

  it('is of a process that there is', async () => {
    await expect(residentSetOf(2 ** 30)).rejects.toThrow(
      'the system says nothing of the memory of process 1073741824',
    );
  });
});
