/** The gate on real workerd: who comes in, how many, and what a day has. */
import { once } from 'node:events';
import { connect as tcp } from 'node:net';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startBench, type LocalBench } from '../../src/cli/shared/bench.ts';
import { openSocket } from '../../src/links/socket.ts';
import { connect } from '../../src/places/objects/client.ts';
import { allCallArms } from '../../src/systems/arms.ts';
import { it } from '../testing/knock.ts';
import * as knock from '../testing/knock.ts';
import { open } from '../testing/open.ts';
import { type Amounts, amountsOf, type Share, type Standing } from './protocol.ts';
import { eventually } from '../../src/testing/eventually.ts';

const { path } = knock;

const ask = (bench: LocalBench, at: string, headers: Record<string, string> = {}) =>
  knock.ask(bench.origin + at, headers);

/** The status that a handshake is answered with; what it opens is closed at once. */
async function handshake(bench: LocalBench, headers: Record<string, string>, at = path()) {
  const { status, close } = await knock.open(bench.origin + at, headers);
  close();
  return status;
}

async function openMany(bench: LocalBench, count: number) {
  const address = bench.origin.replace(/^http/, 'ws');
  const opening = Array.from({ length: count }, (_, index) => {
    const arm = index % 2 === 0 ? 'raw-websocket/in-memory' : 'raw-websocket/hibernating';
    return openSocket(new WebSocket(address + path(arm)));
  });
  const settled = await Promise.allSettled(opening);
  return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}

