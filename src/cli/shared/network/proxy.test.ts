import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { expect, inject, it, onTestFinished } from 'vitest';
import { linkTo } from '../../../links/link.ts';
import { type DelayingProxy, startProxy } from '../open-bench.ts';
import { originOf } from '../ports.ts';

async function proxyTo(origin: string): Promise<DelayingProxy> {
  const proxy = await startProxy(origin, { roundTripMs: 4, jitterMs: 2 });
  onTestFinished(() => proxy.stop());
  return proxy;
}

const portOf = (origin: string) => Number(new URL(origin).port);

it('carries more than may be under way, whole', async () => {
  const server = createServer((request, response) => {
    void buffer(request).then((body) => response.end(body));
  });
  onTestFinished(() => server.close().closeAllConnections());
  const proxy = await proxyTo(await originOf(server));
  const body = randomBytes(24 * 2 ** 20);
  const response = await fetch(proxy.origin, { method: 'POST', body });
  expect(body.equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
});

it('ends each way of a connection by itself', async () => {
  const server = createTcpServer({ allowHalfOpen: true }, (socket) => {
    // Answers only once the client has said that nothing more comes.
    void text(socket).then((got) => socket.end(`got ${got}`));
  });
  onTestFinished(() => void server.close());
  const proxy = await proxyTo(await originOf(server));
  const socket = connect({ host: 'localhost', port: portOf(proxy.origin), allowHalfOpen: true });
  socket.end('all');
  expect(await text(socket)).toBe('got all');
});

it('fails a connection where there is no server', async () => {
  const server = createTcpServer();
  const proxy = await proxyTo(await originOf(server));
  await once(server.close(), 'close');
  await expect(fetch(proxy.origin)).rejects.toThrow('fetch failed');
});

it('ends its connections with it', async () => {
  const server = createTcpServer();
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

it('keeps the order of many frames of a WebSocket, both ways', async () => {
  const { origin } = await proxyTo(inject('benchOrigin'));
  const served = { system: 'raw-websocket', arm: 'in-memory' };
  const options = { origin, object: randomUUID(), WebSocketClass: WebSocket };
  const socket = new WebSocket(linkTo(served, options).url('ws'));
  await once(socket, 'open');
  const ids = Array.from({ length: 500 }, (_, id) => id);
  const answers: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    answers.push(JSON.parse(data));
    if (answers.length === ids.length) resolve();
  });
  for (const id of ids) {
    socket.send(JSON.stringify({ id, method: 'increment', args: [1] }));
    // A piece of its own for each frame, not one for all.
    await new Promise((next) => setImmediate(next));
  }
  await promise;
  socket.close();
  // The counter tells the order in which they arrived there.
  expect(answers).toEqual(ids.map((id) => ({ id, result: id + 1 })));
});
