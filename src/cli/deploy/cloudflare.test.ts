import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WranglerFailed } from '../shared/wrangler.ts';
import { cloudflare } from './cloudflare.ts';
import { MigrationBetween } from './release.ts';
import { stage, type Staged } from './stage.ts';
import { BEFORE, NEXT, startCloudflareApi } from './testing/cloudflare-api.ts';

const COMMIT = 'c'.repeat(40);
const NEWER = 'd'.repeat(40);
const target = { pages: 'https://example.org', bench: 'https://example.org' };

let staged: Staged;
let dist: string;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'roundtrip-dist-'));
  await writeFile(join(dist, 'index.html'), '<!doctype html><title>Roundtrip</title>\n');
  staged = await stage(process.cwd(), { commit: NEWER, dist, vars: { COMMIT: NEWER } });
});
afterAll(async () => {
  await staged.remove();
  await rm(dist, { recursive: true, force: true });
});

async function open(options: Parameters<typeof startCloudflareApi>[0]) {
  // What wrangler says goes to stderr.
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const api = await startCloudflareApi(options);
  onTestFinished(async () => {
    await api.stop();
    stderr.mockRestore();
  });
  return { api, platform: cloudflare(target, 'roundtrip', staged.configFile, api.env) };
}

/** Through the installed wrangler. */
describe('Cloudflare', () => {
  it('knows of no version before the first', async () => {
    const { platform } = await open({});
    expect(await platform.current()).toBeUndefined();
  });

  it('gets a version without traffic, which a header chooses, and then all traffic', async () => {
    const migration = staged.migrations.at(-1)?.tag ?? '';
    const { api, platform } = await open({ commit: COMMIT, migration });
    const before = await platform.current();
    expect(before).toEqual({ id: BEFORE, commit: COMMIT });
    expect(await platform.upload(staged)).toBe(NEXT);
    expect(api.uploaded).toContain(`{"name":"COMMIT","type":"plain_text","text":"${NEWER}"}`);
    expect(api.uploaded).toContain('RawWebSocketObject');
    expect(await platform.tryOut(NEXT, { id: BEFORE, commit: COMMIT })).toEqual({
      ...target,
      headers: { 'Cloudflare-Workers-Version-Overrides': `roundtrip="${NEXT}"` },
    });
    await platform.giveTraffic(NEXT, 'Release');
    expect(api.traffic).toEqual([{ [BEFORE]: 100, [NEXT]: 0 }, { [NEXT]: 100 }]);
  });

  it('takes no version with a migration that is not applied, and gives it no traffic', async () => {
    const { api, platform } = await open({ commit: COMMIT, migration: 'v1' });
    await expect(platform.upload(staged)).rejects.toThrow(MigrationBetween);
    expect(api.uploaded).toBe('');
  });

  it('tells a way back that a migration bars from one that fails otherwise', async () => {
    const barred = await open({ commit: COMMIT, refusal: 'A migration has occurred since' });
    await expect(barred.platform.giveTraffic(BEFORE, '')).rejects.toThrow(MigrationBetween);
    const broken = await open({ commit: COMMIT, refusal: 'Internal error' });
    await expect(broken.platform.giveTraffic(BEFORE, '')).rejects.toThrow(WranglerFailed);
  });
});
