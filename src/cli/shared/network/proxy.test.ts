import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { seeded } from '../../../core/plan/index.ts';
import type { NetworkLink } from '../../../core/record/index.ts';
import { VirtualClock } from '../../../core/testing/virtual-bench.ts';
import { linkTo } from '../../../wire/links/link.ts';
import { serve } from '../../../testing/serve.ts';
import { UsageError } from '../args.ts';
import { readLink } from '../bench.ts';
import { originOf } from '../ports.ts';
import { delayLine, type ProxyFailure } from './proxy-worker.ts';
import { type Proxy, startFailingProxy, startProxy } from './proxy.ts';

async function proxyTo(origin: string): Promise<Proxy> {
  const proxy = await startProxy(origin, { roundTripMs: 4, jitterMs: 2 });
  onTestFinished(() => proxy.stop());
  return proxy;
}

const portOf = (origin: string) => Number(new URL(origin).port);

it('carries more than may be under way, whole', async () => {
  const origin = await serve((request, response) => {
    void buffer(request).then((body) => response.end(body));
  });
  const proxy = await proxyTo(origin);
  const body = randomBytes(24 * 2 ** 20);
  const response = await fetch(proxy.origin, { method: 'POST', body });
  expect(body.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
});

it('ends each way of a connection by itself', async () => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    // Answers only once the client has said that nothing more comes.
    void text(socket).then((got) => socket.end(`got ${got}`));
  });
  onTestFinished(() => void server.close());
  const proxy = await proxyTo(await originOf(server));
  const socket = connect({ host: 'localhost', port: portOf(proxy.origin), allowHalfOpen: true });
  socket.end('all');
  expect(await text(socket)).toBe('got all');
});

it('ends its connections with it', async () => {
  const server = createServer();
  onTestFinished(() => void server.close());
  const proxy = await proxyTo(await originOf(server));
  const accepted = once(server, 'connection');
  const socket = connect({ host: 'localhost', port: portOf(proxy.origin) });
  socket.on('error', () => undefined);
  await accepted;
  const closed = once(socket, 'close');
  await proxy.stop();
  await closed;
  const again = connect({ host: 'localhost', port: portOf(proxy.origin) });
  await expect(once(again, 'connect')).rejects.toThrow('ECONNREFUSED');
});

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

/** A raw WebSocket through the proxy to the bench, and one past it to the same object. */
async function open() {
  const proxy = await startFailingProxy(inject('benchOrigin'));
  onTestFinished(() => proxy.stop());
  const object = randomUUID();
  async function connect(origin: string) {
    const options = { origin, object, WebSocketClass: WebSocket };
    const served = { system: 'raw-websocket', arm: 'in-memory' };
    const socket = new WebSocket(linkTo(served, options).url('ws'));
    const answers: unknown[] = [];
    const closed: number[] = [];
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      answers.push((JSON.parse(data) as { result: unknown }).result);
    });
    socket.addEventListener('close', ({ code }) => closed.push(code));
    await once(socket, 'open');
    const call = (method: string, ...args: unknown[]) =>
      socket.send(JSON.stringify({ id: answers.length, method, args }));
    return { socket, answers, closed, call };
  }
  const client = await connect(proxy.origin);
  const observer = await connect(inject('benchOrigin'));
  onTestFinished(() => observer.socket.close());
  client.call('increment', 1);
  await vi.waitFor(() => expect(client.answers).toEqual([1]));
  /** The counter of the object, as the other client reads it. */
  const count = async (): Promise<unknown> => {
    const before = observer.answers.length;
    observer.call('getValue');
    await vi.waitFor(() => expect(observer.answers).toHaveLength(before + 1));
    return observer.answers.at(-1);
  };
  return { proxy, client, count, again: () => connect(proxy.origin) };
}

it.each<[ProxyFailure, number]>([
  ['reset', 1006],
  ['end', 1006],
  ['close-1001', 1001],
  ['close-1012', 1012],
  ['close-1013', 1013],
])('%s ends a socket with code %i, and a new connection passes', async (failure, code) => {
  const { proxy, client, again } = await open();
  const before = performance.timeOrigin + performance.now();
  expect(await proxy.fail(failure)).toBeGreaterThanOrEqual(Math.floor(before));
  await vi.waitFor(() => expect(client.closed).toEqual([code]));
  const other = await again();
  other.call('increment', 1);
  await vi.waitFor(() => expect(other.answers).toEqual([2]));
  other.socket.close();
});

it.each<[ProxyFailure, number]>([
  // The server takes the call where its way is open. Another client sees it.
  ['stop', 1],
  ['stop-to-server', 1],
  ['stop-to-client', 2],
])('%s says nothing to the client, and the counter stands at %i', async (failure, counted) => {
  const { proxy, client, count, again } = await open();
  await proxy.fail(failure);
  client.call('increment', 1);
  if (counted === 2) await vi.waitFor(async () => expect(await count()).toBe(2));
  // A later connection passes, and its call comes after the one that was dropped.
  const other = await again();
  other.call('increment', 1);
  await vi.waitFor(() => expect(other.answers).toEqual([counted + 1]));
  expect([client.answers, client.closed]).toEqual([[1], []]);
  expect(client.socket.readyState).toBe(WebSocket.OPEN);
  other.socket.close();
});

it('hold passes on all that it kept', async () => {
  const { proxy, client, count } = await open();
  await proxy.fail('hold');
  client.call('increment', 1);
  expect(await count()).toBe(1);
  await vi.waitFor(() => expect(client.answers).toEqual([1, 2]), { timeout: 60_000 });
  expect(client.closed).toEqual([]);
  client.socket.close();
});
