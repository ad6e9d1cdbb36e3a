/** The package as an author has it: packed and installed from a registry, and in the workflow of the author’s repository. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { allCases } from '../../testing/all-cases.ts';
import { pageBlocks, pageLines } from '../shared/testing/outside-page.ts';
import { scratchFolder } from '../shared/testing/scratch.ts';
import { measured } from '../../core/testing/fixture.ts';
import { spawnProgram } from '../shared/testing/spawn-cli.ts';
import { packInto } from './pack.ts';

/** The machine’s own Node, not the one that this project brings: an author may have Node 20. */
const PATH = (process.env['PATH'] ?? '')
  .split(':')
  .filter((place) => !place.includes('node_modules'))
  .join(':');
/** Where the package was packed, and the folders are. */
const home = scratchFolder(afterAll);
const env = { ...process.env, PATH, NODE_OPTIONS: '', HOME: tmpdir() };

const run = (file: string, args: readonly string[], cwd: string, more = {}) =>
  spawnProgram(file, args, { cwd, env: { ...env, ...more } }).ended;

const roundtrip = (cwd: string, ...args: string[]) =>
  run('node_modules/.bin/roundtrip-bench', args, cwd);

/** A folder of an author’s, with the package installed. */
async function folderWith(name: string): Promise<string> {
  const folder = join(home, name);
  mkdirSync(folder);
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
  const { code, stderr } = await run('npm', ['install', archive], folder);
  expect(code, stderr).toBe(0);
  return folder;
}

let archive: string;

const MOST_BYTES = 3_000_000;

interface Step {
  run?: string;
  if?: string;
  'working-directory'?: string;
}

