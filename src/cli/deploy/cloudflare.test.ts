import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WranglerFailed } from '../shared/wrangler.ts';
import { cloudflare } from './cloudflare.ts';
import { MigrationBetween } from './release.ts';
import { stage, type Staged } from './stage.ts';
import { originOf } from '../shared/ports.ts';

// As much of Cloudflare's API as wrangler asks for when it uploads a version and shifts traffic. The
// real one needs an account; what is tested against this one is what the real wrangler sends.

interface CloudflareApi {
  /** Environment in which wrangler talks to it. */
  env: Record<string, string>;
  /** Shares of the traffic by version, as they were set, the newest last. */
  traffic: Array<Record<string, number>>;
  /** The form with which a version was last uploaded. */
  uploaded: string;
  stop(): Promise<void>;
}

interface Options {
  /** Commit that the version with the traffic says; no version when absent. */
  commit?: string;
  /** Tag of the newest migration that is applied. */
  migration?: string;
  /** The error with which shifting traffic is refused. */
  refusal?: string;
}

const BEFORE = '11111111-1111-4111-8111-111111111111';
const NEXT = '22222222-2222-4222-8222-222222222222';

async function startCloudflareApi({
  commit,
  migration = '',
  refusal,
}: Options): Promise<CloudflareApi> {
  const api = { traffic: [] as CloudflareApi['traffic'], uploaded: '' };
  const version = (id: string) => ({
    id,
    metadata: { created_on: '2026-11-01T00:00:00Z', author_email: 'a@example.org' },
    annotations: {},
    resources: {
      bindings: [{ type: 'plain_text', name: 'COMMIT', text: commit }],
      script: { handlers: ['fetch'] },
      script_runtime: {},
    },
  });
  const deployment = () => ({
    id: 'd',
    source: 'wrangler',
    created_on: '2026-11-01T00:00:00Z',
    annotations: {},
    versions: Object.entries(api.traffic.at(-1) ?? { [BEFORE]: 100 }).map(
      ([version_id, percentage]) => ({ version_id, percentage }),
    ),
  });
  const answer = (
    call: string,
    body: string,
  ): { result: unknown } | { error: [number, string] } => {
    const unknown = {
      error: [10_007, 'This Worker does not exist on your account.'] as [number, string],
    };
    if (/^GET .*\/versions\/[^/]+$/.test(call)) {
      return { result: version(call.split('/').at(-1) ?? '') };
    }
    switch (call.replace(/^(\w+) \/accounts\/[^/]+\/workers\//, '$1 ')) {
      case 'GET scripts/roundtrip/deployments':
        return commit === undefined ? unknown : { result: { deployments: [deployment()] } };
      case 'POST scripts/roundtrip/deployments': {
        if (refusal !== undefined) return { error: [10_000, refusal] };
        const { versions } = JSON.parse(body) as ReturnType<typeof deployment>;
        api.traffic.push(
          Object.fromEntries(versions.map((each) => [each.version_id, each.percentage])),
        );
        return { result: { id: 'd' } };
      }
      case 'POST scripts/roundtrip/versions':
        api.uploaded = body;
        return { result: { id: NEXT, startup_time_ms: 1, metadata: { has_preview: false } } };
      case 'POST scripts/roundtrip/assets-upload-session':
        return { result: { jwt: 'token', buckets: [] } };
      case 'GET services/roundtrip': {
        const script = {
          tag: 't',
          tags: [],
          migration_tag: migration,
          last_deployed_from: 'wrangler',
        };
        return { result: { default_environment: { environment: 'production', script } } };
      }
      case 'GET scripts/roundtrip/secrets':
        return { result: [] };
      default:
        return { result: {} };
    }
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { pathname } = new URL(request.url ?? '', 'http://localhost');
      const said = answer(`${request.method} ${pathname}`, Buffer.concat(parts).toString());
      const failed = 'error' in said;
      response.writeHead(failed ? 400 : 200, { 'Content-Type': 'application/json' }).end(
        JSON.stringify({
          success: !failed,
          errors: failed ? [{ code: said.error[0], message: said.error[1] }] : [],
          messages: [],
          result: failed ? null : said.result,
        }),
      );
    });
  });
  return Object.assign(api, {
    env: {
      CLOUDFLARE_API_BASE_URL: await originOf(server),
      CLOUDFLARE_API_TOKEN: 'token',
      CLOUDFLARE_ACCOUNT_ID: 'account',
    },
    stop: async () => {
      server.close();
      await once(server, 'close');
    },
  });
}

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

/** Through the installed wrangler, which takes seconds to start, several times in a test. */
describe('Cloudflare', { timeout: 180_000 }, () => {
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
