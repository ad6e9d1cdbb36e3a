/** Benches of tests and their clients: those of the libraries, and sockets and requests that are written by hand. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, expect } from 'vitest';
import { type LocalBench, type LocalBenchOptions, startBench } from '../../src/cli/shared/bench.ts';
import { callingWith } from '../../src/cli/shared/identify.ts';
import { linkTo, noMeter, openSocket } from '../../src/wire/links/link.ts';
import { logSockets } from '../../src/wire/links/traffic.ts';
import { open as openBatches } from '../../src/wire/objects/client.ts';
import type { Client } from '../../src/wire/service/api.ts';
import { allCallArms } from '../../src/libraries/systems/arms.ts';
import { systems } from '../../src/libraries/systems/index.ts';
import type { Frame } from './messages.ts';

type Headers = Readonly<Record<string, string>>;

/** The header by which a bench admits a program. */
export const client = { 'Roundtrip-Client': 'test' };

/** Headers of a visitor at an address, for a bench that believes the platform’s header. */
export const from = (address: string) => ({ ...client, 'CF-Connecting-IP': address });

/**
 * Starts benches for the tests of a file, and stops them afterwards. None may have written to its log: an
 * error that nobody caught, or anything that a visitor sent.
 *
 * @returns starts one with such a gate and such variables
 */
export function useBenches() {
  const started: LocalBench[] = [];
  let log = '';
  afterAll(async () => {
    await Promise.all(started.map((bench) => bench.stop()));
    expect(log).toBe('');
  });
  return async (gate: object = {}, vars: Headers = {}, more: Partial<LocalBenchOptions> = {}) => {
    const bench = await startBench({
      root: process.cwd(),
      port: 0,
      vars: { GATE: JSON.stringify(gate), ...vars },
      onSaid: (said) => (log += said),
      ...more,
    });
    started.push(bench);
    return bench;
  };
}

/**
 * Connects a library’s client to an object.
 *
 * @param id of an arm, or of a system whose first arm is meant
 * @param headers of its requests and its socket, in addition to the usual ones
 */
export async function open(
  origin: string,
  id: string,
  object: string = randomUUID(),
  headers: Headers = {},
) {
  const arm = allCallArms().find((each) => `${each.id}/`.startsWith(`${id}/`));
  if (arm === undefined) throw new RangeError(`${id}: got no arm, expected one`);
  const { WebSocketClass: Base, fetch } = callingWith(headers);
  const { WebSocketClass, sockets } = logSockets(Base);
  const openArm = await arm.load();
  const ends = { origin, object, WebSocketClass, fetch };
  const connection: Client = await openArm({ ...ends, meter: noMeter, deadlineMs: Infinity });
  return { connection, counter: connection.operations, socket: sockets[0] };
}

/** Connects to an object that calls others in a way. */
export async function openBetween(
  origin: string,
  way: string,
  object: string = randomUUID(),
  headers: Headers = {},
) {
  const { WebSocketClass: Base } = callingWith(headers);
  const { WebSocketClass, sockets } = logSockets(Base);
  const link = linkTo({ system: 'between', arm: way }, { origin, object, WebSocketClass });
  const opened = await openBatches(link);
  return { ...opened.operations, close: () => opened.close(), socket: sockets[0] as WebSocket };
}

/** Opens a socket to an address without a library. */
export function openPlain(address: string, headers: Headers = {}): Promise<WebSocket> {
  const { WebSocketClass } = callingWith(headers);
  return openSocket(new WebSocketClass(address.replace(/^http/, 'ws')));
}

/** Resident memory of workerd, in kB; 0 if the system does not tell. */
export async function memoryOf(bench: LocalBench): Promise<number> {
  const status = await readFile(`/proc/${bench.pid()}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
}

/** Has a visitor count over a plain WebSocket during an attack, and expects an exact count of so many calls at least. */
export async function countBeside<Result>(
  origin: string,
  attack: () => Promise<Result>,
  least = 1,
): Promise<Result> {
  const { connection, counter } = await open(origin, 'raw-websocket/in-memory');
  let hasEnded = false;
  let counted = 0;
  const counting = (async () => {
    do {
      await counter.increment(1);
      counted += 1;
    } while (!hasEnded);
  })();
  const result = await attack();
  hasEnded = true;
  await counting;
  expect(await counter.getValue()).toBe(counted);
  expect(counted).toBeGreaterThanOrEqual(least);
  connection.close();
  return result;
}

/** Address of an arm and a fresh object: `lumenize/in-memory`, or `between/workers-rpc`. */
export function addressOf(origin: string, arm: string, object: string = randomUUID()): string {
  const system = systems.find(({ id }) => arm.split('/').includes(id));
  return `${origin}/bench/${arm}/${object}${system?.addressSuffix ?? ''}`;
}

/** An answer to a request, whose body may be JSON, and the socket that status 101 opens. */
interface Answered {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  socket?: Duplex;
}

/** Sends a request that a browser may not send: a POST if it has a body, else a GET. */
export function ask(
  url: string,
  headers: Headers = {},
  sent?: string,
  method = sent === undefined ? 'GET' : 'POST',
): Promise<Answered> {
  const length = sent === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(sent)) };
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  const asked = request(url, { method, headers: { ...length, ...headers } });
  asked.on('error', reject);
  asked.on('upgrade', ({ statusCode: status, headers }, socket) => {
    socket.on('error', () => undefined);
    resolve({ status, headers, body: {}, socket });
  });
  asked.on('response', (answer) => {
    const { statusCode: status, headers } = answer;
    const isJson = headers['content-type'] === 'application/json';
    const answered = async (): Promise<Answered> => {
      const body = await text(answer);
      return { status, headers, body: isJson ? (JSON.parse(body) as Answered['body']) : {} };
    };
    answered().then(resolve, reject);
  });
  asked.end(sent);
  return promise;
}

/** Headers of a handshake. */
export const upgrade = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': btoa('0123456789abcdef'),
};

/** The status of the answer to a handshake. A socket that it opens is cut at once. */
export async function knock(url: string, headers: Headers = client): Promise<number | undefined> {
  const { status, socket } = await ask(url, { ...upgrade, ...headers });
  socket?.destroy();
  return status;
}

/** Opens a WebSocket whose bytes are written, read and left unread by hand. */
export async function openByHand(address: string, headers: Headers = {}): Promise<Duplex> {
  const { status, socket } = await ask(address, { ...upgrade, ...client, ...headers });
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

/** Connects to a bench for requests that are written by hand. */
export function connectByHand(address: string): Socket {
  const { port, hostname } = new URL(address);
  return connect(Number(port), hostname).on('error', () => undefined);
}

/**
 * Text of a request: a POST with its body, else a GET.
 *
 * @param length that it states of its body
 * @param connection whether others follow over its connection
 */
export function requestOf(
  address: string,
  body?: string,
  length = body?.length,
  connection: 'close' | 'keep-alive' = 'close',
): string {
  const { host, pathname, search } = new URL(address);
  const lines = [
    `${body === undefined ? 'GET' : 'POST'} ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    'Roundtrip-Client: test',
    `Connection: ${connection}`,
  ];
  if (length !== undefined) lines.push(`Content-Length: ${length}`);
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/**
 * Sends frames over one socket, and listens until the bench closes it or `done` says that enough came.
 * The caller ends a socket that does neither.
 */
export async function send(
  address: string,
  frames: Iterable<Frame>,
  done: (answers: readonly string[]) => boolean = () => false,
) {
  const socket = await openPlain(address);
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
  /** How the bench closed the socket. */
  const closed = await promise;
  return { answers, closed };
}
