/** Sockets and requests driven by hand, and what a test looks at beside them: a visitor that counts, memory. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { LocalBench } from '../../src/cli/shared/bench.ts';
import { allCallArms } from '../../src/systems/arms.ts';
import { benchChannel } from '../../src/links/link.ts';
import { openSocket } from '../../src/links/socket.ts';
import { systems } from '../../src/systems/index.ts';
import type { Frame } from './messages.ts';

/** A client of a system, over the first of its arms that begins so. */
export async function clientOf(origin: string, system: string, object: string = randomUUID()) {
  const arm = allCallArms().find(({ id }) => `${id}/`.startsWith(`${system}/`));
  if (arm === undefined) throw new Error(`${system}: got no arm, expected one`);
  const connectTo = await arm.load();
  return connectTo(benchChannel({ origin, object, WebSocketClass: WebSocket }));
}

/** Resident memory of workerd, in kB; nought where the system does not tell. */
export async function memoryOf(bench: LocalBench): Promise<number> {
  const status = await readFile(`/proc/${bench.pid()}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
}

/** A visitor of a plain WebSocket that counts for as long as something else goes on. */
export async function countBeside<Result>(
  origin: string,
  attack: () => Promise<Result>,
): Promise<{ result: Result; counted: number; held: number }> {
  const client = await clientOf(origin, 'raw-websocket/in-memory');
  const counter = client.operations;
  let ended = false;
  let counted = 0;
  const counting = (async () => {
    do {
      await counter.increment(1);
      counted += 1;
    } while (!ended);
  })();
  const result = await attack();
  ended = true;
  await counting;
  const held = await counter.getValue();
  client.close();
  return { result, counted, held };
}

interface Answers {
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

/** Bytes of a masked frame of text. */
export function frameOf(payload: string): Buffer {
  const body = Buffer.from(payload);
  // FIN and the opcode of text, then the mask's bit with a length of 64 bits (RFC 6455, section 5.2).
  const header = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0, 0, 0]);
  header.writeBigUInt64BE(BigInt(body.length), 2);
  return Buffer.concat([header, Buffer.alloc(4), body]);
}

/** The request that opens a WebSocket. */
function handshakeOf(address: string, headers: Readonly<Record<string, string>>) {
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

/** What comes next over a socket driven by hand. */
export async function dataOf(socket: Socket): Promise<Buffer> {
  const data = once(socket, 'data') as Promise<[Buffer]>;
  socket.resume();
  return (await data)[0];
}

/** Bytes that lie ready for a client which asked 650 times for a megabyte, once its object has ended. */
export async function bytesQueuedFor(address: string, calls: readonly string[]): Promise<number> {
  const witness = await openSocket(new WebSocket(address.replace(/^http/, 'ws')));
  const ended = once(witness, 'close');
  const socket = await openByHand(address);
  for (let id = 1; id <= 650; id += 1) {
    for (const call of calls) socket.write(frameOf(call.replace('["pull",1]', `["pull",${id}]`)));
  }
  await ended;
  const closed = once(socket, 'close');
  socket.resume();
  await closed;
  return socket.bytesRead;
}

/**
 * Asks three times over one connection and reads no answer: the system has room for one or two. What it gives back
 * reads on, and says how much came in all.
 */
export async function askUnread(address: string, body: string): Promise<() => Promise<number>> {
  const { host, hostname, port, pathname } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  for (const connection of ['keep-alive', 'keep-alive', 'close']) {
    const headers = `Host: ${host}\r\nRoundtrip-Client: test\r\nConnection: ${connection}\r\n`;
    const length = `Content-Length: ${Buffer.byteLength(body)}\r\n`;
    socket.write(`POST ${pathname} HTTP/1.1\r\n${headers}${length}\r\n${body}`);
  }
  await once(socket, 'readable');
  return async () => {
    await once(socket.resume(), 'close');
    return socket.bytesRead;
  };
}

/** Status of the answer to a body that goes on for ever. */
export async function statusOfEndless(address: string): Promise<number | undefined> {
  const headers = { 'Roundtrip-Client': 'test', 'Content-Length': 1000 };
  const asked = request(address, { method: 'POST', headers });
  asked.on('error', () => undefined);
  asked.write('[1');
  const [answer] = (await once(asked, 'response')) as [{ statusCode?: number }];
  asked.destroy();
  return answer.statusCode;
}
