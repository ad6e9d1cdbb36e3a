/**
 * Objects that sleep between any two calls: on wrangler's harness, which can make them. It bundles the Workers
 * anew, so that it runs at night; by day the questions about sleep wait until workerd itself has objects sleep.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'jsonc-parser';
import { createTestHarness, type TestHarness } from 'wrangler';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BUILD_CONDITIONS } from '../src/cli/shared/wrangler.ts';
import { allCases } from '../src/testing/all-cases.ts';
import { allCallArms } from '../src/libraries/systems/arms.ts';
import { LIST_LENGTH } from '../src/wire/service/payloads.ts';
import { alias } from '../src/libraries/systems/lumenize-rpc/bundling.ts';
import { open } from './testing/clients.ts';

let directory: string;
let harness: TestHarness;
let origin: string;

beforeAll(async () => {
  // The bench as it is deployed, without the built pages that a test has not.
  const config = parse(await readFile('wrangler.jsonc', 'utf8')) as Record<string, unknown>;
  const main = resolve(config['main'] as string);
  directory = await mkdtemp(join(tmpdir(), 'roundtrip-hibernation-'));
  const configPath = join(directory, 'wrangler.json');
  await writeFile(configPath, JSON.stringify({ ...config, main, alias, assets: undefined }));
  vi.stubEnv('WRANGLER_BUILD_CONDITIONS', BUILD_CONDITIONS);
  harness = createTestHarness({ workers: [{ configPath }] });
  origin = (await harness.listen()).url.origin;
});

afterAll(async () => {
  await harness.close();
  await rm(directory, { recursive: true, force: true });
});

const sleepers = allCallArms().filter(({ accept }) => accept !== 'in-memory');

describe.runIf(allCases).each(sleepers)('$id', (arm) => {
  /** A connection, and what puts its object to sleep, its socket kept. */
  async function openOne() {
    const object = crypto.randomUUID();
    const opened = await open(arm, origin, object);
    const sleep = () =>
      harness
        .getWorker()
        .evictDurableObject('BENCH', { name: `${arm.system}/${object}`, webSockets: 'hibernate' });
    return { ...opened, sleep };
  }

  it('answers after each sleep as if there had been none', async () => {
    const { counter, connection, sleep } = await openOne();
    type Called = [call: () => Promise<unknown>, expected: unknown];
    const calledBack: Called[] =
      arm.cannot?.['called-back'] === undefined
        ? [[() => counter.calledBack(3, (index) => index), 0 + 1 + 2]]
        : [];
    const calls: readonly Called[] = [
      [() => counter.increment(5), 5],
      [() => counter.getValue(), 5],
      [() => counter.chain(), 1],
      [() => counter.nested(), 6 + 7],
      [async () => (await counter.mapped(7)).length, LIST_LENGTH],
      ...calledBack,
      [() => counter.echo({ a: [1] }), { a: [1] }],
      [() => counter.upload('abc'), 3],
      [async () => (await counter.download(2000)).length, 2000],
      [() => counter.reset(), 0],
      [() => counter.fail().catch((error: Error) => error.message), 'fail: as asked'],
      [() => Promise.all([counter.increment(1), counter.increment(1)]), [1, 2]],
    ];
    // An object that nobody called yet cannot sleep.
    await counter.getValue();
    for (const [call, expected] of calls) {
      await sleep();
      expect(await call()).toEqual(expected);
    }
    connection.close();
  });
});
