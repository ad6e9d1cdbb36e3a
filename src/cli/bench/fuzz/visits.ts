/** Hostile visits: each opens one connection, sends some frames and leaves, well or badly. */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { probedArms } from '../../../../bench-workers/probes/arms.ts';
import { systems } from '../../../../bench-workers/registry.ts';
import { frame, pathOf, pick, type Protocol, type Random } from './frames.ts';

/** Something that can be visited: an arm of the registry, or a system’s probe. */
export interface Target {
  /** `lumenize/in-memory`, or `probe/lumenize/hibernating`. */
  id: string;
  protocol: Protocol;
  /** `type` of frames of Lumenize. */
  prefix: string;
  suffix: string;
  overHttp: boolean;
}

/** Every arm, every system’s probe, and those of both that take requests. */
export const targets: readonly Target[] = systems.flatMap(({ id, arms, addressSuffix: suffix }) => {
  const protocol = id as Protocol;
  const ofArms = arms.map(({ name, accept }): Target => {
    return {
      id: `${id}/${name}`,
      protocol,
      prefix: `bench/${id}`,
      suffix,
      overHttp: accept === 'request',
    };
  });
  const probe = {
    id: `probe/${id}/${probedArms[id]}`,
    protocol,
    prefix: `bench/probe/${id}`,
    suffix,
  };
  const ofProbe = [
    ...(protocol === 'fetch-json' ? [] : [{ ...probe, overHttp: false }]),
    ...(protocol === 'raw-websocket' ? [] : [{ ...probe, overHttp: true }]),
  ];
  return [...ofArms, ...ofProbe];
});

/** Longest that a visit may take, in ms: the bench’s own answers come within 25 s. */
const LONGEST_MS = 60_000;

/** What a visit left behind. */
export interface Visit {
  frames: number;
  /** How it ended: a close code, a status, or `left` for one that went without a word. */
  ending: string;
  answers: string[];
}

/** What ends a visit that the server has not ended: a frame, and what tells that it was dealt with. */
function lastOf(protocol: Protocol, prefix: string): { frame: string; answer: string } {
  const operations = [
    { type: 'get', key: 'add' },
    { type: 'apply', args: [1, 2] },
  ];
  switch (protocol) {
    case 'raw-websocket':
      return { frame: '{"id":4711,"method":"add","args":[1,2]}', answer: '"id":4711' };
    case 'lumenize': {
      const json = { type: prefix, batch: [{ id: 'last', operations }] };
      return { frame: JSON.stringify({ json, meta: {} }), answer: '"last"' };
    }
    case 'capnweb':
      return { frame: '["last"]', answer: '["abort"' };
    case 'kkrpc':
      return {
        frame: '\n{"id":"last","method":"add","args":[1,2],"type":"request"}\n',
        answer: '"last"',
      };
    case 'trpc':
      return {
        frame: '{"id":"last","method":"query","params":{"path":"add","input":[1,2]}}',
        answer: '"last"',
      };
    case 'orpc':
      return { frame: '{"i":"last","p":{"u":"/add","b":{"json":[1,2]}}}', answer: '"last"' };
    case 'fetch-json':
      throw new Error('fetch-json: got a socket, expected requests');
  }
}

/** Makes one visit; resolves once the server has dealt with all of it. */
export function visit(
  origin: string,
  target: Target,
  random: Random,
  most: number,
): Promise<Visit> {
  const count = Math.min(most, 1 + Math.floor(random() * (target.overHttp ? 3 : 24)));
  const frames = Array.from({ length: count }, () =>
    frame(random, target.protocol, target.prefix, target.overHttp),
  );
  const object = `${origin}/bench/${target.id}/${randomUUID()}`;
  if (target.overHttp) {
    const path = pathOf(random, target.protocol);
    return post(`${object}${target.suffix}${path}`, frames, path.includes('?') && random() < 0.5);
  }
  const address = `${object}${target.suffix}`;
  return random() < 0.05 ? leave(address, frames, random) : talk(address, target, frames);
}

async function post(
  address: string,
  frames: ReadonlyArray<string | Uint8Array<ArrayBuffer>>,
  isQuery: boolean,
): Promise<Visit> {
  const body = frames.every((each) => typeof each === 'string')
    ? frames.join('\n')
    : new Blob([...frames]);
  const signal = AbortSignal.timeout(LONGEST_MS);
  const [first = ''] = frames;
  // As much as an address has room for.
  const query = `&input=${encodeURIComponent(String(first).toWellFormed().slice(0, 2000))}`;
  const answer = isQuery
    ? await fetch(`${address}${query}`, { signal })
    : await fetch(address, { method: 'POST', body, signal });
  return { frames: frames.length, ending: String(answer.status), answers: [await answer.text()] };
}

function talk(
  address: string,
  { protocol, prefix }: Target,
  frames: ReadonlyArray<string | Uint8Array<ArrayBuffer>>,
): Promise<Visit> {
  const last = lastOf(protocol, prefix);
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
function leave(
  address: string,
  frames: ReadonlyArray<string | Uint8Array<ArrayBuffer>>,
  random: Random,
): Promise<Visit> {
  const { hostname, port, host, pathname } = new URL(address);
  const handshake =
    `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nRoundtrip-Client: test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n';
  const payload = Buffer.concat(frames.map((each) => Buffer.from(each))).subarray(0, 60_000);
  const length = [payload.length >> 8, payload.length & 0xff];
  const header = Buffer.from([
    pick(random, [0x81, 0x01, 0x82, 0x80, 0x89, 0xf1]),
    0xfe,
    ...length,
    0,
    0,
    0,
    0,
  ]);
  const whole = Buffer.concat([header, payload]);
  const half = whole.subarray(0, Math.floor(random() * whole.length));
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const answers: string[] = [];
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ frames: frames.length, ending: 'left', answers }));
    socket.write(
      random() < 0.2 ? handshake.slice(0, Math.floor(random() * handshake.length)) : handshake,
    );
    socket.on('data', (chunk) => answers.push(chunk.toString()));
    const slow =
      random() < 0.5 ? [...half.subarray(0, 20)].map((byte) => Buffer.from([byte])) : [half];
    const next = (): void => {
      const part = slow.shift();
      if (part === undefined) socket.destroy();
      else socket.write(part, () => setImmediate(next));
    };
    next();
  });
}
