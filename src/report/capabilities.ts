/** The capability matrix in words: on how many questions libraries differ, and what one lacks. */
import type { Result } from '../places/probes/outcome.ts';

/** How a result is written; src/styles/matrices.css sets a shape before the word. */
export const looks: Readonly<Record<Result, { word: string; means: string }>> = {
  pass: { word: 'pass', means: 'it did what the question asks' },
  partly: { word: 'partly', means: 'it did, with a difference which its details name' },
  fail: { word: 'fail', means: 'it did not' },
  'not-applicable': { word: 'n/a', means: 'not applicable: the question cannot be asked of it' },
};

/** What was found, in a sentence: of all questions, those that come out differently among these libraries. */
export function findingText(of: number, differ: number, libraries: number): string {
  return `Of ${of} questions put to each library, ${differ} come out differently among ${libraries}.`;
}

/** What a library lacks of what one asks first, and what it has in part. */
export function lacksText(lacking: readonly string[], partly: readonly string[]): string {
  const listed = new Intl.ListFormat('en');
  const lacks = lacking.length === 0 ? 'lacks none of them' : `lacks ${listed.format(lacking)}`;
  return partly.length === 0 ? lacks : `${lacks}; in part: ${listed.format(partly)}`;
}
