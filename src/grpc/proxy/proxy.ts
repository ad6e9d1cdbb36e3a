/** A proxy for HTTP/2 that sends each frame in two writes, as some servers do: its header, then its payload. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { Pieces } from './pieces.ts';

/**
 * Forwards one direction, each piece in a write of its own: the next begins once the last was taken, so
 * that the system never gets two of them in one.
 */
export async function forward(from: Readable, to: Writable, pieces: Pieces): Promise<void> {
  const write = (piece: Buffer) =>
    new Promise<void>((resolve, reject) => {
      to.write(piece, (error) => (error ? reject(error) : resolve()));
    });
  for await (const chunk of from) {
    for (const piece of pieces.push(chunk as Buffer)) await write(piece);
  }
  if (pieces.rest.length > 0) await write(pieces.rest);
  to.end();
}

/**
 * Stands between clients and a server.
 *
 * @param to where the server listens
 * @param noDelay whether both of its sockets send what is written at once (TCP_NODELAY); else they wait
 *   with a small write until what they sent before is acknowledged (Nagle, RFC 896)
 * @returns it does not listen yet
 */
export function proxyTo(to: { host: string; port: number }, noDelay: boolean): Server {
  return createServer({ noDelay, allowHalfOpen: true }, (client) => {
    const server = connect({ ...to, noDelay, allowHalfOpen: true });
    const both = [client, server];
    // What one end hears of a loss, the other has to hear too.
    const reset = () => both.forEach((socket: Socket) => socket.resetAndDestroy());
    for (const socket of both) socket.on('error', reset);
    forward(client, server, new Pieces('client')).catch(reset);
    forward(server, client, new Pieces('server')).catch(reset);
  });
}
