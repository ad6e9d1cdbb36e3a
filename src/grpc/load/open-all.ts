import { Stalled } from '../../harness/plan/index.ts';
import { messageOf } from '../../harness/run/index.ts';
import type { Link } from './link.ts';

/** Connections opened at a time: servers keep few that they have not accepted yet. */
const AT_A_TIME = 10;

/**
 * Opens connections, and waits until all are there.
 *
 * @param count none where it is not above 0
 * @throws Error that says how many were opened; Stalled where one did not open in time
 */
export async function openAll(count: number, open: () => Link, address: string): Promise<Link[]> {
  const links: Link[] = [];
  let [ready, going] = [0, true];
  const openSome = async (): Promise<void> => {
    while (going && links.length < count) {
      const link = open();
      links.push(link);
      await link.ready();
      ready += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, openSome));
    return links;
  } catch (error) {
    going = false;
    for (const link of links) link.close();
    const how = `${address} took ${ready} of ${count} more connections: ${messageOf(error)}`;
    throw error instanceof Stalled ? new Stalled(how) : new Error(how);
  }
}
