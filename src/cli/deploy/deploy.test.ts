import { cpSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { systems } from '../../libraries/systems/index.ts';
import { alias } from '../../libraries/systems/optional.ts';
import { messageOf } from '../../wire/bench-client/failure.ts';
import { readJson } from '../shared/files.ts';
import { originOf } from '../shared/ports.ts';
import { scratchFolder, writeFiles } from '../shared/testing/scratch.ts';
import { runCli, temporaryCheckout } from '../shared/testing/spawn-cli.ts';
import { startWranglerDev } from '../shared/pages.ts';
import { run } from './index.ts';
import { previewConfig } from './preview.ts';

const root = process.cwd();
const own = await readJson(
  'wrangler.jsonc',
  z.looseObject({ main: z.string(), assets: z.looseObject({}), vars: z.looseObject({}) }),
);

describe('--check', () => {
  const { commit, directory } = temporaryCheckout(afterAll);
  cpSync('wrangler.jsonc', join(directory, 'wrangler.jsonc'));
  const check = (...args: string[]) => runCli(run, args, directory);

  /** Pages and bench as one Worker of the expected commit. */
  let worker: string;
  beforeAll(async () => {
    const pages = scratchFolder(afterAll);
    const frame = 'embed/lumenize-vs-capnweb/index.html';
    const peer = ['peer/peer.js', 'peer/index.html'];
    const files = ['index.html', '404.html', 'api/records.json', ...peer, frame];
    writeFiles(pages, Object.fromEntries(files.map((file) => [file, file])));
    cpSync('public/_headers', join(pages, '_headers'));
    const main = join(root, own.main);
    const assets = { ...own.assets, directory: pages };
    const vars = { ...own.vars, COMMIT: commit, DIRTY: 'false', SETTING: 'wrangler-dev' };
    // Paths of the own one begin at the root, and this configuration stands elsewhere.
    const config = { ...own, main, assets, vars, alias };
    const served = await startWranglerDev(config, 0);
    worker = served.origin;
    return () => served.stop();
  });

  /** A server that only says what it is. `asked` has the versions that requests and sockets asked for. */
  async function startOther(about: () => object) {
    const asked = { requests: new Set<unknown>(), sockets: new Set<unknown>() };
    const header = 'cloudflare-workers-version-overrides';
    const server = createServer(({ url, headers }, response) => {
      asked.requests.add(headers[header]);
      response.end(url === '/bench/about' ? JSON.stringify(about()) : '');
    }).on('upgrade', ({ headers }, socket) => {
      asked.sockets.add(headers[header]);
      socket.destroy();
    });
    onTestFinished(() => void server.close());
    return { origin: await originOf(server), asked };
  }

  const other = 'b'.repeat(40);
  it.each([
    ['all is as expected', [], 0, /^http:\S+ is commit \w{40} and passed\.\n$/],
    ['another commit answers', ['--commit', other], 1, /^commit: got \w{40}, expected b{40}\n$/],
    ['the bench is dead', ['--bench', 'http://localhost:2'], 1, /^commit: got http.*ECONNREFUSED/],
  ])('tells where %s', async (_, args, expected, found) => {
    const { code, stdout } = await check('--check', worker, '--wait', '0', ...args);
    expect(stdout).toMatch(found);
    expect(code).toBe(expected);
  });

  it('asks again for some seconds, because a new version is not everywhere at once', async () => {
    let asked = 0;
    const { origin } = await startOther(() => {
      asked += 1;
      const about = { setting: 'deployed', dirty: false, systems: [] };
      return { ...about, commit: asked < 4 ? other : commit };
    });
    const { code, stdout } = await check('--check', origin, '--commit', commit);
    expect([code, asked], stdout).toEqual([0, 4]);
  });

  it('names each header that is missing, and a wrong status', async () => {
    const { origin } = await startOther(() => ({}));
    const { code, stdout } = await check('--check', origin, '--bench', worker);
    expect(code).toBe(1);
    expect(stdout).toContain('/nowhere/: got status 200, expected 404\n');
    expect(stdout).toContain('/peer/peer.js: cross-origin-resource-policy: got "", expected ');
    expect(stdout.match(/: got "", expected /g)).toHaveLength(6);
  });

  it('asks one version in every request and socket, and names what differs', async () => {
    const about = { setting: 'deployed', commit, dirty: true };
    const capnweb = { id: 'capnweb', versions: { capnweb: '0.0.1' } };
    const { origin, asked } = await startOther(() => ({ ...about, systems: [capnweb] }));
    const version = crypto.randomUUID();
    const args = ['--bench', origin, '--version', version, '--json'];
    const { code, stdout } = await check('--check', worker, ...args);
    expect(code).toBe(1);
    const installed = JSON.stringify(systems.find(({ id }) => id === 'capnweb')?.versions);
    const { faults, ...document } = JSON.parse(stdout) as { faults: string[] };
    expect(document).toEqual({ pages: worker, bench: origin, commit, version });
    const found = faults.join('\n');
    expect(found).toContain('build: got changes that are not committed, expected none');
    expect(found).toContain(`capnweb: got {"capnweb":"0.0.1"}, expected ${installed}`);
    expect(found).toContain('hono: got no such library, expected ');
    const calls = /^(capnweb\/in-memory|kkrpc\/json|hono\/http): increment\(1\): got /gm;
    expect(found.match(calls)).toHaveLength(3);
    const header = new Set([`roundtrip="${version}"`]);
    expect(asked).toEqual({ requests: header, sockets: header });
  });

  const origin = ['--check', 'https://example.org'];
  it.each([
    [[], '--check: got "", expected an origin such as https://example.org'],
    [['--check', 'https://example.org/a/'], '--check: got "https://example.org/a/", expected'],
    [[...origin, '--commit', 'abc'], '--commit: got "abc", expected the full hash of a commit'],
    [[...origin, '--version', 'v1'], '--version: got "v1", expected the id of a version'],
    [[...origin, '--wait', 'long'], '--wait: got "long", expected a whole number from 0 to 600'],
  ])('asks nothing with %j', async (args, message) => {
    const { code, stdout, stderr } = await check(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});

it('configures a preview with dates and objects of the pull request, and nothing else of it', async () => {
  const folder = scratchFolder();
  const configOf = (config: object) => {
    writeFileSync(join(folder, 'config.jsonc'), JSON.stringify(config));
    return previewConfig(root, folder).catch(messageOf);
  };
  const binding = { name: 'A', class_name: 'B' };
  const proposed = {
    compatibility_date: '2026-11-18',
    compatibility_flags: ['nodejs_compat'],
    durable_objects: { bindings: [binding] },
    migrations: [{ tag: 'v2', new_sqlite_classes: ['B'] }],
  };
  const others = { name: 'x', main: 'x.js', build: { command: 'id' }, vars: {}, services: [] };
  const config = await configOf({ ...others, ...proposed });
  expect(config).toEqual({
    ...own,
    ...proposed,
    no_bundle: true,
    main: join(folder, 'worker/worker.js'),
    assets: { ...own.assets, directory: join(folder, 'dist') },
    previews: { ...(own['previews'] as object), durable_objects: proposed.durable_objects },
  });
  const foreign = { bindings: [{ ...binding, script_name: 'production' }] };
  const refused = await configOf({ ...proposed, durable_objects: foreign });
  expect(refused).toContain('Unrecognized key: "script_name"');
});
