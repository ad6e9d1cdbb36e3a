/** What stands in a list, and what is looked up for each of its items: both ends know it, so that answers can be checked. */

/** Items of a list. */
export const LISTED = 10;
/**
 * Largest id that a list may begin with. A list is thus no longer than the message that asks for it is
 * counted for (systems/capnweb/check.ts).
 */
export const LAST_LIST = 100_000;

/** @throws RangeError unless the list begins with a whole number from 0 to {@link LAST_LIST} */
export function idsFrom(first: number): number[] {
  if (!Number.isInteger(first) || first < 0 || first > LAST_LIST) {
    throw new RangeError(`ids: got ${String(first)}, expected an integer from 0 to ${LAST_LIST}`);
  }
  return Array.from({ length: LISTED }, (_, index) => first + index);
}

/** What is looked up for an id. */
export function nameOf(id: number): string {
  return `name ${id}`;
}
