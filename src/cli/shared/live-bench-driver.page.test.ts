import { expect } from '../../testing/fixtures.ts';
import { test } from '../../testing/live-bench.ts';
import { testSite } from '../../testing/site.ts';
import { readRecordFile } from './files.ts';
import { driveLiveBench, type PageRun } from './live-bench-driver.ts';

const asked: PageRun = {
  study: { id: 'lumenize-vs-capnweb' },
  workloads: ['mixed', 'echo-2500x8'],
  arms: ['lumenize/in-memory'],
  length: { rule: 'fixed', rounds: 2 },
  seed: 7,
};

test('the page runs what measure --browser asks for, and its record reads like any @run', async ({
  page,
}) => {
  const { signal } = new AbortController();
  const { file = '' } = await driveLiveBench(page, testSite().origin, asked, signal);
  expect(await readRecordFile(file)).toMatchObject({
    kind: 'measured',
    plan: {
      rounds: 2,
      rule: 'fixed',
      workloads: asked.workloads,
      arms: ['raw-websocket/in-memory', 'lumenize/in-memory', 'capnweb/in-memory', 'twin'],
    },
    environment: { setting: 'workerd' },
  });
});

test('Ctrl-C cancels the run in the page and leaves what is complete @run', async ({ page }) => {
  const long: PageRun = { ...asked, length: { rule: 'time', budgetMs: 300_000 } };
  const interrupt = new AbortController();
  const driven = driveLiveBench(page, testSite().origin, long, interrupt.signal);
  await expect(page.locator('live-bench:visible [data-slot="told"]')).toHaveText(
    /[1-9]\d* sessions/,
  );
  interrupt.abort();
  const { file = '' } = await driven;
  expect(await readRecordFile(file)).toMatchObject({ partial: true });
});
