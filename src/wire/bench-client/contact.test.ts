import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { firstContact, patienceMs, withRecovery } from './contact.ts';
import { type Tally, VirtualClock, virtualBench } from '../../core/testing/virtual-bench.ts';
import type { WebSocketClass, Workload } from '../../core/plan/index.ts';
import type { BenchWorld } from './world.ts';

const ABOUT = { setting: 'workerd', commit: null, dirty: false, colo: null, systems: [] };

let server: Server | undefined;
afterEach(() => server?.close());

/** A bench that answers about itself after some questions, and every socket's address with `status`. */
async function listen(refusals: number, status = 426): Promise<string> {
  let asked = 0;
  server = createServer((request, response) => {
    const about = request.url === '/bench/about';
    if (about) asked += 1;
    response.statusCode = about ? (asked > refusals ? 200 : 503) : status;
    response.end(JSON.stringify(about ? ABOUT : { reached: 'day-messages', limit: 9 }));
  });
  await new Promise<void>((resolve) => server?.listen(0, 'localhost', resolve));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** A world whose pauses take no time. */
function hastyWorld(): BenchWorld & { paused: number[] } {
  let now = 0;
  const paused: number[] = [];
  return {
    paused,
    now: () => now,
    after(delayMs, callback) {
      paused.push(delayMs);
      now += delayMs;
      const timer = setImmediate(callback);
      return () => clearImmediate(timer);
    },
    freshObject: () => '',
    ends: { origin: '', WebSocketClass: class {} as unknown as WebSocketClass },
  };
}

const { signal } = new AbortController();
const recover = (world: BenchWorld, origin: string, patience?: () => number) =>
  withRecovery(world, [origin], patience).recover?.(signal);

/** A first contact whose calls take so many ms, the first of them again for those that follow. */
async function contactWith(delays: readonly number[]) {
  const clock = new VirtualClock();
  const { study, world, closed } = virtualBench(clock);
  const [first, ...others] = study.workloads as [Workload<Tally>, Workload<Tally>];
  let made = 0;
  const check: typeof first.check = async (...args) => {
    await clock.sleep(delays[made] ?? delays[0] ?? 0);
    made += 1;
    return first.check(...args);
  };
  const slower = { ...study, workloads: [{ ...first, check }, ...others] };
  return { contact: await clock.drive(firstContact(slower, world, signal)), made, closed };
}

describe('firstContact', () => {
  it('tells the time to open a connection, and that of the shortest of three calls', async () => {
    // Each with 1 ms of the bench's own.
    const { contact, made, closed } = await contactWith([6, 3, 0]);
    expect(contact).toEqual({ connectMs: 5, msPerOperation: 1 });
    expect([made, closed.length]).toEqual([3, 1]);
  });

  it('calls on for a while if a bench seems far, since a busy processor delays single calls', async () => {
    for (const [delays, ms, calls] of [
      [[20, 20, 20, 20, 20, 20, 1], 2, 7],
      [[99], 100, 4],
    ] as const) {
      const { contact, made } = await contactWith(delays);
      expect([contact.msPerOperation, made]).toEqual([ms, calls]);
    }
  });
});

describe('withRecovery', () => {
  it('asks with growing pauses until the bench answers', async () => {
    const world = hastyWorld();
    expect(await recover(world, await listen(3))).toBeUndefined();
    expect(world.paused).toEqual([100, 200, 400]);
  });

  it('gives a bench up that stays away, and says what came instead', async () => {
    const origin = await listen(0);
    server?.close();
    const lost = { kind: 'lost', why: 'no answer for 4 seconds' };
    expect(await recover(hastyWorld(), origin)).toMatchObject(lost);
    const failure = { kind: 'unreachable', origin: await listen(1), detail: 'HTTP 503' };
    const impatient = await recover(hastyWorld(), failure.origin, () => 0);
    expect(impatient).toEqual({ ...lost, why: 'no answer for 0 seconds', failure });
  });

  it('gives up at once when the limits refuse the socket', async () => {
    const origin = await listen(0, 429);
    const world = withRecovery(hastyWorld(), [origin]);
    new world.ends.WebSocketClass(`${origin.replace('http', 'ws')}/bench/x`);
    expect(await world.recover?.(signal)).toMatchObject({
      failure: { kind: 'refused' },
      why: expect.stringMatching(
        /^all readers together have used today’s 9 messages; it opens again at \d\d:\d\d:\d\d$/,
      ) as string,
    });
  });

  it('ends with the signal', async () => {
    const controller = new AbortController();
    controller.abort(new Error('stop'));
    const world = withRecovery(hastyWorld(), [await listen(99)]);
    await expect(world.recover?.(controller.signal)).rejects.toThrow('stop');
  });

  it('waits longer across a network than on this machine', () => {
    expect(patienceMs('https://example.org')).toBeGreaterThan(patienceMs('http://127.0.0.1:1'));
  });
});
