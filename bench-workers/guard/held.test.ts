/** What is kept for clients that read nothing, and what a client takes along that leaves: each on a bench of its own. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type LocalBench, startBench } from '../../src/cli/shared/bench.ts';
import { openSocket } from '../../src/wire/links/socket.ts';
import { oneOfEach } from '../../src/testing/all-cases.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { systems } from '../../src/libraries/systems/index.ts';
import {
  addressOf,
  ask,
  client,
  countBeside,
  frameOf,
  memoryOf,
  openByHand,
  send,
} from '../testing/clients.ts';
import { lumenize, pushed, stepsOf, times, writerOf } from '../testing/messages.ts';

/** The largest payload that a message carries, nearly. */
const PAYLOAD = 'x'.repeat(1_900_000);

/** Serves a bench for as long as a test takes. */
async function onBench(gate: object, test: (bench: LocalBench) => Promise<void>): Promise<void> {
  const vars = { GATE: JSON.stringify(gate) };
  const bench = await startBench({ root: process.cwd(), port: 0, vars });
  try {
    await test(bench);
  } finally {
    await bench.stop();
  }
}

/** Asks for a stream over HTTP and reads no more of it than its head. */
async function listenUnread(address: string, body?: string) {
  const { host, hostname, port, pathname, search } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const method = body === undefined ? 'GET' : 'POST';
  const length = body === undefined ? '' : `Content-Length: ${body.length}\r\n`;
  socket.write(
    `${method} ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nRoundtrip-Client: test\r\n${length}\r\n${body ?? ''}`,
  );
  await once(socket, 'readable');
  return socket;
}

/** How clients of two libraries listen over HTTP, and publish. */
const listening = [
  {
    arm: 'trpc/events',
    listen: (address: string) => listenUnread(`${address}/listen?input=%22news%22`),
    published: (payload: string) => ({ name: 'news', payload }),
    told: '"data":true',
  },
  {
    arm: 'orpc/http',
    listen: (address: string) => listenUnread(`${address}/listen`, '{"json":"news"}'),
    published: (payload: string) => ({ json: { name: 'news', payload } }),
    told: '"json":true',
  },
];

describe.each(oneOfEach(listening, () => 'events'))(
  'a listener of $arm that reads nothing',
  ({ arm, listen, published, told }) => {
    it('is ended once 8 MiB wait for it, in however few pieces', async () => {
      await onBench({}, async (bench) => {
        const address = addressOf(bench.origin, arm);
        const publish = async (payload: string) => {
          const headers = { ...client, 'Content-Type': 'application/json' };
          return JSON.stringify(
            (await ask(`${address}/publish`, headers, JSON.stringify(published(payload)))).body,
          );
        };
        const socket = await listen(address);
        const ended = once(socket, 'close');
        const answers: string[] = [];
        while (answers.length < 16 && answers.at(-1)?.includes(told) !== false) {
          answers.push(await publish(PAYLOAD).catch(String));
        }
        // What the system and the library take of it is read off by nobody; five wait in the object at most.
        const heard = answers.filter((answer) => answer.includes(told)).length;
        expect(heard).toBeGreaterThan(4);
        expect(heard).toBeLessThan(16);
        socket.resume();
        await ended;
      });
    });
  },
);

/** Arms whose objects send to all sockets with a tag, and how one is told to. */
const announcing: ReadonlyArray<{ arm: string; headers: Record<string, string>; message: string }> =
  [
    {
      arm: 'raw-websocket/hibernating',
      headers: {},
      message: JSON.stringify({ id: 1, method: 'announce', args: ['everybody', PAYLOAD] }),
    },
    {
      arm: 'lumenize/hibernating',
      headers: { 'Sec-WebSocket-Protocol': 'lumenize.rpc, lumenize.rpc.clientId.everybody' },
      message: lumenize([stepsOf('announce', 'everybody', PAYLOAD)]),
    },
  ];

it.each(announcing)(
  '$arm announces no more than there is room for',
  async ({ arm, headers, message }) => {
    await onBench({ heldBytes: 32_000_000 }, async (bench) => {
      const address = addressOf(bench.origin, arm);
      let ended = 0;
      const unread = await Promise.all(times(40, () => openByHand(address, headers)));
      for (const socket of unread) socket.pause().on('close', () => (ended += 1));
      const isRefused = (all: readonly string[]) =>
        all.some((each) => each.includes('announce: got'));
      const { answers } = await send(address, [message], isRefused);
      expect(answers.find((each) => each.length < 1000)).toContain(
        '32000000 bytes that are held for all',
      );
      await eventually(() => expect(ended).toBeGreaterThan(0));
      expect(await memoryOf(bench)).toBeLessThan(400_000);
    });
  },
);

