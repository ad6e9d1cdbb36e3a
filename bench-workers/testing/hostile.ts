/** What no client sends: sockets driven by hand, and a visitor beside them that counts. */
import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { openSocket } from '../../src/sockets/open-socket.ts';
import { allCounterArms } from '../clients.ts';
import { systems } from '../registry.ts';
import { benchChannel } from '../../src/sockets/bench.ts';

export interface Heard {
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
 * Sends frames over one socket and listens until it is closed or `done` says that enough was heard.
 * The caller's test ends what does neither.
 */
export async function send(
  address: string,
  frames: Iterable<string>,
  done: (answers: readonly string[]) => boolean = () => false,
): Promise<Heard> {
  const socket = await openSocket(new WebSocket(address.replace(/^http/, 'ws')));
  const answers: string[] = [];
  return new Promise((resolve) => {
    socket.addEventListener('close', ({ code, reason }) =>
      resolve({ answers, closed: { code, reason } }),
    );
    socket.addEventListener('message', ({ data }) => {
      answers.push(data as string);
      if (!done(answers)) return;
      socket.close();
      resolve({ answers, closed: undefined });
    });
    for (const frame of frames) socket.send(frame);
  });
}

/** A visitor of a raw WebSocket that counts for as long as something else goes on. */
export async function countBeside<Result>(
  origin: string,
  attack: () => Promise<Result>,
): Promise<{ result: Result; counted: number; held: number }> {
  const arm = allCounterArms().find(({ id }) => id === 'raw-websocket/in-memory');
  if (arm === undefined) throw new Error('arms: got none for the baseline, expected one');
  const client = await (
    await arm.load()
  )(benchChannel({ origin, object: randomUUID(), WebSocketClass: WebSocket }));
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

/** Text of a masked frame of a WebSocket, whole or unfinished. */
export function frameOf(text: string, opcode = 1): Buffer {
  const payload = Buffer.from(text);
  const header =
    payload.length < 126
      ? Buffer.from([0x80 | opcode, 0x80 | payload.length])
      : Buffer.from([0x80 | opcode, 0xff, ...lengthOf64(payload.length)]);
  return Buffer.concat([header, Buffer.alloc(4), payload]);
}

function lengthOf64(length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(length));
  return bytes;
}

/** An open WebSocket whose bytes are written, read and left unread by hand. */
export async function openByHand(address: string): Promise<Socket> {
  const { hostname, port, host, pathname } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const key = Buffer.alloc(16).toString('base64');
  socket.write(
    `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nRoundtrip-Client: test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  );
  await new Promise<void>((resolve, reject) => {
    socket.once('data', (head: Buffer) => {
      socket.pause();
      if (head.toString().startsWith('HTTP/1.1 101')) resolve();
      else reject(new Error(`socket: got ${head.toString().slice(0, 80)}, expected 101`));
    });
  });
  return socket;
}
