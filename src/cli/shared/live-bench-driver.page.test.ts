import { readFile } from 'node:fs/promises';
import { readRecord, writeRecord } from '../../harness/record/index.ts';
import { expect, test } from '../../testing/fixtures.ts';
import { LiveBenchDriver, type PageRun } from './live-bench-driver.ts';

const asked: PageRun = {
  study: { id: 'lumenize-vs-capnweb' },
  workloads: ['mixed'],
  arms: ['lumenize/in-memory'],
  length: { rule: 'fixed', rounds: 2 },
  seed: 7,
  seedGiven: false,
};

test('the page runs what measure --browser asks for, and its record reads like any', async ({
  page,
  site,
}) => {
  const workloads = ['mixed', 'echo-2500x8'];
  const run = { ...asked, workloads };
  const driver = await LiveBenchDriver.open(page, site.origin, run);
  const told: string[] = [];
  const state = await driver.run(new AbortController().signal, (text) => told.push(text));
  expect(state).toBe('done');
  expect(told.at(-1)).toContain('session');
  const text = await readFile(await driver.download(), 'utf8');
  const record = readRecord(text, 'download');
  expect(record).toMatchObject({
    kind: 'measured',
    plan: {
      rounds: 2,
      rule: 'fixed',
      workloads,
      arms: ['raw-websocket/in-memory', 'lumenize/in-memory', 'capnweb/in-memory', 'twin'],
    },
    environment: { setting: 'workerd' },
  });
  expect(readRecord(writeRecord(record), 'again')).toEqual(record);
});

test('Ctrl-C cancels the run in the page and leaves what is complete', async ({ page, site }) => {
  const long: PageRun = { ...asked, length: { rule: 'time', budgetMs: 300_000 } };
  const driver = await LiveBenchDriver.open(page, site.origin, long);
  const interrupt = new AbortController();
  const state = await driver.run(interrupt.signal, (text) => {
    if (!text.startsWith('0 ')) interrupt.abort();
  });
  expect(state).toBe('done');
  const record = readRecord(await readFile(await driver.download(), 'utf8'), 'download');
  expect(record).toMatchObject({ partial: true });
});
