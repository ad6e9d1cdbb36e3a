/**
 * The same items, of which a run has those named unless it asks for others. A study names the operations that
 * its page leads with, so that a run measures what its answer says.
 */
export function usual<Item extends { id: string; optional?: true }>(
  items: readonly Item[],
  ids: readonly Item['id'][],
): Item[] {
  return items.map((item) => {
    const copy = { ...item };
    delete copy.optional;
    return ids.includes(item.id) ? copy : { ...copy, optional: true };
  });
}
