/** The charges of a day on workerd, to the last row and message: read in the storage of the object that counts it. */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { LocalBench } from '../../src/cli/shared/bench.ts';
import { allCallArms } from '../../src/libraries/systems/arms.ts';
import { systems } from '../../src/libraries/systems/index.ts';
import { oneOfEach } from '../../src/testing/all-cases.ts';
import { eventually } from '../../src/testing/eventually.ts';
import type { Amounts } from '../../src/wire/amounts.ts';
import {
  addressOf,
  ask,
  client,
  from,
  knock,
  open,
  openBetween,
  openPlain,
  send,
  upgrade,
  useBenches,
} from '../testing/clients.ts';
import { lumenize, pull, pushed, stepsOf, times, trpc, writerOf } from '../testing/messages.ts';
import { countersOf, takenOf, visitorsOf } from '../testing/rows.ts';

const start = useBenches();
/** Starts a bench as it is deployed, with so much of a day. One visitor may have a fifth of it. */
const startDay = (day: Partial<Amounts> = {}, more: object = {}) =>
  start({ day, ...more }, { SETTING: 'deployed', EVICTS: 'true' });

const [one, other] = [from('192.0.2.1'), from('192.0.2.2')];
const RAW = 'raw-websocket/in-memory';
const url = ({ origin }: LocalBench, arm = RAW) => addressOf(origin, arm);

/** Resolves to the end of a socket, whose reason is JSON or plain text. */
async function endOf(socket: WebSocket): Promise<{ code: number; reason: string }> {
  const [{ code, reason }] = (await once(socket, 'close')) as [CloseEvent];
  return { code, reason };
}

/** Increments fifty times at once, as an honest client may. */
async function countFifty(headers: Readonly<Record<string, string>>, { origin }: LocalBench) {
  const { connection, counter } = await open(origin, RAW, undefined, headers);
  const values = await Promise.all(times(50, () => counter.increment(1)));
  connection.close();
  return values;
}

describe.concurrent('rows', () => {
  it.each<[arm: string, frames: string[]]>([
    ['lumenize/in-memory', [lumenize(times(400, () => stepsOf('increment', 1)))]],
    ['trpc/in-memory', [`[${times(400, () => trpc('increment', 1)).join()}]`]],
    ['capnweb/in-memory', times(400, () => pushed('increment', 1))],
  ])('are paid for before they are written: %s', async (arm, frames) => {
    const bench = await startDay({ rows: 500 });
    const reasons = times(3, async () => {
      const socket = await openPlain(url(bench, arm), one);
      for (const frame of frames) socket.send(frame);
      return (await endOf(socket)).reason;
    });
    // A client that comes too late is not admitted, and so not closed.
    expect(JSON.stringify(await Promise.allSettled(reasons))).toContain('visitor-rows');
    const written = (await countersOf(bench.disk)).reduce((sum, count) => sum + count, 0);
    expect(written).toBeGreaterThan(15);
    const { rows } = await takenOf(bench.disk);
    // Each object has set its alarm too.
    expect(written + 3).toBeLessThanOrEqual(rows);
    // Messages that are owed are reported by requests, each of which writes a row.
    expect(rows).toBeLessThanOrEqual(100 + 15);
    expect(await countFifty(other, bench)).toEqual(times(50, (at) => at + 1));
  });

  const deployed = allCallArms().filter(({ accept }) => accept !== 'worker');
  const arms = oneOfEach(deployed, ({ system }) => system);
  it('of calls at once are all written, in the order of the calls', async () => {
    const bench = await startDay();
    const outcomes = arms.map(async ({ id, accept }) => {
      const { connection, counter } = await open(bench.origin, id, undefined, other);
      const calls = times(25, () => counter.increment(2));
      // Requests may overtake each other.
      if (accept === 'request') await Promise.all(calls);
      const value = await counter.getValue();
      const values = (await Promise.all(calls)).toSorted((a, b) => a - b);
      connection.close();
      return [id, value, values.every((each, at) => each === 2 * (at + 1))];
    });
    expect(await Promise.all(outcomes)).toEqual(arms.map(({ id }) => [id, 50, true]));
  });
});

