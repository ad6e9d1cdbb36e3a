import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/**
 * Has a server listen on any free port.
 *
 * @returns the port
 */
export async function listen(server: Server, host: string): Promise<number> {
  server.listen({ host, port: 0 });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
