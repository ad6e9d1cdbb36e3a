import { afterEach, expect, it, vi } from 'vitest';
import { runtimeWorld } from './world.ts';

afterEach(() => vi.restoreAllMocks());

it('tells the version of HTTP by the addresses that the runtime keeps, also once they are cleared', () => {
  let kept = [
    { name: 'https://a/bench/x/object-1/add?id=1', nextHopProtocol: 'h2' },
    { name: 'https://b/bench/x/object-2', nextHopProtocol: '' },
    { name: 'https://a/bench/y/object-3', nextHopProtocol: 'http/1.1' },
  ];
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() => kept as never);
  vi.spyOn(performance, 'clearResourceTimings').mockImplementation(() => {
    kept = [];
  });
  const world = runtimeWorld('https://a');
  const asked = ['object-1', 'object-2', 'object-3', 'object-4'];
  expect(asked.map((object) => world.protocolTo?.(object))).toEqual([
    'h2',
    undefined,
    'http/1.1',
    undefined,
  ]);
  expect(kept).toEqual([]);
});

it('tells nothing of requests that Node makes', async () => {
  const { createServer } = await import('node:http');
  const server = createServer((_, response) => response.end('x')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const world = runtimeWorld('http://localhost');
  await (await fetch(`http://127.0.0.1:${port}/object-1`)).text();
  server.close();
  expect(world.protocolTo?.('object-1')).toBeUndefined();
});
