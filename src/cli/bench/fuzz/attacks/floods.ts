/** Very many messages that wait for no answer: they take the one thread of a local bench. */
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { addressOf, type Attack, frameOf, many, openByHand } from '../hostile.ts';

/** Opcodes of RFC 6455, section 5.2. */
const [TEXT, PING] = [1, 9];
/** Frames in one write. */
const AT_ONCE = 512;

const raw = '{"id":1,"method":"getValue"}';
/** A call of each arm that answers it at once. */
const calls: Readonly<Record<string, string>> = {
  'raw-websocket/in-memory': raw,
  'raw-websocket/hibernating': raw,
  'capnweb/in-memory': '["push",["pipeline",0,["getValue"]]]',
  'kkrpc/json': '{"id":"1","method":"getValue","args":[],"type":"request","version":"json"}\n',
  'trpc/in-memory': '{"id":1,"method":"query","params":{"path":"getValue"}}',
  'orpc/in-memory': '{"i":"1","p":{"u":"/getValue"}}',
  'lumenize/hibernating': '{"type":"bench/lumenize","junk":1}',
};

/**
 * Writes the same frames for some time, as fast as the socket takes them.
 *
 * @returns how many frames were written, and whether the bench ended the socket
 */
async function flood(socket: Socket, frames: Buffer, seconds: number): Promise<string> {
  let [written, open, wake] = [0, true, () => undefined as unknown];
  socket.once('close', () => {
    open = false;
    wake();
  });
  socket.on('drain', () => wake());
  const until = performance.now() + seconds * 1000;
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
  Buffer.concat(many(AT_ONCE, () => frameOf(payload, opcode)));

interface Flooding {
  seconds: number;
  opcode?: number;
  /** Whether what comes is read. */
  reads?: boolean;
}

/** Floods one socket of an arm with one frame, of whatever kind. */
async function floodArm(
  origin: string,
  arm: string,
  payload: string,
  { seconds, opcode = TEXT, reads = false }: Flooding,
): Promise<string> {
  const socket = await openByHand(addressOf(origin, arm));
  if (reads) socket.resume();
  return flood(socket, manyOf(payload, opcode), seconds);
}

/** Sends requests behind each other without waiting for answers. */
async function pipeline(origin: string, path: string, seconds: number): Promise<string> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.resume();
  const request = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nRoundtrip-Client: test\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]`;
  return flood(socket, Buffer.from(request.repeat(AT_ONCE)), seconds);
}

const one = (id: string, about: string, arm: string, payload: string, how: Flooding): Attack => ({
  id: `flood-${id}`,
  about: `${about}, for ${how.seconds} s as fast as it can.`,
  run: (origin) => floodArm(origin, `raw-websocket/${arm}`, payload, how),
});
const fourOfEach = (id: string, about: string, reads: boolean): Attack => ({
  id: `flood-${id}`,
  about: `Four sockets of each arm call for 3 s as fast as they can and ${about}.`,
  async run(origin) {
    const all = Object.entries(calls).flatMap(([arm, call]) =>
      many(4, () => floodArm(origin, arm, call, { seconds: 3, reads })),
    );
    return (await Promise.all(all)).join('; ');
  },
});

export const floods: readonly Attack[] = [
  one('unread', 'One socket calls getValue and reads nothing', 'in-memory', raw, { seconds: 5 }),
  one('read', 'One socket calls getValue and reads what comes', 'in-memory', raw, {
    ...{ seconds: 5, reads: true },
  }),
  fourOfEach('sockets', 'read nothing', false),
  fourOfEach('sockets-read', 'read what comes', true),
  one('pings', 'Control frames of one socket', 'in-memory', '', {
    ...{ seconds: 3, opcode: PING, reads: true },
  }),
  one('ping-texts', 'The text that a hibernating socket answers by itself', 'hibernating', 'ping', {
    ...{ seconds: 3, reads: true },
  }),
  {
    id: 'flood-requests',
    about: 'Requests behind each other on 16 connections for 3 s.',
    async run(origin) {
      const path = `/bench/fetch-json/http/${randomUUID()}/getValue`;
      return (await Promise.all(many(16, () => pipeline(origin, path, 3)))).join('; ');
    },
  },
];
