/** Two checkouts in one run: this one, and a copy of it. */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allCases } from '../../../testing/all-cases.ts';
import { scratchFolder } from '../../shared/testing/scratch.ts';
import { runCli, spawnCli } from '../../shared/testing/spawn-cli.ts';
import { measured } from '../../../core/testing/fixture.ts';
import { run } from '../index.ts';

const root = process.cwd();
const copy = scratchFolder(afterAll);
beforeAll(() => {
  const names = ['src', 'bench-workers', 'package.json', 'package-lock.json', 'wrangler.jsonc'];
  for (const name of [...names, 'tsconfig.json', 'tsconfig.base.json']) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});

const both = ['--system', `base=${root}`, '--system', `head=${copy}`];

it('measures nothing where no arm differs', async () => {
  const flags = ['--fail-if-slower', '5%', '--json'];
  const { code, stdout, stderr } = await runCli(run, [...flags, ...both]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    kind: 'folders',
    base: { name: 'base' },
    head: { name: 'head', source: copy },
    study: 'lumenize-vs-capnweb',
    changed: [],
    rows: [],
  });
  expect(stderr).toContain('differs between base and head: nothing was measured');
});

// It bundles the Workers of both, and measures in a process of its own.
it.runIf(allCases)(
  'measures an arm whose code changed, and fails where nothing counts',
  async () => {
    const client = join(copy, 'src/libraries/systems/fetch-json/client.ts');
    const text = readFileSync(client, 'utf8');
    const broken = text.replace('const response = await send(', "throw new Error('broken');\n  $&");
    expect(broken).not.toBe(text);
    writeFileSync(client, broken);
    const out = join(copy, 'record.json');
    const flags = ['--workloads', 'get-value', '--time', '2', '--json', '--out', out];
    const { code, stdout, stderr } = await spawnCli('measure', [...flags, ...both]).ended;
    expect(code, `${stdout}${stderr}`).toBe(1);
    expect(stderr).toContain('Nothing counted of Plain fetch, One read.');
    expect(JSON.parse(stdout)).toMatchObject({
      study: 'lumenize-vs-capnweb',
      changed: ['fetch-json/http'],
      rows: [{ arm: 'fetch-json/http', workload: 'get-value' }],
      notices: expect.arrayContaining([
        expect.stringMatching(/^Plain fetch \(head\): \d+ turns? discarded: /),
      ]) as string[],
    });
    const record = measured(readFileSync(out, 'utf8'));
    expect(record.plan).toMatchObject({
      arms: ['base:fetch-json/http', 'head:fetch-json/http', 'head:again', 'control'],
      reference: 'base:fetch-json/http',
    });
  },
);
