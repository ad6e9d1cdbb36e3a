/** What a day is charged, to the last row and message, on real workerd: read in the storage of the object that counts it. */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalBench, startBench } from '../../src/cli/shared/bench.ts';
import { callingWith } from '../../src/cli/shared/identify.ts';
import { linkTo, noMeter } from '../../src/wire/links/link.ts';
import { openSocket } from '../../src/wire/links/socket.ts';
import { open as openBatches } from '../../src/wire/objects/client.ts';
import { allCallArms } from '../../src/libraries/systems/arms.ts';
import { systems } from '../../src/libraries/systems/index.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { addressOf, ask, client, shakeHands } from '../testing/clients.ts';
import { lumenize, stepsOf, times, trpc, writerOf } from '../testing/messages.ts';
import { countersOf, takenOf } from '../testing/rows.ts';
import { type Amounts, remember } from '../../src/wire/amounts.ts';

const benches: LocalBench[] = [];
afterAll(() => Promise.all(benches.map((bench) => bench.stop())));

/** A bench as it is deployed, with so much of a day, of which one visitor may have a fifth. */
async function startDay(day: Partial<Amounts> = {}): Promise<LocalBench> {
  const vars = { SETTING: 'deployed', GATE: JSON.stringify({ day }), EVICTS: 'true' };
  const bench = await startBench({ root: process.cwd(), port: 0, vars });
  benches.push(bench);
  return bench;
}

const from = (address: string) => ({ ...client, 'CF-Connecting-IP': address });
const [one, other] = [from('192.0.2.1'), from('192.0.2.2')];

/** Connects the arm of an id in somebody’s name. */
async function openAs(headers: Record<string, string>, origin: string, id: string) {
  const arm = allCallArms().find((each) => each.id === id);
  const open = await arm?.load();
  const object = crypto.randomUUID();
  const to = { origin, object, ...callingWith(headers) };
  const connection = await open?.({ ...to, meter: noMeter, deadlineMs: Infinity });
  if (connection === undefined) throw new Error(`${id}: got no such arm`);
  return connection;
}

/** Calls fifty times at once, as an honest client may; its own count has to be exact. */
async function countFifty(headers: Record<string, string>, origin: string) {
  const connection = await openAs(headers, origin, 'raw-websocket/in-memory');
  const values = await Promise.all(times(50, () => connection.operations.increment(1)));
  connection.close();
  return values;
}

describe.concurrent('rows', () => {
  const increments = times(1000, () => stepsOf('increment', 1));
  it.each<[arm: string, frames: string[]]>([
    ['lumenize/in-memory', [lumenize(increments)]],
    ['trpc/in-memory', [`[${times(1000, () => trpc('increment', 1)).join()}]`]],
    ['capnweb/in-memory', times(1000, () => writerOf('capnweb')('increment', 1)[0] ?? '')],
  ])('are paid for before they are written: %s', async (arm, frames) => {
    const bench = await startDay({ rows: 1000 });
    const { WebSocketClass } = callingWith(one);
    const closed = times(5, async () => {
      const address = addressOf(bench.origin, arm).replace(/^http/, 'ws');
      const socket = await openSocket(new WebSocketClass(address));
      for (const frame of frames) socket.send(frame);
      const [{ reason }] = (await once(socket, 'close')) as [CloseEvent];
      return reason;
    });
    // Who comes too late is not let in, and was not closed.
    const reasons = await Promise.allSettled(closed);
    expect(JSON.stringify(reasons)).toContain('visitor-rows');
    const written = (await countersOf(bench.disk)).reduce((sum, count) => sum + count, 0);
    expect(written).toBeGreaterThan(15);
    const { rows } = await takenOf(bench.disk);
    // Each object has set its alarm besides.
    expect(written + 5).toBeLessThanOrEqual(rows);
    // What is owed in messages is told by requests, each of which writes a row.
    expect(rows).toBeLessThanOrEqual(200 + 15);
    expect(await countFifty(other, bench.origin)).toEqual(times(50, (at) => at + 1));
  });

  const arms = allCallArms();
  it('that a client writes at once are all written, and in their order', async () => {
    const bench = await startDay();
    const outcomes = arms.map(async ({ id, accept }) => {
      const connection = await openAs(other, bench.origin, id);
      const { operations } = connection;
      const calls = times(50, () => operations.increment(2));
      // Requests may overtake each other.
      if (accept === 'request') await Promise.all(calls);
      const value = await operations.getValue();
      const values = (await Promise.all(calls)).toSorted((a, b) => a - b);
      connection.close();
      return [id, value, values.every((each, at) => each === 2 * (at + 1))];
    });
    expect(await Promise.all(outcomes)).toEqual(arms.map(({ id }) => [id, 100, true]));
  });
});

