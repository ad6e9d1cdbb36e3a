/** A TCP proxy that fails on request, in a thread of its own: a client that is frozen or busy does not delay it. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** Everything that the proxy can do to the connections that are open. */
export const proxyFailures = [
  /** Drops what comes in: both ways, or one of them. */
  'stop',
  'stop-to-server',
  'stop-to-client',
  /** Ends both halves with a TCP reset. */
  'reset',
  /** Ends the connection as TCP does, without a Close frame: the client reports code 1006. */
  'end',
  /** Sends the client a Close frame with this code, then ends the connection. */
  'close-1001',
  'close-1012',
  'close-1013',
  /** Keeps every byte for {@link HOLD_MS}, then passes all of them on. */
  'hold',
] as const;
export type ProxyFailure = (typeof proxyFailures)[number];

/** Pause of `hold`, in ms. */
export const HOLD_MS = 5000;

export interface FailingProxyTask {
  target: { host: string; port: number };
}

/** Both halves of a connection that passes through. */
interface Pair {
  client: Socket;
  server: Socket;
}

/** A Close frame as a server sends it, without a mask: RFC 6455, section 5.5.1. */
function closeFrame(code: number): Buffer {
  const frame = Buffer.from([0x88, 2, 0, 0]);
  frame.writeUInt16BE(code, 2);
  return frame;
}

/** Reads on and drops everything, so that the sender notices nothing. Its end is dropped as well. */
function stop(from: Socket, to: Socket): void {
  from.unpipe(to);
  from.resume();
}

/**
 * Ends the client’s half, after a last frame if there is one. Messages of this bench are far smaller than what TCP
 * hands over at once, so that a piece ends where a frame ends, and the stream is at a boundary between two.
 */
function endClient({ client, server }: Pair, frame?: Buffer): void {
  stop(server, client);
  stop(client, server);
  server.destroy();
  if (frame === undefined) client.end();
  else client.end(frame);
}

function fail(pair: Pair, failure: ProxyFailure): void {
  const { client, server } = pair;
  switch (failure) {
    case 'reset':
      server.resetAndDestroy();
      client.resetAndDestroy();
      return;
    case 'end':
      return endClient(pair);
    case 'close-1001':
    case 'close-1012':
    case 'close-1013':
      return endClient(pair, closeFrame(Number(failure.slice('close-'.length))));
    case 'hold':
      for (const [from, to] of [
        [client, server],
        [server, client],
      ] as const) {
        from.unpipe(to);
        from.pause();
        setTimeout(() => from.pipe(to), HOLD_MS);
      }
      return;
    case 'stop':
    case 'stop-to-server':
    case 'stop-to-client':
      if (failure !== 'stop-to-client') stop(client, server);
      if (failure !== 'stop-to-server') stop(server, client);
  }
}

function serve({ target }: FailingProxyTask): void {
  const open = new Set<Pair>();
  const options = { noDelay: true, allowHalfOpen: true };
  const server = createServer(options, (client) => {
    const pair: Pair = { client, server: connect({ ...target, ...options }) };
    open.add(pair);
    for (const [from, to] of [
      [client, pair.server],
      [pair.server, client],
    ] as const) {
      from.pipe(to);
      // A bad end is told to the other half by `close`.
      from.on('error', () => undefined);
      from.on('close', (failed) => {
        // One that was failed says nothing to the other half any more.
        if (failed && open.has(pair)) to.resetAndDestroy();
        if (from.destroyed && to.destroyed) open.delete(pair);
      });
    }
  });
  parentPort?.on('message', (failure: ProxyFailure) => {
    const at = performance.timeOrigin + performance.now();
    for (const pair of open) fail(pair, failure);
    // Connections that are opened later pass, as after a change of network.
    open.clear();
    parentPort?.postMessage(at);
  });
  server.listen(0, 'localhost', () => {
    parentPort?.postMessage((server.address() as AddressInfo).port);
  });
}

if (parentPort !== null && workerData !== null) serve(workerData as FailingProxyTask);