describe.concurrent('messages', () => {
  it('of a client over HTTP are charged to the last one', async () => {
    const bench = await startDay();
    // The platform would soon end such a session, so that no deployed bench serves one.
    expect(await knock(url(bench, 'capnweb/in-worker'))).toBe(404);
    const at = `${url(bench, 'fetch-json/http')}/add`;
    const add = async (count: number) => {
      for (let call = 0; call < count; call += 1) {
        expect((await ask(at, one, '[1,2]')).status).toBe(200);
      }
      return takenOf(bench.disk);
    };
    // A connection, the request for it, and the request for the day’s salt.
    const first = { objects: 1, messages: 60 + 20 + 20, rows: 20 + 1 + 1, seconds: 5 };
    expect(await add(1)).toEqual(first);
    // The 60 messages pay for one message and two requests of 21. 17 are left.
    expect(await add(2)).toEqual(first);
    // The next request takes more, and the 3 that it owes when it asks.
    const more = { ...first, messages: 100 + 120 + 3 + 20, rows: 22 + 1 };
    await add(1);
    await eventually(async () => expect(await takenOf(bench.disk)).toEqual(more));
    expect(await add(4)).toEqual(more);
  });

  it('of a session in the Worker are charged as those of requests', async () => {
    const bench = await start({ day: { objects: 9, messages: 9e3, rows: 9e3, seconds: 9e3 } });
    const { counter } = await open(bench.origin, 'capnweb/in-worker');
    const add = (calls: number) => Promise.all(times(calls, () => counter.add(1, 2)));
    const messages = async () => (await takenOf(bench.disk)).messages;
    await add(3);
    expect(await messages()).toBe(60 + 20 + 20);
    await add(1);
    await eventually(async () => expect(await messages()).toBe(100 + 120 + 3 + 20));
  });

  it('are owed if they came before the budget refused them', async () => {
    const bench = await startDay({ messages: 2000 });
    const socket = await openPlain(url(bench), one);
    const call = writerOf('raw-websocket')('getValue').join('');
    for (let sent = 0; sent < 1500; sent += 1) socket.send(call);
    const { code, reason } = await endOf(socket);
    expect([code, JSON.parse(reason)]).toMatchObject([1013, { error: 'visitor-messages' }]);
    await eventually(async () => {
      expect((await takenOf(bench.disk)).messages).toBeGreaterThan(1500);
    });
  });

  it('are paid for before they are sent to other objects, and never given back', async () => {
    const most = 3000;
    const bench = await startDay({ messages: most }, { dayParts: 1 });
    const left = async () => most - (await takenOf(bench.disk)).messages;
    const isAnswered = (all: readonly string[]) => all.length > 0;
    const samples = [await left()];
    // None of these takes less than nothing.
    const numbers = writerOf('capnweb')('numbers', 1, -1000);
    await send(url(bench, 'capnweb/in-memory'), numbers, isAnswered);
    await send(url(bench, 'capnweb/in-memory'), ['["release",0,-1000]']);
    await send(url(bench), writerOf('raw-websocket')('ids', -1000), isAnswered);
    const forged = { ...client, 'Roundtrip-Payer': '{"visitor":1,"visit":"again"}' };
    await ask(`${url(bench, 'fetch-json/http')}/add`, forged, '[1,2]');
    samples.push(await left());
    // Each is a request to another object: 200 are more than the day has.
    const cursors = [...times(200, () => pushed('nativeCursor')), pull(200)];
    const { answers, closed } = await send(url(bench, 'capnweb/in-memory'), cursors, isAnswered);
    expect(`${answers.join()}${closed?.reason}`).toMatch(/of the day|day-messages/);
    await eventually(async () => {
      samples.push(await left());
      expect(samples.at(-1)).toBeLessThan(100);
    });
    expect(samples).toEqual(samples.toSorted((a, b) => b - a));
    expect(samples[0]).toBe(most);
  });

  it('of a batch are paid for before it runs, and leave the rest to others', async () => {
    const bench = await startDay({ messages: 20_000 });
    const caller = await openBetween(bench.origin, 'workers-rpc', undefined, one);
    const batch = { calls: 50, order: 'at-once', first: 0, writes: false } as const;
    const many = async () => {
      for (;;) await caller.batch(batch);
    };
    // The visitor has a fifth, and each batch takes 1,020.
    await expect(many()).rejects.toThrow(
      /batch: got what takes 1020 messages and 0 rows of the day, expected at most the \d{3} messages and \d+ rows that are left; it opens again at .*T00:00:00/,
    );
    expect(await caller.effects()).toBe(150);
    caller.close();
    await eventually(async () => {
      const { status, body } = await ask(`${url(bench, 'fetch-json/http')}/add`, one, '[1,2]');
      expect([status, body['reached']]).toEqual([429, 'visitor-messages']);
    });
    expect(await knock(url(bench), other)).toBe(101);
    const { messages } = await takenOf(bench.disk);
    expect(messages).toBeGreaterThan(3000);
    expect(messages).toBeLessThan(10_000);
  });

  it('are taken for a refusal too, and the budget is asked no more on a day that is over', async () => {
    const bench = await startDay({ objects: 5 });
    const visit = () => knock(url(bench), one);
    // A fifth of five is one. A fifth of the rest is none.
    expect([await visit(), await visit()]).toEqual([101, 429]);
    const { messages, rows } = await takenOf(bench.disk);
    expect([messages, rows]).toEqual([80 + 20 + 20, 21 + 1 + 1]);
    expect((await ask(url(bench), one)).body['reached']).toBe('visitor-objects');
    expect((await takenOf(bench.disk)).messages).toBe(messages);
  });

  it('of all visitors are over together', async () => {
    const bench = await startDay({ messages: 70 });
    const visits = (first: number) =>
      Promise.all(times(20, (end) => knock(url(bench), from(`198.51.100.${first + end}`))));
    expect(new Set(await visits(1))).toEqual(new Set([429]));
    // Ten bits say who a visitor is. Questions about the day are counted under the number behind them.
    const visitors = await visitorsOf(bench.disk);
    expect(visitors.length).toBeGreaterThan(1);
    expect(Math.max(...visitors)).toBe(1024);
    const taken = await takenOf(bench.disk);
    expect(new Set(await visits(101))).toEqual(new Set([429]));
    expect(await takenOf(bench.disk)).toEqual(taken);
    const health = await ask(`${bench.origin}/bench/health`, other);
    expect(health).toMatchObject({ status: 503, body: { error: 'day' } });
  });
});