describe('who comes in', () => {
  let bench: LocalBench;
  beforeAll(async () => {
    bench = await startBench({ root: process.cwd(), port: 0 });
  });
  afterAll(() => bench.stop());
  const page = () => ({ Origin: bench.origin });

  it('is a page that this bench admits, or who says that it is the command line', async () => {
    expect(await handshake(bench, page())).toBe(101);
    expect(await handshake(bench, { 'Roundtrip-Client': 'roundtrip' })).toBe(101);
    expect(await handshake(bench, {})).toBe(403);
    expect(await handshake(bench, { 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(await handshake(bench, { Origin: 'http://localhost:1' })).toBe(403);
    expect(await handshake(bench, { Origin: 'null' })).toBe(403);
  });

  it('is a page of its own origin, which names that in no GET', async () => {
    const at = `/bench/trpc/http-batch/${crypto.randomUUID()}/getValue`;
    const own = await ask(bench, at, { 'Sec-Fetch-Site': 'same-origin' });
    expect(own).toMatchObject({ status: 200, body: { result: { data: 0 } } });
    const other = await ask(bench, at, { 'Sec-Fetch-Site': 'cross-site' });
    expect(other).toMatchObject({ status: 403, body: { error: 'origin' } });
  });

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io', '192.168.0.7'])(
    'is nobody who calls this machine %s, though origin and host agree',
    async (name) => {
      const { port } = new URL(bench.origin);
      const stranger = { Host: `${name}:${port}`, Origin: `http://${name}:${port}` };
      expect(await handshake(bench, stranger)).toBe(421);
      const about = await ask(bench, '/bench/about', stranger);
      expect(about).toMatchObject({ status: 421, body: { error: 'host' } });
      expect(about.headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  it('does not say which ticket it has', async () => {
    const forged = JSON.stringify({ ticket: { place: 'x', share: 'nightly', id: '1' } });
    expect(await handshake(bench, { ...page(), 'Roundtrip-Ticket': forged })).toBe(101);
  });
});

describe.concurrent('one visitor', () => {
  it('has so many sockets at once, and another one when one closes', async ({ start }) => {
    const bench = await start({ commandLine: { sockets: 5 } });
    const sockets = await openMany(bench, 20);
    expect(sockets).toHaveLength(5);
    const at = path();
    expect(await ask(bench, at)).toMatchObject({
      status: 429,
      body: { error: 'limit', reached: 'sockets', limit: 5 },
    });
    for (const socket of sockets.slice(0, 2)) socket.close();
    await eventually(async () => expect((await ask(bench, at)).status).toBe(426));
    await eventually(async () => {
      sockets.push(...(await openMany(bench, 5)));
      expect(sockets).toHaveLength(2 + 5);
    });
    for (const socket of sockets) socket.close();
  });

  it('hears of an address what a socket to it would hear', async ({ start }) => {
    const bench = await start({ commandLine: { sockets: 1 } });
    const [socket] = await openMany(bench, 1);
    expect(await openMany(bench, 1)).toEqual([]);
    socket?.close();
    const at = path();
    // It is still turned away for a moment, and told so.
    await eventually(async () => expect((await ask(bench, at)).status).toBe(426));
    expect(await handshake(bench, { 'Roundtrip-Client': 'test' }, at)).toBe(101);
  });

  it('has so many connections a minute, whatever address it makes up', async ({ start }) => {
    const bench = await start({ page: { connectionsPerMinute: 3 } });
    const statuses: unknown[] = [];
    // More than two minutes’ worth, should the minute change in between.
    for (let visit = 0; visit < 10; visit += 1) {
      const madeUp = { 'CF-Connecting-IP': `192.0.2.${visit}` };
      statuses.push(await handshake(bench, { Origin: bench.origin, ...madeUp }));
    }
    expect(statuses.slice(0, 3)).toEqual([101, 101, 101]);
    expect(statuses.filter((status) => status === 101).length).toBeLessThanOrEqual(6);
    expect(statuses.at(-1)).toBe(429);
    const { body, headers } = await ask(bench, path(), { Origin: bench.origin });
    expect(body).toMatchObject({ reached: 'connections', limit: 3 });
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('reaches so many objects a minute, one of them as often as it likes', async ({ start }) => {
    const bench = await start({ page: { objectsPerMinute: 2 } });
    const [page, one] = [{ Origin: bench.origin }, path()];
    for (let visit = 0; visit < 8; visit += 1) {
      expect(await handshake(bench, page, one)).toBe(101);
    }
    const statuses: unknown[] = [];
    for (let visit = 0; visit < 8; visit += 1) statuses.push(await handshake(bench, page));
    expect(statuses.at(-1)).toBe(429);
  });

  it('is told from others by a header only where the bench was told which', async ({ start }) => {
    const bench = await start(
      { page: { connectionsPerMinute: 1 } },
      { VISITOR_HEADER: 'Roundtrip-Visitor' },
    );
    for (let visitor = 0; visitor < 8; visitor += 1) {
      const headers = { Origin: bench.origin, 'Roundtrip-Visitor': String(visitor) };
      expect(await handshake(bench, headers)).toBe(101);
    }
  });

  it('has it back when its connection is cut without a word', async ({ start }) => {
    const bench = await start({ commandLine: { sockets: 1 } });
    const at = path('raw-websocket/hibernating');
    const socket = tcp(Number(new URL(bench.origin).port), 'localhost');
    socket.write(
      `GET ${at} HTTP/1.1\r\nHost: localhost\r\nRoundtrip-Client: test\r\nUpgrade: websocket\r\n` +
        'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
        `Sec-WebSocket-Key: ${btoa('0123456789abcdef')}\r\n\r\n`,
    );
    expect(String(await once(socket, 'data'))).toContain('101');
    expect((await ask(bench, at)).status).toBe(429);
    socket.resetAndDestroy();
    await eventually(async () => expect((await ask(bench, at)).status).toBe(426));
  });
});

describe.concurrent('a day', () => {
  const small: Amounts = { objects: 100, messages: 4000, rows: 4000, seconds: 4000 };
  const none = amountsOf(() => 0);
  /** One visitor may have all of it. */
  const dayParts = 1;

  async function left(bench: LocalBench) {
    const { body } = await ask(bench, '/bench/about');
    return (body['day'] as { shares: Record<Share, Standing> }).shares;
  }

  it('is not counted on one’s own machine', async ({ start }) => {
    const bench = await start({});
    expect((await ask(bench, '/bench/about')).body).toMatchObject({
      day: null,
      limits: { visitor: { page: { sockets: 4000 } } },
    });
    expect(await ask(bench, '/bench/health')).toMatchObject({
      status: 200,
      body: { status: 'ok', setting: 'workerd' },
    });
  });

  // A socket that stays in memory, one that hibernates, and requests.
  const kinds = ['capnweb/in-memory', 'lumenize/hibernating', 'capnweb/http-batch'];
  it.for(allCallArms().filter(({ id }) => kinds.includes(id)))(
    'ends for $id when its messages are used, and counts each',
    async (arm, { start }) => {
      const day = { visitors: { ...small, messages: 400 }, nightly: none };
      const bench = await start({ dayParts, day });
      const { counter, socket, connection } = await open(arm, bench.origin);
      const reason = new Promise<CloseEvent>((resolve) =>
        socket?.addEventListener('close', resolve),
      );
      let counted = 0;
      const count = async () => {
        for (;;) counted = await counter.increment(1);
      };
      await expect(count()).rejects.toThrow(Error);
      // All of them can be used. A call is one message, three of Cap’n Web’s, and a request costs 40.
      const least = arm.accept === 'request' ? 5 : arm.accept === 'in-memory' ? 130 : 395;
      expect(counted).toBeGreaterThanOrEqual(least);
      expect(counted).toBeLessThanOrEqual(400);
      if (socket !== undefined) {
        const { code, reason: text } = await reason;
        expect(code).toBe(1013);
        expect(JSON.parse(text)).toMatchObject({ error: 'day-messages' });
      }
      connection.close();
      const refused = await ask(bench, path(), { Origin: bench.origin });
      expect(refused).toMatchObject({ status: 429, body: { reached: 'day-messages', limit: 400 } });
    },
  );

  it('has so many objects, and tells what is left', async ({ start }) => {
    const bench = await start({
      dayParts,
      day: { visitors: { ...small, objects: 6 }, nightly: none },
    });
    expect((await left(bench)).visitors.left.objects).toBe(6);
    const sockets = await openMany(bench, 10);
    expect(sockets).toHaveLength(6);
    for (const socket of sockets) socket.close();
    const { status, body, headers } = await ask(bench, path());
    expect([status, body['reached']]).toEqual([429, 'day-objects']);
    expect(new Date(body['retryAt'] as string).getUTCHours()).toBe(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(86_400);
  });

  it('keeps a share for the nightly check, which has a secret', async ({ start }) => {
    const bench = await start(
      { day: { visitors: none, nightly: small } },
      { NIGHTLY_KEY: 'secret' },
    );
    expect(await handshake(bench, { Origin: bench.origin })).toBe(429);
    const nightly = { 'Roundtrip-Client': 'nightly', 'Roundtrip-Key': 'secret' };
    expect(await handshake(bench, nightly)).toBe(101);
    expect(await handshake(bench, { ...nightly, 'Roundtrip-Key': 'guess' })).toBe(429);
    expect(await ask(bench, '/bench/health')).toMatchObject({
      status: 503,
      body: { error: 'day' },
    });
  });

  it('refuses a batch of calls between objects that it cannot pay for, before one is made', async ({
    start,
  }) => {
    const bench = await start({
      ...{
        dayParts,
        callsPerBatch: 100,
        day: { visitors: { ...small, messages: 3000 }, nightly: none },
      },
    });
    const connection = await connect('workers-rpc')({
      ...{ origin: bench.origin, object: crypto.randomUUID(), WebSocketClass: WebSocket },
    });
    const batch = (calls: number) =>
      connection.operations.batch({
        calls,
        order: 'at-once',
        bytes: 0,
        objects: 1,
        first: 0,
        writes: false,
      });
    await expect(batch(101)).rejects.toThrow(
      'calls: got 101, expected a whole number from 1 to 100',
    );
    // A call is a request, which is as much as 20 messages.
    expect(await batch(100)).toHaveLength(100);
    await expect(batch(100)).rejects.toThrow(
      /batch: got what takes 2020 messages and 0 rows of the day, expected at most the 9\d\d messages and \d+ rows that are left; it opens again at .*T00:00:00/,
    );
    expect(await connection.operations.effects()).toBe(100);
    expect(await batch(40)).toHaveLength(40);
    connection.close();
    // What was leased and not used is others’ again.
    await eventually(async () => expect(await openMany(bench, 1)).toHaveLength(1));
  });

  it('gets back what a door has leased and nobody used', async ({ start }) => {
    const bench = await start({ dayParts, day: { visitors: small, nightly: none } });
    const [socket] = await openMany(bench, 1);
    expect((await left(bench)).visitors.left.messages).toBeLessThan(small.messages);
    socket?.close();
    const awake = expect.any(Number) as number;
    // All but what the opening cost: a request that counts as a message, and an alarm.
    await eventually(async () =>
      expect((await left(bench)).visitors.left).toEqual({
        ...{ objects: 99, messages: 3999, rows: 3999, seconds: awake },
      }),
    );
  });
});

it.each([
  ['{"page":{"socket":1}}', 'GATE.page: got socket, expected sockets'],
  ['{"page":{"sockets":-1}}', 'GATE.page.sockets: got -1, expected a whole number from 0'],
  ['{"pages":{}}', 'GATE: got pages, expected page, commandLine'],
])('says what is wrong with GATE=%s', async (text, message) => {
  const { gateConfig } = await import('./config.ts');
  expect(() => gateConfig({ SETTING: 'workerd', GATE: text })).toThrow(message);
});
