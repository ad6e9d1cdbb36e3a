/** Clients that leave undone what the bench waits for, or have it hold much: what is held, the thread, the log. */
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LocalBench } from '../../src/cli/shared/bench.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { limits } from '../../src/wire/limits.ts';
import {
  addressOf,
  ask,
  client,
  connectByHand,
  countBeside,
  frameOf,
  openByHand,
  openPlain,
  requestOf,
  send,
  useBenches,
} from '../testing/clients.ts';
import { lumenize, pull, pushed, stepsOf, times, writerOf } from '../testing/messages.ts';

const MEGABYTE = 1_000_000;
/** Bytes that the small bench holds for all clients. The buffers of the system take some more. */
const HELD = 4 * MEGABYTE;
const tooMuch = `{"error":"limit","limit":"heldBytes","most":${HELD}}`;

const start = useBenches();
let bench: LocalBench;
/** Holds little for its clients. */
let small: LocalBench;
/** Waits a second for requests and functions. */
let hasty: LocalBench;
/** Ends objects that nobody used for a second. */
let idle: LocalBench;
beforeAll(async () => {
  [bench, small, hasty, idle] = await Promise.all([
    start(),
    start({ heldBytes: HELD }),
    start({ answerSeconds: 1, callbackSeconds: 1 }),
    // workerd itself logs that a session in the Worker is cut.
    start({}, { IDLE_SECONDS: '1' }, { onSaid: () => undefined }),
  ]);
});

const raw = writerOf('raw-websocket');
const payload = (length: number) => 'x'.repeat(length);

/** How many bytes lie ready for a client until its connection is closed. */
async function bytesLeft(socket: Duplex): Promise<number> {
  let bytes = 0;
  socket.on('data', (data: Buffer) => (bytes += data.length));
  await once(socket, 'close');
  return bytes;
}

describe('above the bytes for all clients the one with the most is ended', () => {
  it('which leaves a pipe unread', async () => {
    const frame = JSON.stringify(['stream', ['pipeline', 1, ['write'], [payload(900_000)]]]);
    const ended: string[] = [];
    const sockets: WebSocket[] = [];
    while (sockets.length < 3) {
      const socket = await openPlain(addressOf(small.origin, 'capnweb/in-memory'));
      sockets.push(socket);
      socket.addEventListener('close', ({ reason }) => ended.push(reason));
      for (const each of ['["pipe"]', frame, frame]) socket.send(each);
    }
    await eventually(() => expect(ended).toEqual([tooMuch]));
    for (const socket of sockets) socket.close();
  });

  it('which leaves answers to its requests unread', async () => {
    const texts = times(2, (at) => `${pushed('download', MEGABYTE)}\n${pull(at + 1)}`).join('\n');
    const unread = times(4, () => {
      const address = addressOf(small.origin, 'capnweb/http-batch');
      const socket = connectByHand(address);
      // The system has room for two or three of these answers.
      for (const next of [...times(5, () => 'keep-alive' as const), 'close' as const]) {
        socket.write(requestOf(address, texts, texts.length, next));
      }
      return socket;
    });
    const lengths = await countBeside(small.origin, async () => {
      await Promise.all(unread.map((socket) => once(socket, 'readable')));
      return Promise.all(unread.map(bytesLeft));
    });
    // The answers to a client that was ended are short.
    expect(Math.min(...lengths)).toBeLessThan(12 * MEGABYTE);
  });

  it('whose body has not ended, while others come to their end', async () => {
    const body = `["${payload(MEGABYTE)}`;
    const sockets = times(5, () => {
      const address = `${addressOf(small.origin, 'fetch-json/http')}/upload`;
      const socket = connectByHand(address);
      socket.write(requestOf(address, body, body.length + 2));
      return socket;
    });
    const statuses = sockets.map(async (socket) => (await text(socket)).slice(9, 12));
    expect(await Promise.race(statuses)).toBe('503');
    for (const socket of sockets) socket.write('"]');
    expect(await Promise.all(statuses)).toContain('200');
  });

  it('whose calls wait, with the message that brought them and with its answers', async () => {
    const frame = lumenize([stepsOf('echo', payload(600_000)), stepsOf('hold', 'never')]);
    const address = addressOf(small.origin, 'lumenize/in-memory');
    // Neither the messages nor the answers are too much by themselves.
    const { closed } = await send(
      address,
      times(4, () => frame),
    );
    expect(closed?.reason).toBe(tooMuch);
  });

  const listens = { 'Sec-WebSocket-Protocol': 'lumenize.rpc, lumenize.rpc.clientId.everybody' };
  it.each<[arm: string, headers: Record<string, string>]>([
    ['raw-websocket/hibernating', {}],
    ['lumenize/hibernating', listens],
  ])('to which %s announces, and the announcement fails', async (arm, headers) => {
    const address = addressOf(small.origin, arm);
    let ended = 0;
    const unread = await Promise.all(times(30, () => openByHand(address, headers)));
    for (const socket of unread) socket.pause().on('close', () => (ended += 1));
    const isRefused = (all: readonly string[]) => all.some((each) => each.includes('announce:'));
    const announcing = writerOf(arm)('announce', 'everybody', payload(200_000));
    const { answers } = await send(address, announcing, isRefused);
    expect(answers.find(({ length }) => length < 1000)).toContain(
      `${HELD} bytes that are held for all`,
    );
    await eventually(() => expect(ended).toBeGreaterThan(0));
  });
});

