/** Hostile visits: each opens one connection, sends some frames and leaves, well or badly. */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { ways } from '../../../places/objects/list.ts';
import { limits } from '../../../../bench-workers/limits.ts';
import { streamArms } from '../../../places/streams/list.ts';
import { runsHere, systems } from '../../../systems/index.ts';
import { messageOf } from '../../../bench-client/failure.ts';
import { seeded } from '../../../harness/plan/index.ts';
import type { System } from '../../../places/bench/system.ts';
import { inTime } from '../figures.ts';
import { between, type Envelope, envelopes, rawStreams, type Spoken } from './envelopes.ts';
import { type Frame, handshakeOf, send } from './hostile.ts';
import { bend, withClasses } from './values.ts';

/** Something that can be visited: an arm of the registry, a system’s probe, or a way between objects. */
interface Target extends Spoken {
  envelope: Envelope;
  /** The end of addresses, behind the object’s id. */
  suffix: string;
}

/** Every arm, every system’s probe over requests and over its sockets, every way between objects, every stream. */
export function targets(): Target[] {
  return [
    ...systems.flatMap(targetsOf),
    ...streamArms
      .filter(({ system }) => runsHere(system))
      .map(({ name, system, accept }): Target => {
        const byHand = name.startsWith('raw') || system === 'fetch-json';
        const envelope = byHand ? rawStreams : (envelopes[system] as Envelope);
        const suffix = name.startsWith('lumenize') ? '/call' : '';
        const overHttp = accept === 'request';
        return { id: `streams/${name}`, envelope, prefix: 'bench/streams', suffix, overHttp };
      }),
    ...ways.map(({ name }): Target => {
      const id = `between/${name}`;
      return { id, envelope: between, prefix: 'bench/between', suffix: '', overHttp: false };
    }),
  ];
}

function targetsOf({ id, arms, addressSuffix: suffix, probed }: System): Target[] {
  const envelope = envelopes[id];
  if (envelope === undefined) {
    throw new Error(`envelopes: got none of ${id}, expected one for each system of the registry`);
  }
  const ofArms = arms.map(({ name, accept }): Target => {
    const overHttp = accept === 'request';
    return { id: `${id}/${name}`, envelope, prefix: `bench/${id}`, suffix, overHttp };
  });
  if (probed === undefined) return ofArms;
  const probe = { id: `probe/${id}/${probed}`, envelope, prefix: `bench/probe/${id}`, suffix };
  const ofProbe = (envelope.last === undefined ? [true] : [false, true]).map((overHttp) => ({
    ...probe,
    overHttp,
  }));
  return [...ofArms, ...ofProbe];
}

/** Most that one visit sends, in characters: what is within the limits of a socket, and takes a moment. */
const MOST_SENT = 8 * 1024 * 1024;

/** Texts that a visit draws; it sends them in turn, up to some hundreds of times. */
const DRAWN = 12;

/** Some texts of a few kinds, again and again: a visit of all kinds at once goes nowhere. */
function textsOf(target: Target, address: string): fc.Arbitrary<string[]> {
  const { envelope, overHttp } = target;
  const kinds = envelope.kinds(target, address);
  const counts = overHttp ? [1, 3] : [1, 20, 300];
  const most = Math.min(2, kinds.length);
  const some = fc
    .tuple(
      fc.shuffledSubarray([...kinds], { minLength: 1, maxLength: most }),
      fc.constantFrom(...counts),
    )
    .chain(([few, count]) =>
      fc
        .array(fc.oneof(...few), { minLength: 1, maxLength: Math.min(count, DRAWN), size: 'max' })
        .map((texts) => Array.from({ length: count }, (_, at) => texts[at % texts.length] ?? '')),
    );
  return envelope.visit === undefined ? some : fc.oneof(envelope.visit, some);
}

