/**
 * Every attack of the table, and those that take more than messages, on one workerd. Beside each a
 * visitor counts, whose count has to be exact.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalBench, startBench } from '../../src/cli/shared/bench.ts';
import { benchChannel } from '../../src/links/link.ts';
import { openSocket } from '../../src/links/socket.ts';
import { allCallArms } from '../../src/systems/arms.ts';
import { eventually } from '../../src/testing/eventually.ts';
import type { GateConfig } from '../gate/config.ts';
import type { Amounts } from '../gate/protocol.ts';
import { limits } from '../limits.ts';
import { type Attack, attacked, type AttackedArm, callsOf, times } from '../testing/attacks.ts';
import { addressOf, countBeside, frameOf, openByHand, send } from '../testing/hostile.ts';
import { ask } from '../testing/knock.ts';

const PAGE = 'http://localhost:8787';
/** Sockets that the gate admits at once: after all attacks so many open again. */
const SOCKETS = 300;
/** Most memory of workerd, in kB. Without a guard, half a minute of most attacks takes more. */
const MOST_MEMORY = 1_200_000;
const deployed = { SETTING: 'deployed' };
const day: Amounts = { objects: 100, messages: 3000, rows: 3000, seconds: 3000 };

/** Serves everything; ends what is idle after a second; counts a small day. */
let bench: LocalBench;
let shortLived: LocalBench;
let counted: LocalBench;
let log = '';
/** Answers to bodies that never end, which take as long as the limit allows. */
let late: Promise<string[]>;

const start = (gate: { [Part in keyof GateConfig]?: unknown }, vars: Record<string, string> = {}) =>
  startBench({
    ...{ root: process.cwd(), port: 0, allowedOrigins: [PAGE] },
    vars: { GATE: JSON.stringify(gate), ...vars },
    onSaid: (text) => (log += text),
  });

beforeAll(async () => {
  [bench, shortLived, counted] = await Promise.all([
    start({ sockets: SOCKETS }),
    start({}, { IDLE_SECONDS: '1' }),
    start({ dayParts: 1, day }, deployed),
  ]);
  late = Promise.all(times(10, () => unfinished('POST', 'Content-Length: 1000\r\n\r\n[1')));
});

afterAll(async () => {
  await Promise.all([bench.stop(), shortLived.stop(), counted.stop()]);
  expect(log).not.toMatch(/[Uu]ncaught|unhandled|\n\s+at /);
});

/** Status and body of the answer to a request. @param path method in the address, for arms that have one for each */
async function post(
  arm: string,
  body: string | Uint8Array<ArrayBuffer>,
  path = '',
  object?: string,
) {
  const batch = path.endsWith('__batch__') ? { 'X-ORPC-Batch': 'streaming' } : {};
  const headers = { Origin: PAGE, 'Content-Type': 'application/json', ...batch };
  const address = addressOf(bench.origin, arm, object) + (path && `/${path}`);
  const answer = await fetch(address, { method: 'POST', body, headers });
  // A page may read what was wrong with its request.
  expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE);
  return `${answer.status} ${await answer.text()}`;
}

/** Beginning of the answer to a request that is written by hand and goes on for ever. */
async function unfinished(method: string, rest: string): Promise<string> {
  const { host, pathname } = new URL(addressOf(bench.origin, 'fetch-json/http'));
  const [hostname = '', port] = host.split(':');
  const { connect } = await import('node:net');
  const socket = connect(Number(port), hostname);
  socket.write(`${method} ${pathname}/add HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${PAGE}\r\n${rest}`);
  const [head] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return head.toString().split(' ').slice(1, 2).join();
}

/** A client of an arm; of a system its first. */
async function clientOf(system: string, object: string = crypto.randomUUID()) {
  const arm = allCallArms().find(({ id }) => `${id}/`.startsWith(`${system}/`));
  if (arm === undefined) throw new Error(`${system}: got no arm, expected one`);
  const connect = await arm.load();
  return connect(benchChannel({ origin: bench.origin, object, WebSocketClass: WebSocket }));
}

