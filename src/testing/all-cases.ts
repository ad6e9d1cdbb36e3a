/** Cases and repetitions that the suite leaves out unless `ALL_CASES=1 npm test` asks for them. */

export const allCases = process.env['ALL_CASES'] === '1';

/** The first item of each kind. */
export function firstOfEach<Item>(items: readonly Item[], kindOf: (item: Item) => unknown): Item[] {
  const kinds = items.map(kindOf);
  return items.filter((_, at) => kinds.indexOf(kinds[at]) === at);
}

/** The first item of each kind; all items where all cases are asked for. */
export const oneOfEach: typeof firstOfEach = (items, kindOf) =>
  allCases ? [...items] : firstOfEach(items, kindOf);

const DARK_PHONE = { colorScheme: 'dark', width: 390 } as const;

/**
 * Widths and schemes at which a page is looked at: all of them where all cases are asked for. A page of
 * each template is looked at in light on a wide screen by a test of its own.
 */
export const looks = allCases
  ? ([
      DARK_PHONE,
      { colorScheme: 'dark', width: 1280 },
      { colorScheme: 'light', width: 390 },
      { colorScheme: 'light', width: 1280 },
    ] as const)
  : ([DARK_PHONE] as const);
