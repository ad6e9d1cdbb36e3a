/** Libraries from outside, as content/docs/outside.mdx says they are brought. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { unitsOf } from '../../../core/statistics/index.ts';
import { measured } from '../../../core/testing/fixture.ts';
import { versionsOf } from '../../../libraries/systems/index.ts';
import { loadSystem } from '../../../matrix/questions/ask.ts';
import { weighBundle } from '../../../matrix/questions/bundle.ts';
import { allCases } from '../../../testing/all-cases.ts';
import { startBench } from '../../shared/bench.ts';
import { scratchFolder, writeFiles } from '../../shared/testing/scratch.ts';
import { childrenOf, expectGone, runCli, spawnCli } from '../../shared/testing/spawn-cli.ts';
import { run } from '../index.ts';
import { wholeRecord } from '../testing/whole-record.ts';
import { digestOf, outsideOf, readLibrary, readPeers, workersOf } from './folder.ts';

const root = process.cwd();
const templates = 'src/cli/roundtrip/templates/object';
/** The files that the page shows, and that the package writes. */
const example = Object.fromEntries(
  readdirSync(templates).map((name) => [name, readFileSync(join(templates, name), 'utf8')]),
);
const STUDY = 'lumenize-vs-capnweb';
const ARMS = [
  'raw-websocket/in-memory',
  'capnweb/in-memory',
  'outside:pairs/hibernating',
  'control',
];
const SMALL = [STUDY, '--workloads', 'increment', '--arms', 'control'];

let folder: string;
beforeEach(({ onTestFinished }) => {
  folder = scratchFolder(onTestFinished);
  lay(example);
});
const lay = (files: Readonly<Record<string, string>>) => writeFiles(folder, files);

describe('the example of the page', () => {
  it('is measured in the same turns and left as it was, and prints, throws, rejects and goes on as it likes', async ({
    onTestFinished,
  }) => {
    const throws = "throw new Error('closed twice');";
    const client = (example['client.js'] ?? '').replace(
      'close: () => socket.close()',
      `close() { Promise.reject(new Error('session was shut down')); socket.close(); ${throws} }`,
    );
    lay({ 'client.js': `console.log('loaded');\nsetInterval(() => {}, 1000);\n${client}` });
    const out = join(scratchFolder(onTestFinished), 'pairs.json');
    const flags = ['--time', '2', '--json', '--out', out, '--system', folder];
    const { child, says, ended } = spawnCli('measure', [...SMALL, ...flags]);
    await says(/[1-9]\d* session/);
    const started = await childrenOf(child.pid, /./);
    const { code, stdout, stderr } = await ended;
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, result: { discarded: [] } });
    expect(stderr).toMatch(/^loaded$/m);
    expect(stderr).toContain(`${folder} left a rejection unhandled: session was shut down`);
    const thrown = `${folder} threw where nobody catches it: closed twice`;
    expect(stderr.split('\n').filter((line) => line === thrown)).toHaveLength(1);
    const record = measured(readFileSync(out, 'utf8'));
    expect(record.plan.arms).toEqual(ARMS);
    // Where one arm compresses its messages and another does not, nobody can tell library from zlib.
    const extensions = unitsOf([record]).map(({ unit }) => unit.extensions);
    expect(new Set(extensions)).toEqual(new Set(['']));
    expect(record.environment.outside).toEqual([
      {
        id: 'pairs',
        label: 'Pairs',
        versions: { pairs: '1.0.0' },
        served: 'beside',
        digest: await digestOf(folder),
        arms: [{ name: 'hibernating', label: 'hibernating' }],
      },
    ]);
    expect(readdirSync(folder).sort()).toEqual(Object.keys(example).sort());
    // The last of them clears up once the command is gone.
    await expectGone(started);
  });

  it('is ended by a signal where its code holds the thread', async () => {
    const hold =
      "console.log('holds'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);";
    const client = (example['client.js'] ?? '').replace(
      'close: () =>',
      `close: () => (() => { ${hold} })() &&`,
    );
    lay({ 'client.js': client });
    const flags = ['--time', '1', '--system', folder];
    const { child, says, ended } = spawnCli('measure', [...SMALL, ...flags]);
    await says(/holds/);
    const started = await childrenOf(child.pid, /./);
    child.kill('SIGTERM');
    const { code, stderr } = await ended;
    expect(code).toBe(130);
    expect(stderr).toContain('What is measured does not stop');
    await expectGone(started);
  });

  it.runIf(allCases)('is measured where it runs already', async () => {
    const brought = await readLibrary(folder, root, false);
    const bench = await startBench({ root, port: 0, extraWorkers: workersOf([brought]) });
    try {
      const served = bench.extraOrigins.get('outside-pairs') ?? '';
      const flags = ['--time', '1', '--origin', bench.origin];
      const brings = ['--system', `${folder}=${served}`];
      const { record, stderr } = await wholeRecord(...SMALL, ...flags, ...brings);
      expect(stderr).toContain('From outside: Pairs');
      expect(record.environment.outside).toMatchObject([{ served: 'elsewhere', origin: served }]);
    } finally {
      await bench.stop();
    }
  });
});

it('a release of a library is measured beside the installed one, here that itself', async () => {
  const { capnweb = '' } = versionsOf('capnweb');
  const id = `outside:capnweb-${capnweb.replaceAll('.', '-')}/in-memory`;
  const flags = ['--time', '1', '--arms', `capnweb/in-memory,${id},control`];
  const args = [STUDY, '--workloads', 'increment', ...flags, '--system', `capnweb@${capnweb}`];
  const { record } = await wholeRecord(...args);
  const { code: client } = await loadSystem('capnweb');
  const { gzip: gzipBytes } = await weighBundle(client.bundle);
  expect(record.plan.arms).toContain(id);
  expect(record.environment.outside).toMatchObject([
    { label: `Cap’n Web ${capnweb}`, versions: { capnweb }, served: 'beside', gzipBytes },
  ]);
});