async function counterOf(system: string, object: string): Promise<number> {
  const client = await clientOf(system, object);
  const value = await client.operations.getValue();
  client.close();
  return value;
}

/** What is wrong with the way an attack ended: undefined for nothing. */
async function faultOf({ system, arm, isRequest, hasPaths }: AttackedArm, attack: Attack) {
  const { frames, ends, path, counter = 0, answers: most = counter, what } = attack;
  const object = crypto.randomUUID();
  const isEnd = (text: string) => ends.split(' ').every((part) => text.includes(part));
  let said = '';
  if (isRequest) {
    for (const body of frames) said = await post(arm, body, hasPaths ? path : '', object);
  } else {
    const address = addressOf(bench.origin, arm, object);
    const { answers, closed } = await send(address, frames, (all) => isEnd(all.at(-1) ?? ''));
    // Nothing but the calls before it is answered where a message ends the socket.
    const before = answers.length > most ? `after ${answers.length} answers` : '';
    said =
      closed === undefined ? (answers.at(-1) ?? '') : `${closed.code} ${closed.reason}${before}`;
  }
  const got = await counterOf(system, object);
  if (isEnd(said) && !said.includes('after') && got === counter) return undefined;
  return `${what}: got ${said.slice(0, 200)} and ${got}, expected ${ends} and ${counter}`;
}

/** Looks that a visitor was served beside an attack, each of whose calls counted once, and that memory is bounded. */
async function beside<Result>(attack: () => Promise<Result>, leastCounted = 1): Promise<Result> {
  const { result, counted: calls, held } = await countBeside(bench.origin, attack);
  expect(held).toBe(calls);
  expect(calls).toBeGreaterThanOrEqual(leastCounted);
  expect(await memoryOf(bench)).toBeLessThan(MOST_MEMORY);
  return result;
}

