/** The capability matrix in words: how two systems came out on a question, and on how many. */
import type { Result } from '../places/probes/outcome.ts';

/** How a result is written; src/styles/matrices.css sets a shape before the word. */
export const looks: Readonly<Record<Result, { word: string; means: string }>> = {
  pass: { word: 'pass', means: 'it did what the question asks' },
  partly: { word: 'partly', means: 'it did, with a difference which its details name' },
  fail: { word: 'fail', means: 'it did not' },
  'not-applicable': { word: 'n/a', means: 'not applicable: the question cannot be asked of it' },
};

/** Which of two systems passes where their results differ. */
export const sides = ['first', 'second', 'neither'] as const;
export type Side = (typeof sides)[number];

/** The names of two systems, as readers meet them. */
export type Pair = readonly [first: string, second: string];

/** How the results of two systems differ; nothing where they are the same. */
export function sideOf(first: Result, second: Result): Side | undefined {
  if (first === second) return undefined;
  if (first === 'pass') return 'first';
  return second === 'pass' ? 'second' : 'neither';
}

/** What stands above the questions of a side. */
export function sideText(side: Side, [first, second]: Pair, count: number): string {
  if (side === 'neither') return `Neither passes, each in its own way: ${count}`;
  const [passes, other] = side === 'first' ? [first, second] : [second, first];
  return `${passes} passes, ${other} does not: ${count}`;
}

/** What was found, in a sentence: of all questions, those that came out differently. */
export function findingText([first, second]: Pair, differ: number, of: number): string {
  return `Of ${of} questions put to each RPC system, ${differ} come out differently for ${first} and ${second}`;
}

/** The same of ways from one object to another. */
export function betweenText(of: number, ways: number, differ: number): string {
  return `Of ${of} questions put to each of ${ways} ways to call from one Durable Object to another, ${differ} come out differently.`;
}

/** The same of systems that call windows and workers. */
export function windowsText(of: number, systems: number, differ: number): string {
  return `Of ${of} questions put to each of ${systems} ways to call from a page to its worker or frame, ${differ} come out differently.`;
}

/** How many questions of a group differ: `8 of 20 differ`. */
export function groupText(differ: number, of: number): string {
  if (differ === 0) return `none of ${of} differs`;
  if (differ === of) return of === 1 ? 'it differs' : `all ${of} differ`;
  return `${differ} of ${of} ${differ === 1 ? 'differs' : 'differ'}`;
}

/** Where the questions of a group stand that differ, and what the group’s own page has. */
export function elsewhereText(label: string, differ: number): string {
  const all = `${label} in full, with code`;
  if (differ === 0) return all;
  return `${all}, and with the ${differ} that ${differ === 1 ? 'differs' : 'differ'}`;
}

/**
 * The two systems that an address asks to compare: `?compare=capnweb,kkrpc`.
 *
 * @returns nothing where the address asks for none
 * @throws RangeError where it names anything but two different systems
 */
export function readPair(search: string, systems: readonly string[]): Pair | undefined {
  const asked = new URLSearchParams(search).get('compare');
  if (asked === null) return undefined;
  const [first = '', second = '', ...more] = asked.split(',');
  const known = [first, second].every((each) => systems.includes(each));
  if (known && first !== second && more.length === 0) return [first, second];
  throw new RangeError(`compare: got "${asked}", expected two of ${systems.join(', ')}`);
}
