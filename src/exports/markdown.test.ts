import { describe, expect, it } from 'vitest';
import type { View } from '../tables/view.ts';
import { entryMarkdown, type MarkdownParts, viewSection } from './markdown.ts';
import { absolute, madeUpPage } from './testing/entry.ts';

const view: View = {
  id: 'ratios',
  title: 'Ratios',
  marks: ['derived'],
  source: 'Source: “Table”, quoted.',
  table: {
    caption: 'Ratio to Two',
    marks: ['derived'],
    columns: [{ label: 'Arm' }, { label: 'Ratio (×)', number: true }],
    groups: [
      {
        heading: 'Calls',
        rows: [
          [
            { text: 'One|a', href: '/systems/one/', note: 'first' },
            { text: '1\u202f042', mark: 'quoted' },
          ],
          [{ text: 'Two' }, { text: '1', mark: 'derived' }],
        ],
      },
    ],
    note: 'Below 1 is faster.',
  },
};

const checked = { study: 'made-up', entry: 'first' };

const parts: MarkdownParts = {
  views: [view],
  prose: '## What was asked\n\nA question.\n',
  claims: [
    {
      ...checked,
      text: '“1.49x slower” [of “one”]',
      quoted: ['https://example.org/j.md#L3', 'https://example.org/j.md#L4'],
      stated: '1.49×',
      recomputed: '1.42×',
      between: '1.41–1.43×',
      verdict: 'does not hold',
      likely: 'Another run.',
    },
    {
      ...checked,
      text: 'fast',
      stated: 'in words',
      verdict: "can't be checked",
      missing: 'samples',
      answers: [
        { of: 'One 2', question: 'Is it?', result: 'pass', detail: 'it is', href: '/probe/#one' },
      ],
    },
    {
      ...checked,
      text: 'alone',
      stated: 'in words',
      verdict: 'does not hold',
      against: { says: '“not alone”', href: 'https://example.org/j.md#L9' },
    },
  ],
  since: {
    before: 'The ratio is 1.02× (0.99–1.05) what it was in ',
    earlier: { title: 'Zeroth', href: '/studies/made-up/0/' },
    after: ': the same.',
  },
  sources: [{ title: 'Journal', url: 'https://example.org/j.md', part: 'First' }],
};

describe('entryMarkdown', () => {
  const text = entryMarkdown(madeUpPage(['measured', 'quoted']), parts, absolute);

  it('has a heading, every part of the page in order, and ends with one line feed', () => {
    const headings = text.split('\n').filter((line) => /^##? /.test(line));
    expect(headings).toEqual([
      '# A \\[first\\] entry',
      '## What changed',
      '## Configuration',
      '## Repeated with',
      '## Ratios',
      '## What was asked',
      '## Errata',
      '## Claims recomputed',
      '## Corrections of this page',
      '## Conclusions',
      '## Next steps',
      '## Records',
    ]);
    expect(text).toMatch(/[^\n]\n$/);
    expect(text).not.toMatch(/\n{3}/);
  });

  it('gives facts, and absolute addresses of everything else', () => {
    for (const line of [
      '- Study: [One against two](https://r.example/studies/made-up/)',
      '- State: in progress: the work was not done when it was written',
      '- Supersedes: [Zeroth](https://r.example/studies/made-up/0/)',
      '- Source: “First” in [Journal](https://example.org/j.md)',
      '| Calls in a batch | 10 and 50 calls |',
      '- 2025-02-01. It said: Twice. Right is: Thrice. The \\[code\\] says so.',
      '- [ ] Measure again.',
      '- [x] Write it down.',
      'Since the last comparable entry. The ratio is 1.02× (0.99–1.05) what it was in [Zeroth](https://r.example/studies/made-up/0/): the same. (derived)',
      '- `made-up/quoted`, quoted, local machine: [JSON](https://r.example/api/records/made-up/quoted.json), [CSV](https://r.example/api/records/made-up/quoted.csv)',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
  });

  it('shows what does not hold apart, and every claim in a table', () => {
    const first =
      '[“1.49x slower”](https://example.org/j.md#L3) \\[of [“one”](https://example.org/j.md#L4)\\]';
    const against = 'Against it: “not alone” [there](https://example.org/j.md#L9)';
    const lines = text.split('\n');
    for (const line of [
      `- ${first}: stated 1.49×, the figures give 1.42× (1.41–1.43×). Likely: Another run.`,
      `- alone: stated in words. ${against}`,
      `| ${first} | 1.49× | 1.42× (1.41–1.43×) | does not hold. Likely: Another run. |`,
      "| fast | in words | – | can't be checked. Missing: samples. Is it? [One 2: pass](https://r.example/probe/#one) (it is) |",
      `| alone | in words | – | does not hold. ${against} |`,
    ]) {
      expect(lines).toContain(line);
    }
    expect(text).toContain('Words in quotation marks are the source’s');
  });

  it('leaves out what the entry has nothing of', () => {
    const bare = entryMarkdown(
      madeUpPage(['quoted']),
      { views: [], prose: '', claims: [], since: { none: 'It is quoted.' }, sources: [] },
      absolute,
    );
    expect(bare).not.toMatch(/## (Errata|Claims|Ratios)/);
    expect(bare).toContain('No number: It is quoted.');
    expect(bare).not.toContain('Node 24');
    expect(bare).not.toMatch(/\n{3}/);
  });
});

describe('viewSection', () => {
  it('turns a table with its marks, notes and links into Markdown', () => {
    expect(viewSection(view, absolute).split('\n\n')).toEqual([
      '## Ratios',
      'Ratio to Two (derived). Source: “Table”, quoted.',
      '### Calls',
      [
        '| Arm | Ratio (×) |',
        '| --- | ---: |',
        '| [One\\|a](https://r.example/systems/one/) (first) | 1 042 (quoted) |',
        '| Two | 1 |',
      ].join('\n'),
      'Below 1 is faster.',
    ]);
  });
});
