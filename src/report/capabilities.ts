/** The capability matrix in words: on how many questions systems differ, and what one lacks. */
import type { Result } from '../places/probes/outcome.ts';

/** How a result is written; src/styles/matrices.css sets a shape before the word. */
export const looks: Readonly<Record<Result, { word: string; means: string }>> = {
  pass: { word: 'pass', means: 'it did what the question asks' },
  partly: { word: 'partly', means: 'it did, with a difference which its details name' },
  fail: { word: 'fail', means: 'it did not' },
  'not-applicable': { word: 'n/a', means: 'not applicable: the question cannot be asked of it' },
};

/** What was found, in a sentence: of all questions, those that come out differently among these systems. */
export function findingText(of: number, differ: number, names: readonly string[]): string {
  const among =
    names.length > 3
      ? `among ${names.length} systems`
      : `for ${new Intl.ListFormat('en').format(names)}`;
  return `Of ${of} questions put to each RPC system, ${differ} come out differently ${among}.`;
}

/** What a system lacks of what one asks first, and what it has in part. */
export function lacksText(lacking: readonly string[], partly: readonly string[]): string {
  const listed = new Intl.ListFormat('en');
  const lacks = lacking.length === 0 ? 'lacks none of them' : `lacks ${listed.format(lacking)}`;
  return partly.length === 0 ? lacks : `${lacks}; in part: ${listed.format(partly)}`;
}

/**
 * The systems that an address asks to compare: `?compare=capnweb,kkrpc`.
 *
 * @returns nothing where the address asks for none
 * @throws RangeError where it names anything but two or more different systems
 */
export function readCompared(search: string, systems: readonly string[]): string[] | undefined {
  const asked = new URLSearchParams(search).get('compare');
  if (asked === null) return undefined;
  const named = asked.split(',');
  const known = named.every((each) => systems.includes(each));
  if (known && named.length > 1 && new Set(named).size === named.length) return named;
  throw new RangeError(`compare: got "${asked}", expected two or more of ${systems.join(', ')}`);
}
