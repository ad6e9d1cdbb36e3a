import { afterEach, expect, it, vi } from 'vitest';
import { serve } from '../../testing/serve.ts';
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
  const told = [1, 2, 3, 4].map((object) => world.protocolTo?.(`object-${object}`));
  expect(told).toEqual(['h2', undefined, 'http/1.1', undefined]);
  expect(kept).toEqual([]);
});

it('tells nothing of requests that Node makes', async () => {
  const origin = await serve((_, response) => response.end('x'));
  const world = runtimeWorld('http://localhost');
  await (await fetch(`${origin}/object-1`)).text();
  expect(world.protocolTo?.('object-1')).toBeUndefined();
});
