import { describe, expect, it } from 'vitest';
import { feedItems, llmsText } from './feeds.ts';
import { absolute, madeUpPage } from './testing/entry.ts';

const page = madeUpPage(['quoted']);

describe('feedItems', () => {
  it('gives the latest first, with absolute addresses and what the entry answers', () => {
    const { entry } = page;
    const later = {
      ...page,
      href: '/studies/made-up/later/',
      entry: { ...entry, data: { ...entry.data, timestamp: '2025-01-03' } },
    };
    const items = feedItems([page, later], absolute);
    expect(items.map(({ link }) => link)).toEqual([
      'https://r.example/studies/made-up/later/',
      'https://r.example/studies/made-up/first/',
    ]);
    expect(items[0]?.pubDate).toEqual(new Date('2025-01-03'));
    expect(items[0]?.description).toContain('What | was measured. ');
    expect(items[0]?.description).toContain(page.answer?.text.replaceAll('\u202f', ' ') ?? '–');
  });
});

describe('llmsText', () => {
  it('lists studies, each journal in its order, method and data', () => {
    const studies = [
      {
        id: 'made-up',
        data: { title: 'One against two', question: 'Which?' },
        answer: 'One 3 ms.',
      },
      { id: 'empty', data: { title: 'Empty', question: 'None?' }, answer: '' },
    ];
    const entry = (name: string, place: number) => ({
      id: `made-up/${name}`,
      data: { title: name, description: 'Says.', place, study: { id: 'made-up' } },
    });
    const systems = [
      { id: 'own', label: 'Ours', quotedAs: 'Theirs', description: '', homepage: '' },
      { id: 'other', label: 'Other', description: '', homepage: '' },
    ];
    const choices = [{ id: 'here', label: 'Here → there', title: 'Calling' }];
    const text = llmsText(
      studies,
      [entry('second', 2), entry('first', 1)],
      systems,
      choices,
      absolute,
    );
    expect(text).toContain('What is measured here is Ours. What sources measured, and');
    expect(text).toMatch(/^# Roundtrip\n\n> .+\n\n.+\n\n.+\n\n## Which one to choose\n\n- \[/);
    expect(text).toMatch(/\/choose\/here\/index\.md\): Calling: .+\n\n## Studies\n\n- \[/);
    expect(text).toContain(
      '## Journal: One against two\n\n' +
        '- [first](https://r.example/studies/made-up/first/index.md): Says.\n' +
        '- [second](https://r.example/studies/made-up/second/index.md): Says.\n',
    );
    expect(text).not.toContain('## Journal: Empty');
  });
});
