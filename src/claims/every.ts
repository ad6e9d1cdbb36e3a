import { show } from './arguments.ts';

/** A function of JSONata as it reaches one of ours. */
type Test = (item: unknown, index: number) => unknown;

/**
 * `$every(array, function)`: whether the function gives true for each item.
 *
 * @throws for an empty array, of which everything would be true, and for a function that gives
 *   anything but true or false
 */
export async function every(items: unknown, test: unknown): Promise<boolean> {
  if (typeof test !== 'function') {
    throw new Error(`got ${show(test)} for the second argument of $every, expected a function`);
  }
  const all: unknown[] = Array.isArray(items) ? items : items === undefined ? [] : [items];
  if (all.length === 0) throw new Error('got an empty list in $every, expected an item at least');
  for (const [index, item] of all.entries()) {
    const passed = await (test as Test)(item, index);
    if (typeof passed !== 'boolean') {
      throw new Error(`got ${show(passed)} for ${show(item)} in $every, expected true or false`);
    }
    if (!passed) return false;
  }
  return true;
}
