import { createServer, type Server } from 'node:http';
import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { build } from 'esbuild';
import type { askArms } from './ask-windows.ts';
import { expect, test } from './fixtures.ts';
import { allCases } from './all-cases.ts';
import { expectAccessible, openLiveBench } from './open-live-bench.ts';

const PAGE = '/studies/page-to-worker/';
/** One arm of each place besides those that always run, and a workload that one of them lacks. */
const LITTLE =
  'workloads=echo,structured&arms=capnweb/worker,kkrpc/frame,birpc/sandbox,comlink/port,kkrpc/port&rounds=2';

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

test('a run in the page asks no bench, and has a record of its own place @run', async ({
  page,
  site,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  const live = await openLiveBench(page, `?${LITTLE}`, PAGE);
  await live.run();
  await expectAccessible(page);
  const record = await live.download();
  expect(record).toMatchObject({
    study: 'page-to-worker',
    environment: {
      ...{ setting: 'page', thread: 'page', accept: {} },
      versions: { comlink: '4.4.2', birpc: '4.2.0' },
    },
  });
  const all = record.sessions.flatMap(({ arms, turns }) => [...arms, ...turns]);
  expect(all.flatMap(({ detail }) => detail ?? [])).toEqual([]);
  const workloadsOf = (arm: string) =>
    new Set(
      record.sessions.flatMap(({ arms, workload }) =>
        arms.some((each) => each.arm === arm) ? [workload] : [],
      ),
    );
  expect(workloadsOf('comlink/port')).toEqual(new Set(['echo', 'structured']));
  expect(workloadsOf('capnweb/worker')).toEqual(new Set(['echo']));
  expect(workloadsOf('kkrpc/port')).toEqual(new Set());
  expect(new Set(asked)).toEqual(new Set([site.origin]));
  await expect(live.part('fold-numbers')).toContainText('none takes a MessagePort');
  await expect(live.part('fold-numbers')).toContainText('It carries neither Map nor Set.');
  await expect(live.part('fold-method')).toContainText('workers and frames of a page');
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('the page offers no bench, and says that nothing leaves the browser', async ({ page }) => {
  const live = await openLiveBench(page, '', PAGE);
  await expect(live.part('estimate')).toContainText('Nothing leaves this browser.');
  const lab = await openLiveBench(page, '?study=page-to-worker', '/lab/');
  await expect(lab.part('seed')).toBeVisible();
  await expect(lab.part('bench')).toHaveCount(0);
});

test('a stream that hangs where the clock is coarse is given up, and the others go on @run', async ({
  page,
}) => {
  // As in browsers that resist fingerprinting. The page is who sends.
  await page.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => Math.floor(now() / 100) * 100;
  });
  const query = '?workloads=up-large&arms=capnweb/worker,birpc/worker&rounds=1';
  const live = await openLiveBench(page, query, PAGE);
  await live.run();
  const { sessions } = await live.download();
  const ofArm = (arm: string) =>
    sessions.flatMap(({ arms, turns }) => [...arms, ...turns].filter((each) => each.arm === arm));
  expect(ofArm('capnweb/worker').map((each) => each.void)).toContain('stalled');
  // A machine that stands still may stop others for once, and that is discarded too.
  const counted = ofArm('birpc/worker').filter((each) => 'round' in each && !each.void);
  expect(counted.length).toBeGreaterThan(0);
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
    const query = '?workloads=echo&arms=birpc/sandbox,comlink/port&rounds=1';
    const live = await openLiveBench(page, query, `http://localhost:${port}${PAGE}`);
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
