import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startBench } from './bench.ts';
import { scratchFolder, writeFiles } from './testing/scratch.ts';
import { startWorkerd, workerdConfig } from './workerd.ts';

const plain = {
  main: 'worker.js',
  compatibility_date: '2026-11-17',
  compatibility_flags: [],
  durable_objects: { bindings: [] },
  migrations: [],
  vars: {},
};

it('names a class that is bound and not exported, of which workerd only warns', async () => {
  const folder = scratchFolder();
  writeFiles(folder, { 'worker.js': 'export class Counter {}\nexport default {};\n' });
  const durable_objects = { bindings: [{ name: 'COUNTER', class_name: 'Other' }] };
  const own = { id: 'own', folder, config: { ...plain, durable_objects } };
  await expect(startBench({ root: process.cwd(), port: 0, extraWorkers: [own] })).rejects.toThrow(
    `${folder}/wrangler.jsonc: got the class Other, expected one that worker.js exports: Counter`,
  );
});

it('starts workerd itself where its package’s install script did not run', async () => {
  const root = scratchFolder();
  const real = createRequire(import.meta.url).resolve('workerd');
  writeFiles(root, {
    'node_modules/workerd/package.json': '{ "name": "workerd", "main": "main.js" }',
    // As pnpm leaves it: the script, not the program.
    'node_modules/workerd/bin/workerd': '#!/usr/bin/env node\nthrow new Error("the script");\n',
    'node_modules/workerd/main.js': `module.exports = require(${JSON.stringify(real)});`,
    'worker.js': 'export default { fetch: () => new Response("served") };\n',
  });
  const configFile = join(root, 'config.capnp');
  const served = { module: 'worker.js', address: 'localhost:0', vars: {}, name: 'own' };
  const worker = { config: plain, ...served };
  writeFiles(root, { 'config.capnp': workerdConfig(root, [worker]) });
  const workerd = await startWorkerd({ configFile, workers: 1, root });
  onTestFinished(() => workerd.stop());
  const response = await fetch(`http://localhost:${workerd.ports[0]}`);
  expect(await response.text()).toBe('served');
});
