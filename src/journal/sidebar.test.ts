import { expect, it } from 'vitest';
import { studyItems, type ListedStudy } from './navigation.ts';

function study(name: string, count: number): ListedStudy {
  const href = `/studies/${name}/`;
  const entries = Array.from({ length: count }, (_, index) => ({
    title: `${name} ${count - index}`,
    href: `${href}entry-${count - index}/`,
  }));
  return { title: name, href, entries };
}

function labels(path: string, ...studies: ListedStudy[]): unknown[] {
  return studyItems(studies, path).map((item) =>
    item.type === 'link' ? item.label : [item.label, ...item.entries.map(({ label }) => label)],
  );
}

it('lists the entries of the study one is on, and leads to the others', () => {
  const studies = [study('a', 2), study('b', 2)];
  expect(labels('/studies/a/', ...studies)).toEqual([['a', 'The study', 'a 2', 'a 1'], 'b']);
  expect(labels('/studies/b/entry-1/', ...studies)).toEqual([
    'a',
    ['b', 'The study', 'b 2', 'b 1'],
  ]);
  expect(labels('/method/', ...studies)).toEqual(['a', 'b']);
});

it('marks the page one is on', () => {
  const [item] = studyItems([study('a', 2)], '/studies/a/entry-2/');
  const current = item?.type === 'group' ? item.entries : [];
  const marked = current.filter((each) => each.type === 'link' && each.isCurrent);
  expect(marked.map(({ label }) => label)).toEqual(['a 2']);
});

it('lists the newest of a long journal, the one that is open, and the way to all', () => {
  const [group] = labels('/studies/a/entry-3/', study('a', 40)) as string[][];
  expect(group).toHaveLength(1 + 1 + 12 + 1 + 1);
  expect(group?.slice(1, 4)).toEqual(['The study', 'a 40', 'a 39']);
  expect(group?.slice(-2)).toEqual(['a 3', 'All 40 entries']);
});

it('links a study without a journal', () => {
  expect(labels('/studies/a/', study('a', 0))).toEqual(['a']);
});
