/** Several connections of one arm to one object, for closed loops whose callers are shared out among them. */
import type { Connection, Open } from '../plan/index.ts';

/**
 * Opens so many connections instead of one, and hands them over as one. All have its meter, so that frames are those of
 * all, and the loss of one is the loss of the whole.
 */
export function openSeveral<Operations>(open: Open<Operations>, connections = 1): Open<Operations> {
  if (connections === 1) return open;
  return async (opening) => {
    const opened: Array<Connection<Operations>> = [];
    const close = () => {
      for (const each of opened) each.close();
    };
    try {
      // One after the other, because browsers make a page wait that opens many sockets at once.
      while (opened.length < connections) opened.push(await open(opening));
    } catch (error) {
      close();
      throw error;
    }
    const [first, ...others] = opened as [Connection<Operations>, ...typeof opened];
    return { ...first, others: others.map(({ operations }) => operations), close };
  };
}