describe('what waits', () => {
  it('counts with the message that brought it, and with what that was answered', async () => {
    await onBench({}, async (bench) => {
      // Nothing of it is sent before the last call has returned.
      const frame = lumenize([stepsOf('echo', PAYLOAD), stepsOf('hold', 'never')]);
      const frames = times(3, () => frame);
      const { closed } = await send(addressOf(bench.origin, 'lumenize/in-memory'), frames);
      expect(closed?.reason).toBe('{"error":"limit","limit":"socket.queuedBytes","most":8388608}');
    });
  });

  it('counts in bodies that have not ended', async () => {
    await onBench({ heldBytes: 8_000_000 }, async (bench) => {
      const statuses: string[] = [];
      const sockets = times(6, () => {
        const address = new URL(`${addressOf(bench.origin, 'fetch-json/http')}/upload`);
        const socket = connect(Number(address.port), address.hostname);
        socket.on('error', () => undefined);
        socket.on('data', (data: Buffer) => statuses.push(data.toString().slice(0, 12)));
        const head = `POST ${address.pathname} HTTP/1.1\r\nHost: ${address.host}\r\nRoundtrip-Client: test\r\n`;
        socket.write(`${head}Content-Length: 2000000\r\n\r\n["${PAYLOAD}`);
        return socket;
      });
      await eventually(() => expect(statuses).toContain('HTTP/1.1 503'));
      // Others go on, and come to their end.
      for (const socket of sockets) socket.write(`${'x'.repeat(99_996)}"]`);
      await eventually(() => expect(statuses).toContain('HTTP/1.1 200'));
      for (const socket of sockets) socket.destroy();
    });
  });

  it('counts in lines that have not ended', async () => {
    await onBench({ heldBytes: 1_000_000 }, async (bench) => {
      const sockets = await Promise.all(
        times(20, () => openByHand(addressOf(bench.origin, 'kkrpc/json'))),
      );
      let ended = 0;
      for (const socket of sockets) {
        socket.resume().on('close', () => (ended += 1));
        socket.write(frameOf(`"${'x'.repeat(60_000)}`));
      }
      await eventually(() => expect(ended).toBeGreaterThan(0));
      for (const socket of sockets) socket.destroy();
    });
  });

  it('counts in what goes to all functions that are kept', async () => {
    await onBench({}, async (bench) => {
      const keep = times(3, (at) => pushed('subscribe', `name ${at}`, ['export', -1 - at]));
      const frames = [...keep, ...writerOf('capnweb')('publishAll', PAYLOAD)];
      frames[frames.length - 1] = '["pull",4]';
      const isAnswered = (all: readonly string[]) => all.at(-1)?.includes('4194304') === true;
      const { closed } = await send(
        addressOf(bench.origin, 'capnweb/in-memory'),
        frames,
        isAnswered,
      );
      expect(closed).toBeUndefined();
    });
  });
});

/** A frame of text that RFC 6455 forbids, masked and empty: a foreign opcode, a stray continuation, a reserved bit. */
const BROKEN = [0x83, 0x80, 0xc1];

it('a socket leaves its place once, whatever ends it', async () => {
  const sockets = 20;
  await onBench({ sockets }, async (bench) => {
    const arms = systems.flatMap(({ id, arms: own }) =>
      own.filter(({ accept }) => accept !== 'request').map(({ name }) => `${id}/${name}`),
    );
    const addressesOf = (at: number) => addressOf(bench.origin, arms[at % arms.length] ?? '');
    // In turns of fewer than there is room for; all of them are more.
    for (const first of BROKEN) {
      for (const turn of [0, 1]) {
        const opened = await Promise.all(
          times(12, (at) => eventually(() => openByHand(addressesOf(turn * 12 + at)))),
        );
        for (const socket of opened) {
          const frame = Buffer.from([first, 0x80, 0, 0, 0, 0]);
          // The runtime leaves the connection of some to the client.
          await new Promise((resolve) => socket.resume().write(frame, resolve));
          socket.destroy();
        }
      }
    }
    const left = await Promise.all(
      times(12, (at) => eventually(() => openByHand(addressesOf(at)))),
    );
    for (const socket of left) socket.destroy();
    await eventually(async () => {
      const opening = await Promise.allSettled(
        times(sockets + 10, () => openByHand(addressOf(bench.origin, 'raw-websocket/hibernating'))),
      );
      const opened = opening.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      for (const socket of opened) socket.destroy();
      expect(opened).toHaveLength(sockets);
    });
  });
});

describe('a visitor goes on beside', () => {
  it('three hundred objects that begin at once', async () => {
    await onBench({}, async (bench) => {
      const begin = () => ask(`${addressOf(bench.origin, 'fetch-json/http')}/add`, client, '[1,2]');
      const { counted } = await countBeside(bench.origin, () => Promise.all(times(300, begin)));
      // At most eight begin between two looks at others.
      expect(counted).toBeGreaterThan(20);
    });
  });

  it('twenty clients whose batches of 1,000 calls fail', async () => {
    await onBench({}, async (bench) => {
      const call = { method: 'mutation', params: { path: 'fail' } };
      const batch = JSON.stringify(times(1000, (id) => ({ id, ...call })));
      const isDone = (all: readonly string[]) => all.length === 2000;
      const fail = () => send(addressOf(bench.origin, 'trpc/in-memory'), [batch, batch], isDone);
      const { counted } = await countBeside(bench.origin, () => Promise.all(times(20, fail)));
      // Others have the thread after each twenty errors of a message.
      expect(counted).toBeGreaterThan(20);
    });
  });

  it('a batch between objects that takes all the room it may', async () => {
    await onBench({}, async (bench) => {
      const asked = (calls: number, writes: boolean) =>
        JSON.stringify({ id: 1, batch: { calls, order: 'at-once', first: 0, writes } });
      const ends: string[] = [];
      const connected = async (way: string) => {
        const address = addressOf(bench.origin, `between/${way}`).replace(/^http/, 'ws');
        const socket = await openSocket(new WebSocket(address));
        const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
        socket.addEventListener('message', ({ data }) => {
          if (String(data).includes('begun')) return begun.resolve();
          ends.push(way);
          over.resolve(String(data));
        });
        return { socket, begun: begun.promise, over: over.promise };
      };
      const [large, small] = await Promise.all([connected('stored'), connected('no-call')]);
      // Each of its calls waits for the disk.
      large.socket.send(asked(2000, true));
      await large.begun;
      small.socket.send(asked(45, false));
      expect(await small.over).toContain('"results":[0,2,4,');
      await large.over;
      expect(ends).toEqual(['no-call', 'stored']);
      for (const { socket } of [large, small]) socket.close();
    });
  });
});
