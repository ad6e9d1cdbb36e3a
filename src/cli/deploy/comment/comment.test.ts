import { createMarkdownProcessor } from '@astrojs/markdown-remark';
import fc from 'fast-check';
import { parseHTML } from 'linkedom';
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

  it('renders nothing but text of what a pull request says, whatever it says', async () => {
    const processor = await createMarkdownProcessor({
      ...{ syntaxHighlight: false, smartypants: false },
    });
    const rendered = async (text: string) => {
      const ratio = { workload: text, arm: text, reference: text, ratio: 1, verdict: text };
      const both = { was: text, is: text };
      const found = {
        ...none,
        pages: [{ path: '/a/', title: text, change: 'new' as const }],
        records: [{ record: text, ratios: [ratio] }],
        claims: [{ entry: text, text, ...both }],
        probes: [{ probe: text, system: text, ...both }],
        sentences: [{ entry: text, ...both }],
        arms: [text],
      };
      const slower = [{ arm: text, workload: text }];
      const compared = { rounds: 1, doubts: [text], rows: [], slower };
      const { code } = await processor.render(
        commentText(differencesSchema.parse(found), { compared }),
      );
      const { document } = parseHTML(`<html><body>${code}</body></html>`);
      const elements = [...document.querySelectorAll('body *')].map((each) => each.outerHTML);
      return {
        tags: elements.map((each) => /^<[^>]*>/.exec(each)?.[0]),
        said: document.body.textContent,
      };
    };
    const { tags } = await rendered('text');
    const signs = [...'@#`|\\\n <>[]()!*_~-=:&\t\r\0\u2028\u202e', '\n\n'];
    const words = [
      ...['@owner', '# Heading', '![p](//e.org)', '<img src=x>', '</details>', '<!--'],
      ...['HTTPS://e.org', 'www.e.org', 'a@e.org', 'ftp://e.org', 'mailto:a@e.org', ':octocat:'],
      ...['o/r#1', 'GH-1', '---', '===', '1. a', '&lt;b&gt;', '&#60;b', '[^1]: x', '\n    code'],
      ...['```', '$x$', 'a'],
    ];
    const texts = fc
      .array(
        fc.oneof(fc.constantFrom(...words), fc.constantFrom(...signs), fc.string({ maxLength: 8 })),
        { maxLength: 8 },
      )
      .map((parts) => parts.join('').slice(0, 100));
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const seen = await rendered(text);
        expect(seen.tags).toEqual(tags);
        expect(seen.said).not.toMatch(/[@#]\w|:\/\/|www\.|gh-\d|:\w+:/i);
        const bare = (all: string) => all.replaceAll(/[\p{C}\s]+/gu, '');
        expect(bare(seen.said)).toContain(bare(text));
      }),
      { numRuns: 150 },
    );
  }, 120_000);

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
