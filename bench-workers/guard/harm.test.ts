/** Clients that mean harm by more than a message, and many at once. Beside some a visitor counts, whose count has to be exact. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalBench, startBench } from '../../src/cli/shared/bench.ts';
import { openSocket } from '../../src/wire/links/socket.ts';
import { systems } from '../../src/libraries/systems/index.ts';
import { eventually } from '../../src/testing/eventually.ts';
import type { Amounts } from '../../src/wire/amounts.ts';
import { limits } from '../../src/wire/limits.ts';
import { addressOf, ask, client, clientOf, countBeside } from '../testing/clients.ts';
import { frameOf, openByHand, send } from '../testing/clients.ts';
import { pushed, times, writerOf } from '../testing/messages.ts';
import { takenOf } from '../testing/rows.ts';

const MEGABYTE = 1_000_000;
/** Sockets that the gate admits at once, and what it keeps for all clients, in bytes. */
const gate = { sockets: 100, heldBytes: 32 * MEGABYTE };
/** Clients that read no answer: with them more is kept than there is room for, beside what the system buffers of each. */
const UNREAD = 16;
const day: Amounts = { objects: 100, messages: 3000, rows: 3000, seconds: 3000 };

/** Keeps little for clients; ends soon what is idle, and waits a second for requests and functions; counts a small day. */
let bench: LocalBench;
let shortLived: LocalBench;
let counted: LocalBench;
let log = '';

const start = (own: object, vars: Record<string, string> = {}) =>
  startBench({
    ...{ root: process.cwd(), port: 0, onSaid: (text: string) => (log += text) },
    vars: { GATE: JSON.stringify(own), ...vars },
  });

beforeAll(async () => {
  [bench, shortLived, counted] = await Promise.all([
    start(gate),
    start({ answerSeconds: 1, callbackSeconds: 1 }, { IDLE_SECONDS: '3' }),
    start({ dayParts: 1, day }, { SETTING: 'deployed' }),
  ]);
});

afterAll(async () => {
  await Promise.all([bench.stop(), shortLived.stop(), counted.stop()]);
  expect(log).not.toMatch(/[Uu]ncaught|unhandled|\n\s+at /);
});

const to = (arm: string, object?: string) => addressOf(bench.origin, arm, object);
const open = (address: string) => openSocket(new WebSocket(address.replace(/^http/, 'ws')));
const raw = writerOf('raw-websocket');

/** Looks that a visitor was served beside an attack, exactly. */
async function beside<Result>(attack: () => Promise<Result>, least = 1): Promise<Result> {
  const { result, counted: calls, held } = await countBeside(bench.origin, attack);
  expect(held).toBe(calls);
  expect(calls).toBeGreaterThanOrEqual(least);
  return result;
}

