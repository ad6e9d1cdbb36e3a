import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { patienceMs, withRecovery } from './recover.ts';
import type { WebSocketClass } from '../places/bench/options.ts';
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
    through: { origin: '', WebSocketClass: class {} as unknown as WebSocketClass },
  };
}

const recover = (world: BenchWorld, ...origins: string[]) =>
  withRecovery(world, origins).recover?.('arm', new AbortController().signal);

describe('withRecovery', () => {
  it('asks with growing pauses until the bench answers', async () => {
    const world = hastyWorld();
    expect(await recover(world, await listen(3))).toEqual({ ready: true });
    expect(world.paused).toEqual([100, 200, 400]);
  });

  it('gives a bench up that stays away, and says what came instead', async () => {
    const origin = await listen(0);
    server?.close();
    const recovery = await recover(hastyWorld(), origin);
    expect(recovery).toEqual({ ready: false, why: 'no answer for 4 seconds' });
  });

  it('tells why a bench was given up, and nothing once it is back', async () => {
    const origin = await listen(3);
    const world = withRecovery(hastyWorld(), [origin], () => 0);
    await world.recover?.('arm', new AbortController().signal);
    expect(world.failure()).toEqual({ kind: 'unreachable', origin, detail: 'HTTP 503' });
    const patient = withRecovery(hastyWorld(), [origin]);
    await patient.recover?.('arm', new AbortController().signal);
    expect(patient.failure()).toBeUndefined();
  });

  it('gives up at once when the limits refuse the socket', async () => {
    const origin = await listen(0, 429);
    const world = withRecovery(hastyWorld(), [origin]);
    new world.through.WebSocketClass(`${origin.replace('http', 'ws')}/bench/x`);
    expect(await world.recover?.('arm', new AbortController().signal)).toMatchObject({
      ready: false,
      why: expect.stringMatching(
        /^all readers together have used today’s 9 messages; it opens again at \d\d:\d\d:\d\d$/,
      ) as string,
    });
    expect(world.failure()?.kind).toBe('refused');
  });

  it('ends with the signal', async () => {
    const controller = new AbortController();
    controller.abort(new Error('stop'));
    const world = withRecovery(hastyWorld(), [await listen(99)]);
    await expect(world.recover?.('arm', controller.signal)).rejects.toThrow('stop');
  });

  it('waits longer across a network than on this machine', () => {
    expect(patienceMs('https://example.org')).toBeGreaterThan(patienceMs('http://127.0.0.1:1'));
  });
});
