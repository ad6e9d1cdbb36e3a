/** What the suite leaves to the night: cases of a kind that it tries once, and repetitions. */
import { NIGHTLY } from '../cli/test/parts.ts';

/** Whether every case is asked for, as `npm run bench -- nightly` does. */
export const nightly = process.env[NIGHTLY] === '1';

/** The first item of each kind. */
export function firstOfEach<Item>(items: readonly Item[], kindOf: (item: Item) => unknown): Item[] {
  const kinds = items.map(kindOf);
  return items.filter((_, at) => kinds.indexOf(kinds[at]) === at);
}

/** The first item of each kind; at night all of them. */
export const oneOfEach: typeof firstOfEach = (items, kindOf) =>
  nightly ? [...items] : firstOfEach(items, kindOf);

/** How a page is looked at: in each scheme and at each width; at night at each width in both. */
export const looks = oneOfEach(
  [
    { colorScheme: 'light', width: 1280, pair: 1 },
    { colorScheme: 'dark', width: 390, pair: 2 },
    { colorScheme: 'light', width: 390, pair: 1 },
    { colorScheme: 'dark', width: 1280, pair: 2 },
  ] as const,
  ({ pair }) => pair,
);
