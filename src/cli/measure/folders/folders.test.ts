/** Two checkouts in one run: this one, and a copy of it. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { comparisonDocument } from './comparison.ts';
import { childrenOf, measured, spawnCli } from '../../shared/testing/spawn-cli.ts';

const root = process.cwd();
let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'roundtrip-copy-'));
  const names = ['src', 'bench-workers', 'package.json', 'package-lock.json', 'wrangler.jsonc'];
  for (const name of [...names, 'tsconfig.json', 'tsconfig.base.json']) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const measure = (...args: string[]) =>
  spawnCli('measure', [...args, '--system', `base=${root}`, '--system', `head=${copy}`]);

/** Changes a file of the copy until the test is over. */
function change(name: string, from: string, to: string): void {
  const file = join(copy, name);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
  onTestFinished(() => writeFileSync(file, text));
}

it('measures nothing where no arm differs', async () => {
  const { code, stdout, stderr } = await measure('--fail-if-slower', '5%', '--json').ended;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ kind: 'folders', base: { name: 'base' }, head: { name: 'head', source: copy } },
    ...{ studies: [], rows: [], slower: [] },
  });
  expect(stderr).toContain('differs between base and head: nothing was measured');
});

const SMALL = ['lumenize-vs-capnweb', '--workloads', 'get-value'];
const CLIENT = 'src/systems/fetch-json/client.ts';
const SENDS = 'const response = await send(';

it('fails where an arm whose code changed is slower, says which, and writes a record', async () => {
  // More than a call takes on a machine where others are busy.
  change(CLIENT, SENDS, `await new Promise((resolve) => setTimeout(resolve, 200));\n  ${SENDS}`);
  const out = join(copy, `record-${crypto.randomUUID()}.json`);
  const flags = ['--time', '20', '--fail-if-slower', '5%', '--json', '--out', out];
  const { code, stdout, stderr } = await measure(...SMALL, ...flags).ended;
  expect(code, `${stdout}${stderr}`).toBe(1);
  expect(stderr).toMatch(/Slower: Plain fetch, One read: [\d.]+× \([\d.]+–[\d.]+\)\./);
  const { studies, rows, slower } = JSON.parse(stdout) as ReturnType<typeof comparisonDocument>;
  expect(studies).toMatchObject([{ study: 'lumenize-vs-capnweb', changed: ['fetch-json/http'] }]);
  expect(rows).toMatchObject([{ arm: 'fetch-json/http', verdict: 'slower' }]);
  expect(slower).toEqual(rows);
  const record = measured(readFileSync(out, 'utf8'));
  expect(record.plan).toMatchObject({
    arms: ['base:fetch-json/http', 'head:fetch-json/http', 'head:again', 'twin'],
    reference: 'base:fetch-json/http',
  });
});

it('fails where nothing counts of an arm, and measures arms that are named', async () => {
  change(CLIENT, SENDS, `throw new Error('broken');\n  ${SENDS}`);
  const named = ['--arms', 'fetch-json/http', '--time', '2'];
  const { code, stdout, stderr } = await measure(...SMALL, ...named).ended;
  expect(code, stdout).toBe(1);
  expect(stderr).toContain('Nothing counted of');
  expect(stdout).toMatch(/Plain fetch \(head\): \d+ turns? discarded/);
});

it('prints nothing at Ctrl-C, and ends both benches', async () => {
  const { child, says, ended } = measure(...SMALL, '--arms', 'capnweb/in-memory', '--time', '600');
  await says(/[1-9]\d* session/);
  const started = await childrenOf(child.pid, /workerd serve/);
  expect(started).toHaveLength(2);
  child.kill('SIGINT');
  const { code, stdout } = await ended;
  expect([code, stdout]).toEqual([130, '']);
  for (const pid of started) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
