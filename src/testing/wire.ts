import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** The way from the pages to a bench, which a test can cut. */
export interface Wire {
  /** How many WebSockets are open through it; a browser keeps other connections for a while. */
  sockets(): number;
  /** Ends all connections, and every new one at once, until it is mended. */
  cut(): void;
  /** Passes nothing on any more and ends nothing, until it is mended. */
  hold(): void;
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
  const held = new Set<() => void>();
  const pairs = new Set<readonly [Socket, Socket]>();
  let [isCut, isHeld] = [false, false];
  const drop = () => clients.forEach((client) => client.resetAndDestroy());
  const server = createServer({ noDelay: true }, (client) => {
    if (isCut) return void client.resetAndDestroy();
    const upstream = connect({ host: 'localhost', port: target, noDelay: true });
    clients.add(client);
    const pair = [client, upstream] as const;
    const pass = () => client.pipe(upstream).pipe(client);
    pairs.add(pair);
    if (isHeld) held.add(pass);
    else pass();
    client.once('data', (head: Buffer) => {
      if (/^upgrade: websocket/im.test(head.toString('latin1'))) sockets.add(client);
    });
    // What failed is told by `close`.
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.on('close', () => {
      clients.delete(client);
      pairs.delete(pair);
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
    hold() {
      isHeld = true;
      for (const [client, upstream] of pairs) {
        client.unpipe(upstream);
        upstream.unpipe(client);
        held.add(() => client.pipe(upstream).pipe(client));
      }
    },
    mend() {
      [isCut, isHeld] = [false, false];
      held.forEach((pass) => pass());
      held.clear();
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
