import { describe, expect, it } from 'vitest';
import { runCli } from '../../shared/testing/spawn-cli.ts';
import { commentText, MARK } from './comment.ts';
import { run } from '../index.ts';
import { changesArms, type Differences, differencesSchema } from './differences.ts';

const none: Differences = {
  base: 'b'.repeat(40),
  head: 'a'.repeat(40),
  pages: [],
  records: [],
  claims: [],
  probes: [],
  sentences: [],
  weights: [],
  weight: { pages: 40, was: 1_000_000, is: 1_000_000 },
  arms: [],
};

describe('the comment', () => {
  it('says when nothing differs', () => {
    expect(commentText(none, {})).toBe(`${MARK}

## Preview

\`aaaaaaaaaa\` against \`bbbbbbbbbb\`.

**Pages**: none changed.

**Weight** of the 40 pages that both have, compressed: 1000.0 kB, ±0.0 kB.

**Arms**: the Workers and what runs them are the same.
`);
  });

  it('shows what comes from a pull request as plain text', () => {
    const text = '@owner [sign in](https://evil.example) <img src=x> `a` | b\n# c';
    const claim = { entry: text, text, was: null, is: text };
    const page = { path: '/a/', title: text, change: 'new' as const };
    const address = 'https://pr-1.example';
    const found = commentText({ ...none, claims: [claim], pages: [page] }, { address });
    expect(found).toContain('[/a/](https://pr-1.example/a/)');
    expect(found).not.toMatch(/@owner|\]\(https:\/\/evil|https:\/\/evil|<img|`a`|\n# c/);
    expect(found.split('\n').filter((line) => line.includes('sign in'))).toHaveLength(2);
  });

  it('keeps to the length that a comment may have, in whole sections', () => {
    const sentences = Array.from({ length: 40 }, (_, at) => ({
      entry: `entry ${at}`,
      was: '('.repeat(600),
      is: '('.repeat(600),
    }));
    const found = commentText({ ...none, sentences }, {});
    expect(found.length).toBeLessThan(65_536);
    expect(found).toContain('The rest is too long');
    expect(found.split('<details')).toHaveLength(found.split('</details>').length);
  });

  it('tells what the A/B job found where arms changed', () => {
    const arms = ['bench-workers/object.ts'];
    expect(commentText({ ...none, arms }, {})).toContain('The A/B job has not reported.');
    const compared = { rounds: 12, doubts: [], rows: [{}, {}], slower: [] };
    expect(commentText({ ...none, arms }, { compared })).toContain(
      'A/B: nothing is decided slower, in 12 rounds of 2 comparisons.',
    );
    const slower = [{ arm: 'capnweb/in-memory', workload: 'increment' }];
    expect(commentText({ ...none, arms }, { compared: { ...compared, slower } })).toContain(
      'decided slower: capnweb/in-memory in increment.',
    );
  });
});

describe('differences', () => {
  it('are bounded where they come from elsewhere', () => {
    const page = { path: '/a"><script>', title: '', change: 'new' };
    expect(differencesSchema.safeParse({ ...none, pages: [page] }).success).toBe(false);
    const sentence = { entry: '', was: null, is: 'x'.repeat(601) };
    expect(differencesSchema.safeParse({ ...none, sentences: [sentence] }).success).toBe(false);
    expect(differencesSchema.safeParse({ ...none, more: 1 }).success).toBe(false);
  });

  it.each([
    ['bench-workers/object.ts', true],
    ['bench-workers/worker.test.ts', false],
    ['package-lock.json', true],
    ['src/pages/index.astro', false],
  ])('of %s: whether arms change: %s', (file, changes) => {
    expect(changesArms(file)).toBe(changes);
  });
});

describe('the command', () => {
  it('needs two revisions or a file, and an origin as the address', async () => {
    const none = await runCli(run, ['--comment', '--head', 'HEAD']);
    const path = await runCli(run, ['--comment', '--from', 'x', '--address', 'http://example.org']);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('--base: got none')]);
    expect([path.code, path.stderr]).toEqual([
      2,
      expect.stringContaining('--address: got "http://example.org", expected an https origin'),
    ]);
  });
});
