/** The package as an author has it: packed, in a folder with what it depends on and nothing else. */
import {
  existsSync,
  readFileSync,
  rmSync,
  writeFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  symlinkSync,
} from 'node:fs';
import { join, dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { comparisonDocument } from '../measure/folders/comparison.ts';
import type { ReportDocument } from '../measure/report.ts';
import { measured } from '../shared/testing/spawn-cli.ts';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { allCases } from '../../testing/all-cases.ts';
import { packInto } from './pack.ts';

const root = process.cwd();
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>;
};

/** The machine’s own Node, not the one that this project brings: an author may have Node 20. */
const PATH = (process.env['PATH'] ?? '')
  .split(':')
  .filter((place) => !place.includes('node_modules'))
  .join(':');
const env = {
  ...process.env,
  PATH,
  NODE_OPTIONS: '',
  HOME: tmpdir(),
};

/** Where the package was packed, and the folders are. */
const home = mkdtempSync(join(tmpdir(), 'roundtrip-package-'));

async function run(file: string, args: readonly string[], cwd: string, variables = env) {
  const options = { cwd, env: variables, maxBuffer: 64 * 1024 * 1024 };
  return promisify(execFile)(file, args, options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

const COMMAND = 'node_modules/roundtrip/packed/roundtrip.js';
const roundtrip = (cwd: string, ...args: string[]) => run('node', [COMMAND, ...args], cwd);

/** A folder of an author’s, with the package installed. */
async function folderWith(name: string): Promise<string> {
  const folder = join(home, name);
  mkdirSync(folder);
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
  if (allCases) {
    const { code, stderr } = await run(
      'npm',
      ['install', join(home, 'roundtrip-0.1.0.tgz')],
      folder,
    );
    expect(code, stderr).toBe(0);
  } else {
    // The registry may be out of reach, and these are the versions that it would give.
    for (const dependency of Object.keys(manifest.dependencies)) {
      mkdirSync(dirname(join(folder, 'node_modules', dependency)), { recursive: true });
      symlinkSync(join(root, 'node_modules', dependency), join(folder, 'node_modules', dependency));
    }
    cpSync(join(home, 'package'), join(folder, 'node_modules/roundtrip'), { recursive: true });
  }
  return folder;
}

/** Packs what `npm publish` would send. */
async function pack(): Promise<void> {
  await run('tar', ['xzf', await packInto(home)], home);
}

const leave = (): void => rmSync(home, { recursive: true, force: true });

const MOST_BYTES = 3_000_000;

beforeAll(pack);
afterAll(leave);

describe('the package', () => {
  it('has no TypeScript to run, no more than 3 MB, and exact dependencies', async () => {
    const { stdout } = await run('find', ['package', '-type', 'f', '-printf', '%s %p\n'], home);
    const files = stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' '));
    const total = files.reduce((sum, [size]) => sum + Number(size), 0);
    expect(total).toBeLessThan(MOST_BYTES);
    const names = files.map(([, name = '']) => name);
    expect(names.filter((name) => /(?<!\.d)\.ts$/.test(name))).toEqual([]);
    for (const version of Object.values(manifest.dependencies)) expect(version).toMatch(/^\d/);
  });

  it('offers the harness, with types', async () => {
    const folder = await folderWith('types');
    writeFileSync(
      join(folder, 'use.mts'),
      `import { makePlan, runUntil, readRecord, analyse, type SessionRecord } from 'roundtrip';
       const read: (text: string, name: string) => unknown = readRecord;
       export const all: unknown[] = [makePlan, runUntil, analyse, read];
       export const of = (record: SessionRecord): number => record.sessions.length;
       // @ts-expect-error: there is no such thing
       export const none = (record: SessionRecord) => record.nothing;`,
    );
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--skipLibCheck'];
    const { code, stdout } = await run(
      join(root, 'node_modules/.bin/tsc'),
      [...flags, 'use.mts'],
      folder,
    );
    expect(stdout).toBe('');
    expect(code).toBe(0);
    const text = "import('roundtrip').then((all) => console.log(typeof all.runUntil))";
    expect((await run('node', ['-e', text], folder)).stdout).toBe('function\n');
  });
});

