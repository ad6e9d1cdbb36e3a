import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { testSite } from '../../../testing/site.ts';
import { runCli, temporaryCheckout } from '../../shared/testing/spawn-cli.ts';
import { run } from './index.ts';
import type { Differences } from './differences.ts';

const PROBES = 'content/probes/results.json';
const STUDY = 'lumenize-vs-capnweb';
const RECORD = `${STUDY}/2026-11-21-socket-protocol-server-1`;

/** Stands with the page tests for their site: what is read is what the site really says. */
test('the comment tells what changed between two commits', async () => {
  const { root, directory } = testSite();
  const checkout = temporaryCheckout();
  const head = join(checkout.directory, 'head-site');
  try {
    const put = (path: string, text: string) => {
      mkdirSync(dirname(join(checkout.directory, path)), { recursive: true });
      writeFileSync(join(checkout.directory, path), text);
      checkout.git('add', '--force', path);
    };
    const probes = readFileSync(join(root, PROBES), 'utf8');
    put(PROBES, probes);
    put('bench-workers/object.ts', 'export {};\n');
    checkout.git('commit', '--quiet', '--message', 'Base');
    put(PROBES, probes.replace(/"result": ?"pass"/, '"result": "fail"'));
    put('bench-workers/object.ts', 'export const changed = true;\n');
    checkout.git('commit', '--quiet', '--message', 'Head');

    cpSync(directory, head, { recursive: true });
    const change = (path: string, from: string | RegExp, to: string) => {
      const text = readFileSync(join(head, path), 'utf8');
      expect(text).toMatch(from);
      writeFileSync(join(head, path), text.replace(from, to));
    };
    change('errata/index.html', '</main>', '<p>A sentence more.</p></main>');
    change('lab/index.html', '</main>', '<p class="empty"></p></main>');
    cpSync(join(head, 'data'), join(head, 'more-data'), { recursive: true });
    rmSync(join(head, 'method/calibration'), { recursive: true });
    change('errata.json', /"verdict": ?"holds"/, '"verdict":"does not hold"');
    change('api/entries.json', /"answer": ?"/, '"answer":"Now: ');
    // A name in the fingerprints alone is no change.
    change('systems/index.html', /(_astro\/[^"]*\.)[\w-]{8}(\.css)/, '$1AAAAAAAA$2');
    const base = join(checkout.directory, 'base-site');
    cpSync(join(directory, 'api'), join(base, 'api'), { recursive: true });
    const flags = ['--base', 'HEAD~1', '--head', 'HEAD', '--head-dist', head];
    const comment = (...args: string[]) => runCli(run, [...flags, ...args], checkout.directory);
    const json = await comment('--base-dist', directory, '--json');
    const text = await comment('--base-dist', directory);
    expect([json.code, json.stderr]).toEqual([0, '']);
    const found = JSON.parse(json.stdout) as Differences;
    expect(found.pages.map(({ path, change: what }) => [path, what])).toEqual([
      ['/more-data/', 'new'],
      ['/errata/', 'text'],
      ['/method/calibration/', 'gone'],
      ['/lab/', 'markup'],
    ]);
    expect(found.head).toBe(checkout.git('rev-parse', 'HEAD'));
    expect(found.probes).toEqual([expect.objectContaining({ was: 'pass', is: 'fail' })]);
    expect(found.claims).toEqual([
      expect.objectContaining({
        was: expect.stringMatching(/^holds \(stated/),
        is: expect.stringMatching(/^does not hold/),
      }),
    ]);
    expect(found.sentences).toEqual([
      expect.objectContaining({ is: expect.stringMatching(/^Now: /) }),
    ]);
    expect(found).toMatchObject({ records: [], arms: ['bench-workers/object.ts'] });
    expect(text.stdout).toContain('| `/method/calibration/` | Calibration | gone |');

    // A record that the base does not have yet, with the verdicts that its entry gives.
    const records = JSON.parse(readFileSync(join(base, 'api/records.json'), 'utf8')) as {
      records: Array<{ id: string }>;
    };
    records.records = records.records.filter(({ id }) => id !== RECORD);
    writeFileSync(join(base, 'api/records.json'), JSON.stringify(records));
    cpSync(join(directory, 'index.html'), join(base, 'index.html'));
    const newer = await comment('--base-dist', base);
    expect(newer.stdout).toContain('New records (1)');
    expect(newer.stdout).toMatch(
      new RegExp(
        `\\| ${RECORD} \\| increment \\| \\S+ ÷ capnweb/in-memory \\| [\\d.]+ \\([\\d.–]+\\) \\| \\w+`,
      ),
    );
  } finally {
    checkout.remove();
  }
});
