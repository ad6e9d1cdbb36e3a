import { createServer, type Server } from 'node:http';
import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { build } from 'esbuild';
import type { askArms } from './ask-windows.ts';
import { expect, test } from './fixtures.ts';
import { allCases } from './all-cases.ts';
import { labOf, openLiveBench } from './live-bench.ts';

const PAGE = '/studies/page-to-worker/';
test('an arm answers all its workloads, and lacks what it is said to lack @run', async ({
  page,
  site,
}) => {
  const { outputFiles } = await build({
    entryPoints: [join(site.root, 'src/testing/ask-windows.ts')],
    ...{ bundle: true, format: 'iife', globalName: 'windows', target: 'es2022', write: false },
  });
  const files = await readdir(join(site.directory, '_astro'));
  const agent = files.find((name) => /^agent-.*\.js$/.test(name));
  await page.goto(PAGE);
  const places = ['worker', 'frame', 'sandbox', 'port'];
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
  // The one that no document of its library has a way for.
  const possible = arms.filter((arm) => arm !== 'kkrpc/port');
  const asked = JSON.stringify(possible);
  const code = `${outputFiles[0]?.text}; windows.askArms('/_astro/${agent}', ${asked})`;
  const { wrong, frames } = await page.evaluate<Awaited<ReturnType<typeof askArms>>>(code);
  expect(wrong).toEqual(Object.fromEntries(possible.map((arm) => [arm, []])));
  expect(frames).toBe(0);
});

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** Serves the files of a folder and nothing besides, with no header of the site’s. */
async function serveCopy(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    readFile(file).then(
      (bytes) => {
        response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream');
        response.end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return server;
}

test('runs from a static copy of the site, with no bench and a coarse clock @run', async ({
  browser,
  site,
}) => {
  const server = await serveCopy(site.directory);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const { port } = server.address() as AddressInfo;
    const lab = labOf('workloads=echo&arms=birpc/sandbox,comlink/port&rounds=1', 'page-to-worker');
    const live = await openLiveBench(page, `http://localhost:${port}${lab}`);
    await live.run();
    const { environment, pilots, sessions } = await live.download();
    expect(environment.clockStepUs).toBeGreaterThanOrEqual(100);
    expect(pilots).toMatchObject([{ workload: 'echo' }]);
    expect(sessions.flatMap(({ turns }) => turns.flatMap(({ detail }) => detail ?? []))).toEqual(
      [],
    );
  } finally {
    await context.close();
    server.close();
  }
});
