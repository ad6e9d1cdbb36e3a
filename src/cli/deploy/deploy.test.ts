import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { originOf } from '../shared/ports.ts';
import { runCli, temporaryCheckout } from '../shared/testing/spawn-cli.ts';
import { confirmed, run } from './index.ts';
import { listPreviews } from './preview.ts';

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
    ['--dist dist', '--dist: got "dist" without --dry-run or --bundle'],
    ['--delete', '--delete: got it without --preview, expected both'],
    ['--from x', '--from: got "x" without --preview, expected both'],
    ['--bundle x', '--bundle: got "x" without --preview, expected both'],
    ['--only x', 'unknown flag --only'],
    ['--preview 7', '--preview: got 0 of --bundle, --from and --delete, expected one'],
    ['--preview 7 --from x --delete', '--preview: got 2 of'],
    ['--dry-run --preview 7 --delete', '--preview: got "7" with --dry-run'],
    ['--dry-run --quick', '--quick: got it with --dry-run'],
    ['--serve x --json', '--json: got it with --serve'],
    ['npm_config_dry_run=true --preview 7 --delete', '--preview: got "7" with --dry-run'],
    ['npm_config_delete=true', '--delete: npm kept it, expected npm run deploy -- --delete'],
  ])('starts nothing with %s', async (line, message) => {
    const words = line.split(' ');
    const variables = words.filter((word) => word.includes('='));
    setEnv({ SITE_URL: 'https://example.org' });
    for (const word of variables) setEnv({ [word.split('=')[0] ?? '']: 'true' });
    const { code, stderr } = await runCli(
      run,
      words.filter((word) => !word.includes('=')),
    );
    expect(code).toBe(2);
    expect(stderr).toContain(message);
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
  const sound = {
    ...{ commit: 'a'.repeat(40), dirty: false, builtAt: '2026-11-21T05:24:00Z' },
    ...{ compatibility_date: '2026-11-17', compatibility_flags: [], migrations: [] },
    bindings: [{ name: 'A', class_name: 'B' }],
  };

  it.each([
    [{ build: { command: 'id' } }, 'Unrecognized key: "build"'],
    [{ bindings: [{ ...sound.bindings[0], script_name: 'roundtrip' }] }, 'at bindings[0]'],
  ])('whose bundle, which is data from anybody, has %j is refused', async (change, expected) => {
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

  it('is listed with those that exist', async () => {
    const asked: unknown[] = [];
    let status = 200;
    const server = createServer(({ url, headers }, response) => {
      asked.push([url, headers.authorization]);
      const result = ['pr-7', 'branch', 'pr-120'].map((name) => ({ name }));
      response.writeHead(status).end(JSON.stringify({ success: true, result }));
    });
    onTestFinished(() => void server.close());
    const env = {
      CLOUDFLARE_API_BASE_URL: await originOf(server),
      CLOUDFLARE_API_TOKEN: 'token',
      CLOUDFLARE_ACCOUNT_ID: 'account',
    };
    expect(await listPreviews('roundtrip', { env })).toEqual([7, 120]);
    const path = '/accounts/account/workers/workers/roundtrip/previews?per_page=100';
    expect(asked).toEqual([[path, 'Bearer token']]);
    status = 403;
    await expect(listPreviews('roundtrip', { env })).rejects.toThrow('got 403, expected 200');
  });
});
