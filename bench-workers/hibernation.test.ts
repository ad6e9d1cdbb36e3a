/** Objects that sleep between any two calls, on wrangler's harness, which can make them: at night, because it bundles the Workers anew. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'jsonc-parser';
import type { TestHarness } from 'wrangler';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { allCases } from '../src/testing/all-cases.ts';
import { allCallArms } from '../src/libraries/systems/arms.ts';
import { LIST_LENGTH } from '../src/wire/service/payloads.ts';
import { alias, WRANGLER_CONDITIONS } from '../src/libraries/systems/optional.ts';
import { open } from './testing/clients.ts';

const sleepers = allCallArms().filter(({ accept }) => accept !== 'in-memory');

describe.runIf(allCases)('a sleeping object', () => {
  let directory: string;
  let harness: TestHarness;
  let origin: string;

  beforeAll(async () => {
    const { createTestHarness } = await import('wrangler');
    // The bench as it is deployed, without the built pages, and local: no other serves every configuration.
    const config = parse(await readFile('wrangler.jsonc', 'utf8')) as Record<string, unknown>;
    const main = resolve(config['main'] as string);
    directory = await mkdtemp(join(tmpdir(), 'roundtrip-hibernation-'));
    const configPath = join(directory, 'wrangler.json');
    const day = JSON.stringify({ day: { objects: 1e3, messages: 1e6, rows: 1e5, seconds: 1e5 } });
    const vars = { ...(config['vars'] as object), SETTING: 'wrangler-dev', GATE: day };
    const own = { ...config, main, alias, assets: undefined, vars };
    await writeFile(configPath, JSON.stringify(own));
    vi.stubEnv('WRANGLER_BUILD_CONDITIONS', WRANGLER_CONDITIONS);
    harness = createTestHarness({ workers: [{ configPath }] });
    origin = (await harness.listen()).url.origin;
  });

  afterAll(async () => {
    await harness.close();
    await rm(directory, { recursive: true, force: true });
  });

  it.each(sleepers)('answers over $id as if it had not slept', async ({ id, system, cannot }) => {
    const object = crypto.randomUUID();
    const { counter, connection } = await open(origin, id, object);
    const name = `${system}/${object}`;
    const sleep = () =>
      harness.getWorker().evictDurableObject('BENCH', { name, webSockets: 'hibernate' });
    type Called = readonly [call: () => Promise<unknown>, expected: unknown];
    const calls: Called[] = [
      [() => counter.increment(5), 5],
      [() => counter.getValue(), 5],
      [() => counter.chain(), 1],
      [() => counter.nested(), 6 + 7],
      [async () => (await counter.mapped(7)).length, LIST_LENGTH],
      [() => counter.echo({ a: [1] }), { a: [1] }],
      [() => counter.upload('abc'), 3],
      [async () => (await counter.download(2000)).length, 2000],
      [() => counter.reset(), 0],
      [() => counter.fail().catch((error: Error) => error.message), 'fail: as asked'],
      [() => Promise.all([counter.increment(1), counter.increment(1)]), [1, 2]],
    ];
    if (cannot?.['called-back'] === undefined) {
      calls.push([() => counter.calledBack(3, (index) => index), 0 + 1 + 2]);
    }
    // An object that nobody has called cannot sleep.
    await counter.getValue();
    for (const [call, expected] of calls) {
      await sleep();
      expect(await call()).toEqual(expected);
    }
    connection.close();
  });
});
