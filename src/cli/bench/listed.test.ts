/** A listed contestant from its repository to its page, with the files that `roundtrip init` writes. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readListed, RECORDS } from '../../collections/contestants.ts';
import { scratchSite, type ScratchSite } from '../../testing/scratch-site.ts';
import { filesOf, soundJournal } from '../../testing/sound-journal.ts';
import { readContestant, workersOf } from '../measure/outside/contestant.ts';
import { type LocalBench, startBench } from '../shared/bench.ts';
import { measured, runCli } from '../shared/testing/spawn-cli.ts';
import { run } from './listed.ts';

const root = process.cwd();
const FILE = 'contestants/pairs.json';

let home: string;
let bench: LocalBench;
let site: ScratchSite;
let theirs: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'roundtrip-listed-'));
  const repository = join(home, 'pairs');
  cpSync('src/cli/roundtrip/templates/object', join(repository, 'bench'), { recursive: true });
  const author = ['-c', 'user.name=An author', '-c', 'user.email=author@example.org'];
  for (const args of [['init'], ['add', '--all'], ['commit', '--message', 'Begin']]) {
    execFileSync('git', [...author, ...args], { cwd: repository, stdio: 'ignore' });
  }
  // The addresses that are listed lead to folders of this machine.
  vi.stubEnv('GIT_CONFIG_COUNT', '1');
  vi.stubEnv('GIT_CONFIG_KEY_0', `url.file://${home}/.insteadOf`);
  vi.stubEnv('GIT_CONFIG_VALUE_0', 'https://git.example.org/');
  vi.stubEnv('NODE_ENV', 'production');
  const own = await readContestant(join(repository, 'bench'), root, false);
  bench = await startBench({ root, port: 0, extraWorkers: workersOf([own]) });
  theirs = bench.extraOrigins.get('outside-pairs') ?? '';
  const kept = ['contestants', 'contestants/[contestant].astro', 'systems', 'systems/index.astro'];
  site = await scratchSite(root, (page) => kept.includes(page));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await site.remove();
  await bench.stop();
  rmSync(home, { recursive: true, force: true });
});

const listing = (fields: object = {}) =>
  JSON.stringify({
    repository: 'https://git.example.org/pairs',
    bench: theirs,
    answers: { name: 'An author', at: 'mailto:author@example.org' },
    ...fields,
  });
const listed = (...args: string[]) => runCli((argv) => run(argv, site.directory), args);
const page = (path: string) => join(site.directory, 'dist', path, 'index.html');

it('is measured at its bench, whatever becomes of others, and its page follows', async () => {
  const gone = { repository: 'https://git.example.org/gone' };
  await site.write({
    ...filesOf(soundJournal()),
    ...{ [FILE]: listing(), 'contestants/gone.json': listing(gone) },
  });
  const out = join(home, 'records');
  const taken = await listed('--origin', bench.origin, '--out', out, '--rounds', '1');
  expect(taken.stderr).toMatch(/gone: git clone .*gone/);
  expect(taken.stderr).toContain('pairs: measured.');
  expect(taken.code).toBe(1);
  expect((await listed('--take', out)).code).toBe(0);
  const record = measured(readFileSync(join(site.directory, RECORDS, 'pairs.json'), 'utf8'));
  expect(record.environment.outside).toMatchObject([{ id: 'pairs', origin: theirs }]);
  expect(record.plan.arms).toEqual(expect.arrayContaining(['outside:pairs/hibernating', 'twin']));

  expect(await site.build()).toBeUndefined();
  const list = readFileSync(page('systems'), 'utf8');
  expect(list).toContain('/contestants/pairs/');
  // Of one that was never measured there is nothing to say.
  expect(list).not.toContain('/contestants/gone/');
  expect(existsSync(page('contestants/gone'))).toBe(false);
  const { document } = parseHTML(readFileSync(page('contestants/pairs'), 'utf8'));
  expect(document.querySelector('h1')?.textContent).toBe('Pairs beside Cap’n Web');
  const text = document.querySelector('main')?.textContent ?? '';
  expect(text).toContain('An author answers for it');
  expect(text).toContain('a bench that this site does not run');
  expect(text).toContain(`served by a deployment at ${theirs}`);
  expect(document.querySelectorAll('main table')).toHaveLength(record.plan.workloads.length);
});

it('takes no record of another bench, and names what is wrong in the list', async () => {
  const out = join(home, 'records');
  const other = { bench: 'https://other.example.org' };
  await site.write({ ...filesOf(soundJournal()), [FILE]: listing(other) });
  const refused = await listed('--take', out);
  expect(refused.stderr).toContain(`got ${theirs}, expected one at https://other.example.org`);
  expect(refused.code).toBe(1);
  writeFileSync(join(out, 'pairs.json'), '{}');
  expect((await listed('--take', out)).code).toBe(1);
  expect(await readListed(join(root, 'src'))).toEqual([]);
  await site.write({ [FILE]: listing({ repository: 'ext::sh', bench: 'https://x.example/y' }) });
  await expect(readListed(site.directory)).rejects.toThrow(
    'content/contestants/pairs.json: repository: got "ext::sh", expected an address that begins with https://; bench: got "https://x.example/y", expected an origin such as https://bench.example.org',
  );
});
