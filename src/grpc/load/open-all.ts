import { Stalled } from '../../harness/plan/index.ts';
import { messageOf } from '../../harness/run/index.ts';
import type { Client } from '../clients/client.ts';

/** Connections opened at a time: servers keep few that they have not accepted yet. */
const AT_A_TIME = 10;

/**
 * Opens connections, and waits until all are there.
 *
 * @param count none where it is not above 0
 * @throws Error that says how many were opened; Stalled where one did not open in time
 */
export async function openAll(
  count: number,
  dial: () => Client,
  address: string,
): Promise<Client[]> {
  const dialled: Client[] = [];
  let open = 0;
  const openSome = async (): Promise<void> => {
    while (dialled.length < count) {
      const client = dial();
      dialled.push(client);
      await client.ready();
      open += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, openSome));
    return dialled;
  } catch (error) {
    for (const client of dialled) client.close();
    const how = `${address} took ${open} of ${count} more connections: ${messageOf(error)}`;
    throw error instanceof Stalled ? new Stalled(how) : new Error(how);
  }
}