/** Resident memory of workerd, in kB; nought where the system does not tell. */
async function memoryOf(of: LocalBench): Promise<number> {
  const status = await readFile(`/proc/${of.pid()}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
}

it.each(attacked)('$arm refuses what no client sends', async (arm) => {
  const faults = await beside(() => Promise.all(arm.attacks.map((attack) => faultOf(arm, attack))));
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
});

describe('what waits for a client', () => {
  it.each([
    ['kkrpc/json', times(1001, () => callsOf('kkrpc', 'askClient')).flat()],
    [
      'raw-websocket/in-memory',
      times(11, () => callsOf('raw-websocket', 'calledBack', 100)).flat(),
    ],
  ])('over %s is no more than one object has room for', async (arm, frames) => {
    const { waiting } = limits.callbacks;
    const isRefused = (all: readonly string[]) =>
      all.at(-1)?.includes(`at most ${waiting} that wait`) === true;
    const { closed } = await send(addressOf(bench.origin, arm), frames, isRefused);
    expect(closed).toBeUndefined();
  });

  it('is ended where it holds most: pipes that nobody reads', async () => {
    const write = JSON.stringify(['stream', ['pipeline', 1, ['write'], ['x'.repeat(1_000_000)]]]);
    const closed = await beside(async () => {
      const reasons: string[] = [];
      const opened: WebSocket[] = [];
      for (let socket = 0; socket < 30; socket += 1) {
        const ws = await openSocket(
          new WebSocket(addressOf(bench.origin, 'capnweb/in-memory').replace(/^http/, 'ws')),
        );
        opened.push(ws);
        ws.addEventListener('close', ({ reason }) => reasons.push(reason));
        for (const frame of ['["pipe"]', ...times(11, () => write)]) ws.send(frame);
      }
      await eventually(() => expect(reasons.join()).toContain('heldBytes'));
      for (const ws of opened) ws.close();
      return [...reasons];
    });
    expect(closed.length).toBeLessThan(20);
  });

  it('gets an answer in time, whether its body ends or not', async () => {
    expect(await late).toEqual(times(10, () => '504'));
  });
});

// What each waits for is as long as a client has to answer a Close.
describe.concurrent('a client that leaves undone what the server waits for', () => {
  it('reads no answers', async () => {
    const asking = {
      'raw-websocket/in-memory': callsOf('raw-websocket', 'download', 1_000_000),
      'raw-websocket/hibernating': callsOf('raw-websocket', 'download', 1_000_000),
      'capnweb/in-memory': callsOf('capnweb', 'download', 1_000_000),
    };
    const bytes = await beside(() =>
      Promise.all(Object.entries(asking).map(([arm, calls]) => bytesQueuedFor(arm, calls))),
    );
    // With what lies in the buffers of the system, at both ends.
    for (const each of bytes) expect(each).toBeLessThan(3 * limits.socket.queuedBytes);
  });

  it('answers no Close, and ends no frame', async () => {
    const arms = ['raw-websocket/hibernating', 'lumenize/hibernating', 'capnweb/in-memory'];
    // A frame of text of 4 MiB that has begun, and its first part with others to come.
    const begun = [0x81, 0x01].map((first) =>
      Buffer.concat([
        Buffer.from([first, 0xff, 0, 0, 0, 0, 0, 0x40, 0, 0, 1, 2, 3, 4]),
        Buffer.alloc(9),
      ]),
    );
    const ends = [...arms, 'kkrpc/json'].flatMap((arm) =>
      [Buffer.alloc(0), ...begun].map(async (bytes) => {
        const socket = await openByHand(addressOf(shortLived.origin, arm));
        socket.write(bytes);
        await once(socket.resume(), 'close');
      }),
    );
    await Promise.all(ends);
  });
});

/** Bytes that lie ready for a client which asked 650 times for a megabyte, once its object has ended. */
async function bytesQueuedFor(arm: string, calls: readonly string[]): Promise<number> {
  const address = addressOf(bench.origin, arm);
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

describe('what is forged', () => {
  it.each([
    ['fetch-json/http/7', 400, { error: 'object' }],
    [`fetch-json/http/${crypto.randomUUID().toUpperCase()}`, 400, { error: 'object' }],
    [`toString/http/${crypto.randomUUID()}`, 404, { error: 'not-found' }],
    [`fetch-json/__proto__/${crypto.randomUUID()}`, 404, { error: 'not-found' }],
  ])('is no address: %.30s', async (path, status, body) => {
    const headers = { 'Roundtrip-Client': 'test' };
    expect(await ask(`${bench.origin}/bench/${path}`, headers, '[]')).toMatchObject({
      status,
      body,
    });
  });

  it('is no socket of an arm that takes requests', async () => {
    for (const arm of ['fetch-json/http', 'orpc/http', 'capnweb/http-batch', 'kkrpc/http']) {
      await expect(openByHand(addressOf(bench.origin, arm))).rejects.toThrow('HTTP/1.1 400');
    }
    const headers = { 'Sec-WebSocket-Protocol': `lumenize.rpc.clientId.${'x'.repeat(300)}` };
    const address = addressOf(bench.origin, 'lumenize/hibernating');
    await expect(openByHand(address, headers)).rejects.toThrow('HTTP/1.1 400');
  });

  it.each([0, 999, 1005, 1006, 5000, 65_535])(
    'gets its Close back, with the code %i',
    async (code) => {
      for (const arm of ['raw-websocket/in-memory', 'raw-websocket/hibernating']) {
        const socket = await openByHand(addressOf(bench.origin, arm));
        // A masked Close with two bytes of code.
        socket.write(Buffer.from([0x88, 0x82, 0, 0, 0, 0, code >> 8, code & 0xff]));
        expect((await dataOf(socket))[0]).toBe(0x88);
        socket.destroy();
      }
    },
  );
});

/** What comes next of a socket driven by hand. */
async function dataOf(socket: Socket): Promise<Buffer> {
  const data = once(socket, 'data') as Promise<[Buffer]>;
  socket.resume();
  return (await data)[0];
}

describe('many', () => {
  it('messages without waiting leave others their turns', async () => {
    const frames = times(20_000, () => callsOf('raw-websocket', 'getValue')).flat();
    const isDone = (all: readonly string[]) => all.length === frames.length;
    const address = addressOf(bench.origin, 'raw-websocket/in-memory');
    // Without turns it is answered five times, in the gaps between what the runtime reads at once.
    await beside(() => send(address, frames, isDone), 16);
  });

  it('visitors at once are each served exactly, whichever library they use', async () => {
    const arms = [...new Set(attacked.map(({ system }) => system))];
    const values = await beside(() =>
      Promise.all(
        times(200, async (at) => {
          const client = await clientOf(arms[at % arms.length] ?? '');
          const { operations } = client;
          for (let round = 0; round < 2; round += 1) {
            await Promise.all(times(25, () => operations.increment(1)));
          }
          const value = await operations.getValue();
          client.close();
          return value;
        }),
      ),
    );
    expect(values).toEqual(times(200, () => 50));
  });

  it('sockets that were refused leave their room to others', async () => {
    const sockets = attacked.filter(({ isRequest }) => !isRequest);
    await beside(async () => {
      for (const { arm } of times(10, () => sockets).flat()) {
        const { closed } = await send(addressOf(bench.origin, arm), ['['.repeat(20_000)]);
        expect(closed?.code).toBe(1008);
      }
    });
    await eventually(async () => {
      const address = addressOf(bench.origin, 'raw-websocket/hibernating').replace(/^http/, 'ws');
      const opening = times(SOCKETS + 20, () => openSocket(new WebSocket(address)));
      const settled = await Promise.allSettled(opening);
      const opened = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      for (const socket of opened) socket.close();
      expect(opened).toHaveLength(SOCKETS);
    });
  });
});

it('a message is paid for before it runs, and nothing is given back', async () => {
  const left = async () => {
    const { body } = await ask(`${counted.origin}/bench/about`, { 'Roundtrip-Client': 'test' });
    return (body['day'] as { left: Amounts }).left;
  };
  const samples = [await left()];
  const to = (arm: string) => addressOf(counted.origin, arm);
  const batch = (count: number, method: string, ...args: unknown[]) => {
    const calls = times(count, () => callsOf('capnweb', method, ...args)[0] ?? '');
    return [...calls, `["pull",${count}]`];
  };
  const isAnswered = (all: readonly string[]) => all.length > 0;
  // None of these takes less than nothing.
  await send(to('capnweb/in-memory'), batch(1, 'numbers', 1, -1000), isAnswered);
  await send(to('capnweb/in-memory'), ['["release",0,-1000]']);
  await send(to('raw-websocket/in-memory'), callsOf('raw-websocket', 'ids', -1000), isAnswered);
  const forged = { 'Roundtrip-Client': 'test', 'Roundtrip-Payer': '{"visitor":1,"visit":"again"}' };
  await ask(`${to('fetch-json/http')}/add`, forged, '[1,2]');
  samples.push(await left());
  // Each is a request to another object: 200 are more than the day has.
  const { answers, closed } = await send(
    to('capnweb/in-memory'),
    batch(200, 'nativeCursor'),
    isAnswered,
  );
  expect(`${answers.join()}${closed?.reason}`).toMatch(/of the day|day-messages/);
  await eventually(async () => {
    samples.push(await left());
    expect(samples.at(-1)?.messages).toBeLessThan(100);
  });
  const falling = samples.map(({ messages }) => messages);
  expect(falling).toEqual(falling.toSorted((one, other) => other - one));
  expect(falling[0]).toBe(day.messages);
});

it('writes nothing of what visitors send to the log, and little else', async () => {
  const frames = times(2000, (at) => `{"json":{"secret${at}":1}}\n`);
  await send(addressOf(bench.origin, 'kkrpc/superjson'), frames);
  expect(log).not.toContain('secret');
  expect(log.length).toBeLessThan(20_000);
});
