/** Deploys and previews by the installed wrangler, against the part of Cloudflare's API that it calls. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { allCases } from '../../testing/all-cases.ts';
import { temporaryFolder } from '../shared/process-end.ts';
import { runCli } from '../shared/testing/spawn-cli.ts';
import { run } from './index.ts';
import { release } from './release.ts';
import { Cloudflare, noRights } from './testing/cloudflare.ts';
import { makeVersion } from './version.ts';

const COMMIT = 'c'.repeat(40);
const objects = ['BenchObject', 'BudgetObject'];
const WORKER = `import { DurableObject } from 'cloudflare:workers';
${objects.map((name) => `export class ${name} extends DurableObject {}`).join('\n')}
export default {};`;

/** The platform, which wrangler is told of until the test ends. */
async function platform(): Promise<Cloudflare> {
  const cloudflare = new Cloudflare();
  for (const [name, value] of Object.entries(await cloudflare.start())) vi.stubEnv(name, value);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await cloudflare[Symbol.asyncDispose]();
  });
  return cloudflare;
}

/** A folder with pages and a Worker, as the bundle of a preview has them. */
async function bundle(): Promise<string> {
  const { path, remove } = await temporaryFolder('roundtrip-bundle');
  onTestFinished(remove);
  for (const name of ['dist', 'worker']) mkdirSync(join(path, name));
  writeFileSync(join(path, 'dist/index.html'), 'pages');
  writeFileSync(join(path, 'worker/worker.js'), WORKER);
  const description = {
    vars: { COMMIT, DIRTY: 'false', BUILT_AT: '2026-11-26T12:00:00Z' },
    compatibility_date: '2026-11-17',
    durable_objects: { bindings: [{ name: 'BENCH', class_name: objects[0] }] },
    migrations: [{ tag: 'v1', new_sqlite_classes: objects }],
  };
  writeFileSync(join(path, 'preview.json'), JSON.stringify(description));
  return path;
}

interface Deploy {
  /** The check that fails, from 1. */
  fails?: number;
  /** True where the version brings a migration of its own. */
  migrates?: boolean;
}

/** Deploys once; what the checks were asked with stands beside the outcome. */
async function deploy({ fails, migrates = false }: Deploy = {}) {
  const folder = await bundle();
  const migrations = [{ tag: 'v1', new_sqlite_classes: objects }, { tag: 'v2' }];
  await using version = await makeVersion(process.cwd(), {
    ...{ commit: COMMIT, dist: join(folder, 'dist'), bundle: join(folder, 'worker/worker.js') },
    vars: { COMMIT },
    ...(migrates && { fields: () => ({ migrations }) }),
  });
  const asked: Array<Readonly<Record<string, string>> | undefined> = [];
  const target = { pages: 'https://example.org', bench: 'https://example.org' };
  const done = await release(version, target, ({ headers }) => {
    asked.push(headers);
    return Promise.resolve(asked.length === fails ? ['capnweb is silent'] : []);
  });
  return { ...done, asked };
}