/** The parts of a visit; the same seed makes the same. @param address as far as the object */
function visitOf(target: Target, address: string, seed: number) {
  const visits = fc.record({
    texts: textsOf(target, address),
    bends: fc.array(bend, { minLength: 1, maxLength: 20, size: 'max' }),
    // Most visits are of the protocol, word for word: one wrong frame ends a connection.
    isBent: fc.nat(2).map((chance) => chance === 0),
    // How many characters a class has.
    length: fc.constantFrom(3, 3, 5000, 30_000),
    path: target.envelope.path ?? fc.constant(''),
    headers: target.envelope.headers ?? fc.constant({}),
    isQuery: fc.boolean(),
    tooBig: fc.nat(200).map((chance) => chance === 0),
    leaves: fc.nat(20).map((chance) => chance === 0),
    leaving: fc.record({
      first: fc.constantFrom(0x81, 0x01, 0x82, 0x80, 0x89, 0xf1),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      slow: fc.boolean(),
    }),
  });
  const [drawn] = fc.sample(visits, { seed, numRuns: 1 });
  if (drawn === undefined) throw new Error(`visit: got none of seed ${seed}, expected one`);
  const frames: Frame[] = [];
  let sent = 0;
  for (const [at, each] of drawn.texts.entries()) {
    const whole = withClasses(each, drawn.length);
    sent += whole.length;
    if (sent > MOST_SENT) break;
    frames.push(drawn.isBent ? (drawn.bends[at % drawn.bends.length]?.(whole) ?? whole) : whole);
  }
  if (drawn.tooBig || frames.length === 0) frames.push('x'.repeat(limits.maxMessageBytes + 1));
  return { ...drawn, frames };
}

type Leaving = ReturnType<typeof visitOf>['leaving'];

/** Longest that a visit may take, in ms: the bench’s own answers come within 25 s. */
const LONGEST_MS = 60_000;

/** The outcome of a visit. */
interface Visit {
  frames: number;
  /** How it ended: `answered`, a close code, a status, or `left` for one that went without a word. */
  ending: string;
  answers: string[];
}

/** Makes one visit; resolves once the server has dealt with all of it. */
function visit(origin: string, target: Target, seed: number): Promise<Visit> {
  const address = `${origin}/bench/${target.id}/${randomUUID()}${target.suffix}`;
  const { frames, path, headers, isQuery, leaves, leaving } = visitOf(target, address, seed);
  if (target.overHttp) return post(`${address}${path}`, headers, frames, path !== '' && isQuery);
  return leaves ? leave(address, frames, leaving) : talk(address, target, frames);
}

/** On a connection of its own: what the bench closes under it must not be anybody else’s. */
function post(
  address: string,
  headers: Readonly<Record<string, string>>,
  frames: readonly Frame[],
  isQuery: boolean,
): Promise<Visit> {
  const body = frames.every((each) => typeof each === 'string')
    ? frames.join('\n')
    : Buffer.concat(frames.map((each) => Buffer.from(each)));
  const [first = ''] = frames;
  // As much as an address has room for.
  const asked = encodeURIComponent(String(first).toWellFormed().slice(0, 2000));
  const query = `${address.includes('?') ? '&' : '?'}input=${asked}&data=${asked}`;
  const options = {
    agent: false,
    method: isQuery ? 'GET' : 'POST',
    headers: {
      'Roundtrip-Client': 'test',
      ...headers,
      ...(!isQuery && { 'Content-Length': Buffer.byteLength(body) }),
    },
    signal: AbortSignal.timeout(LONGEST_MS),
  };
  return new Promise((resolve, reject) => {
    const end = (ending: string, answers: string[]) =>
      resolve({ frames: frames.length, ending, answers });
    const sent = request(new URL(isQuery ? `${address}${query}` : address), options, (answer) => {
      if (answer.headers['content-type']?.startsWith('text/event-stream') === true) {
        // It goes on for as long as somebody listens.
        answer.once('data', (data) => {
          end('stream', [String(data)]);
          sent.destroy();
        });
        return;
      }
      text(answer).then((body) => end(String(answer.statusCode), [body]), ended);
    });
    /** A refusal may come, and the connection be closed, before all was sent. */
    function ended(error: NodeJS.ErrnoException): void {
      if (error.code === 'EPIPE' || error.code === 'ECONNRESET') end('cut', []);
      else reject(new Error(`${address}: ${error.message}`, { cause: error }));
    }
    sent.on('error', ended);
    sent.end(isQuery ? undefined : body);
  });
}

