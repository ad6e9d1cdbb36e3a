import { expect, it } from 'vitest';
import { uniqueHeadings } from './navigation.ts';

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
