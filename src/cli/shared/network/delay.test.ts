import { describe, expect, it } from 'vitest';
import { seeded } from '../../../core/plan/index.ts';
import type { NetworkLink } from '../../../core/record/index.ts';
import { VirtualClock } from '../../../core/testing/virtual-bench.ts';
import { UsageError } from '../args.ts';
import { readLink } from '../bench.ts';
import { delayLine } from './proxy-worker.ts';

it.each<[string, NetworkLink]>([
  ['25ms,2ms', { roundTripMs: 25, jitterMs: 2 }],
  ['25ms', { roundTripMs: 25, jitterMs: 0 }],
  ['0.5ms,0ms', { roundTripMs: 0.5, jitterMs: 0 }],
])('--network reads %s', (text, link) => {
  expect(readLink(text)).toEqual(link);
});

it.each(['', '25', '0ms', '-5ms', '1001ms', '25ms,1001ms', '1.2.3ms', '25ms,', 'near'])(
  '--network refuses "%s"',
  (text) => {
    expect(() => readLink(text)).toThrow(UsageError);
    expect(() => readLink(text)).toThrow(`--network: got "${text}", expected round trip and`);
  },
);

/** A line on a clock of its own, with what came out of it and when. */
function lineOf(link: NetworkLink, { opensInMs = 0, lateMs = 0 } = {}) {
  const clock = new VirtualClock();
  const world = {
    now: clock.now,
    after: (delayMs: number, callback: () => void) => clock.after(delayMs + lateMs, callback),
    random: seeded(1),
  };
  const line = delayLine(link, world, opensInMs);
  const out: Array<{ name: string; at: number }> = [];
  const send = (name: string) =>
    new Promise<number>((resolve) =>
      line(() => {
        out.push({ name, at: clock.now() });
        resolve(clock.now());
      }),
    );
  return { clock, out, send };
}

describe('a line', () => {
  it.each([
    ['delays each piece by half the round trip', {}, [10, 13, 16]],
    // The second is due at 13: it goes with the first, and the third not before it is due.
    ['delivers what became due while a timer was late', { lateMs: 5 }, [15, 15, 21]],
    ['lets nothing leave before it is open', { opensInMs: 20 }, [30, 30, 30]],
  ])('%s', async (_, options, expected) => {
    const { clock, out, send } = lineOf({ roundTripMs: 20, jitterMs: 0 }, options);
    const sent = [send('a')];
    for (const name of ['b', 'c']) {
      await clock.drive(clock.sleep(3));
      sent.push(send(name));
    }
    await clock.drive(Promise.all(sent));
    expect(out).toEqual(['a', 'b', 'c'].map((name, at) => ({ name, at: expected[at] })));
  });

  it('keeps the order although each piece draws a jitter of its own', async () => {
    const { clock, out, send } = lineOf({ roundTripMs: 2, jitterMs: 50 });
    const names = Array.from({ length: 200 }, (_, index) => String(index));
    const sent: Array<Promise<number>> = [];
    for (const name of names) {
      sent.push(send(name));
      await clock.drive(clock.sleep(1));
    }
    await clock.drive(Promise.all(sent));
    expect(out.map(({ name }) => name)).toEqual(names);
    // None is early, and some waited for the one before them.
    expect(out.every(({ at }, index) => at >= index + 1)).toBe(true);
    expect(new Set(out.map(({ at }) => at)).size).toBeLessThan(names.length);
  });

  it('takes half the jitter longer on average', async () => {
    const { clock, send } = lineOf({ roundTripMs: 10, jitterMs: 4 });
    let sum = 0;
    for (let piece = 0; piece < 4000; piece += 1) {
      const sentAt = clock.now();
      sum += (await clock.drive(send('x'))) - sentAt - 5;
    }
    // The mean of 4000 draws with a mean of 2 has a standard error of 0.032.
    expect(sum / 4000).toBeGreaterThan(1.87);
    expect(sum / 4000).toBeLessThan(2.13);
  });
});