describe.concurrent('messages', () => {
  it('cost what they cost: a client over HTTP, to the last one', async () => {
    const bench = await startDay();
    const at = `${addressOf(bench.origin, 'fetch-json/http')}/add`;
    const add = async (count: number) => {
      for (let call = 0; call < count; call += 1) {
        expect((await ask(at, one, '[1,2]')).status).toBe(200);
      }
      return takenOf(bench.disk);
    };
    // A connection, the request for it, and that for the day’s salt.
    const first = { objects: 1, messages: 60 + 20 + 20, rows: 20 + 1 + 1, seconds: 5 };
    expect(await add(1)).toEqual(first);
    // 60 messages are for one message and two requests of 21, and 17 are left.
    expect(await add(2)).toEqual(first);
    // The next takes more, with the 3 that are owed when it asks.
    const more = { ...first, messages: 100 + 120 + 3 + 20, rows: 22 + 1 };
    await add(1);
    await eventually(async () => expect(await takenOf(bench.disk)).toEqual(more));
    expect(await add(4)).toEqual(more);
  });

  it('are owed where they came before the budget refused them', async () => {
    const bench = await startDay({ messages: 4000 });
    const { WebSocketClass } = callingWith(one);
    const address = addressOf(bench.origin, 'raw-websocket/in-memory').replace(/^http/, 'ws');
    const socket = await openSocket(new WebSocketClass(address));
    const call = writerOf('raw-websocket')('getValue').join('');
    for (let sent = 0; sent < 3000; sent += 1) socket.send(call);
    const [{ code, reason }] = (await once(socket, 'close')) as [CloseEvent];
    expect([code, JSON.parse(reason)]).toMatchObject([1013, { error: 'visitor-messages' }]);
    await eventually(async () => {
      expect((await takenOf(bench.disk)).messages).toBeGreaterThan(3000);
    });
  });

  it('are taken for a refusal too, and a day that is over is asked no more', async () => {
    const bench = await startDay({ objects: 5 });
    const visit = async (end: number) => {
      const { status, socket } = await shakeHands(
        addressOf(bench.origin, 'raw-websocket/in-memory'),
        from(`198.51.100.${end}`),
      );
      socket?.destroy();
      return status;
    };
    // A fifth of five is one each, as long as there are five: the fifth of what is left is none.
    expect([await visit(1), await visit(1)]).toEqual([101, 429]);
    const { messages, rows } = await takenOf(bench.disk);
    expect([messages, rows]).toEqual([80 + 20 + 20, 21 + 1 + 1]);
    expect(await visit(1)).toBe(429);
    expect((await takenOf(bench.disk)).messages).toBe(messages);
  });

  it('of nobody are asked for once the day is over', async () => {
    const bench = await startDay({ messages: 70 });
    const visits = async (first: number) => {
      const at = addressOf(bench.origin, 'raw-websocket/in-memory');
      const opening = times(20, (end) => shakeHands(at, from(`198.51.100.${first + end}`)));
      return (await Promise.all(opening)).map(({ status }) => status);
    };
    expect(new Set(await visits(1))).toEqual(new Set([429]));
    const taken = await takenOf(bench.disk);
    expect(new Set(await visits(101))).toEqual(new Set([429]));
    expect(await takenOf(bench.disk)).toEqual(taken);
    const health = await ask(`${bench.origin}/bench/health`, other);
    expect(health).toMatchObject({ status: 503, body: { error: 'day' } });
  });
});

it('the time of an object that another calls counts with the caller’s', async () => {
  const bench = await startDay({ seconds: 60 });
  const { WebSocketClass } = callingWith(one);
  const address = addressOf(bench.origin, 'raw-websocket/in-memory').replace(/^http/, 'ws');
  const alone = await openSocket(new WebSocketClass(address));
  const closes: string[] = [];
  const aloneClosed = once(alone, 'close').then(() => closes.push('alone'));
  const sockets: WebSocket[] = [];
  const Theirs = callingWith(other).WebSocketClass;
  class Kept extends Theirs {
    constructor(...given: ConstructorParameters<typeof Theirs>) {
      super(...given);
      sockets.push(this);
    }
  }
  const object = crypto.randomUUID();
  const to = { origin: bench.origin, object, WebSocketClass: Kept };
  const caller = await openBatches(linkTo({ system: 'between', arm: 'websocket' }, to));
  await caller.operations.batch({ calls: 1, order: 'at-once', first: 0, writes: false });
  const [{ reason }] = (await once(sockets[0] as WebSocket, 'close')) as [CloseEvent];
  expect(reason).toContain('visitor-seconds');
  closes.push('caller');
  await aloneClosed;
  // Both have five seconds, and the caller was there last.
  expect(closes).toEqual(['caller', 'alone']);
});

