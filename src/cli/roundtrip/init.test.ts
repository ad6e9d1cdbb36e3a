import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { commandOf } from '../../wire/processes/child.ts';
import { scratchFolder, writeFiles } from '../shared/testing/scratch.ts';
import { runCli, temporaryCheckout } from '../shared/testing/spawn-cli.ts';
import { run } from './init.ts';

let directory: string;
beforeEach(({ onTestFinished }) => {
  ({ directory } = temporaryCheckout(onTestFinished));
});

const read = (name: string) => readFileSync(join(directory, name), 'utf8');
const scripts = () =>
  (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

interface Workflow {
  jobs: { bench: { steps: Array<{ run?: string; if?: string; 'working-directory'?: string }> } };
}
const stepsOf = (text: string) =>
  (parse(text) as Workflow).jobs.bench.steps.filter((step) => step.run !== undefined);

it('writes an example, a script and a workflow, and leaves all of it as it is the next time', async () => {
  const first = await runCli(run, [], directory);
  expect([first.code, first.stderr]).toEqual([0, '']);
  expect(first.stdout).toContain('Written: bench/client.js\nWritten: bench/worker.js\n');
  expect(first.stdout).toMatch(/Next: npm run bench\. .*\n$/);
  expect(scripts()).toEqual({ bench: 'roundtrip-bench measure bench' });
  writeFileSync(join(directory, 'bench/client.js'), 'mine');
  rmSync(join(directory, 'bench/worker.js'));
  const second = await runCli(run, [], directory);
  expect(second.stdout).toBe(
    'Written: bench/worker.js\n' +
      'Left as it is: bench/client.js, bench/wrangler.jsonc, .github/workflows/bench.yml, the script "bench"\n' +
      'Next: npx roundtrip-bench measure bench. Then replace the example with your library.\n',
  );
  expect(read('bench/client.js')).toBe('mine');
});

it('takes another folder and another name where the script is taken', async () => {
  const manifest = '{\n\t"name": "x",\n\t"scripts": { "bench": "node bench.js" }\n}\n';
  writeFileSync(join(directory, 'package.json'), manifest);
  const flags = ['--folder', 'rpc-bench', '--script', 'rpc'];
  expect((await runCli(run, flags, directory)).code).toBe(0);
  expect(scripts()).toEqual({ bench: 'node bench.js', rpc: 'roundtrip-bench measure rpc-bench' });
  expect(read('package.json')).toContain('\n\t"name"');
  expect(existsSync(join(directory, 'rpc-bench/wrangler.jsonc'))).toBe(true);
});

it.each([
  // A package of its own has a lockfile of its own, or none.
  ['{}', 'head/packages/rpc', 'base/packages/rpc', 'npm install'],
  ['{ "workspaces": ["packages/*"] }', 'head', 'base', 'npm ci'],
])(
  'has the workflow at the root of the repository, whose manifest is %s',
  async (text, head, base, install) => {
    writeFileSync(join(directory, 'package.json'), text);
    const inside = join(directory, 'packages/rpc');
    mkdirSync(inside, { recursive: true });
    await runCli(run, [], inside);
    const isThere = "hashFiles('base/packages/rpc/bench/**') != ''";
    const steps = stepsOf(read('.github/workflows/bench.yml'));
    expect(steps.map((step) => [step['working-directory'], step.run, step.if])).toEqual([
      [head, install, undefined],
      [base, install, isThere],
      [
        'head/packages/rpc',
        'npx roundtrip-bench measure --system base=../../../base/packages/rpc/bench --system head=bench --fail-if-slower 5% || test $? -eq 3',
        isThere,
      ],
    ]);
  },
);

describe('the package manager of the repository', () => {
  const [COREPACK, FROZEN] = ['corepack enable', 'install --frozen-lockfile'];
  const PNPM = { 'package.json': '{ "packageManager": "pnpm@10.1.0" }' };
  const BERRY = { 'yarn.lock': '__metadata:\n  version: 8\n' };
  const CLASSIC = { 'yarn.lock': '# yarn lockfile v1\n' };
  it.each<[string, Record<string, string>, string[]]>([
    ['npm, by its lockfile', { 'npm-shrinkwrap.json': '{}' }, ['npm ci', 'npx']],
    ['pnpm, by its lockfile', { 'pnpm-lock.yaml': '' }, [COREPACK, `pnpm ${FROZEN}`, 'pnpm exec']],
    ['pnpm, by the manifest', PNPM, [COREPACK, 'pnpm install', 'pnpm exec']],
    ['yarn 1', CLASSIC, [COREPACK, `yarn ${FROZEN}`, 'yarn run']],
    ['yarn, by its lockfile', BERRY, [COREPACK, 'yarn install --immutable', 'yarn run']],
    ['bun', { 'bun.lock': '' }, ['npm install --global bun', `bun ${FROZEN}`, 'bunx']],
  ])('installs and runs in the workflow: %s', async (_, files, expected) => {
    rmSync(join(directory, 'package-lock.json'));
    writeFiles(directory, files);
    const { stdout } = await runCli(run, [], directory);
    const runs = stepsOf(read('.github/workflows/bench.yml')).map((step) => step.run ?? '');
    const [exec = ''] = expected.slice(-1);
    const measures = runs.at(-1)?.replace(/ roundtrip-bench measure .*/, '');
    expect([...runs.slice(0, -2), measures]).toEqual(expected);
    const name = exec.split(' ')[0]?.replace('npx', 'npm').replace('bunx', 'bun');
    expect(stdout).toContain(`Next: ${name} run bench.`);
  });
});

it('copies the file of the package into the repository where a manifest names one outside', async () => {
  const outside = scratchFolder();
  const name = 'roundtrip-bench-0.1.0.tgz';
  writeFiles(outside, { [name]: 'packed' });
  const devDependencies = { 'roundtrip-bench': `file:${join(outside, name)}` };
  const manifest = JSON.stringify({ devDependencies });
  writeFiles(directory, { '.gitignore': '*.tgz\n', 'package.json': manifest });
  const { code, stdout } = await runCli(run, [], directory);
  expect(code).toBe(0);
  const kept = `vendor/${name}`;
  expect(read(kept)).toBe('packed');
  expect(JSON.parse(read('package.json'))).toMatchObject({
    devDependencies: { 'roundtrip-bench': `file:${kept}` },
  });
  expect(stdout).toContain(`to ${kept}, which package.json names now`);
  expect(stdout).toContain(`Ignored by git: ${kept}. A runner needs it: git add --force ${kept}`);
  expect(stdout).toContain('Next: npm install && npm run bench.');
});

it('writes the client alone for a server that runs already', async () => {
  const address = 'http://localhost:3000';
  const { stdout } = await runCli(run, ['--address', address], directory);
  expect(stdout).toMatch(/^Written: bench\/client\.js\nWritten: the script "bench"/);
  expect(scripts()).toEqual({ bench: `roundtrip-bench measure bench=${address}` });
  expect(existsSync(join(directory, 'bench/worker.js'))).toBe(false);
});

it('writes no workflow outside of a repository, and nothing beside a manifest that cannot be read', async () => {
  const folder = scratchFolder();
  writeFileSync(join(folder, 'package.json'), '{');
  const broken = await runCli(run, [], folder);
  expect([broken.code, existsSync(join(folder, 'bench'))]).toEqual([2, false]);
  expect(broken.stderr).toContain('package.json: got what is no JSON, expected a manifest');
  const wrong = await runCli(run, ['--address', 'localhost'], folder);
  expect(wrong.stderr).toContain('--address: got "localhost", expected an origin such as');
  rmSync(join(folder, 'package.json'));
  expect((await runCli(run, [], folder)).code).toBe(0);
  expect(existsSync(join(folder, '.github'))).toBe(false);
});

it.each(['bun', 'deno'] as const)('names the runtime that it needs under %s', async (runtime) => {
  const { file, args } = commandOf(runtime, 'src/cli/roundtrip/index.ts', 'measure');
  const { status, stderr } = spawnSync(file, args, { encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toMatch(/^runtime: got (Bun|Deno) \d\S+, expected Node 20 or newer/m);
});
