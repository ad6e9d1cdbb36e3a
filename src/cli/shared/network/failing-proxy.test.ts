import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { linkTo } from '../../../wire/links/link.ts';
import { startFailingProxy } from './proxy.ts';
import type { ProxyFailure } from './proxy-worker.ts';

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