describe('a deploy', () => {
  it('puts the first version out at once', async () => {
    const cloudflare = await platform();
    expect((await deploy()).outcome).toBe('released');
    expect(cloudflare.changes).toContain('PUT /workers/scripts/roundtrip');
    const [first = ''] = cloudflare.workers.get('roundtrip')?.versions ?? [];
    expect(cloudflare.traffic('roundtrip')).toEqual({ [first]: 100 });
  });

  // Each start of wrangler takes seconds, and these start it four times or more.
  describe.runIf(allCases)('with a version before it', () => {
    it('is tried without traffic, and then has all of it', async () => {
      const cloudflare = await platform();
      cloudflare.have('roundtrip', 'v1');
      const [first = ''] = cloudflare.workers.get('roundtrip')?.versions ?? [];
      const { outcome, why, asked } = await deploy();
      const { versions: [second = ''] = [], deployments = [] } =
        cloudflare.workers.get('roundtrip') ?? {};
      expect({ outcome, why }).toEqual({ outcome: 'released', why: undefined });
      expect(cloudflare.changes).toContain('POST /workers/scripts/roundtrip/versions');
      expect(asked).toEqual([
        { 'Cloudflare-Workers-Version-Overrides': `roundtrip="${second}"` },
        undefined,
      ]);
      const shares = deployments.map(({ versions }) => versions);
      expect(shares.slice(0, 2).reverse()).toMatchObject([
        [
          { version_id: first, percentage: 100 },
          { version_id: second, percentage: 0 },
        ],
        [{ version_id: second, percentage: 100 }],
      ]);
    });

    it.each([
      ['without traffic', 1, 'refused'],
      ['with traffic', 2, 'rolled-back'],
    ] as const)('that fails its check %s goes back', async (_, fails, outcome) => {
      const cloudflare = await platform();
      cloudflare.have('roundtrip', 'v1');
      const before = cloudflare.traffic('roundtrip');
      expect(await deploy({ fails })).toMatchObject({ outcome, why: 'capnweb is silent' });
      expect(cloudflare.traffic('roundtrip')).toEqual(before);
    });

    it('goes out at once where it migrates objects, and says that there is no way back', async () => {
      const cloudflare = await platform();
      cloudflare.have('roundtrip', 'v1');
      const failed = await deploy({ migrates: true, fails: 1 });
      expect(failed.outcome).toBe('failed');
      expect(failed.why).toContain('it applied a migration: deploy a mended commit');
      const [newest = ''] = cloudflare.workers.get('roundtrip')?.versions ?? [];
      expect(cloudflare.traffic('roundtrip')).toEqual({ [newest]: 100 });
      expect(cloudflare.workers.get('roundtrip')?.migration).toBe('v2');
    });

    it('leaves the version before its traffic where the network is lost', async () => {
      const cloudflare = await platform();
      cloudflare.have('roundtrip', 'v1');
      const before = cloudflare.traffic('roundtrip');
      cloudflare.fault = (asked) =>
        asked === 'POST /workers/scripts/roundtrip/deployments' ? 'cut' : undefined;
      const { outcome, why } = await deploy();
      expect(outcome).toBe('failed');
      expect(why).toContain('npx wrangler deployments status');
      expect(cloudflare.traffic('roundtrip')).toEqual(before);
    });
  });

  it.runIf(allCases)('that is the first and fails stays, and says so', async () => {
    await platform();
    const { outcome, why } = await deploy({ fails: 1 });
    expect(outcome).toBe('failed');
    expect(why).toContain('no version is before it: deploy a mended commit');
  });

  it.runIf(allCases)(
    'changes nothing with a token that lacks rights, and names the permission',
    async () => {
      const cloudflare = await platform();
      cloudflare.fault = () => noRights;
      const { outcome, why } = await deploy();
      expect({ outcome, changes: cloudflare.changes }).toEqual({ outcome: 'failed', changes: [] });
      expect(why).toContain('Edit Cloudflare Workers');
    },
  );
});

describe('a preview', () => {
  const at = (...args: string[]) => runCli(run, args);

  it('is made, made again, deleted, and deleted again', async () => {
    const [cloudflare, folder] = [await platform(), await bundle()];
    const made = await at('preview', '7', folder);
    expect(made).toMatchObject({ code: 0, stdout: `${cloudflare.origin}\n` });
    const { previews } = cloudflare.workers.get('roundtrip') ?? {};
    expect(previews?.get('pr-7')?.commits).toEqual([COMMIT]);
    if (!allCases) return;
    expect((await at('preview', '7', folder)).code).toBe(0);
    expect(previews?.get('pr-7')?.commits).toEqual([COMMIT, COMMIT]);
    expect(previews?.size).toBe(1);
    expect((await at('delete', '7')).code).toBe(0);
    expect(previews?.size).toBe(0);
    expect((await at('delete', '7')).code).toBe(0);
  });

  it.runIf(allCases)('without an address says which setting is off', async () => {
    const [cloudflare, folder] = [await platform(), await bundle()];
    cloudflare.previewUrls = false;
    const { code, stdout, stderr } = await at('preview', '7', folder);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('turn on Preview URLs under Settings, Domains & Routes');
  });

  it.runIf(allCases)('that runs another commit is no address', async () => {
    const [cloudflare, folder] = [await platform(), await bundle()];
    cloudflare.answers = 'd'.repeat(40);
    const { code, stdout, stderr } = await at('preview', '7', folder);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(
      `does not answer: commit: got ${cloudflare.answers}, expected ${COMMIT}`,
    );
  });
});
