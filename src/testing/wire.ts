import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** The way from the pages to a bench, which a test can cut. */
export interface Wire {
  /** How many WebSockets are open through it; a browser keeps other connections for a while. */
  sockets(): number;
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
  const sockets = new Set<Socket>();
  let isCut = false;
  const drop = () => clients.forEach((client) => client.resetAndDestroy());
  const server = createServer({ noDelay: true }, (client) => {
    if (isCut) return void client.resetAndDestroy();
    const upstream = connect({ host: 'localhost', port: target, noDelay: true });
    clients.add(client);
    client.pipe(upstream).pipe(client);
    client.once('data', (head: Buffer) => {
      if (/^upgrade: websocket/im.test(head.toString('latin1'))) sockets.add(client);
    });
    // What failed is told by `close`.
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.on('close', () => {
      clients.delete(client);
      sockets.delete(client);
      upstream.destroy();
    });
    upstream.on('close', () => client.destroy());
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');
  return {
    sockets: () => sockets.size,
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
