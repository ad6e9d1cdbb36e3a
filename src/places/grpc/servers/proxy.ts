/** A proxy for HTTP/2 that sends each frame in two writes, as some servers do: its header, then its payload. */
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { createProxy, type Direction } from '../../processes/tcp-proxy.ts';

/** The bytes that a client sends before its first frame (RFC 9113, 3.4). */
export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/** Bytes of a frame’s header; the first three say how long its payload is (RFC 9113, 4.1). */
export const HEADER_BYTES = 9;

/**
 * One direction, each piece in a write of its own: the next begins once the last was taken, so that the
 * system never gets two of them in one.
 *
 * @param from whether it begins with a client’s preface
 */
export function inTwoWrites(to: Writable, from: 'client' | 'server'): Required<Direction> {
  let next = {
    bytes: from === 'client' ? PREFACE.length : HEADER_BYTES,
    header: from === 'server',
  };
  let rest: Buffer = Buffer.alloc(0);
  let written = Promise.resolve();
  const write = (piece: Buffer) => {
    // A side that takes nothing more is told to the other by its end.
    written = written.then(() => new Promise((resolve) => to.write(piece, () => resolve())));
  };
  return {
    pass(chunk) {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= next.bytes) {
        const piece = rest.subarray(0, next.bytes);
        rest = rest.subarray(next.bytes);
        write(piece);
        const payload = next.header ? piece.readUIntBE(0, 3) : 0;
        next =
          payload > 0 ? { bytes: payload, header: false } : { bytes: HEADER_BYTES, header: true };
      }
      return written;
    },
    finish(tell) {
      if (rest.length > 0) write(rest);
      rest = Buffer.alloc(0);
      void written.then(tell);
    },
  };
}

/** @returns a proxy to a server that does not listen yet */
export function proxyTo(to: { host: string; port: number }, noDelay: boolean): Server {
  const open = (client: Writable, server: Writable) => ({
    up: inTwoWrites(server, 'client'),
    down: inTwoWrites(client, 'server'),
  });
  return createProxy(to, open, noDelay);
}

/**
 * Serves with `--to 127.0.0.1:50051 --nodelay false`.
 *
 * @returns the port that it listens on
 */
export async function serve(host: string, args: readonly string[]): Promise<number> {
  const options = { to: { type: 'string' }, nodelay: { type: 'string' } } as const;
  const { to = '', nodelay = '' } = parseArgs({ args: [...args], options }).values;
  const [, server, port] = /^(.+):(\d+)$/.exec(to) ?? [];
  if (server === undefined) throw new RangeError(`--to: got "${to}", expected 127.0.0.1:50051`);
  if (nodelay !== 'true' && nodelay !== 'false') {
    throw new RangeError(`--nodelay: got "${nodelay}", expected true or false`);
  }
  const proxy = proxyTo({ host: server, port: Number(port) }, nodelay === 'true').listen(0, host);
  await once(proxy, 'listening');
  return (proxy.address() as AddressInfo).port;
}
