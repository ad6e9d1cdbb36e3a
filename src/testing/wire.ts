import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** The way from the pages to a bench, which a test can cut. */
export interface Wire {
  /** How many connections the pages have through it. */
  open(): number;
  /** Ends all connections, and every new one at once, until it is mended. */
  cut(): void;
  mend(): void;
  /** From now on leads to another bench; what is open stays with the one it has. */
  leadTo(port: number): void;
  stop(): Promise<void>;
}

/**
 * Passes on TCP connections as they are. A browser’s own switch for being offline leaves the sockets of
 * workers alone; this one does not.
 *
 * @param port where the pages look for a bench
 * @param target port of a bench
 */
export async function layWire(port: number, target: number): Promise<Wire> {
  const clients = new Set<Socket>();
  let isCut = false;
  const drop = () => clients.forEach((client) => client.resetAndDestroy());
  const server = createServer({ noDelay: true }, (client) => {
    if (isCut) return void client.resetAndDestroy();
    const upstream = connect({ host: 'localhost', port: target, noDelay: true });
    clients.add(client);
    client.pipe(upstream).pipe(client);
    // What failed is told by `close`.
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.on('close', () => {
      clients.delete(client);
      upstream.destroy();
    });
    upstream.on('close', () => client.destroy());
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');
  return {
    open: () => clients.size,
    cut() {
      isCut = true;
      drop();
    },
    mend() {
      isCut = false;
    },
    leadTo(other) {
      target = other;
    },
    async stop() {
      server.close();
      drop();
      await once(server, 'close');
    },
  };
}
