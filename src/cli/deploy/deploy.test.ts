import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { messageOf } from '../../wire/bench-client/failure.ts';
import { allCases } from '../../testing/all-cases.ts';
import { temporaryFolder } from '../shared/process-end.ts';
import { runCli, temporaryCheckout } from '../shared/testing/spawn-cli.ts';
import { startWranglerDev } from '../shared/wrangler.ts';
import { checkDeployment } from './checks.ts';
import { run } from './index.ts';
import { bundlePreview, readPreview } from './preview.ts';
import { buildVersion, makeVersion } from './version.ts';

function setEnv(variables: Readonly<Record<string, string | undefined>>) {
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
    [['puts'], 'deploy: got "puts", expected one of bundle, preview'],
    [['bundle', '7'], 'bundle: got 7, expected <number> <folder> after it'],
    [['bundle', '7a', 'x'], 'number: got "7a", expected a whole number from 1'],
    [['delete', '7', 'x'], 'delete: got 7 x, expected <number> after it'],
    [['--dry-run'], '--dry-run: got a flag that is not known'],
  ])('starts nothing with %j', async (args, message) => {
    const { code, stderr } = await runCli(run, args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('puts nothing out where npm took a flag that asks for nothing', async () => {
    setEnv({ npm_config_dry_run: 'true', SITE_URL: 'https://example.org' });
    const { code, stderr } = await runCli(run, []);
    expect(code).toBe(2);
    expect(stderr).toContain('--dry-run: got it, expected none');
  });

  it.runIf(allCases)(
    'passes every check where its bundle is served on this machine',
    async () => {
      // Vitest’s own are taken for those of the pages, which are then built as for development.
      const unset = ['MODE', 'DEV', 'PROD', 'SSR', 'NODE_ENV'].map((name) => [name, undefined]);
      setEnv(Object.fromEntries(unset) as Record<string, undefined>);
      const root = process.cwd();
      const { path, remove } = await temporaryFolder('bundle', join(root, '.local'));
      onTestFinished(remove);
      await using built = await buildVersion(root, 'https://example.org', '');
      await bundlePreview(built, path);
      await using version = await readPreview(root, path);
      // The small day of a preview is no visitor’s who tries every configuration.
      const config = JSON.parse(readFileSync(version.configFile, 'utf8')) as { vars: object };
      const vars = { ...config.vars, GATE: JSON.stringify({ day: { messages: 1_000_000 } }) };
      writeFileSync(version.configFile, JSON.stringify({ ...config, vars }));
      const served = await startWranglerDev({ config: version.configFile, port: 0 });
      onTestFinished(() => served.stop());
      const { origin } = served;
      expect(await checkDeployment({ pages: origin, bench: origin }, version)).toEqual([]);
      // The check can fail: pages of another build are not those that are served.
      const other = { ...version, dist: join(path, 'other') };
      mkdirSync(join(other.dist, 'api'), { recursive: true });
      for (const name of ['index.html', '404.html', 'api/records.json']) {
        writeFileSync(join(other.dist, name), 'other');
      }
      const faults = await checkDeployment({ pages: origin, bench: origin }, other);
      expect(faults).toContainEqual(expect.stringContaining('that differ from index.html'));
    },
    600_000,
  );
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
