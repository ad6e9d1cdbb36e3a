/** Frames that do not end, frames that inflate, and answers that nobody reads: they take memory. */
import { randomUUID } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { Socket } from 'node:net';
import { addressOf, type Attack, endingOf, frameOf, many, openByHand, send } from '../hostile.ts';
import { stepsOf } from '../values.ts';

const MEGABYTE = 1_000_000;
/** Opcodes of RFC 6455, section 5.2. */
const [CONTINUATION, TEXT, BINARY] = [0, 1, 2];
/** How long what is not finished is held, in ms. */
const HELD_MS = 20_000;
const ARMS = ['raw-websocket/in-memory', 'raw-websocket/hibernating', 'lumenize/in-memory'];

const LUMENIZE_PROBE = 'probe/lumenize/hibernating';
const LISTENED = encodeURIComponent('{"json":["name"]}');
const TRPC_PROBE = 'probe/trpc/superjson';

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

/** A call of Lumenize’s probe. */
function lumenizeCall(method: string, ...args: unknown[]): string {
  const batch = [{ id: 'x', operations: stepsOf(method, args) }];
  const json = { type: 'bench/probe/lumenize', batch };
  return JSON.stringify({ json, meta: {} });
}

/** Sockets opened one after the other, of all kinds unless an address is given. */
async function open(
  origin: string,
  count: number,
  headers?: Readonly<Record<string, string>>,
  address?: string,
) {
  const sockets: Socket[] = [];
  for (let at = 0; at < count; at += 1) {
    const arm = ARMS[at % ARMS.length] ?? '';
    sockets.push(await openByHand(address ?? addressOf(origin, arm), headers));
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
  announced(8, 1_900_000),
  announced(2000, 38_000),
  {
    id: 'subscriptions',
    about: 'Three hundred frames of 1,000 subscriptions to one name.',
    async run(origin) {
      const frames = many(300, (frame) =>
        JSON.stringify(
          many(1000, (at) => ({
            id: frame * 1000 + at,
            method: 'subscription',
            params: { path: 'listen', input: { json: ['name'] } },
          })),
        ),
      );
      const socket = await openByHand(addressOf(origin, TRPC_PROBE));
      for (const frame of frames) await write(socket, frameOf(frame));
      return held([socket], 3000);
    },
  },
  {
    id: 'subscriptions-http',
    about: 'Three hundred streams of events of one object, over HTTP.',
    async run(origin) {
      const address = addressOf(origin, TRPC_PROBE);
      const end = new AbortController();
      const headers = { 'Roundtrip-Client': 'test', Accept: 'text/event-stream' };
      const asked = many(300, () =>
        fetch(`${address}/listen?input=${LISTENED}`, { headers, signal: end.signal }).then(
          ({ status }) => status,
        ),
      );
      const statuses = await Promise.all(asked);
      end.abort();
      return [...new Set(statuses)].join(', ');
    },
  },
];

/** Something large that is announced very often to sockets that do not read. */
function announced(times: number, bytes: number): Attack {
  return {
    id: `announced-${times}`,
    about: `${bytes / 1000} kB announced ${times} times to 100 sockets that do not read.`,
    async run(origin) {
      const object = randomUUID();
      const address = addressOf(origin, LUMENIZE_PROBE, object);
      // Of one client, which anybody can send to by its name.
      const headers = { 'Sec-WebSocket-Protocol': 'lumenize.rpc, lumenize.rpc.clientId.silent' };
      const sockets = await open(origin, 100, headers, address);
      const call = lumenizeCall('announce', 'silent', 'x'.repeat(bytes));
      const done = (answers: readonly string[]) => answers.length === times;
      const calls = many(times, () => call);
      const ending = endingOf(await send(address, calls, done));
      const ended = sockets.filter((socket) => socket.destroyed).length;
      for (const socket of sockets) socket.destroy();
      return `${ending}; ${ended} of ${sockets.length} ended`;
    },
  };
}
