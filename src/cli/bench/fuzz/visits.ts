/** Hostile visits: each opens one connection, sends some frames and leaves, well or badly. */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { fuzz as fuzzBetween, fuzzedWays } from '../../../../bench-workers/between/fuzz.ts';
import { systems } from '../../../../bench-workers/registry.ts';
import { Draw, type Fuzz, type FuzzTarget } from '../../../../bench-workers/systems/draw.ts';
import type { Random } from '../../../harness/plan/index.ts';
import type { System } from '../../../sockets/system.ts';
import { type Frame, frame } from './frames.ts';

/** Something that can be visited: an arm of the registry, a system’s probe, or a way between objects. */
export interface Target extends FuzzTarget {
  /** `lumenize/in-memory`, or `probe/lumenize/hibernating`. */
  id: string;
  fuzz: Fuzz;
  /** What addresses end with behind the object’s id. */
  suffix: string;
}

/** Every arm, every system’s probe over requests and over its sockets, and every way between objects. */
export async function loadTargets(): Promise<Target[]> {
  const ofSystems = (await Promise.all(systems.map(targetsOf))).flat();
  return [
    ...ofSystems,
    ...fuzzedWays.map(({ name }): Target => {
      const id = `between/${name}`;
      return { id, fuzz: fuzzBetween, prefix: 'bench/between', suffix: '', overHttp: false };
    }),
  ];
}

async function targetsOf({ id, arms, addressSuffix: suffix, probed }: System): Promise<Target[]> {
  const { fuzz } = (await import(`../../../../bench-workers/systems/${id}/fuzz.ts`)) as {
    fuzz: Fuzz;
  };
  const ofArms = arms.map(({ name, accept }): Target => {
    const overHttp = accept === 'request';
    return { id: `${id}/${name}`, fuzz, prefix: `bench/${id}`, suffix, overHttp };
  });
  if (probed === undefined) return ofArms;
  const probe = { id: `probe/${id}/${probed}`, fuzz, prefix: `bench/probe/${id}`, suffix };
  const ofProbe = (fuzz.last === undefined ? [true] : [false, true]).map((overHttp) => ({
    ...probe,
    overHttp,
  }));
  return [...ofArms, ...ofProbe];
}

/** Longest that a visit may take, in ms: the bench’s own answers come within 25 s. */
const LONGEST_MS = 60_000;

/** What a visit left behind. */
export interface Visit {
  frames: number;
  /** How it ended: a close code, a status, or `left` for one that went without a word. */
  ending: string;
  answers: string[];
}

/** Makes one visit; resolves once the server has dealt with all of it. */
export function visit(
  origin: string,
  target: Target,
  random: Random,
  most: number,
): Promise<Visit> {
  const { fuzz, overHttp } = target;
  const draw = new Draw(random, fuzz.special);
  const count = Math.min(most, 1 + draw.below(overHttp ? 3 : 24));
  const frames = Array.from({ length: count }, () => frame(draw, fuzz, target));
  const address = `${origin}/bench/${target.id}/${randomUUID()}${target.suffix}`;
  if (overHttp) {
    const path = fuzz.path?.(draw) ?? '';
    return post(`${address}${path}`, frames, path.includes('?') && draw.chance() < 0.5);
  }
  return draw.chance() < 0.05 ? leave(address, frames, draw) : talk(address, target, frames);
}

/** On a connection of its own: what the bench closes under it must not be anybody else’s. */
function post(address: string, frames: readonly Frame[], isQuery: boolean): Promise<Visit> {
  const body = frames.every((each) => typeof each === 'string')
    ? frames.join('\n')
    : Buffer.concat(frames.map((each) => Buffer.from(each)));
  const [first = ''] = frames;
  // As much as an address has room for.
  const query = `&input=${encodeURIComponent(String(first).toWellFormed().slice(0, 2000))}`;
  const options = {
    agent: false,
    method: isQuery ? 'GET' : 'POST',
    signal: AbortSignal.timeout(LONGEST_MS),
  };
  return new Promise((resolve, reject) => {
    const end = (ending: string, answers: string[]) =>
      resolve({ frames: frames.length, ending, answers });
    const asked = request(new URL(isQuery ? `${address}${query}` : address), options, (answer) => {
      text(answer).then((body) => end(String(answer.statusCode), [body]), ended);
    });
    /** A refusal may come, and the connection be closed, before all was sent. */
    function ended(error: NodeJS.ErrnoException): void {
      if (error.code === 'EPIPE' || error.code === 'ECONNRESET') end('cut', []);
      else reject(new Error(`${address}: ${error.message}`, { cause: error }));
    }
    asked.on('error', ended);
    asked.end(isQuery ? undefined : body);
  });
}

function talk(address: string, target: Target, frames: readonly Frame[]): Promise<Visit> {
  const last = target.fuzz.last?.(target);
  if (last === undefined) {
    throw new Error(
      `${target.id}: got a socket to fuzz, expected requests: its fuzz.ts has no last`,
    );
  }
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address.replace(/^http/, 'ws'));
    socket.binaryType = 'arraybuffer';
    const answers: string[] = [];
    let opened = false;
    const timer = setTimeout(() => {
      reject(
        new Error(
          `${address}: no end within ${LONGEST_MS} ms of ${JSON.stringify(frames).slice(0, 2000)}`,
        ),
      );
      socket.close();
    }, LONGEST_MS);
    socket.addEventListener('open', () => {
      opened = true;
      for (const each of frames) socket.send(each);
      socket.send(last.frame);
    });
    socket.addEventListener('message', ({ data }) => {
      answers.push(String(data));
      if (String(data).includes(last.answer)) socket.close();
    });
    socket.addEventListener('error', () => undefined);
    socket.addEventListener('close', ({ code }) => {
      clearTimeout(timer);
      if (!opened) reject(new Error(`${address}: the socket did not open`));
      resolve({ frames: frames.length, ending: String(code), answers });
    });
  });
}

/** Writes a handshake and frames by hand, slowly or in halves, and is gone before an answer. */
function leave(address: string, frames: readonly Frame[], draw: Draw): Promise<Visit> {
  const { hostname, port, host, pathname } = new URL(address);
  const handshake =
    `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nRoundtrip-Client: test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n';
  const payload = Buffer.concat(frames.map((each) => Buffer.from(each))).subarray(0, 60_000);
  const length = [payload.length >> 8, payload.length & 0xff];
  const header = Buffer.from([
    draw.pick([0x81, 0x01, 0x82, 0x80, 0x89, 0xf1]),
    0xfe,
    ...length,
    0,
    0,
    0,
    0,
  ]);
  const whole = Buffer.concat([header, payload]);
  const half = whole.subarray(0, draw.below(whole.length));
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const answers: string[] = [];
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ frames: frames.length, ending: 'left', answers }));
    socket.write(
      draw.chance() < 0.2 ? handshake.slice(0, draw.below(handshake.length)) : handshake,
    );
    socket.on('data', (chunk) => answers.push(chunk.toString()));
    const slow =
      draw.chance() < 0.5 ? [...half.subarray(0, 20)].map((byte) => Buffer.from([byte])) : [half];
    const next = (): void => {
      const part = slow.shift();
      if (part === undefined) socket.destroy();
      else socket.write(part, () => setImmediate(next));
    };
    next();
  });
}
