import { join } from 'node:path';
import { build } from 'esbuild';
import type { askArms } from './ask-windows.ts';
import { expect, test } from './fixtures.ts';
import { allCases } from './all-cases.ts';
import { testSite } from './site.ts';

const PAGE = '/studies/page-to-worker/';
test('an arm answers all its workloads, and lacks what it is said to lack', async ({ page }) => {
  const site = testSite();
  const { outputFiles } = await build({
    entryPoints: [join(site.root, 'src/testing/ask-windows.ts')],
    ...{ bundle: true, format: 'iife', globalName: 'windows', target: 'es2022', write: false },
  });
  await page.goto(PAGE);
  const places = ['worker', 'frame', 'sandbox'];
  const systems = ['post-message', 'comlink', 'kkrpc', 'capnweb', 'birpc'];
  const throughPorts = ['post-message/sandbox-port', 'comlink/frame-port', 'birpc/worker-port'];
  // One of each system and of each place; at night every system in every place.
  const arms = allCases
    ? [
        ...places.flatMap((place) => systems.map((system) => `${system}/${place}`)),
        // Two speak through ports everywhere, or take none but their own.
        ...['worker-port', 'frame-port', 'sandbox-port'].flatMap((place) =>
          ['post-message', 'comlink', 'birpc'].map((system) => `${system}/${place}`),
        ),
      ]
    : [...systems.map((system, at) => `${system}/${places[at % places.length]}`), ...throughPorts];
  const code = `${outputFiles[0]?.text}; windows.askArms(${JSON.stringify(arms)})`;
  const { wrong, frames } = await page.evaluate<Awaited<ReturnType<typeof askArms>>>(code);
  expect(wrong).toEqual(Object.fromEntries(arms.map((arm) => [arm, []])));
  expect(frames).toBe(0);
});