// It installs from a registry, which the suite does without unless all cases are asked for.
describe.skipIf(!allCases)('the package', () => {
  beforeAll(async () => {
    archive = await packInto(join(home, 'my-library/vendor'));
  }, 600_000);

  it('is measured by the workflow that it writes, on a machine that has nothing but a clone', async () => {
    const own = join(home, 'my-library');
    const shell = (line: string, cwd: string, more: NodeJS.ProcessEnv = {}) =>
      run('bash', ['-c', line], cwd, more);
    writeFileSync(join(own, 'package.json'), '{ "private": true }\n');
    writeFileSync(join(own, '.gitignore'), 'node_modules\n');
    await shell('git init --quiet --initial-branch main', own);
    // The page packs it into that folder, as was done before, and measures until all is decided.
    expect(pageLines('npm run package')).toEqual(['npm run package -- ../my-library/vendor']);
    const lines = pageBlocks('sh').find((text) => text.includes('roundtrip-bench init')) ?? '';
    expect(lines).toContain('npm run bench');
    const others = lines
      .trim()
      .split('\n')
      .filter((each) => each !== 'npm run bench');
    for (const line of others) {
      const { code, stderr } = await shell(line, own);
      expect(code, `${line}: ${stderr}`).toBe(0);
    }
    const name = '-c user.name=Test -c user.email=test@example.org';
    await shell(`git add . && git ${name} commit --quiet --message Bench`, own);
    const runner = join(home, 'runner');
    for (const side of ['head', 'base'])
      await shell(`git clone --quiet ${own} runner/${side}`, home);
    const gone = join(home, 'gone');
    renameSync(own, gone);
    const text = readFileSync(join(runner, 'head/.github/workflows/bench.yml'), 'utf8');
    const { jobs } = parse(text) as { jobs: { bench: { steps: Step[] } } };
    const summary = join(home, 'summary.md');
    // An empty cache, which the steps of one job share.
    const env = { npm_config_cache: join(home, 'cache'), GITHUB_STEP_SUMMARY: summary, CI: 'true' };
    for (const step of jobs.bench.steps) {
      if (step.run === undefined) continue;
      const [, path = 'head'] = /^hashFiles\('(.*)\/\*\*'\) != ''$/.exec(step.if ?? '') ?? [];
      expect(existsSync(join(runner, path)), path).toBe(true);
      const isMeasuring = step.run.includes('roundtrip-bench measure');
      const line = step.run.replace('--fail-if-slower', '--time 1 --workloads get-value $&');
      const where = join(runner, step['working-directory'] ?? '');
      const { code, stderr } = await shell(line, where, env);
      // One second decides nothing, which this workflow lets pass.
      expect(code, `${line}: ${stderr}`).toBe(0);
      if (isMeasuring)
        expect(stderr).toContain('Could not have seen 5 %: Pairs (from outside), One read: ');
    }
    const shown = readFileSync(summary, 'utf8');
    expect(shown).toMatch(/^```text\nhead compared with base/);
    expect(shown).toMatch(/^Pairs .* cannot tell$/m);
    expect(shown).toContain('- Could not have seen 5 %: Pairs (from outside), One read: ');
    renameSync(gone, own);
  }, 300_000);

  it('has no TypeScript to run, no more than 3 MB, and exact dependencies', async () => {
    await run('tar', ['xzf', archive], home);
    const { stdout } = await run('find', ['package', '-type', 'f', '-printf', '%s %p\n'], home);
    const lines = stdout.trim().split('\n');
    const files = lines.map((line) => line.split(' '));
    expect(files.reduce((sum, [size]) => sum + Number(size), 0)).toBeLessThan(MOST_BYTES);
    const names = files.map(([, name = '']) => name);
    expect(names.filter((name) => /(?<!\.d)\.ts$/.test(name))).toEqual([]);
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      dependencies: Record<string, string>;
    };
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d/);
  });

  it('offers the harness, with types', async () => {
    const folder = await folderWith('types');
    writeFileSync(
      join(folder, 'use.mts'),
      `import { defineLibrary, makePlan, runUntil, readRecord, ratioOf, type SessionRecord } from 'roundtrip-bench';
       const read: (text: string, name: string) => unknown = readRecord;
       export const all: unknown[] = [makePlan, runUntil, ratioOf, read];
       export const of = (record: SessionRecord): number => record.sessions.length;
       const arms = [{ name: 'one', label: 'One', accept: 'in-memory' as const }];
       const named = { id: 'own', label: 'Own', versions: {}, arms };
       const close = () => undefined;
       export const { system, open } = defineLibrary({
         system: named,
         open: async () => ({ operations: { getValue: async () => 1 }, close }),
       });
       // @ts-expect-error: an operation resolves to what it is for
       defineLibrary({ system: named, open: async () => ({ operations: { getValue: async () => '' }, close }) });
       // @ts-expect-error: there is no such thing
       export const none = (record: SessionRecord) => record.nothing;`,
    );
    const tsc = join(process.cwd(), 'node_modules/.bin/tsc');
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--skipLibCheck'];
    const { stdout } = await run(tsc, [...flags, 'use.mts'], folder);
    expect(stdout).toBe('');
    const text = "import('roundtrip-bench').then((all) => console.log(typeof all.runUntil))";
    expect((await run('node', ['-e', text], folder)).stdout).toBe('function\n');
  });

  it('writes an example and measures it', async () => {
    const folder = await folderWith('object');
    const written = await roundtrip(folder, 'init');
    expect([written.code, written.stderr]).toEqual([0, '']);
    const worker = join(folder, 'bench/worker.js');
    // What a Worker logs is no part of the document.
    writeFileSync(worker, `${readFileSync(worker, 'utf8')}console.log('loaded');`);
    const flags = ['--time', '1', '--out', 'out.json'];
    const { code, stdout, stderr } = await roundtrip(folder, 'measure', ...flags, '--json');
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, result: { discarded: [] } });
    const { plan } = measured(readFileSync(join(folder, 'out.json'), 'utf8'));
    expect(plan.arms).toEqual(expect.arrayContaining(['outside:pairs/hibernating', 'control']));
  });

  it('says what to do where something is missing', async () => {
    const folder = await folderWith('missing');
    const help = await roundtrip(folder, 'measure', '--help');
    expect(help.stdout).toMatch(/^Usage: roundtrip-bench measure \[folder\] \[flags\]\n/);
    expect(help.stdout).not.toMatch(/npm run|--server/);
    expect((await roundtrip(folder, '--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const empty = await roundtrip(folder, 'measure');
    expect(empty.stderr).toContain('npx roundtrip-bench init writes one');
    expect(empty.code).toBe(2);
  });
});
