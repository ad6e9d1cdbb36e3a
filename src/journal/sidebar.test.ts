import { expect, it } from 'vitest';
import { studyItems, type ListedStudy } from './navigation.ts';

function study(name: string, count: number): ListedStudy {
  const href = `/studies/${name}/`;
  const entries = Array.from({ length: count }, (_, index) => ({
    title: `${name} ${count - index}`,
    href: `${href}entry-${count - index}/`,
  }));
  return { question: `${name}?`, href, entries };
}

/** Links as their labels; a group as its label, open or closed, before its links. */
function labels(path: string, ...studies: ListedStudy[]): unknown[] {
  return studyItems(studies, path).map((item) =>
    item.type === 'link'
      ? item.label
      : [`${item.collapsed ? '▸' : '▾'} ${item.label}`, ...item.entries.map(({ label }) => label)],
  );
}

it('lists studies by their questions', () => {
  expect(labels('/method/', study('a', 2), study('b', 2))).toEqual(['a?', 'b?']);
});

it('keeps the newest entries of the study one is on folded under it', () => {
  expect(labels('/studies/a/', study('a', 2), study('b', 2))).toEqual([
    'a?',
    ['▸ Its entries', 'a 2', 'a 1', 'The journal'],
    'b?',
  ]);
  const [, folded] = labels('/studies/a/', study('a', 40)) as string[][];
  expect(folded).toEqual([
    '▸ Its entries',
    'a 40',
    'a 39',
    'a 38',
    'a 37',
    'a 36',
    'All 40 entries',
  ]);
});

it('opens the study on an entry, with the entry’s neighbours, and folds the others', () => {
  const open = (at: number) =>
    labels(`/studies/a/entry-${at}/`, study('a', 40), study('b', 2), study('c', 0));
  const others = ['▸ Other studies', 'b?', 'c?'];
  expect(open(40)).toEqual([['▾ a?', 'a 40', 'a 39', 'a 38', 'All 40 entries'], others]);
  expect(open(7)).toEqual([['▾ a?', 'a 8', 'a 7', 'a 6', 'All 40 entries'], others]);
  expect(open(1)).toEqual([['▾ a?', 'a 3', 'a 2', 'a 1', 'All 40 entries'], others]);
});

it('marks the page one is on', () => {
  const [item] = studyItems([study('a', 2)], '/studies/a/entry-2/');
  const current = item?.type === 'group' ? item.entries : [];
  const marked = current.filter((each) => each.type === 'link' && each.isCurrent);
  expect(marked.map(({ label }) => label)).toEqual(['a 2']);
});

it('links a study without a journal', () => {
  expect(labels('/studies/a/', study('a', 0))).toEqual(['a?']);
});
