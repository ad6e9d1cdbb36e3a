import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../shared/testing/spawn-cli.ts';
import { run } from './index.ts';

const RECORD = 'content/records/lumenize-vs-capnweb/2025-01-02-fresh-connections.json';
const RESULT = RECORD.replace('records', 'results');
const ENTRY = 'content/entries/lumenize-vs-capnweb/2025-01-02-fresh-connections.mdx';

function entry(claims: readonly object[]): string {
  const front = {
    study: 'lumenize-vs-capnweb',
    records: ['lumenize-vs-capnweb/2025-01-02-fresh-connections'],
    sources: [{ document: 'log' }],
    claims,
  };
  // JSON is YAML.
  return `---\n${JSON.stringify(front)}\n---\n`;
}

const ratio = '$ratio("lumenize/hibernating", "increment")';
const claims = [
  { text: '“1.42x slower”', line: 2, stated: '1.42', unit: '×', of: ratio },
  { text: '1.6x slower', stated: '1.6', unit: '×', of: ratio, likely: 'A slip.' },
  { text: 'connecting takes half', stated: '50', unit: '%', missing: 'a time without it' },
];

describe('claims', () => {
  let root: string;
  const claimsOf = (...args: string[]) => runCli(run, args, root);
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'roundtrip-claims-'));
    for (const file of [RECORD, RESULT]) {
      mkdirSync(join(root, dirname(file)), { recursive: true });
      cpSync(file, join(root, file));
    }
    write(ENTRY, entry(claims));
    const repository = 'owner/sums';
    const commit = '0123456789'.repeat(4);
    const url = 'https://example.org/';
    write(
      'content/sources/log.json',
      JSON.stringify({
        ...{ title: 'Log', repository, path: 'LOG.md', url, commit, numbers: [] },
        about: 'A log.',
        brought: { commit, date: '2025-01-02T03:04:05Z', by: 'Somebody' },
        setup: [{ name: 'Machine', value: 'not stated' }],
        wording: 'AAAA',
      }),
    );
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('--json prints one document; the exit code is 0 although a claim does not hold', async () => {
    const { code, stdout, stderr } = await claimsOf('--json');
    expect([code, stderr]).toEqual([0, '']);
    const where = { study: 'lumenize-vs-capnweb', entry: '2025-01-02-fresh-connections' };
    expect(JSON.parse(stdout)).toEqual([
      {
        ...where,
        document: 'log',
        text: '“1.42x slower”',
        quoted: [
          'https://github.com/owner/sums/blob/0123456789012345678901234567890123456789/LOG.md?plain=1#L2',
        ],
        stated: '1.42×',
        recomputed: '1.424×',
        between: '1.4238–1.4252×',
        verdict: 'holds',
      },
      {
        ...where,
        document: 'log',
        text: '1.6x slower',
        stated: '1.6×',
        recomputed: '1.42×',
        verdict: 'does not hold',
        likely: 'A slip.',
      },
      {
        ...where,
        document: 'log',
        text: 'connecting takes half',
        stated: '50 %',
        recomputed: null,
        verdict: "can't be checked",
        missing: 'a time without it',
      },
    ]);
  });

  it('prints them by entry, with the verdicts counted', async () => {
    const { code, stdout } = await claimsOf();
    expect(code).toBe(0);
    expect(stdout).toContain('lumenize-vs-capnweb/2025-01-02-fresh-connections\n');
    expect(stdout).toMatch(/does not hold +1\.6× +1\.42× +1\.6x slower \(likely: A slip\.\)/);
    expect(stdout).toContain(
      "3 claims: 1 holds, 0 rounded differently, 1 does not hold, 0 can't be told, 1 can't be checked, 0 expectation, 0 described, not judged",
    );
  });

  it.each([
    [['--study', 'sums'], '--study: got "sums", expected one of lumenize-vs-capnweb'],
    [['call-delay'], 'got "call-delay", expected nothing but flags'],
  ])('%j is refused', async (args, message) => {
    const { code, stderr } = await claimsOf(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('fails with exit code 1 and all that is broken, and prints no document', async () => {
    const file = ENTRY.replace('fresh', 'other');
    const gone = { text: 'x', stated: '1', of: '$r("lumenize/hibernating", "none").totalMs' };
    write(file, entry([gone]));
    const { code, stdout, stderr } = await claimsOf('--json');
    rmSync(join(root, file));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`${file} claims.0.of: got no result of "lumenize/hibernating"`);
  });
});
