import { describe, expect, it } from 'vitest';
import { checkJournals, type ListedEntry, oncePerBuild } from './build.ts';

function entry(id: string, place: number, documents: readonly string[] = []): ListedEntry {
  const study = { id: id.slice(0, id.indexOf('/')) };
  return { id, data: { study, place, sources: documents.map((of) => ({ document: { id: of } })) } };
}

function compared(id: string, place: number, compareWith: string): ListedEntry {
  const { data } = entry(id, place);
  return { id, data: { ...data, compareWith: { id: compareWith } } };
}

function superseded(id: string, place: number, by: string): ListedEntry {
  const { data } = entry(id, place);
  return { id, data: { ...data, superseded: { by: { id: by } } } };
}

const known = { studies: [{ id: 'tea' }, { id: 'coffee' }], documents: [{ id: 'leaf' }] };

describe('checkJournals', () => {
  it('passes places that recur only in another study', () => {
    const entries = [
      entry('tea/a', 1, ['leaf']),
      compared('tea/b', 2, 'tea/a'),
      superseded('coffee/a', 1, 'coffee/b'),
      entry('coffee/b', 2),
    ];
    expect(() => checkJournals(entries, known)).not.toThrow();
  });

  it.each([
    [
      [entry('tea/a', 2), entry('coffee/a', 2), entry('tea/b', 2)],
      'content/entries/tea/a.mdx place: got 2, expected another than that of content/entries/tea/b.mdx',
    ],
    [[entry('water/a', 1)], '/water/a.mdx study: got "water", expected one of tea, coffee'],
    [
      [entry('tea/a', 1, ['leaf', 'bag'])],
      '/a.mdx sources.1.document: got "bag", expected one of leaf',
    ],
    [
      [compared('tea/a', 1, 'tea/b'), entry('tea/b', 2)],
      '/a.mdx compareWith: got "tea/b", expected one of ',
    ],
    [
      [entry('coffee/a', 1), entry('tea/a', 2), compared('tea/b', 3, 'coffee/a')],
      'content/entries/tea/b.mdx compareWith: got "coffee/a", expected one of tea/a',
    ],
    [
      [entry('tea/a', 1), superseded('tea/b', 2, 'tea/a'), entry('tea/c', 3)],
      'content/entries/tea/b.mdx superseded.by: got "tea/a", expected one of tea/c',
    ],
  ])('refuses what does not fit together (%#)', (entries, message) => {
    expect(() => checkJournals(entries, known)).toThrow(message);
  });
});

it.each([
  ['once for each key of a build', true, ['a1', 'b2', 'a1']],
  ['anew each time where content may change', false, ['a1', 'b2', 'a3']],
])('makes a value %s', async (_, keeps, values) => {
  let made = 0;
  const get = oncePerBuild((key: string) => Promise.resolve(`${key}${++made}`), keeps);
  expect(await Promise.all([get('a'), get('b'), get('a')])).toEqual(values);
});

it('does not keep a failure', async () => {
  let tries = 0;
  const get = oncePerBuild(
    () => (++tries === 1 ? Promise.reject(new Error('no')) : Promise.resolve(tries)),
    true,
  );
  await expect(get(undefined)).rejects.toThrow('no');
  expect(await get(undefined)).toBe(2);
});