describe('a contestant with a Durable Object', () => {
  it('is written, measured and compared with itself', async () => {
    const folder = await folderWith('object');
    const written = await roundtrip(folder, 'init', 'object');
    expect(written.stderr).toBe('');
    expect(written.code).toBe(0);
    const again = await roundtrip(folder, 'init', 'object');
    expect(again.stderr).toContain('exists already, and is left as it is');
    expect(again.code).toBe(2);

    const flags = ['--time', '1', '--html', 'out.html', '--out', 'out.json'];
    const run = await roundtrip(folder, 'measure', ...flags, '--json');
    expect(run.code, run.stderr).toBe(0);
    const { ok, result } = JSON.parse(run.stdout) as ReportDocument;
    expect([ok, result.discarded]).toEqual([true, []]);
    const record = measured(readFileSync(join(folder, 'out.json'), 'utf8'));
    expect(record.plan.arms).toContain('outside:pairs/hibernating');
    expect(record.plan.arms).toContain('twin');
    const page = readFileSync(join(folder, 'out.html'), 'utf8');
    expect(page).toContain('<h1>Pairs beside Cap’n Web</h1>');
    expect(page).toContain('rt-bar-published');
    expect(page).not.toMatch(/<script|src=|href="http/);

    const two = ['--system', 'base=bench', '--system', 'head=bench', '--time', '4', '--json'];
    const compared = await roundtrip(folder, 'measure', ...two);
    expect(compared.code, compared.stderr).toBe(0);
    const { rows } = JSON.parse(compared.stdout) as ReturnType<typeof comparisonDocument>;
    expect(new Set(rows.map(({ arm }) => arm))).toEqual(new Set(['outside:pairs/hibernating']));
    for (const { ratio } of rows) expect(ratio?.value).toBeGreaterThan(0);
  });

  it('says what to do where something is missing', async () => {
    const folder = await folderWith('missing');
    const help = await roundtrip(folder, 'measure', '--help');
    expect(help.stdout).toMatch(/^Usage: roundtrip measure \[folder\] \[flags\]\n/);
    expect(help.stdout).not.toMatch(/npm run|--server/);
    const empty = await roundtrip(folder, 'measure');
    expect(empty.stderr).toContain(
      'expected one with a client.ts or peers.ts: npx roundtrip init writes them',
    );
    expect(empty.code).toBe(2);
    await roundtrip(folder, 'init', 'object');
    const client = join(folder, 'bench/client.js');
    writeFileSync(client, readFileSync(client, 'utf8').replace('getValue: () =>', 'other: () =>'));
    // What a Worker logs is no part of the document.
    const worker = join(folder, 'bench/worker.js');
    writeFileSync(worker, `${readFileSync(worker, 'utf8')}console.log('loaded');`);
    const flags = ['--time', '1', '--workloads', 'get-value', '--json'];
    const method = await roundtrip(folder, 'measure', ...flags);
    expect(() => JSON.parse(method.stdout) as unknown).not.toThrow();
    expect(method.stderr).toContain(
      'Pairs (from outside): nothing counted of get-value: a turn: counter.getValue is not a function. Add it to the operations',
    );
    expect(method.code).toBe(1);
    const config = join(folder, 'bench/wrangler.jsonc');
    const text = readFileSync(config, 'utf8');
    rmSync(config);
    const small = ['--time', '1', '--workloads', 'increment'];
    const alone = await roundtrip(folder, 'measure', ...small);
    expect(alone.stderr).toContain('It has no wrangler.jsonc, so it was called at the bench here');
    expect(alone.code).toBe(1);
    writeFileSync(config, text.replace('"class_name": "Counter"', '"class_name": "Other"'));
    const other = await roundtrip(folder, 'measure', ...small);
    expect(other.stderr).toContain(
      'got the class Other, expected one that worker.js exports: Counter',
    );
    writeFileSync(config, text);
    writeFileSync(join(folder, 'bench/worker.js'), 'export const = 1;');
    const build = await roundtrip(folder, 'measure', '--time', '1');
    expect(build.stderr).toContain('its Worker does not build');
    expect(build.code).toBe(1);
  });
});

describe('a contestant between processes', () => {
  it('is written and measured with the Node that is there', async () => {
    const folder = await folderWith('process');
    expect((await roundtrip(folder, 'init', 'process')).code).toBe(0);
    expect(existsSync(join(folder, 'bench/peers.mjs'))).toBe(true);
    const flags = ['--time', '1', '--workloads', 'echo', '--json'];
    const { code, stdout, stderr } = await roundtrip(folder, 'measure', ...flags);
    expect(code, stderr).toBe(0);
    const { result } = JSON.parse(stdout) as ReportDocument;
    expect(result.discarded).toEqual([]);
    expect(result.rows.length).toBeGreaterThan(1);
  });
});
