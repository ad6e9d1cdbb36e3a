import { expect, it } from 'vitest';
import { readEntryFile } from './entry-file.ts';

const file = 'content/entries/sums/one.mdx';
const front = 'study: sums\nrecords: [sums/one]\ntitle: Sums';

it.each([
  [`---\n${front}\n---\n\nText.\n`, '\nText.\n'],
  [`---\n${front}\n---`, ''],
])('an entry’s file is front matter and body: %j', (text, body) => {
  const fields = { study: 'sums', records: ['sums/one'], configuration: [], sources: [] };
  expect(readEntryFile(text, file)).toMatchObject({ ...fields, data: { title: 'Sums' }, body });
});

it.each([
  ['Text.', ': got no front matter, expected it between two lines'],
  ['---\nstudy: [\n---\n', ' Flow sequence'],
  ['---\nstudy: sums\n---\n', ' ✖ Invalid input: expected array, received undefined\n  → at'],
])('%j is refused', (text, message) => {
  expect(() => readEntryFile(text, file)).toThrow(file + message);
});
