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

const DARK_PHONE = { colorScheme: 'dark', width: 390 } as const;

/**
 * How a page is looked at; at night at each width in both schemes. A page of each template is looked
 * at in light on a wide screen by a test of its own.
 */
export const looks = nightly
  ? ([
      DARK_PHONE,
      { colorScheme: 'dark', width: 1280 },
      { colorScheme: 'light', width: 390 },
      { colorScheme: 'light', width: 1280 },
    ] as const)
  : ([DARK_PHONE] as const);
