import { readRecordFile } from './text-file.ts';
import { expect } from '../../testing/fixtures.ts';
import { test } from '../../testing/live-bench.ts';
import { testSite } from '../../testing/site.ts';
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
  const told: string[] = [];
  const { signal } = new AbortController();
  const { file = '' } = await driveLiveBench(page, testSite().origin, asked, signal, (text) => {
    told.push(text);
  });
  expect(told.at(-1)).toContain('session');
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
  const { file = '' } = await driveLiveBench(
    page,
    testSite().origin,
    long,
    interrupt.signal,
    (text) => {
      if (!text.startsWith('0 ')) interrupt.abort();
    },
  );
  expect(await readRecordFile(file)).toMatchObject({ partial: true });
});
