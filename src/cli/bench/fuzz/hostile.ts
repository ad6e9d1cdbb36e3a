/** Visitors that mean harm: the contract of an attack, and sockets driven by the platform’s WebSocket or by hand. */
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { systems } from '../../../systems/index.ts';
import { openSocket } from '../../../places/bench/open-socket.ts';

/** Something hostile that is sent to a bench on this machine. */
export interface Attack {
  /** Its name on the command line: `capnweb-doubling`. */
  id: string;
  /** A sentence on what is sent. */
  about: string;
  /** Variables of the Worker that it is tried on, besides the local ones. */
  vars?: Readonly<Record<string, string>>;
  /** Arms that honest visitors use meanwhile, where not the usual ones. */
  visited?: readonly string[];
  /**
   * Sends it all, and waits until the bench has answered or closed what was opened, or the time is
   * over that the attack takes by its nature. It runs in a process of its own, which then ends.
   *
   * @returns how it ended, in a few words for the report: `closed 1008`
   */
  run(origin: string): Promise<string>;
}

/** A list of so many items. */
export const many = <Item>(length: number, item: (at: number) => Item): Item[] =>
  Array.from({ length }, (_, at) => item(at));

/** A message: text, or bytes now and then. */
export type Frame = string | Uint8Array<ArrayBuffer>;

export interface Answers {
  answers: string[];
  /** How the socket was closed. */
  closed: { code: number; reason: string } | undefined;
}

/** Address of an arm and a fresh object: `lumenize/in-memory`, or `probe/kkrpc/superjson`. */
export function addressOf(origin: string, arm: string, object: string = randomUUID()): string {
  const system = systems.find(({ id }) => arm.split('/').includes(id));
  return `${origin}/bench/${arm}/${object}${system?.addressSuffix ?? ''}`;
}

/**
 * Sends frames over one socket and listens until it is closed or `done` says that enough came.
 * The caller ends what does neither.
 */
export async function send(
  address: string,
  frames: Iterable<Frame>,
  done: (answers: readonly string[]) => boolean = () => false,
): Promise<Answers> {
  const socket = await openSocket(new WebSocket(address.replace(/^http/, 'ws')));
  const answers: string[] = [];
  return new Promise((resolve) => {
    socket.addEventListener('close', ({ code, reason }) =>
      resolve({ answers, closed: { code, reason } }),
    );
    socket.addEventListener('message', ({ data }) => {
      answers.push(String(data));
      if (!done(answers)) return;
      socket.close();
      resolve({ answers, closed: undefined });
    });
    for (const frame of frames) socket.send(frame);
  });
}

/** How a visit ended, for a report. */
export function endingOf({ answers, closed }: Answers): string {
  if (closed === undefined) return `answered with ${answers.length} messages`;
  return `closed ${closed.code} ${closed.reason}`.trim();
}

/** Bytes of a masked frame of a WebSocket. */
export function frameOf(payload: string | Buffer, opcode = 1, final = true): Buffer {
  const body = Buffer.from(payload);
  const first = (final ? 0x80 : 0) | opcode;
  const header =
    body.length < 126
      ? Buffer.from([first, 0x80 | body.length])
      : Buffer.from([first, 0xff, ...lengthOf64(body.length)]);
  return Buffer.concat([header, Buffer.alloc(4), body]);
}

function lengthOf64(length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(length));
  return bytes;
}

/** The request that opens a WebSocket. @param headers besides the usual ones */
export function handshakeOf(address: string, headers: Readonly<Record<string, string>> = {}) {
  const { host, pathname } = new URL(address);
  const all = {
    ...{ Host: host, 'Roundtrip-Client': 'test', Connection: 'Upgrade', Upgrade: 'websocket' },
    'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
    'Sec-WebSocket-Version': '13',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/**
 * An open WebSocket whose bytes are written, read and left unread by hand.
 *
 * @param headers of the handshake besides the usual ones
 * @throws Error with what came in the place of status 101
 */
export async function openByHand(
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(handshakeOf(address, headers));
  await new Promise<void>((resolve, reject) => {
    socket.once('data', (head: Buffer) => {
      socket.pause();
      if (head.toString().startsWith('HTTP/1.1 101')) resolve();
      else reject(new Error(`socket: got ${head.toString().slice(0, 80)}, expected 101`));
    });
    socket.once('close', () => reject(new Error('socket: it closed, expected 101')));
  });
  return socket;
}
