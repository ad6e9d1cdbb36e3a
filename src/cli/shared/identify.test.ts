import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { freshEnds } from './identify.ts';
import { originOf } from './ports.ts';

it('ends for one connection are new, and a request over one that was kept shows', async () => {
  const server = createServer((_request, response) => response.end('here'));
  onTestFinished(() => void server.close());
  const origin = await originOf(server, '127.0.0.1');
  const get = async (path: string, from: typeof fetch = fetch) =>
    (await from(`${origin}/${path}`)).text();
  // It leaves a connection behind, which the process’s own fetch goes on with.
  await get('before');
  const [one, other, unused] = [freshEnds('one'), freshEnds('other'), freshEnds('unused')];
  await get('one', one.fetch);
  await get('one', one.fetch);
  await get('other');
  expect([one, other, unused].map(({ wereNew }) => wereNew)).toEqual([true, false, false]);
  for (const ends of [one, other, unused]) ends.close();
});
