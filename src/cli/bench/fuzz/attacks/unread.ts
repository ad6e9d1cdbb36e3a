/** What takes memory: frames that do not end, that inflate, and answers that nobody reads. */
import { deflateRawSync } from 'node:zlib';
import type { Socket } from 'node:net';
import type { Attack } from './attack.ts';
import { addressOf, frameOf, openByHand } from './sockets.ts';

const MEGABYTE = 1_000_000;
/** Opcodes of RFC 6455, section 5.2. */
const [CONTINUATION, TEXT, BINARY] = [0, 1, 2];
/** How long what is not finished is held, in ms. */
const HELD_MS = 20_000;
const ARMS = ['raw-websocket/in-memory', 'raw-websocket/hibernating', 'lumenize/in-memory'];

const armAt = (at: number) => ARMS[at % ARMS.length] ?? '';

/** Resolves once so much is over, or every socket is closed. */
async function held(sockets: readonly Socket[], ms: number): Promise<string> {
  const closed = sockets.map(
    (socket) => new Promise((resolve) => socket.once('close', resolve).resume()),
  );
  await Promise.race([Promise.all(closed), new Promise((resolve) => setTimeout(resolve, ms))]);
  const ended = sockets.filter((socket) => socket.closed).length;
  for (const socket of sockets) socket.destroy();
  return `${ended} of ${sockets.length} ended by the bench`;
}

async function write(socket: Socket, bytes: Buffer): Promise<void> {
  if (socket.destroyed || socket.write(bytes)) return;
  await new Promise<void>((resolve) => {
    socket.once('drain', resolve);
    socket.once('close', resolve);
  });
}

/** Sockets of all kinds, opened one after the other. */
async function open(origin: string, count: number, headers?: Readonly<Record<string, string>>) {
  const sockets: Socket[] = [];
  for (let at = 0; at < count; at += 1) {
    sockets.push(await openByHand(addressOf(origin, armAt(at)), headers));
  }
  return sockets;
}

export const unread: readonly Attack[] = [
  {
    id: 'half-fragments',
    about: 'Thirty sockets send 30 MB each in fragments, and never the last.',
    async run(origin) {
      const sockets = await open(origin, 30);
      const fragment = Buffer.alloc(MEGABYTE, 'x');
      for (let at = 0; at < 30; at += 1) {
        const frame = frameOf(fragment, at === 0 ? BINARY : CONTINUATION, false);
        await Promise.all(sockets.map((socket) => write(socket, frame)));
      }
      return held(sockets, HELD_MS);
    },
  },
  {
    id: 'half-frame',
    about: 'Thirty sockets send a frame of 30 MB each without its last byte.',
    async run(origin) {
      const sockets = await open(origin, 30);
      const frame = frameOf(Buffer.alloc(30 * MEGABYTE, 'x'), BINARY);
      await Promise.all(sockets.map((socket) => write(socket, frame.subarray(0, -1))));
      return held(sockets, HELD_MS);
    },
  },
  {
    id: 'inflated',
    about: 'Forty sockets send 31 kB that inflate to 31 MB each.',
    async run(origin) {
      const headers = { 'Sec-WebSocket-Extensions': 'permessage-deflate' };
      const sockets = await open(origin, 40, headers);
      const packed = deflateRawSync(Buffer.alloc(31 * MEGABYTE, 'x'));
      const frame = frameOf(packed, TEXT);
      frame[0] = (frame[0] ?? 0) | 0x40;
      await Promise.all(sockets.map((socket) => write(socket, frame)));
      return held(sockets, HELD_MS);
    },
  },
];