async function talk(address: string, target: Target, frames: readonly Frame[]): Promise<Visit> {
  const last = target.envelope.last?.(target);
  if (last === undefined) {
    throw new Error(
      `${target.id}: got a socket to fuzz, expected requests: its envelope has no last`,
    );
  }
  const late = () => {
    const shown = JSON.stringify(frames).slice(0, 2000);
    return new Error(`${address}: no end within ${LONGEST_MS} ms of ${shown}`);
  };
  const isLast = (answers: readonly string[]) => answers.at(-1)?.includes(last.answer) === true;
  const visited = send(address, [...frames, last.frame], isLast);
  const { answers, closed } = await inTime(visited, LONGEST_MS, late);
  return { frames: frames.length, ending: String(closed?.code ?? 'answered'), answers };
}

/** Writes a handshake and frames by hand, slowly or in halves, and is gone before an answer. */
function leave(address: string, frames: readonly Frame[], leaving: Leaving): Promise<Visit> {
  const { hostname, port } = new URL(address);
  const handshake = handshakeOf(address);
  const payload = Buffer.concat(frames.map((each) => Buffer.from(each))).subarray(0, 60_000);
  const length = [payload.length >> 8, payload.length & 0xff];
  const header = Buffer.from([leaving.first, 0xfe, ...length, 0, 0, 0, 0]);
  const whole = Buffer.concat([header, payload]);
  const half = whole.subarray(0, Math.floor(leaving.part * whole.length));
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const answers: string[] = [];
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ frames: frames.length, ending: 'left', answers }));
    const isWhole = leaving.part < 0.8;
    socket.write(isWhole ? handshake : handshake.slice(0, leaving.part * handshake.length));
    socket.on('data', (chunk) => answers.push(chunk.toString()));
    const slow = leaving.slow
      ? [...half.subarray(0, 20)].map((byte) => Buffer.from([byte]))
      : [half];
    const next = (): void => {
      const part = slow.shift();
      if (part === undefined) socket.destroy();
      else socket.write(part, () => setImmediate(next));
    };
    next();
  });
}

/** Visits under way at once. */
const AT_ONCE = 8;
/** Of the slowest visits so many are told. */
const SLOWEST = 8;

export interface Visited {
  frames: number;
  visits: number;
  /** Endings of visits by what was visited: close codes, statuses, `left`, `stream`. */
  endings: Record<string, Record<string, number>>;
  /** Those that took longest, for whoever looks for what others waited for. */
  slowest: Array<{ target: string; seed: number; ms: number }>;
  wrong: string[];
}

/** Visits every target in turn until so many frames were sent. @param secrets what no answer may show */
export async function visitAll(
  origin: string,
  frames: number,
  seed: number,
  secrets: readonly string[],
): Promise<Visited> {
  const random = seeded(seed);
  const all = targets();
  const visited: Visited = { frames: 0, visits: 0, endings: {}, slowest: [], wrong: [] };
  const wrong = new Set<string>();
  let isLost = false;
  const visitOn = async (): Promise<void> => {
    while (visited.frames < frames && !isLost) {
      // Each target in turn, so that few frames reach all of them.
      const target = all[visited.visits % all.length];
      if (target === undefined) return;
      visited.visits += 1;
      const own = Math.floor(random() * 2 ** 31);
      const startedAt = performance.now();
      const made = await visit(origin, target, own).catch((error: unknown): Visit => {
        // A bench that does not answer answers no other either.
        isLost = true;
        wrong.add(`${target.id}, visit of seed ${own}: ${messageOf(error)}`);
        return { frames: 1, ending: 'lost', answers: [] };
      });
      const { frames: sent, ending, answers } = made;
      visited.frames += sent;
      const ms = Math.round(performance.now() - startedAt);
      visited.slowest.push({ target: target.id, seed: own, ms });
      visited.slowest.sort((one, other) => other.ms - one.ms).splice(SLOWEST);
      const of = (visited.endings[target.id] ??= {});
      of[ending] = (of[ending] ?? 0) + 1;
      for (const secret of secrets) {
        const at = answers.find((answer) => answer.includes(secret));
        if (at === undefined) continue;
        wrong.add(`${target.id}: an answer shows ${secret}: ${at.slice(0, 200)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitOn));
  return { ...visited, wrong: [...wrong] };
}
