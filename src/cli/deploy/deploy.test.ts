import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { messageOf } from '../../bench-client/failure.ts';
import { runCli, temporaryCheckout } from '../shared/testing/spawn-cli.ts';
import { confirmed, run } from './index.ts';
import { bundlePreview, readPreview } from './preview.ts';
import { makeVersion } from './version.ts';

function setEnv(variables: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}

describe('npm run deploy', () => {
  it.each([
    ['', 'SITE_URL: got nothing, expected the origin the pages will have'],
    ['example.org', 'SITE_URL: got "example.org", expected an http or https origin'],
    ['https://example.org/rpc/', 'SITE_URL: got "https://example.org/rpc/", expected'],
  ])('builds nothing when SITE_URL is %j', async (siteUrl, message) => {
    setEnv({ SITE_URL: siteUrl });
    const { code, stdout, stderr } = await runCli(run, []);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('refuses a tree that differs from its commit, before it builds', async () => {
    setEnv({ SITE_URL: 'https://example.org' });
    const checkout = temporaryCheckout();
    onTestFinished(() => checkout.remove());
    writeFileSync(join(checkout.directory, 'new.txt'), 'new');
    const { code, stdout, stderr } = await runCli(run, [], checkout.directory);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      'work tree: got changes that are not committed, expected a commit that whoever asks can read\n',
    );
  });

  it.each([
    [['puts'], 'deploy: got "puts", expected one of dry-run, bundle'],
    [['bundle', '7'], 'bundle: got 7, expected <number> <folder> after it'],
    [['bundle', '7a', 'x'], 'number: got "7a", expected a whole number from 1'],
    [['dry-run', 'dist'], 'dry-run: got dist, expected nothing after it'],
    [['--dry-run'], "Unknown option '--dry-run'"],
  ])('starts nothing with %j', async (args, message) => {
    const { code, stderr } = await runCli(run, args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('is no dry run where npm kept the flag for itself', async () => {
    setEnv({ npm_config_dry_run: 'true', SITE_URL: 'https://example.org' });
    const { code, stderr } = await runCli(run, []);
    expect(code).toBe(2);
    expect(stderr).toContain('npm kept it, expected npm run deploy -- dry-run');
  });

  it('asks on a terminal, and goes on where there is none', async () => {
    const answer = async (text: string, isTTY: boolean) => {
      const input = Object.assign(new PassThrough(), { isTTY });
      input.end(text);
      return confirmed('https://example.org', input);
    };
    expect(await answer('y\n', true)).toBe(true);
    expect(await answer('n\n', true)).toBe(false);
    expect(await answer('\n', true)).toBe(false);
    expect(await answer('', true)).toBe(false);
    expect(await answer('n\n', false)).toBe(true);
  });
});

describe('a preview', () => {
  const folder = mkdtempSync(join(tmpdir(), 'roundtrip-bundle-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is bundled without an account, hidden from search engines, and has the small day of a preview', async () => {
    const dist = join(folder, 'pages');
    mkdirSync(dist);
    writeFileSync(join(dist, '_headers'), '/*\n  X-A: b\n');
    const vars = { COMMIT: 'a'.repeat(40), DIRTY: 'false', BUILT_AT: '2026-11-21T05:24:00Z' };
    await using built = await makeVersion(process.cwd(), { commit: vars.COMMIT, dist, vars });
    const bundled = join(folder, 'bundled');
    await bundlePreview(built, bundled);
    expect(readFileSync(join(bundled, 'dist/_headers'), 'utf8')).toBe(
      '/*\n  X-Robots-Tag: noindex\n  X-A: b\n',
    );
    await using version = await readPreview(process.cwd(), bundled);
    const config = JSON.parse(readFileSync(version.configFile, 'utf8')) as Record<string, unknown>;
    expect(config).toMatchObject({
      no_bundle: true,
      main: join(bundled, 'worker/worker.js'),
      vars: { ...vars, SETTING: 'preview' },
      previews: { vars: { SETTING: 'preview' }, durable_objects: config['durable_objects'] },
    });
    expect(readFileSync(join(bundled, 'worker/worker.js'), 'utf8')).toContain('BenchObject');
  });

  const sound = {
    vars: { COMMIT: 'a'.repeat(40), DIRTY: 'false', BUILT_AT: '2026-11-21T05:24:00Z' },
    ...{ compatibility_date: '2026-11-17', compatibility_flags: [], migrations: [] },
    durable_objects: { bindings: [{ name: 'A', class_name: 'B' }] },
  };

  it.each([
    [{ build: { command: 'id' } }, 'Unrecognized key: "build"'],
    [{ vars: { ...sound.vars, SETTING: 'deployed' } }, 'Unrecognized key: "SETTING"'],
    [
      { durable_objects: { bindings: [{ name: 'A', class_name: 'B', script_name: 'roundtrip' }] } },
      'at durable_objects.bindings[0]',
    ],
  ])('whose bundle, which is data from anybody, has %j is refused', async (change, expected) => {
    const file = join(folder, 'preview.json');
    writeFileSync(file, JSON.stringify({ ...sound, ...change }));
    const reading = await readPreview(process.cwd(), folder).then(String, messageOf);
    expect(reading).toContain(`${file}: `);
    expect(reading).toContain(expected);
    // All else of it would do.
    expect(reading.match(/✖/g)).toHaveLength(1);
  });
});
