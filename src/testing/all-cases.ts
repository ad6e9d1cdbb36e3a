/** Cases and repetitions that the suite leaves out unless `ALL_CASES=1 npm test` asks for them. */

export const allCases = process.env['ALL_CASES'] === '1';

/** The cases of the longest tests that every run of the suite tries. */
export const usual = {
  /** Libraries and subjects of `npm run bench -- crowds`. */
  crowds: { systems: ['raw-websocket'], subjects: ['idle', 'crowd'] },
  /** Libraries of `npm run bench -- failures`. */
  failures: { systems: ['trpc'] },
} as const;

/** The first item of each kind. */
export function firstOfEach<Item>(items: readonly Item[], kindOf: (item: Item) => unknown): Item[] {
  const kinds = items.map(kindOf);
  return items.filter((_, at) => kinds.indexOf(kinds[at]) === at);
}

/** The first item of each kind; all items where all cases are asked for. */
export const oneOfEach: typeof firstOfEach = (items, kindOf) =>
  allCases ? [...items] : firstOfEach(items, kindOf);
