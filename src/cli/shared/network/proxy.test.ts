import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { linkTo } from '../../../links/link.ts';
import { type DelayingProxy, startProxy } from '../open-bench.ts';
import { originOf } from '../ports.ts';

const SHORT = { roundTripMs: 4, jitterMs: 2 };
const stops: Array<() => Promise<unknown>> = [];
afterAll(() => Promise.all(stops.map((stop) => stop())));

async function proxyTo(origin: string, link = SHORT): Promise<DelayingProxy> {
  const proxy = await startProxy(origin, link);
  stops.push(() => proxy.stop());
  return proxy;
}

const portOf = (origin: string) => Number(new URL(origin).port);

describe('requests through the proxy', () => {
  /** Answers with the body it got; the address says so if it got none. */
  const server = createServer((request, response) => {
    void buffer(request).then((body) => response.end(body.length > 0 ? body : request.url));
  });
  let origin: string;
  beforeAll(async () => {
    origin = await originOf(server);
    stops.push(async () => server.close().closeAllConnections());
  });

  it('carry more than may be under way, whole', async () => {
    const proxy = await proxyTo(origin);
    const body = randomBytes(24 * 2 ** 20);
    const response = await fetch(proxy.origin, { method: 'POST', body });
    expect(body.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
  });

  it('take longer over the longer link', async () => {
    const [near, far] = [
      await proxyTo(origin),
      await proxyTo(origin, { ...SHORT, roundTripMs: 200 }),
    ];
    const answered: string[] = [];
    const ask = async (proxy: DelayingProxy, name: string) => {
      await (await fetch(proxy.origin)).text();
      answered.push(name);
    };
    await Promise.all([ask(far, 'far'), ask(near, 'near')]);
    expect(answered).toEqual(['near', 'far']);
  });
});

describe('connections through the proxy', () => {
  it('end each way by themselves', async () => {
    const server = createTcpServer({ allowHalfOpen: true }, (socket) => {
      // Answers only once the client has said that nothing more comes.
      void text(socket).then((got) => socket.end(`got ${got}`));
    });
    const proxy = await proxyTo(await originOf(server));
    stops.push(async () => server.close());
    const socket = connect({ host: 'localhost', port: portOf(proxy.origin), allowHalfOpen: true });
    socket.end('all');
    expect(await text(socket)).toBe('got all');
  });

  it('fail where there is no server', async () => {
    const server = createTcpServer();
    const proxy = await proxyTo(await originOf(server));
    await once(server.close(), 'close');
    await expect(fetch(proxy.origin)).rejects.toThrow('fetch failed');
  });

  it('end with it', async () => {
    const server = createTcpServer();
    const proxy = await startProxy(await originOf(server), SHORT);
    stops.push(async () => server.close());
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
});

describe('a WebSocket through the proxy', () => {
  async function open(): Promise<WebSocket> {
    const { origin } = await proxyTo(inject('benchOrigin'));
    const served = { system: 'raw-websocket', arm: 'in-memory' };
    const options = { origin, object: randomUUID(), WebSocketClass: WebSocket };
    const address = linkTo(served, options).url('ws');
    const socket = new WebSocket(address);
    await once(socket, 'open');
    return socket;
  }

  /** Sends calls without waiting, and takes as many answers in the order they come. */
  async function callAll(calls: ReadonlyArray<{ method: string; args: unknown[] }>) {
    const socket = await open();
    const answers: Array<{ id: number; result: unknown }> = [];
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      answers.push(JSON.parse(data) as (typeof answers)[number]);
      if (answers.length === calls.length) resolve();
    });
    socket.addEventListener('close', ({ code }) => reject(new Error(`closed with ${code}`)));
    for (const [id, call] of calls.entries()) {
      socket.send(JSON.stringify({ id, ...call }));
      // A piece of its own for each frame, not one for all.
      await new Promise((next) => setImmediate(next));
    }
    await promise;
    socket.close();
    return answers;
  }

  it('keeps the order of many frames both ways', async () => {
    const answers = await callAll(
      Array.from({ length: 500 }, () => ({ method: 'increment', args: [1] })),
    );
    // The counter tells the order in which they arrived there.
    expect(answers).toEqual(answers.map((_, index) => ({ id: index, result: index + 1 })));
  });

  it('carries large frames whole', async () => {
    const texts = Array.from({ length: 20 }, () => randomBytes(500_000).toString('base64'));
    const answers = await callAll(texts.map((each) => ({ method: 'echo', args: [each] })));
    expect(answers.map(({ result }) => result)).toEqual(texts);
  });
});
