/** Which entries, or studies, a reader asked to see, as an address holds it: `?system=kkrpc&setting=workerd`. */

/** What can be asked for. */
export const filterFields = ['system', 'setting'] as const;
export type FilterField = (typeof filterFields)[number];

/** What is asked for, by field; an empty text where anything will do. */
export type Filter = Readonly<Record<FilterField, string>>;

/** What an item has, or what can be chosen, by field. */
export type Filtered = Readonly<Record<FilterField, readonly string[]>>;

/**
 * What an address asks for.
 *
 * @param search the address from its `?` on
 * @throws RangeError naming the field, the value got and the choices there are
 */
export function readFilter(search: string, choices: Filtered): Filter {
  const query = new URLSearchParams(search);
  const read = (field: FilterField): string => {
    const value = query.get(field) ?? '';
    if (value === '' || choices[field].includes(value)) return value;
    const known = choices[field].join(', ');
    throw new RangeError(`${field}: got "${value}", expected one of ${known}. All are shown.`);
  };
  return { system: read('system'), setting: read('setting') };
}

/** The same address with a filter in it: what else it holds stays. */
export function writeFilter(search: string, filter: Filter): string {
  const query = new URLSearchParams(search);
  for (const field of filterFields) {
    if (filter[field] === '') query.delete(field);
    else query.set(field, filter[field]);
  }
  return query.size > 0 ? `?${query}` : '';
}

/** Whether an item has everything that is asked for. */
export function passes(item: Filtered, filter: Filter): boolean {
  return filterFields.every((field) => filter[field] === '' || item[field].includes(filter[field]));
}

/** How many are shown: `All 15 entries`, `3 of 15 entries`. */
export function shownText(shown: number, all: number, plural: string): string {
  return shown === all ? `All ${all} ${plural}` : `${shown} of ${all} ${plural}`;
}