describe('above the bytes for one client it is ended', () => {
  it('which listens over HTTP and reads nothing, in however few pieces', async () => {
    const address = addressOf(bench.origin, 'trpc/events');
    const listening = connectByHand(address);
    listening.write(requestOf(`${address}/listen?input=%22news%22`));
    await once(listening, 'readable');
    const headers = { ...client, 'Content-Type': 'application/json' };
    const news = JSON.stringify({ name: 'news', payload: payload(1_900_000) });
    let heard = 0;
    while (heard < 16) {
      const { body } = await ask(`${address}/publish`, headers, news);
      if (!JSON.stringify(body).includes('"data":true')) break;
      heard += 1;
    }
    // The system and the library take some pieces, and the object at most five.
    expect(heard).toBeGreaterThan(4);
    expect(heard).toBeLessThan(16);
    await once(listening.resume(), 'close');
  });

  const arms = ['raw-websocket/in-memory', 'raw-websocket/hibernating', 'capnweb/in-memory'];
  it('which asks for texts and reads none', async () => {
    const unread = arms.map(async (arm) => {
      const address = addressOf(bench.origin, arm);
      const witness = await openPlain(address);
      const ended = once(witness, 'close');
      const socket = await openByHand(address);
      const [call = '', ask = ''] = writerOf(arm)('download', MEGABYTE);
      for (let id = 1; id <= 40; id += 1) {
        socket.write(frameOf(call));
        if (ask !== '') socket.write(frameOf(pull(id)));
      }
      await ended;
      return bytesLeft(socket);
    });
    // With the bytes in the buffers of the system, at both ends.
    for (const bytes of await countBeside(bench.origin, () => Promise.all(unread))) {
      expect(bytes).toBeLessThan(3 * limits.socket.queuedBytes);
    }
  });
});

describe.concurrent('a client that leaves undone what the bench waits for', () => {
  it('is answered in time if it does not end its body', async () => {
    const statuses = times(3, async () => {
      const address = `${addressOf(hasty.origin, 'fetch-json/http')}/add`;
      const socket = connectByHand(address);
      socket.write(requestOf(address, '[1', 1000));
      return (await text(socket)).slice(9, 12);
    });
    expect(await Promise.all(statuses)).toEqual(['504', '504', '504']);
  });

  it.each([
    ['raw-websocket/in-memory', raw('calledBack', 1)],
    ['capnweb/in-memory', writerOf('capnweb')('calledBack', 1, ['export', -1])],
    ['kkrpc/json', writerOf('kkrpc')('askClient')],
  ])('is ended if its function does not answer, over %s', async (arm, frames) => {
    const { closed } = await send(addressOf(hasty.origin, arm), frames);
    expect(closed).toEqual({ code: 1013, reason: 'expected the answer of a function' });
  });

  const head = [0xff, 0, 0, 0, 0, 0, 0x40, 0, 0, 1, 2, 3, 4, 0, 0, 0];
  it.each([
    ['nothing', []],
    ['the beginning of a text of 4 MiB', [0x81, ...head]],
    ['the beginning of the first part of a text', [0x01, ...head]],
  ])('is cut if it sends %s, and answers no Close', async (_what, bytes) => {
    const arms = ['lumenize/hibernating', 'capnweb/in-memory', 'capnweb/in-worker'];
    const ends = arms.map(async (arm) => {
      const socket = await openByHand(addressOf(idle.origin, arm));
      socket.write(Buffer.from(bytes));
      await once(socket.resume(), 'close');
    });
    await Promise.all(ends);
  });
});

it.each(['raw-websocket/in-memory', 'raw-websocket/hibernating', 'capnweb/in-worker'])(
  'a client of %s gets its Close back, with any code',
  async (arm) => {
    for (const code of [0, 999, 1005, 5000, 65_535]) {
      const socket = await openByHand(addressOf(bench.origin, arm));
      // A masked Close with two bytes of code.
      socket.write(Buffer.from([0x88, 0x82, 0, 0, 0, 0, code >> 8, code & 0xff]));
      const [data] = (await once(socket, 'data')) as [Buffer];
      expect(data[0]).toBe(0x88);
      socket.destroy();
    }
  },
);

it.each(['raw-websocket/in-memory', 'raw-websocket/hibernating'])(
  'a visitor has the thread in turn with a client of %s that sends 6,000 messages at once',
  async (arm) => {
    const flood = await openByHand(addressOf(bench.origin, arm));
    const call = frameOf(raw('getValue').join(''));
    const last = frameOf(JSON.stringify({ id: 2, method: 'getValue', args: [] }));
    const answered = async () => {
      flood.write(Buffer.concat([...times(6000, () => call), last]));
      let end = '';
      for await (const data of flood as AsyncIterable<Buffer>) {
        end = (end + data.toString('latin1')).slice(-100);
        if (end.includes('"id":2')) return;
      }
    };
    // Without turns the visitor is answered four or five times, on slow machines and on fast ones.
    await countBeside(bench.origin, answered, 8);
  },
);
