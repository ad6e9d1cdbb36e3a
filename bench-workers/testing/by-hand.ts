/** Benches of a test’s own, and sockets and requests whose headers and bytes are exactly those that are given. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { it as base } from 'vitest';
import { type LocalBench, startBench } from '../../src/cli/shared/bench.ts';
import { openSocket } from '../../src/links/socket.ts';
import { systems } from '../../src/systems/index.ts';
import type { GateConfig } from '../gate/config.ts';
import type { Frame } from './messages.ts';

type Gate = { [Part in keyof GateConfig]?: unknown };
type Start = (gate?: Gate, vars?: Record<string, string>) => Promise<LocalBench>;

export const it = base.extend<{ start: Start }>({
  /** Starts a bench with such a gate; it is stopped with the test. */
  start: async ({}, use) => {
    const benches: LocalBench[] = [];
    await use(async (gate = {}, vars = {}) => {
      const bench = await startBench({
        ...{ root: process.cwd(), port: 0 },
        vars: { GATE: JSON.stringify(gate), ...vars },
      });
      benches.push(bench);
      return bench;
    });
    await Promise.all(benches.map((bench) => bench.stop()));
  },
});

/** The header by which a bench lets in who is no page. */
export const client = { 'Roundtrip-Client': 'test' };

/** A fresh object’s path. */
export const path = (arm = 'raw-websocket/in-memory') => `/bench/${arm}/${randomUUID()}`;

/** Address of an arm and a fresh object: `lumenize/in-memory`, or `between/workers-rpc`. */
export function addressOf(origin: string, arm: string, object: string = randomUUID()): string {
  const system = systems.find(({ id }) => arm.split('/').includes(id));
  return `${origin}/bench/${arm}/${object}${system?.addressSuffix ?? ''}`;
}

/** Status, headers and body of an answer, which is JSON. */
export async function ask(url: string, headers: Record<string, string> = {}, sent?: string) {
  const length = sent === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(sent)) };
  const options: RequestOptions = {
    method: sent === undefined ? 'GET' : 'POST',
    headers: { ...length, ...headers },
  };
  const asked = request(url, options);
  asked.end(sent);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const body = JSON.parse(await text(answer)) as Record<string, unknown>;
  return { status: answer.statusCode, headers: answer.headers, body };
}

const UPGRADE = {
  ...{ Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' },
  'Sec-WebSocket-Key': btoa('0123456789abcdef'),
};

/** The status that a handshake is answered with, and the socket that it opens with status 101. */
export function shakeHands(url: string, headers: Record<string, string>) {
  return new Promise<{ status: number | undefined; socket?: Duplex }>((resolve, reject) => {
    const asked = request(url, { headers: { ...UPGRADE, ...headers } });
    asked.on('error', reject);
    asked.on('response', (answer) => resolve({ status: answer.resume().statusCode }));
    asked.on('upgrade', ({ statusCode: status }, socket) => {
      socket.on('error', () => undefined);
      resolve({ status, socket });
    });
    asked.end();
  });
}

/**
 * An open WebSocket whose bytes are written, read and left unread by hand.
 *
 * @param headers of the handshake besides the usual ones
 */
export async function openByHand(address: string, headers: Record<string, string> = {}) {
  const { status, socket } = await shakeHands(address, { ...client, ...headers });
  if (socket !== undefined) return socket;
  throw new Error(`socket: got status ${status}, expected 101`);
}

/** Bytes of a masked frame of text. */
export function frameOf(payload: string): Buffer {
  const body = Buffer.from(payload);
  // FIN and the opcode of text, then the mask's bit with a length of 64 bits (RFC 6455, section 5.2).
  const header = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0, 0, 0]);
  header.writeBigUInt64BE(BigInt(body.length), 2);
  return Buffer.concat([header, Buffer.alloc(4), body]);
}

/**
 * Sends frames over one socket and listens until it is closed or `done` says that enough came.
 * The caller ends what does neither.
 */
export async function send(
  address: string,
  frames: Iterable<Frame>,
  done: (answers: readonly string[]) => boolean = () => false,
) {
  const socket = await openSocket(new WebSocket(address.replace(/^http/, 'ws')));
  const answers: string[] = [];
  const { promise, resolve } = Promise.withResolvers<
    { code: number; reason: string } | undefined
  >();
  socket.addEventListener('close', ({ code, reason }) => resolve({ code, reason }));
  socket.addEventListener('message', ({ data }) => {
    answers.push(String(data));
    if (!done(answers)) return;
    resolve(undefined);
    socket.close();
  });
  for (const frame of frames) socket.send(frame);
  /** How the socket was closed by the bench. */
  const closed = await promise;
  return { answers, closed };
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
  return bytesLeft(socket);
}

async function bytesLeft(socket: Duplex): Promise<number> {
  let bytes = 0;
  socket.on('data', (data: Buffer) => (bytes += data.length));
  await once(socket, 'close');
  return bytes;
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
  return () => bytesLeft(socket);
}

/** Status of the answer to a body that goes on for ever. */
export async function statusOfEndless(address: string): Promise<number | undefined> {
  const headers = { ...client, 'Content-Length': 1000 };
  const asked = request(address, { method: 'POST', headers });
  asked.on('error', () => undefined);
  asked.write('[1');
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  asked.destroy();
  return answer.statusCode;
}
