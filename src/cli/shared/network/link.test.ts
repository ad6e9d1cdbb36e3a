import { describe, expect, it } from 'vitest';
import { seeded } from '../../../harness/plan/index.ts';
import type { NetworkLink } from '../../../harness/record/index.ts';
import { VirtualClock } from '../../../harness/testing/virtual-bench.ts';
import { UsageError } from '../args.ts';
import { DelayLine } from './delay-line.ts';
import { readLink } from '../open-bench.ts';

describe('--network', () => {
  it.each<[string, NetworkLink | undefined]>([
    ['near', undefined],
    ['city', { roundTripMs: 10, jitterMs: 1 }],
    ['country', { roundTripMs: 30, jitterMs: 2 }],
    ['ocean', { roundTripMs: 100, jitterMs: 5 }],
    ['25ms,2ms', { roundTripMs: 25, jitterMs: 2 }],
    ['25ms', { roundTripMs: 25, jitterMs: 0 }],
    ['0.5ms,0ms', { roundTripMs: 0.5, jitterMs: 0 }],
  ])('reads %s', (text, link) => {
    expect(readLink(text)).toEqual(link);
  });

  it.each(['', '25', '0ms', '-5ms', '1001ms', '25ms,1001ms', '1.2.3ms', '25ms,', 'toString'])(
    'refuses "%s"',
    (text) => {
      expect(() => readLink(text)).toThrow(UsageError);
      expect(() => readLink(text)).toThrow(`--network: got "${text}", expected near, city,`);
    },
  );
});

/** A line on a clock of its own, with what came out of it and when. */
function lineOf(link: NetworkLink, { opensInMs = 0, lateMs = 0, seed = 1 } = {}) {
  const clock = new VirtualClock();
  const world = {
    now: clock.now,
    after: (delayMs: number, callback: () => void) => clock.after(delayMs + lateMs, callback),
    random: seeded(seed),
  };
  const line = new DelayLine(link, world, opensInMs);
  const out: Array<{ name: string; at: number }> = [];
  const send = (name: string) =>
    new Promise<number>((resolve) =>
      line.send(() => {
        out.push({ name, at: clock.now() });
        resolve(clock.now());
      }),
    );
  return { clock, line, out, send };
}

describe('a line', () => {
  it('delays each piece by half the round trip', async () => {
    const { clock, out, send } = lineOf({ roundTripMs: 20, jitterMs: 0 });
    const first = send('a');
    await clock.drive(clock.sleep(3));
    await clock.drive(Promise.all([first, send('b')]));
    expect(out).toEqual([
      { name: 'a', at: 10 },
      { name: 'b', at: 13 },
    ]);
    expect(clock.pending).toBe(0);
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

  it('delivers what became due while a timer was late, and nothing before it is due', async () => {
    const { clock, out, send } = lineOf({ roundTripMs: 20, jitterMs: 0 }, { lateMs: 5 });
    const sent = [send('a')];
    for (const name of ['b', 'c']) {
      await clock.drive(clock.sleep(3));
      sent.push(send(name));
    }
    await clock.drive(Promise.all(sent));
    expect(out).toEqual([
      { name: 'a', at: 15 },
      { name: 'b', at: 15 },
      { name: 'c', at: 21 },
    ]);
  });

  it('lets nothing leave before it is open', async () => {
    const { clock, out, send } = lineOf({ roundTripMs: 20, jitterMs: 0 }, { opensInMs: 20 });
    const first = send('early');
    await clock.drive(clock.sleep(25));
    await clock.drive(Promise.all([first, send('late')]));
    expect(out).toEqual([
      { name: 'early', at: 30 },
      { name: 'late', at: 35 },
    ]);
  });

  it('drops what is under way when it is stopped', async () => {
    const { clock, line, out, send } = lineOf({ roundTripMs: 20, jitterMs: 1 });
    void send('a');
    void send('b');
    line.stop();
    expect(clock.pending).toBe(0);
    await clock.drive(clock.sleep(100));
    expect(out).toEqual([]);
    await clock.drive(send('c'));
    expect(out.map(({ name }) => name)).toEqual(['c']);
  });
});
