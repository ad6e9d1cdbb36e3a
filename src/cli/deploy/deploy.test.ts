import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { spawnCli } from '../shared/testing/spawn-cli.ts';

describe('npm run deploy', () => {
  it.each([
    ['', 'SITE_URL: got nothing, expected the origin the pages will have'],
    ['example.org', 'SITE_URL: got "example.org", expected an http or https origin'],
    ['https://example.org/rpc/', 'SITE_URL: got "https://example.org/rpc/", expected'],
  ])('builds nothing when SITE_URL is %j', async (siteUrl, message) => {
    vi.stubEnv('SITE_URL', siteUrl);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const { code, stdout, stderr } = await spawnCli('deploy', ['--dry-run']).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
  });
});
