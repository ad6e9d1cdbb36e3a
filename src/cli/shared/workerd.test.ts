import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
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

const WORKER = `import { DurableObject } from 'cloudflare:workers';
export class Counter extends DurableObject {
  throws() { throw new TypeError('thrown in an object'); }
  async rejects() { throw new RangeError('rejected\\nin two lines'); }
}
const of = {
  object: (env) => env.COUNTER.getByName('a').throws(),
  rejection: (env) => env.COUNTER.getByName('a').rejects(),
  text() { throw 'a text'; },
  alone() { Promise.reject(new Error('left alone')); return new Response('well'); },
};
export default { fetch: (request, env) => of[new URL(request.url).pathname.slice(1)](env) };
`;

it('tells exceptions of Workers from outside once each, with the folder of their Worker, and none of the bench itself', async () => {
  const folder = scratchFolder();
  writeFiles(folder, { 'worker.js': WORKER });
  const bindings = [{ name: 'COUNTER', class_name: 'Counter' }];
  const config = { ...plain, durable_objects: { bindings } };
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const extraWorkers = [{ id: 'outside-own', folder, config }];
  const bench = await startBench({ root: process.cwd(), port: 0, extraWorkers });
  onTestFinished(async () => {
    write.mockRestore();
    await bench.stop();
  });
  const told = () => write.mock.calls.map(([text]) => String(text).trimEnd());
  const ask = (path: string) =>
    fetch(`${bench.extraOrigins.get('outside-own')}/${path}`).catch(() => undefined);
  for (const path of ['object', 'rejection', 'text', 'object', 'rejection', 'alone'])
    await ask(path);
  const its = `${folder}: its Worker threw: `;
  const expected = [
    `${its}TypeError: thrown in an object (in Counter.throws)`,
    `${its}RangeError: rejected (in Counter.rejects)`,
    'A Worker threw: a text',
    `${its}Error: left alone (in Object.alone)`,
  ];
  // The last one comes last, so that nothing is still to come.
  await eventually(() => expect(told()).toContain(expected.at(-1)));
  await fetch(`${bench.origin}/bench/none`);
  expect(told().toSorted()).toEqual(expected.toSorted());
});
