/** Clients of a bench: those of the libraries, and sockets and requests that are written by hand. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { LocalBench } from '../../src/cli/shared/bench.ts';
import type { Arm } from '../../src/core/plan/index.ts';
import { noMeter } from '../../src/wire/links/link.ts';
import { openSocket } from '../../src/wire/links/socket.ts';
import { logSockets } from '../../src/wire/links/traffic.ts';
import type { Api, Client } from '../../src/wire/service/api.ts';
import { allCallArms } from '../../src/libraries/systems/arms.ts';
import { systems } from '../../src/libraries/systems/index.ts';
import type { Frame } from './messages.ts';

/** Connects an arm to an object, and watches what goes in and out over its socket, where it has one. */
export async function open(
  arm: Pick<Arm<Api>, 'load'>,
  origin: string,
  object: string = crypto.randomUUID(),
) {
  const { WebSocketClass, ...traffic } = logSockets(WebSocket);
  const opener = await arm.load();
  const to = { origin, object, WebSocketClass };
  const connection: Client = await opener({ ...to, meter: noMeter, deadlineMs: Infinity });
  const [socket] = traffic.sockets;
  return { connection, counter: connection.operations, socket, traffic };
}

/** Connects the first of all arms whose id begins so. */
export async function clientOf(origin: string, system: string, object?: string): Promise<Client> {
  const arm = allCallArms().find(({ id }) => `${id}/`.startsWith(`${system}/`));
  if (arm === undefined) throw new Error(`${system}: got no arm, expected one`);
  return (await open(arm, origin, object)).connection;
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

/** The header by which a bench lets in who is no page. */
export const client = { 'Roundtrip-Client': 'test' };

/** Address of an arm and a fresh object: `lumenize/in-memory`, or `between/workers-rpc`. */
export function addressOf(origin: string, arm: string, object: string = randomUUID()): string {
  const system = systems.find(({ id }) => arm.split('/').includes(id));
  return `${origin}/bench/${arm}/${object}${system?.addressSuffix ?? ''}`;
}

/** Status, headers and body of an answer, which is JSON. */
export async function ask(url: string, headers: Record<string, string> = {}, sent?: string) {
  const length = sent === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(sent)) };
  const method = sent === undefined ? 'GET' : 'POST';
  const asked = request(url, { method, headers: { ...length, ...headers } });
  asked.end(sent);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const body = JSON.parse(await text(answer)) as Record<string, unknown>;
  return { status: answer.statusCode, headers: answer.headers, body };
}

const UPGRADE = {
  ...{ Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' },
  'Sec-WebSocket-Key': btoa('0123456789abcdef'),
};

/**
 * The status that a handshake is answered with, and the socket that it opens with status 101.
 *
 * @param method of another request, with the given headers alone
 */
export function shakeHands(url: string, given: Record<string, string>, method?: string) {
  return new Promise<{ status: number | undefined; socket?: Duplex }>((resolve, reject) => {
    const asked = request(url, { method, headers: method ? given : { ...UPGRADE, ...given } });
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
