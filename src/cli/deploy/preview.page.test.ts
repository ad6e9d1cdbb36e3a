import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { testSite } from '../../testing/site.ts';
import { findFreePair } from '../shared/ports.ts';
import { spawnCli } from '../shared/testing/spawn-cli.ts';
import type { Check } from './checks.ts';

// With the page tests, because they have built the site.

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
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a dry run checks the bundle that a deploy would put out @all-cases', async () => {
  const flags = ['--dry-run', '--dist', testSite().directory, '--json'];
  const { code, stdout } = await spawnCli('deploy', flags).ended;
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] };
  expect(checks.map(({ name }) => name)).toEqual(['commit', 'pages', 'headers', 'arms']);
  expect({ code, ok }).toEqual({ code: 0, ok: true });
});
