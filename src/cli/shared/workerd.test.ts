import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startBench } from './bench.ts';
import { startWorkerd, workerdConfig } from './workerd.ts';

/** A checkout whose packages were installed without their install scripts, as pnpm does. */
function checkoutWithoutScripts(): string {
  const root = mkdtempSync(join(tmpdir(), 'roundtrip-workerd-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'node_modules/workerd');
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const write = (name: string, text: string) =>
    writeFileSync(join(folder, name), text, { mode: 0o755 });
  write('package.json', '{ "name": "workerd", "main": "main.js" }');
  write('bin/workerd', '#!/usr/bin/env node\nthrow new Error("the script, not the program");\n');
  const real = createRequire(import.meta.url).resolve('workerd');
  write('main.js', `module.exports = require(${JSON.stringify(real)});`);
  return root;
}

const plain = {
  main: 'worker.js',
  compatibility_date: '2026-11-17',
  compatibility_flags: [],
  durable_objects: { bindings: [] },
  migrations: [],
  vars: {},
};

it('names a class that is bound and not exported, of which workerd only warns', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'roundtrip-class-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'worker.js'), 'export class Counter {}\nexport default {};\n');
  const durable_objects = { bindings: [{ name: 'COUNTER', class_name: 'Other' }] };
  const own = { id: 'own', folder, config: { ...plain, durable_objects } };
  await expect(startBench({ root: process.cwd(), port: 0, extraWorkers: [own] })).rejects.toThrow(
    `${folder}/wrangler.jsonc: got the class Other, expected one that worker.js exports: Counter`,
  );
});

it('starts workerd itself where its package’s install script did not run', async () => {
  const root = checkoutWithoutScripts();
  writeFileSync(
    join(root, 'worker.js'),
    'export default { fetch: () => new Response("served") };\n',
  );
  const configFile = join(root, 'config.capnp');
  const worker = {
    config: plain,
    module: 'worker.js',
    address: 'localhost:0',
    vars: {},
    name: 'own',
  };
  writeFileSync(configFile, workerdConfig(root, [worker]));
  const workerd = await startWorkerd({ configFile, workers: 1, root });
  onTestFinished(() => workerd.stop());
  const response = await fetch(`http://localhost:${workerd.ports[0]}`);
  expect(await response.text()).toBe('served');
});
