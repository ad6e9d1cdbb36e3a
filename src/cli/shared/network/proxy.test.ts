import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { originOf } from '../ports.ts';
import { type Proxy, startProxy } from './proxy.ts';

async function proxyTo(origin: string): Promise<Proxy> {
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
