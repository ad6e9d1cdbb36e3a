import { connect, createServer, type Server, type Socket } from 'node:net';

/** The way from one side of a proxied connection to the other. */
export interface Direction {
  /** Passes on what came, as it is, later or in pieces. No more is read until a promise is settled. */
  pass(chunk: Buffer): Promise<void> | undefined | void;
  /** Tells the other side that this one has ended or failed, after all that came before; at once where it is left out. */
  finish?(tell: () => void): void;
}

/**
 * A TCP proxy that does not listen yet: it passes bytes, ends and failures both ways.
 *
 * @param open is called for each connection
 */
export function createProxy(
  target: { host: string; port: number },
  open: (client: Socket, upstream: Socket) => { up: Direction; down: Direction },
): Server {
  // Each half of a connection ends by itself: an answer may still be under way.
  const options = { noDelay: true, allowHalfOpen: true };
  return createServer(options, (client) => {
    const upstream = connect({ ...target, ...options });
    const { up, down } = open(client, upstream);
    forward(client, upstream, up);
    forward(upstream, client, down);
  });
}

function forward(from: Socket, to: Socket, direction: Direction): void {
  const finish = (tell: () => void) =>
    direction.finish === undefined ? tell() : direction.finish(tell);
  from.on('data', (chunk: Buffer) => {
    const passed = direction.pass(chunk);
    if (passed === undefined) return;
    from.pause();
    void passed.finally(() => from.resume());
  });
  from.on('end', () => finish(() => to.end()));
  // What failed is told by `close`.
  from.on('error', () => undefined);
  from.on('close', (failed) => {
    if (failed) finish(() => to.resetAndDestroy());
  });
}
