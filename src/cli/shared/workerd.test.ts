import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
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

it('starts workerd itself where its package’s install script did not run', async () => {
  const root = checkoutWithoutScripts();
  writeFileSync(
    join(root, 'worker.js'),
    'export default { fetch: () => new Response("served") };\n',
  );
  const config = {
    ...{ main: 'worker.js', compatibility_date: '2026-11-17', compatibility_flags: [] },
    ...{ durable_objects: { bindings: [] }, migrations: [], vars: {} },
  };
  const configFile = join(root, 'config.capnp');
  const worker = { config, module: 'worker.js', address: 'localhost:0', vars: {}, name: 'own' };
  writeFileSync(configFile, workerdConfig(root, [worker]));
  const workerd = await startWorkerd({ configFile, workers: 1, root, detached: false });
  onTestFinished(() => workerd.stop());
  const response = await fetch(`http://localhost:${workerd.ports[0]}`);
  expect(await response.text()).toBe('served');
});
