import { describe, expect, it } from 'vitest';
import { checkJournals, type ListedEntry, oncePerBuild, uniqueHeadings } from './build.ts';

function entry(id: string, place: number, documents: readonly string[] = []): ListedEntry {
  const study = { id: id.slice(0, id.indexOf('/')) };
  return {
    id,
    data: { study, place, sources: documents.map((each) => ({ document: { id: each } })) },
  };
}

function compared(id: string, place: number, compareWith: string): ListedEntry {
  const { data } = entry(id, place);
  return { id, data: { ...data, compareWith: { id: compareWith } } };
}

const known = { studies: ['tea', 'coffee'], documents: ['leaf'] };

describe('checkJournals', () => {
  it('passes places that recur only in another study', () => {
    const entries = [
      entry('tea/a', 1, ['leaf']),
      compared('tea/b', 2, 'tea/a'),
      entry('coffee/a', 1),
    ];
    expect(() => checkJournals(entries, known)).not.toThrow();
  });

  it.each([
    [
      [entry('tea/a', 2), entry('coffee/a', 2), entry('tea/b', 2)],
      'content/entries/tea/b.mdx place: got 2 in tea, expected another than that of content/entries/tea/a.mdx',
    ],
    [
      [entry('water/a', 1)],
      'content/entries/water/a.mdx study: got "water", expected one of tea, coffee',
    ],
    [
      [entry('tea/a', 1, ['leaf', 'bag'])],
      'content/entries/tea/a.mdx sources.1.document: got "bag", expected one of leaf',
    ],
    [
      [compared('tea/a', 1, 'tea/b'), entry('tea/b', 2)],
      'content/entries/tea/a.mdx compareWith: got "tea/b", expected nothing: there is none',
    ],
    [
      [entry('coffee/a', 1), entry('tea/a', 2), compared('tea/b', 3, 'coffee/a')],
      'content/entries/tea/b.mdx compareWith: got "coffee/a", expected one of tea/a',
    ],
  ])('refuses what does not fit together (%#)', (entries, message) => {
    expect(() => checkJournals(entries, known)).toThrow(message);
  });
});

function counting(keeps: boolean) {
  let made = 0;
  const get = oncePerBuild((key: string) => Promise.resolve(`${key}${++made}`), keeps);
  return get;
}

it('makes a value once for each key of a build', async () => {
  const get = counting(true);
  expect(await Promise.all([get('a'), get('b'), get('a')])).toEqual(['a1', 'b2', 'a1']);
});

it('makes it anew each time where content may change', async () => {
  const get = counting(false);
  expect([await get('a'), await get('a')]).toEqual(['a1', 'a2']);
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

const heading = (slug: string, text: string) => ({ depth: 2, slug, text });

it('passes headings on', () => {
  const headings = [heading('next', 'Next'), heading('data', 'The data')];
  expect(uniqueHeadings('a.mdx', headings)).toEqual(headings);
});

it('names file and headings where an address would lead to two places', () => {
  const headings = [heading('next', 'Next'), heading('next', 'What was to come next')];
  expect(() => uniqueHeadings('a.mdx', headings)).toThrow(
    /^a\.mdx: got the headings “Next” and “What was to come next” with the id "next"/,
  );
});