it('objects stay used when the bench was away', async () => {
  const bench = await startDay({ objects: 50 });
  const visit = () => ask(`${url(bench, 'fetch-json/http')}/add`, one, '[1,2]');
  const visits = async () => (await Promise.all(times(12, visit))).map(({ status }) => status);
  expect((await visits()).toSorted()).toEqual([...times(10, () => 200), 429, 429]);
  await bench.restart();
  // The salt is kept too, so that the visitor keeps its number until midnight.
  expect(new Set(await visits())).toEqual(new Set([429]));
});

it('seconds are those of sockets in memory, and of an object that another calls', async () => {
  // Each visitor has twelve, and takes five for a connection.
  const bench = await startDay({ seconds: 60 });
  const ends: string[] = [];
  const asleep = await openPlain(url(bench, 'raw-websocket/hibernating'), from('192.0.2.3'));
  const alone = await openPlain(url(bench), one);
  const aloneEnds = endOf(alone).then((end) => {
    ends.push('alone');
    return end;
  });
  const caller = await openBetween(bench.origin, 'websocket', undefined, other);
  await caller.batch({ calls: 1, order: 'at-once', first: 0, writes: false });
  expect((await endOf(caller.socket)).reason).toContain('visitor-seconds');
  ends.push('caller');
  const { code, reason } = await aloneEnds;
  expect([code, JSON.parse(reason)]).toMatchObject([1013, { error: 'visitor-seconds' }]);
  // The caller came last, and pays for two objects.
  expect(ends).toEqual(['caller', 'alone']);
  expect(asleep.readyState).toBe(WebSocket.OPEN);
  expect(await knock(url(bench), from('192.0.2.4'))).toBe(101);
  asleep.close();
});

it('a stranger costs the day nothing and makes no object, on any route', async () => {
  const bench = await startDay();
  // The day has begun, and its salt is known.
  expect(await countFifty(one, bench)).toHaveLength(50);
  const every = systems.flatMap(({ id, arms }) =>
    arms.map(({ name, accept, paths }) => ({ name: `${id}/${name}`, kind: `${accept} ${paths}` })),
  );
  const arms = oneOfEach(every, ({ kind }) => kind).map(({ name }) => name);
  const foreign = { Origin: 'https://example.org' };
  const image = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' };
  const everywhere = [foreign, image, { ...image, ...upgrade }, { ...foreign, ...upgrade }];
  const databases = async () => {
    const files = await readdir(bench.disk, { recursive: true });
    return files.filter((file) => file.endsWith('.sqlite'));
  };
  const before = await takenOf(bench.disk);
  const objects = await databases();
  for (const arm of [...arms, 'between/workers-rpc']) {
    for (const headers of [{}, upgrade, ...everywhere]) {
      for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
        const { status } = await ask(url(bench, arm), headers, undefined, method);
        expect([204, 400, 403, 405, 426, 404]).toContain(status);
      }
    }
  }
  for (const path of ['/bench/about', '/bench/health']) {
    for (const headers of everywhere) {
      expect((await ask(bench.origin + path, headers)).status).toBe(403);
    }
  }
  expect(await takenOf(bench.disk)).toEqual(before);
  expect(await databases()).toEqual(objects);
  // A client that may enter pays a request to ask why no socket opens, and no connection.
  expect((await ask(url(bench), one)).status).toBe(426);
  const { messages, rows } = before;
  expect(await takenOf(bench.disk)).toEqual({ ...before, messages: messages + 20, rows: rows + 1 });
});
