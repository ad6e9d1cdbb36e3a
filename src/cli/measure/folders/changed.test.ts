import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { AnyStudy } from '../../../studies/any-study.ts';
import { changedArms } from './changed.ts';

/** A checkout in small: two libraries, what they share, and a package that one of them bundles. */
const files = {
  'package.json': '{ "type": "module" }',
  'wrangler.jsonc':
    '{ "main": "bench-workers/worker.ts", "compatibility_date": "2026-11-17", "compatibility_flags": [] }',
  'bench-workers/worker.ts': `
    import { list } from '../src/systems/index.ts';
    export { BenchObject } from './object.ts';
    export default { fetch: () => new Response(list.join()) };`,
  'bench-workers/object.ts': `export class BenchObject {
    load = (system) => import(\`../src/systems/\${system}/server.ts\`);
  }`,
  'src/studies/streams/fan-out.ts': 'export const gather = 20;',
  'src/links/link.ts': 'export const count = (data) => data.length;',
  'src/systems/index.ts': `import { a } from './a/system.ts'; export const list = [a];`,
  'src/systems/a/system.ts': 'export const a = "a";',
  'src/systems/a/client.ts': 'export const open = (origin: string) => origin.at(0);',
  'src/systems/a/server.ts': 'export const server = { a: 1 };',
  'src/systems/b/client.ts': `export { open } from 'library';`,
  'src/systems/b/server.ts': 'export const server = { b: 1 };',
  'node_modules/library/package.json': '{ "version": "1.0.0", "main": "index.js" }',
  'node_modules/library/index.js': 'export const open = () => 1;',
  'node_modules/workerd/package.json': '{ "version": "1.0.0" }',
};

const study = {
  id: 'made-up',
  arms: ['a/one', 'a/two', 'b/one'].map((id) => ({ id, system: id.slice(0, 1) })),
} as unknown as AnyStudy;

/** Two checkouts, the second with other files. */
function checkouts(changes: Readonly<Record<string, string>>): [base: string, head: string] {
  const scratch = mkdtempSync(join(tmpdir(), 'roundtrip-changed-'));
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
  const [base, head] = [join(scratch, 'base'), join(scratch, 'head')];
  const write = (folder: string, texts: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  };
  write(base, files);
  cpSync(base, head, { recursive: true });
  write(head, changes);
  return [base, head];
}

const all = ['a/one', 'a/two', 'b/one'];
const client = files['src/systems/a/client.ts'];

it.each<[what: string, changes: Record<string, string>, changed: string[]]>([
  ['nothing', {}, []],
  ['a comment', { 'src/systems/a/client.ts': `// Why.\n${client}` }, []],
  ['the name of a variable', { 'src/systems/a/client.ts': client.replaceAll('origin', 'at') }, []],
  ['a client', { 'src/systems/a/client.ts': client.replace('0', '1') }, ['a/one', 'a/two']],
  ['a server', { 'src/systems/b/server.ts': 'export const server = {};' }, ['b/one']],
  ['a label that no half reads', { 'src/systems/a/system.ts': 'export const a = "b";' }, []],
  ['a package', { 'node_modules/library/index.js': 'export const open = () => 2;' }, ['b/one']],
  ['what objects share', { 'bench-workers/object.ts': 'export class BenchObject {}' }, all],
  ['what clients share', { 'src/links/link.ts': 'export const count = () => 0;' }, all],
  ['the router', { 'bench-workers/worker.ts': 'export default { fetch: () => 0 };' }, all],
  ['workerd', { 'node_modules/workerd/package.json': '{ "version": "2.0.0" }' }, all],
  [
    'a compatibility flag',
    { 'wrangler.jsonc': files['wrangler.jsonc'].replace('[]', '["no_web_socket_compression"]') },
    all,
  ],
])('a change of %s changes the arms that run it', async (_, changes, changed) => {
  expect(await changedArms(study, checkouts(changes))).toEqual(changed);
});

it('counts an arm whose code is not found as changed', async () => {
  const [base, head] = checkouts({});
  for (const folder of [base, head]) rmSync(join(folder, 'src/systems/b/server.ts'));
  for (const folder of [base, head]) {
    writeFileSync(join(folder, 'bench-workers/worker.ts'), 'export default {};');
  }
  expect(await changedArms(study, [base, head])).toEqual(['b/one']);
});

it('names the checkout that does not build', async () => {
  const [base, head] = checkouts({ 'src/systems/a/client.ts': 'export const = 1' });
  await expect(changedArms(study, [base, head])).rejects.toThrow(
    `${head}: src/systems/a/client.ts, src/systems/a/server.ts do not build`,
  );
});
