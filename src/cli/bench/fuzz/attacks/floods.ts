/** What takes the one thread of a local bench: very many messages that wait for no answer. */
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { Attack } from './attack.ts';
import { addressOf, frameOf, openByHand } from './sockets.ts';

/** Opcodes of RFC 6455, section 5.2. */
const [TEXT, PING] = [1, 9];
/** Frames in one write. */
const AT_ONCE = 512;

const raw = '{"id":1,"method":"getValue"}';
/** A call of each arm that answers it at once. */
const calls: Readonly<Record<string, readonly string[]>> = {
  'raw-websocket/in-memory': [raw],
  'raw-websocket/hibernating': [raw],
  'capnweb/in-memory': ['["push",["pipeline",0,["getValue"]]]'],
  'kkrpc/json': ['{"id":"1","method":"getValue","args":[],"type":"request","version":"json"}\n'],
  'trpc/in-memory': ['{"id":1,"method":"query","params":{"path":"getValue"}}'],
  'orpc/in-memory': ['{"i":"1","p":{"u":"/getValue"}}'],
  'lumenize/hibernating': ['{"type":"bench/lumenize","junk":1}'],
};

/**
 * Writes the same frames for some time, as fast as the socket takes them.
 *
 * @returns how many frames were written, and whether the bench ended the socket
 */
async function flood(socket: Socket, frames: Buffer, ms: number): Promise<string> {
  let [written, open, wake] = [0, true, () => undefined as unknown];
  socket.once('close', () => {
    open = false;
    wake();
  });
  socket.on('drain', () => wake());
  const until = performance.now() + ms;
  while (open && performance.now() < until) {
    written += AT_ONCE;
    const full = !socket.write(frames);
    await new Promise((resolve) => {
      wake = () => resolve(undefined);
      // A socket that nobody empties is looked at again in time.
      if (full) setTimeout(resolve, 20);
      else setImmediate(resolve);
    });
  }
  socket.destroy();
  return `${written} sent, ${open ? 'left open' : 'ended by the bench'}`;
}

const manyOf = (payload: string, opcode: number) =>
  Buffer.concat(Array.from({ length: AT_ONCE }, () => frameOf(payload, opcode)));

/** Floods one socket of an arm with one frame, of whatever kind; reads what comes, or does not. */
async function floodArm(
  origin: string,
  arm: string,
  payload: string,
  { ms, opcode = TEXT, reads = false }: { ms: number; opcode?: number; reads?: boolean },
): Promise<string> {
  const socket = await openByHand(addressOf(origin, arm));
  if (reads) socket.resume();
  return flood(socket, manyOf(payload, opcode), ms);
}

/** Sends requests behind each other without waiting for answers. */
async function pipeline(origin: string, path: string, ms: number): Promise<string> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.resume();
  const request = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nRoundtrip-Client: test\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]`;
  return flood(socket, Buffer.from(request.repeat(AT_ONCE)), ms);
}

/** Floods sockets of every arm at once. */
async function floodAll(origin: string, each: number, ms: number, reads: boolean): Promise<string> {
  const all = Object.entries(calls).flatMap(([arm, [call = '']]) =>
    Array.from({ length: each }, () => floodArm(origin, arm, call, { ms, reads })),
  );
  return (await Promise.all(all)).join('; ');
}

export const floods: readonly Attack[] = [
  {
    id: 'flood-unread',
    about: 'One socket calls getValue for 5 s as fast as it can and reads nothing.',
    run: (origin) => floodArm(origin, 'raw-websocket/in-memory', raw, { ms: 5000 }),
  },
  {
    id: 'flood-read',
    about: 'One socket calls getValue for 5 s as fast as it can and reads what comes.',
    run: (origin) => floodArm(origin, 'raw-websocket/in-memory', raw, { ms: 5000, reads: true }),
  },
  {
    id: 'flood-sockets',
    about: 'Four sockets of each arm call for 3 s as fast as they can and read nothing.',
    run: (origin) => floodAll(origin, 4, 3000, false),
  },
  {
    id: 'flood-sockets-read',
    about: 'Four sockets of each arm call for 3 s as fast as they can and read what comes.',
    run: (origin) => floodAll(origin, 4, 3000, true),
  },
  {
    id: 'flood-pings',
    about: 'Control frames of one socket, for 3 s as fast as it can.',
    run: (origin) =>
      floodArm(origin, 'raw-websocket/in-memory', '', { ms: 3000, opcode: PING, reads: true }),
  },
  {
    id: 'flood-ping-texts',
    about: 'The text that a hibernating socket answers by itself, for 3 s as fast as it can.',
    run: (origin) =>
      floodArm(origin, 'raw-websocket/hibernating', 'ping', { ms: 3000, reads: true }),
  },
  {
    id: 'flood-requests',
    about: 'Requests behind each other on 16 connections for 3 s.',
    async run(origin) {
      const path = `/bench/fetch-json/http/${randomUUID()}/getValue`;
      const all = Array.from({ length: 16 }, () => pipeline(origin, path, 3000));
      return (await Promise.all(all)).join('; ');
    },
  },
];