describe('who may not enter', () => {
  let bench: LocalBench;
  beforeAll(async () => {
    bench = await startDay();
    // The day has begun, and its salt is known.
    expect(await countFifty(one, bench.origin)).toHaveLength(50);
  });

  const foreign = { Origin: 'https://example.org' };
  const image = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' };
  const upgrade = { Upgrade: 'websocket' };
  const objectsOf = async () =>
    (await readdir(bench.disk, { recursive: true })).filter((file) => file.endsWith('.sqlite'));

  const everywhere = [foreign, image, { ...image, ...upgrade }, { ...foreign, ...upgrade }];
  const arms = systems.flatMap(({ id, arms, addressSuffix = '' }) =>
    arms.map(({ name }) => `/bench/${id}/${name}/${crypto.randomUUID()}${addressSuffix}`),
  );
  const between = `/bench/between/workers-rpc/${crypto.randomUUID()}`;
  const requests = [...arms, between].flatMap((path) =>
    [{}, upgrade, ...everywhere].flatMap((headers) =>
      ['GET', 'POST', 'OPTIONS', 'DELETE'].map((method) => ({ path, method, headers })),
    ),
  );
  const questions = ['/bench/about', '/bench/health'].flatMap((path) =>
    everywhere.map((headers) => ({ path, method: 'GET', headers })),
  );

  it('costs the day nothing and makes no object, on any route', async () => {
    const [before, objects] = [await takenOf(bench.disk), await objectsOf()];
    for (const { path, method, headers } of [...requests, ...questions]) {
      const { status } = await shakeHands(bench.origin + path, headers, method);
      expect([204, 400, 403, 405, 426, 404]).toContain(status);
    }
    expect(await takenOf(bench.disk)).toEqual(before);
    expect(await objectsOf()).toEqual(objects);
    expect(await countFifty(one, bench.origin)).toHaveLength(50);
  });

  it('learns what was missing: the upgrade first, then who it is', async () => {
    const at = addressOf(bench.origin, 'raw-websocket/in-memory');
    expect(await ask(at)).toMatchObject({ status: 426, body: { error: 'upgrade' } });
    expect(await ask(at, image)).toMatchObject({ status: 426, body: { error: 'upgrade' } });
    expect((await shakeHands(at, {})).status).toBe(403);
    const about = `${bench.origin}/bench/about`;
    expect(await ask(about, image)).toMatchObject({ status: 403, body: { error: 'origin' } });
    // A link that somebody follows, the address bar, and what is no browser.
    const followed = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'document' };
    const harmless: Array<Record<string, string>> = [followed, { 'Sec-Fetch-Site': 'none' }, {}];
    for (const headers of harmless) {
      expect((await ask(about, headers)).status).toBe(200);
    }
  });

  it('costs a client a request to ask why no socket opens, and no connection', async () => {
    const before = await takenOf(bench.disk);
    const at = addressOf(bench.origin, 'raw-websocket/in-memory');
    expect((await ask(at, one)).status).toBe(426);
    const { messages, rows } = before;
    expect(await takenOf(bench.disk)).toEqual({
      ...before,
      messages: messages + 20,
      rows: rows + 1,
    });
  });
});

it('says whole addresses of all libraries', async () => {
  const { body } = await ask(`${(await startDay()).origin}/bench/about`, one);
  const told = body['systems'] as Array<{ id: string; address: string }>;
  expect(told.find(({ id }) => id === 'capnweb')?.address).toBe('/bench/capnweb/<arm>/<object>');
  expect(told.find(({ id }) => id === 'lumenize')?.address).toMatch(/<object>\/call$/);
});

it('remembers 10,000, and forgets the oldest', () => {
  const memory = new Map<string, number>();
  for (let at = 0; at < 10_000; at += 1) remember(memory, String(at), at);
  expect([memory.size, memory.has('0')]).toEqual([10_000, true]);
  remember(memory, 'one more', 1);
  expect([memory.size, memory.has('0'), memory.has('1')]).toEqual([10_000, false, true]);
});
