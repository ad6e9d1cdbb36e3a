import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runCli, temporaryCheckout } from '../shared/testing/spawn-cli.ts';
import { run } from './index.ts';
import { laterClasses, noWayBack, withClasses } from './stage.ts';

function setSiteUrl(siteUrl: string) {
  vi.stubEnv('SITE_URL', siteUrl);
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
    setSiteUrl(siteUrl);
    const { code, stdout, stderr } = await runCli(run, []);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('refuses a tree that differs from its commit, before it builds', async () => {
    setSiteUrl('https://example.org');
    const checkout = temporaryCheckout();
    onTestFinished(() => checkout.remove());
    writeFileSync(join(checkout.directory, 'new.txt'), 'new');
    const { code, stdout, stderr } = await runCli(run, [], checkout.directory);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      'work tree: got changes that are not committed, expected a commit that whoever asks can read\n',
    );
  });

  it('builds what it deploys', async () => {
    setSiteUrl('https://example.org');
    const { code, stderr } = await runCli(run, ['--dist', 'dist']);
    expect(code).toBe(2);
    expect(stderr).toContain('--dist: got "dist" without --dry-run');
  });
});

describe('a bundle of a preview, which is data from anybody,', () => {
  const sound = {
    ...{ commit: 'a'.repeat(40), dirty: false, builtAt: '2026-11-21T05:24:00Z' },
    ...{ compatibility_date: '2026-11-17', compatibility_flags: [], migrations: [] },
    bindings: [{ name: 'A', class_name: 'B' }],
  };

  it.each([
    [{ build: { command: 'id' } }, 'Unrecognized key: "build"'],
    [{ bindings: [{ ...sound.bindings[0], script_name: 'roundtrip' }] }, 'at bindings[0]'],
  ])('is refused with %j', async (change, expected) => {
    const folder = mkdtempSync(join(tmpdir(), 'roundtrip-bundle-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'preview.json'), JSON.stringify({ ...sound, ...change }));
    const { code, stderr } = await runCli(run, ['--serve', folder]);
    expect(code).toBe(1);
    expect(stderr).toContain(`${folder}/preview.json: `);
    expect(stderr).toContain(expected);
    // All else of it would do.
    expect(stderr.match(/✖/g)).toHaveLength(1);
  });
});

describe('older code under newer migrations', () => {
  const older = [{ tag: 'v1', new_sqlite_classes: ['One'] }];
  const newer = [...older, { tag: 'v2', new_sqlite_classes: ['Two', 'Three'] }];

  it('gets the classes that it does not have', () => {
    expect(laterClasses(newer, older)).toEqual(['Two', 'Three']);
    const text = withClasses('/w.ts', ['Two']);
    expect(text).toContain('export class Two extends');
    expect(text).toContain('export * from "/w.ts"');
  });

  it('can go out unless they did more than make classes', () => {
    expect(noWayBack(newer, older)).toBeUndefined();
    const renamed = { tag: 'v3', new_sqlite_classes: [], renamed_classes: [{}] };
    expect(noWayBack([...newer, renamed], older)).toContain(
      'migration "v3": got renamed_classes, expected new_sqlite_classes alone',
    );
    expect(noWayBack([...newer, renamed], [...newer, renamed])).toBeUndefined();
  });
});
