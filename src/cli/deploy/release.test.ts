import { describe, expect, it } from 'vitest';
import { WranglerFailed } from '../shared/wrangler.ts';
import { release } from './release.ts';

const [BEFORE, NEXT, COMMIT] = ['1111', '2222', 'c'.repeat(40)];
const target = { pages: 'https://example.org', bench: 'https://example.org' };
const version = {
  ...{ commit: COMMIT, dist: 'dist', worker: 'roundtrip', configFile: 'wrangler.json' },
  [Symbol.asyncDispose]: async () => undefined,
};

interface Case {
  /** True once a version has traffic. */
  first?: boolean;
  /** Output of `wrangler versions upload`. */
  refusal?: string;
  /** The check that fails, from 1. */
  fails?: number;
}

/** Releases with a wrangler that only notes what it is told. */
async function releasing({ first = false, refusal, fails }: Case) {
  const told: string[] = [];
  const asked: Array<Readonly<Record<string, string>> | undefined> = [];
  const done = await release({
    ...{ version, target },
    wrangler: async (args) => {
      const command = args.slice(0, args.indexOf('--config')).join(' ');
      if (command.startsWith('deployments')) {
        if (first) throw new WranglerFailed('This Worker does not exist [code: 10007]');
        const versions = [{ version_id: BEFORE, percentage: 100 }];
        return { stdout: JSON.stringify({ versions }), results: [] };
      }
      told.push(command);
      if (command === 'versions upload' && refusal !== undefined) throw new WranglerFailed(refusal);
      const type = command === 'versions upload' ? 'version-upload' : command;
      return { stdout: '', results: [{ type, version_id: NEXT }] };
    },
    check: async ({ headers }) => {
      asked.push(headers);
      return asked.length === fails ? ['capnweb is silent'] : [];
    },
  });
  return { ...done, told, asked };
}

const upload = ['versions upload', `versions deploy ${BEFORE}@100% ${NEXT}@0% --yes`];
const all = `versions deploy ${NEXT}@100% --yes`;
const back = `rollback ${BEFORE} --yes`;
const trial = { 'Cloudflare-Workers-Version-Overrides': `roundtrip="${NEXT}"` };

describe('a release', () => {
  it('is checked without traffic, by the header that chooses it, and again with all', async () => {
    const { outcome, told, asked } = await releasing({});
    expect(outcome).toBe('released');
    expect(told).toEqual([...upload, all]);
    expect(asked).toEqual([trial, undefined]);
  });

  it('that fails without traffic gets none', async () => {
    const { outcome, told, why } = await releasing({ fails: 1 });
    expect({ outcome, why }).toEqual({ outcome: 'refused', why: 'capnweb is silent' });
    expect(told).toEqual([...upload, back]);
  });

  it('that fails with traffic is rolled back', async () => {
    const { outcome, told } = await releasing({ fails: 2 });
    expect(outcome).toBe('rolled-back');
    expect(told).toEqual([...upload, all, back]);
  });

  it.each([
    ['the first', { first: true }, ['deploy'], 'no version is before it'],
    [
      'one with a migration',
      { refusal: 'This Worker has a pending Durable Object migration' },
      ['versions upload', 'deploy'],
      'it applied a migration',
    ],
  ])('that is %s goes out with all traffic, and has no way back', async (_, given, told, why) => {
    expect(await releasing(given)).toMatchObject({ outcome: 'released', told });
    const failed = await releasing({ ...given, fails: 1 });
    expect(failed).toMatchObject({ outcome: 'failed', told });
    expect(failed.why).toContain(why);
  });

  it('ends where wrangler fails', async () => {
    const { outcome, told, why } = await releasing({ refusal: 'Authentication error' });
    expect({ outcome, told }).toEqual({ outcome: 'failed', told: ['versions upload'] });
    expect(why).toContain('Authentication error');
  });
});
