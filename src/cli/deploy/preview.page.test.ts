import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { testSite } from '../../testing/site.ts';
import { findFreePair } from '../shared/ports.ts';
import { spawnCli } from '../shared/testing/spawn-cli.ts';

/** Stands with the page tests for their site. */
test('a preview is bundled without an account, marked, and served by one command', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'roundtrip-bundle-'));
  try {
    const flags = ['--preview', '7', '--bundle', folder, '--dist', testSite().directory];
    const bundled = await spawnCli('deploy', flags).ended;
    expect([bundled.code, bundled.stdout]).toEqual([0, '']);

    const port = await findFreePair();
    process.env['PORT'] = String(port);
    const serving = spawnCli('deploy', ['--serve', folder]);
    delete process.env['PORT'];
    const origin = `http://localhost:${port}`;
    const ask = async (path: string) => fetch(origin + path).catch(() => undefined);
    await expect.poll(async () => (await ask('/'))?.status, { timeout: 30_000 }).toBe(200);
    expect((await ask('/'))?.headers.get('x-robots-tag')).toBe('noindex');
    // By this setting no record of it can be published, and its day is small.
    expect(await (await ask('/bench/about'))?.json()).toMatchObject({ setting: 'preview' });
    serving.child.kill('SIGINT');
    expect((await serving.ended).code).toBe(0);

    // What it says of itself is data from anybody.
    const file = join(folder, 'preview.json');
    const bundle = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    for (const [field, value] of [
      ['build', { command: 'id' }],
      ['bindings', [{ name: 'A', class_name: 'B', script_name: 'roundtrip' }]],
    ] as const) {
      writeFileSync(file, JSON.stringify({ ...bundle, [field]: value }));
      const { code, stderr } = await spawnCli('deploy', ['--serve', folder]).ended;
      expect([code, stderr]).toEqual([1, expect.stringContaining('preview.json')]);
      expect(stderr).toContain(field === 'build' ? 'Unrecognized key: "build"' : field);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