/** Bytes that lie ready for a client which asked 650 times for a megabyte, once its object has ended. */
async function bytesQueuedFor(address: string, calls: readonly string[]): Promise<number> {
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
async function askUnread(address: string, body: string): Promise<() => Promise<number>> {
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
async function statusOfEndless(address: string): Promise<number | undefined> {
  const headers = { ...client, 'Content-Length': 1000 };
  const asked = request(address, { method: 'POST', headers });
  asked.on('error', () => undefined);
  asked.write('[1');
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  asked.destroy();
  return answer.statusCode;
}

/** A client in a thread of its own, whose answers keep no visitor in another thread from reading theirs. */
const FLOOD = `
  const { address, frames, headers } = require('node:worker_threads').workerData;
  const socket = new WebSocket(address, { headers });
  let answers = 0;
  socket.onopen = () => frames.forEach((frame) => socket.send(frame));
  socket.onmessage = () => { if (++answers === frames.length) socket.close(); };
`;

describe('what waits for a client', () => {
  it.each([
    ['kkrpc/json', times(1001, () => writerOf('kkrpc')('askClient')).flat()],
    ['raw-websocket/in-memory', times(11, () => raw('calledBack', 100)).flat()],
  ])('over %s is no more than one object has room for', async (arm, frames) => {
    const refusal = `at most ${limits.callbacks.waiting} that wait`;
    const { closed } = await send(to(arm), frames, (all) => all.at(-1)?.includes(refusal) === true);
    expect(closed).toBeUndefined();
  });

  it('is ended where most is kept for it: pipes that nobody reads', async () => {
    const write = JSON.stringify(['stream', ['pipeline', 1, ['write'], ['x'.repeat(MEGABYTE)]]]);
    const ended: string[] = [];
    await beside(async () => {
      const sockets: WebSocket[] = [];
      // Each is kept eleven megabytes for.
      while (sockets.length < 6) {
        const socket = await open(to('capnweb/in-memory'));
        sockets.push(socket);
        socket.addEventListener('close', ({ reason }) => ended.push(reason));
        for (const frame of ['["pipe"]', ...times(11, () => write)]) socket.send(frame);
      }
      await eventually(() => expect(ended.join()).toContain('heldBytes'));
      expect(ended.length).toBeLessThan(6);
      for (const socket of sockets) socket.close();
    });
  });

  it('is ended where most is kept for it: answers to requests that nobody reads', async () => {
    const texts = times(4, (at) => `${pushed('download', MEGABYTE)}\n["pull",${at + 1}]`);
    const lengths = await beside(async () => {
      const unread: Array<() => Promise<number>> = [];
      while (unread.length < UNREAD) {
        unread.push(await askUnread(to('capnweb/http-batch'), texts.join('\n')));
      }
      return Promise.all(unread.map((readOn) => readOn()));
    });
    // So many are more than is kept for all; those that were ended are short.
    const whole = lengths.filter((length) => length > 12 * MEGABYTE);
    expect(whole).not.toEqual([]);
    expect(whole.length).toBeLessThan(UNREAD);
  });

  it('gets an answer in time, whether its body ends or not', async () => {
    const address = `${addressOf(shortLived.origin, 'fetch-json/http')}/add`;
    expect(await Promise.all(times(10, () => statusOfEndless(address)))).toEqual(
      times(10, () => 504),
    );
  });
});

// Each waits for a clock.
describe.concurrent('a client that leaves undone what the server waits for', () => {
  it('answers no function of its own that the server calls', async () => {
    const calls: Array<[arm: string, frames: string[]]> = [
      ['raw-websocket/in-memory', raw('calledBack', 1)],
      ['capnweb/in-memory', writerOf('capnweb')('calledBack', 1, ['export', -1])],
      ['kkrpc/json', writerOf('kkrpc')('askClient')],
    ];
    const ends = await Promise.all(
      calls.map(([arm, frames]) => send(addressOf(shortLived.origin, arm), frames)),
    );
    const end = { code: 1013, reason: 'expected the answer of a function' };
    expect(ends.map(({ closed }) => closed)).toEqual(times(3, () => end));
  });

  it('reads no answers', async () => {
    const arms = ['raw-websocket/in-memory', 'raw-websocket/hibernating', 'capnweb/in-memory'];
    const bytes = await beside(() =>
      Promise.all(arms.map((arm) => bytesQueuedFor(to(arm), writerOf(arm)('download', MEGABYTE)))),
    );
    // With what lies in the buffers of the system, at both ends.
    for (const each of bytes) expect(each).toBeLessThan(3 * limits.socket.queuedBytes);
  });

  it('answers no Close, and ends no frame', async () => {
    // Nothing; the beginning of a text of 4 MiB; the same as the first part of several.
    const head = [0xff, 0, 0, 0, 0, 0, 0x40, 0, 0, 1, 2, 3, 4, 0, 0, 0];
    const begun = [[], [0x81, ...head], [0x01, ...head]].map((bytes) => Buffer.from(bytes));
    const arms = ['raw-websocket/hibernating', 'lumenize/hibernating', 'capnweb/in-memory'];
    const ends = [...arms, 'kkrpc/json'].flatMap((arm) =>
      begun.map(async (bytes) => {
        const socket = await openByHand(addressOf(shortLived.origin, arm));
        socket.write(bytes);
        await once(socket.resume(), 'close');
      }),
    );
    await Promise.all(ends);
  });
});

describe('what is forged', () => {
  it.each(['7', crypto.randomUUID().toUpperCase()])('is no object: %s', async (object) => {
    const answer = { status: 400, body: { error: 'object' } };
    expect(await ask(to('fetch-json/http', object), client, '[]')).toMatchObject(answer);
  });

  it('is no socket of an arm that takes requests, and no long tag', async () => {
    for (const arm of ['fetch-json/http', 'orpc/http', 'capnweb/http-batch', 'kkrpc/http']) {
      await expect(openByHand(to(arm))).rejects.toThrow('got status 400');
    }
    const tag = { 'Sec-WebSocket-Protocol': `lumenize.rpc.clientId.${'x'.repeat(300)}` };
    await expect(openByHand(to('lumenize/hibernating'), tag)).rejects.toThrow('got status 400');
  });

  it.each([0, 999, 1005, 5000, 65_535])('gets its Close of code %i back', async (code) => {
    for (const arm of ['raw-websocket/in-memory', 'raw-websocket/hibernating']) {
      const socket = await openByHand(to(arm));
      // A masked Close with two bytes of code.
      socket.write(Buffer.from([0x88, 0x82, 0, 0, 0, 0, code >> 8, code & 0xff]));
      const [data] = (await once(socket, 'data')) as [Buffer];
      expect(data[0]).toBe(0x88);
      socket.destroy();
    }
  });
});

describe('many', () => {
  // It needs a machine that does nothing else: its own process is the visitor’s and the attacker’s.
  it('messages without waiting leave others their turns', async () => {
    const flood = new Worker(FLOOD, {
      eval: true,
      workerData: {
        address: to('raw-websocket/in-memory').replace(/^http/, 'ws'),
        frames: times(20_000, () => raw('getValue')).flat(),
        headers: client,
      },
    });
    // Without turns the visitor is answered five times, in the gaps between what the runtime reads at once.
    await beside(() => once(flood, 'exit'), 16);
  });

  it('visitors at once are each served exactly, whichever library they use', async () => {
    const visit = async (at: number) => {
      const visitor = await clientOf(bench.origin, systems[at % systems.length]?.id ?? '');
      const { operations } = visitor;
      // Each call waits for the disk.
      await Promise.all(times(10, () => operations.increment(1)));
      const value = await operations.getValue();
      visitor.close();
      return value;
    };
    expect(await beside(() => Promise.all(times(60, visit)))).toEqual(times(60, () => 10));
  });

  it('sockets that were refused leave their room to others', async () => {
    const { sockets } = gate;
    for (const arm of ['raw-websocket/hibernating', 'capnweb/in-memory', 'kkrpc/json']) {
      await Promise.all(times(40, () => send(to(arm), ['['.repeat(20_000)])));
    }
    await eventually(async () => {
      const address = to('raw-websocket/hibernating');
      const opening = await Promise.allSettled(times(sockets + 20, () => open(address)));
      const opened = opening.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      for (const socket of opened) socket.close();
      expect(opened).toHaveLength(sockets);
    });
  });
});

it('a message is paid for before it runs, and nothing is given back', async () => {
  const at = (arm: string) => addressOf(counted.origin, arm);
  const left = async () => day.messages - (await takenOf(counted.disk)).messages;
  const isAnswered = (all: readonly string[]) => all.length > 0;
  const samples = [await left()];
  // None of these takes less than nothing.
  await send(at('capnweb/in-memory'), writerOf('capnweb')('numbers', 1, -1000), isAnswered);
  await send(at('capnweb/in-memory'), ['["release",0,-1000]']);
  await send(at('raw-websocket/in-memory'), raw('ids', -1000), isAnswered);
  const forged = { ...client, 'Roundtrip-Payer': '{"visitor":1,"visit":"again"}' };
  await ask(`${at('fetch-json/http')}/add`, forged, '[1,2]');
  samples.push(await left());
  // Each is a request to another object: 200 are more than the day has.
  const cursors = times(200, () => writerOf('capnweb')('nativeCursor')[0] ?? '');
  const asked = [...cursors, '["pull",200]'];
  const { answers, closed } = await send(at('capnweb/in-memory'), asked, isAnswered);
  expect(`${answers.join()}${closed?.reason}`).toMatch(/of the day|day-messages/);
  await eventually(async () => {
    samples.push(await left());
    expect(samples.at(-1)).toBeLessThan(100);
  });
  expect(samples).toEqual(samples.toSorted((one, other) => other - one));
  expect(samples[0]).toBe(day.messages);
});

it('writes nothing to the log that visitors send', async () => {
  await send(to('kkrpc/superjson'), ['{"json":{"secret":1}}\n']);
  expect(log).toBe('');
});