describe('a folder', () => {
  const client = (text: string) => ({ 'client.js': text });
  const system = (fields: string) => `
    export const open = () => {};
    export const system = { id: 'a', label: 'A', versions: {}, ${fields} };`;

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['without an open', client('export const system = {};'), 'got nothing for its export open'],
    [
      'with an unknown kind of socket',
      client(system("arms: [{ name: 'a', label: 'A', accept: 'quic' }]")),
      'expected one of "in-memory"|"hibernating"|"request", got "quic"\n  → at system.arms[0].accept',
    ],
    [
      'with two configurations of one name',
      client(system(`arms: Array(2).fill({ name: 'b', label: 'B', accept: 'request' })`)),
      'system.arms: got "b" twice, expected it once',
    ],
    ['that does not build', client('export const ='), 'client.js does not build: '],
    ['that cannot be loaded', client("throw new Error('no')"), 'client.js cannot be loaded: no'],
    [
      'with bindings that workerd alone has not',
      { 'wrangler.jsonc': '{ "main": "worker.js", "compatibility_date": "2026-11-17", "ai": {} }' },
      'wrangler.jsonc: ✖ Unrecognized key: "ai"',
    ],
  ])('%s is refused', async (_, files, message) => {
    lay(files);
    await expect(readLibrary(folder, root, false)).rejects.toThrow(message);
  });

  it.each<[given: () => string, deployed: boolean, message: string]>([
    [() => join(folder, 'no'), false, 'no: got no such folder, expected a folder'],
    [() => join(folder, 'client.js'), false, 'client.js: got a file, expected a folder'],
    [() => root, false, 'got a folder of this project, expected one outside of it'],
    [() => `${folder}=https://a.example/b`, true, 'got "https://a.example/b"'],
    [() => `${folder}=https://a.example`, false, 'got https://a.example without --origin'],
    [() => folder, true, 'got --origin, and a Worker to be started here'],
    [() => `${folder}=http://127.0.0.1:9`, false, 'got nobody at http://127.0.0.1:9 ('],
  ])(
    'has to be there, outside of the project, and to be served: %#',
    async (given, deployed, message) => {
      await expect(readLibrary(given(), root, deployed)).rejects.toThrow(message);
    },
  );

  it('has to hold a client', async () => {
    rmSync(join(folder, 'client.js'));
    const message = 'expected a client.ts or client.js or client.mjs';
    await expect(readLibrary(folder, root, false)).rejects.toThrow(message);
  });

  it('is brought once', async () => {
    const args = [...SMALL, '--system', folder, '--system', folder];
    const { code, stderr } = await runCli(run, args);
    const message = '--system: got the id "pairs" in two folders, expected it in one\n';
    expect([code, stderr]).toEqual([2, message]);
  });

  it.each([
    ['build', 'export default {', 'its Worker does not build: '],
    ['start', `${example['worker.js']}throw new Error('not today');`, 'not today'],
  ])('whose Worker does not %s ends the command with the reason', async (_, text, message) => {
    lay({ 'worker.js': text });
    const extraWorkers = workersOf([await readLibrary(folder, root, false)]);
    const starting = startBench({ root, port: 0, extraWorkers, onSaid: () => undefined });
    await expect(starting).rejects.toThrow(message);
  });
});

it('has a digest of every file but those of packages, and says where it changed while measuring', async () => {
  const brought = await readLibrary(folder, root, false);
  lay({ 'node_modules/a/index.js': '1', 'node_modules/@b/c/index.js': '1' });
  expect((await outsideOf(brought)).changed).toBeUndefined();
  lay({ 'below/more.txt': 'more' });
  expect(await outsideOf(brought)).toMatchObject({ digest: brought.digest, changed: true });
});

it('measures the example between processes in the same turns, and names it in the record', async () => {
  lay({ 'peers.js': readFileSync('src/cli/roundtrip/templates/process/peers.mjs', 'utf8') });
  const flags = ['--workloads', 'echo', '--arms', 'control', '--time', '1'];
  const { record, stderr } = await wholeRecord('kkrpc-transports', ...flags, '--system', folder);
  expect(stderr).toContain('From outside: Lines');
  expect(record.plan.arms.toSorted()).toEqual([
    'control',
    'json-lines/node-node-stdio',
    'kkrpc/node-node-stdio',
    'outside:lines/node-node',
  ]);
  expect(record.environment.outside).toEqual([
    {
      id: 'lines',
      label: 'Lines',
      versions: { lines: '1.0.0' },
      served: 'beside',
      digest: await digestOf(folder),
      arms: [{ name: 'node-node', label: 'Node to Node' }],
    },
  ]);
});

it.each([
  ['export const system = {};', 'got nothing for its export open, expected a function'],
  [
    `export const open = 0 || (() => {}); export const serve = open;
    export const system = { id: 'a', label: 'A', versions: {},
      arms: [{ name: 'a', label: 'A', client: 'node', server: 'ruby' }] };`,
    'expected one of "node"|"bun"|"deno", got "ruby"\n  → at system.arms[0].server',
  ],
  [undefined, 'none of them in the folder, expected a peers.ts or peers.js or peers.mjs'],
])('refuses a folder between processes with %s', async (text, message) => {
  if (text !== undefined) lay({ 'peers.js': text });
  await expect(readPeers(folder, root)).rejects.toThrow(message);
});
