/** The gate on real workerd: who comes in, how many, and what a day and a visitor have. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { readFile } from 'node:fs/promises';
import { parse } from 'jsonc-parser';
import { describe, expect, it as base } from 'vitest';
import { type LocalBench, startBench } from '../../src/cli/shared/bench.ts';
import { callingWith } from '../../src/cli/shared/identify.ts';
import { allCallArms } from '../../src/libraries/systems/arms.ts';
import { openSocket } from '../../src/wire/links/socket.ts';
import { linkTo } from '../../src/wire/links/link.ts';
import { open as openBatches } from '../../src/wire/objects/client.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { ask, client, open, openByHand, shakeHands } from '../testing/clients.ts';
import { takenOf } from '../testing/rows.ts';
import { type GateConfig, gateConfig } from './config.ts';
import { type Amounts, expectAmounts, networkOf } from '../../src/wire/amounts.ts';

type Gate = { [Part in keyof GateConfig]?: unknown };
type Start = (gate?: Gate, vars?: Record<string, string>) => Promise<LocalBench>;

const it = base.extend<{ start: Start }>({
  /** Starts a bench with such a gate; it is stopped with the test. */
  start: async ({}, use) => {
    const benches: LocalBench[] = [];
    await use(async (gate = {}, vars = {}) => {
      const bench = await startBench({
        ...{ root: process.cwd(), port: 0 },
        vars: { GATE: JSON.stringify(gate), ...vars },
      });
      benches.push(bench);
      return bench;
    });
    await Promise.all(benches.map((bench) => bench.stop()));
  },
});

const from = (address: string) => ({ ...client, 'CF-Connecting-IP': address });
const [one, other] = [from('192.0.2.1'), from('192.0.2.2')];
const deployed = { SETTING: 'deployed' };
const url = ({ origin }: LocalBench, arm = 'raw-websocket/in-memory') =>
  `${origin}/bench/${arm}/${crypto.randomUUID()}`;

/** The status that a handshake is answered with; what it opens is closed at once. */
async function handshake(at: string, headers: Record<string, string> = client) {
  const { status, socket } = await shakeHands(at, headers);
  socket?.destroy();
  return status;
}

/** Sockets that open, of so many that are tried at once, every other one on an object that can sleep. */
async function openMany(bench: LocalBench, count: number) {
  const opening = Array.from({ length: count }, (_, index) => {
    const arm = index % 2 === 0 ? 'raw-websocket/in-memory' : 'raw-websocket/hibernating';
    return openSocket(new WebSocket(url(bench, arm).replace(/^http/, 'ws')));
  });
  const settled = await Promise.allSettled(opening);
  return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}

/** A request of a client over HTTP. */
const add = (at: string, headers: Record<string, string> = one) =>
  ask(`${at}/add`, headers, '[1,2]');

/** What is left of the day, as the bench says once a minute. */
async function left(bench: LocalBench): Promise<Amounts> {
  const { body } = await ask(`${bench.origin}/bench/about`, other);
  return (body['day'] as { left: Amounts }).left;
}

it('lets in a page that the bench admits, and the command line', async ({ start }) => {
  const bench = await start();
  const page = { Origin: bench.origin };
  const at = (headers: Record<string, string>) => handshake(url(bench), headers);
  expect(await at(page)).toBe(101);
  expect(await at(client)).toBe(101);
  const strangers: Array<Record<string, string>> = [
    {},
    { 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'http://localhost:1' },
    { Origin: 'null' },
  ];
  for (const stranger of strangers) {
    expect(await at(stranger)).toBe(403);
  }
  // A page of the bench's own origin names it in no GET.
  const own = `${url(bench, 'trpc/http-batch')}/getValue`;
  expect((await ask(own, { 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
  expect((await ask(own, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  const about = `${bench.origin}/bench/about`;
  const { headers } = await ask(about, page);
  expect(headers['access-control-allow-origin']).toBe(bench.origin);
  const refused = await ask(about, { Origin: 'https://example.org' });
  expect(refused).toMatchObject({ status: 403, body: { error: 'origin' } });
  expect(refused.headers['access-control-allow-origin']).toBeUndefined();
  const { port } = new URL(bench.origin);
  for (const name of ['evil.example', '127.0.0.1.nip.io', '192.168.0.7']) {
    const stranger = { Host: `${name}:${port}`, Origin: `http://${name}:${port}` };
    const asked = await ask(about, stranger);
    expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([421, undefined]);
  }
});

describe.concurrent('in a moment or a minute', () => {
  it('so many sockets are open, and another one when one closes', async ({ start }) => {
    const bench = await start({ sockets: 5 });
    const [opened, at] = [await openMany(bench, 20), url(bench)];
    expect(opened).toHaveLength(5);
    const full = { status: 429, body: { error: 'limit', reached: 'sockets', limit: 5 } };
    expect(await ask(at, client)).toMatchObject(full);
    for (const socket of opened.slice(0, 2)) socket.close();
    await eventually(async () => {
      opened.push(...(await openMany(bench, 5)));
      expect(opened).toHaveLength(2 + 5);
    });
    for (const socket of opened) socket.close();
    await eventually(async () => expect((await ask(at, client)).status).toBe(426));
    // Neither is one open any more that is cut without a word.
    for (let visit = 0; visit < 5; visit += 1) {
      const socket = await openByHand(url(bench, 'raw-websocket/hibernating'));
      (socket as Socket).resetAndDestroy();
    }
    await eventually(async () => expect(await openMany(bench, 5)).toHaveLength(5));
  });

  it('a visitor opens so many connections, whatever address it makes up', async ({ start }) => {
    const header = 'Roundtrip-Visitor';
    const bench = await start({ connectionsPerMinute: 3 }, { VISITOR_HEADER: header });
    const opened: unknown[] = [];
    // More than two minutes’ worth, should the minute change in between.
    for (let visit = 0; visit < 10; visit += 1) {
      opened.push(await handshake(url(bench), from(`192.0.2.${visit}`)));
      expect(await handshake(url(bench), { ...client, [header]: String(visit) })).toBe(101);
    }
    expect(opened.slice(0, 3)).toEqual([101, 101, 101]);
    expect([...new Set(opened)]).toEqual([101, 429]);
    const { body, headers } = await ask(url(bench), client);
    expect(body).toMatchObject({ reached: 'connections', limit: 3 });
    expect(Date.parse(String(body['retryAt'])) % 60_000).toBe(0);
    expect(body['message']).toMatch(/^connections: got more than the limit of 3; it opens again/);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('a visitor is a network of IPv6, and asks so many questions', async ({ start }) => {
    const limits = { connectionsPerMinute: 2, questionsPerMinute: 3 };
    const [bench, about] = [await start(limits, deployed), '/bench/about'];
    const near = (end: number) => from(`2001:db8:0:7::${end}`);
    const ends = Array.from({ length: 6 }, (_, end) => end);
    const opened = await Promise.all(ends.map((end) => handshake(url(bench), near(end))));
    expect(opened).toContain(429);
    expect(await handshake(url(bench), from('2001:db8:0:8::1'))).toBe(101);
    const told = await Promise.all(Array.from({ length: 8 }, () => ask(bench.origin + about, one)));
    const refused = told.filter(({ status }) => status === 429);
    expect(refused[0]).toMatchObject({ body: { reached: 'questions', limit: 3 } });
    expect((await ask(bench.origin + about, other)).status).toBe(200);
  });

  it('a client over HTTP makes so many requests', async ({ start }) => {
    const bench = await start({ requestsPerMinute: 5, connectionsPerMinute: 1 });
    const at = url(bench, 'fetch-json/http');
    expect((await add(at)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 12 }, () => add(at)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused[0]?.body).toMatchObject({ reached: 'requests', limit: 5 });
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(4);
  });
});

describe.concurrent('a day', () => {
  const small: Amounts = { objects: 100, messages: 4000, rows: 4000, seconds: 4000 };
  /** One visitor may have all of it. */
  const dayParts = 1;

  it('is not counted on one’s own machine', async ({ start }) => {
    const { origin } = await start();
    const { body } = await ask(`${origin}/bench/about`);
    expect(body).toMatchObject({ day: null, limits: { gate: { sockets: 4000 } } });
    expect(await ask(`${origin}/bench/health`)).toMatchObject({ body: { status: 'ok' } });
  });

  it('pays once for a client over HTTP and for each socket, until none is left', async ({
    start,
  }) => {
    const bench = await start({ dayParts, day: { ...small, objects: 6 } });
    expect((await left(bench)).objects).toBe(6);
    const [at, headers] = [url(bench, 'fetch-json/http'), { ...client, 'Roundtrip-Payer': '{}' }];
    for (let visit = 0; visit < 3; visit += 1) expect((await add(at, headers)).status).toBe(200);
    const sockets = await openMany(bench, 10);
    expect(sockets).toHaveLength(5);
    for (const socket of sockets) socket.close();
    expect((await ask(url(bench), client)).body['reached']).toBe('day-objects');
    // It is told once a minute what is left, and at once that nothing is.
    expect((await left(bench)).objects).toBe(6);
    const { objects, messages } = await takenOf(bench.disk);
    expect(objects).toBe(6);
    expect(messages).toBeGreaterThanOrEqual(6 * (60 + 20));
    expect(await ask(`${bench.origin}/bench/health`)).toMatchObject({ body: { error: 'day' } });
  });

  // A socket that stays in memory, one that hibernates, and requests.
  const kinds = ['capnweb/in-memory', 'lumenize/hibernating', 'capnweb/http-batch'];
  it.for(allCallArms().filter(({ id }) => kinds.includes(id)))(
    'ends for $id when its messages are used, with a sentence and a time',
    async (arm, { start }) => {
      const bench = await start({ dayParts, day: { ...small, messages: 400 } });
      const { counter, socket, connection } = await open(arm, bench.origin);
      const closed = new Promise<CloseEvent>((resolve) =>
        socket?.addEventListener('close', resolve),
      );
      let counted = 0;
      const count = async () => {
        for (;;) counted = await counter.increment(1);
      };
      await expect(count()).rejects.toThrow(Error);
      // A call is one message, three of Cap’n Web’s, and a request 21.
      expect(counted).toBeGreaterThanOrEqual(arm.accept === 'request' ? 5 : 60);
      expect(counted).toBeLessThanOrEqual(400);
      if (socket !== undefined) {
        const { code, reason } = await closed;
        expect([code, JSON.parse(reason)]).toMatchObject([1013, { error: 'day-messages' }]);
      }
      connection.close();
      const refused = await eventually(async () => {
        const answer = await ask(url(bench), { Origin: bench.origin });
        expect(answer).toMatchObject({
          status: 429,
          body: { reached: 'day-messages', limit: 400 },
        });
        return answer;
      });
      expect(refused.body['message']).toMatch(/the limit of 400; it opens again at .*T00:00:00/);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(86_400);
    },
  );
});

describe.concurrent('one visitor’s part of the day', () => {
  it('pays before a batch is run, ends in words, and leaves the rest', async ({ start }) => {
    const bench = await start({ day: { messages: 20_000 } }, deployed);
    const object = crypto.randomUUID();
    const to = { origin: bench.origin, object, ...callingWith(one) };
    const connection = await openBatches(linkTo({ system: 'between', arm: 'workers-rpc' }, to));
    const { operations } = connection;
    const batch = { calls: 50, order: 'at-once', first: 0 } as const;
    const many = async () => {
      for (;;) await operations.batch({ ...batch, writes: false });
    };
    // A fifth, in batches of 1,020 each.
    await expect(many()).rejects.toThrow(
      /batch: got what takes 1020 messages and 0 rows of the day, expected at most the \d{3} messages and \d+ rows that are left; it opens again at .*T00:00:00/,
    );
    expect(await operations.effects()).toBe(150);
    connection.close();
    const refused = await eventually(async () => {
      const answer = await add(url(bench, 'fetch-json/http'));
      expect(answer.status).toBe(429);
      return answer;
    });
    expect(refused.body['reached']).toBe('visitor-messages');
    expect(await handshake(url(bench), other)).toBe(101);
    const { messages } = await takenOf(bench.disk);
    expect(messages).toBeGreaterThan(3000);
    expect(messages).toBeLessThan(10_000);
  });

  it('stays used when the bench was away', async ({ start }) => {
    const bench = await start({ day: { objects: 50 } }, deployed);
    const admitted = async () => {
      const visits = Array.from({ length: 12 }, () => add(url(bench, 'fetch-json/http')));
      return (await Promise.all(visits)).filter(({ status }) => status === 200).length;
    };
    expect(await admitted()).toBe(10);
    await bench.restart();
    // The salt is kept with it: the visitor has its number until midnight.
    expect(await admitted()).toBe(0);
  });

  it('has so many seconds, of which sockets that sleep use none', async ({ start }) => {
    // Twelve: for two connections, and not for what a third part of a minute takes.
    const bench = await start({ day: { seconds: 60 } }, deployed);
    const { WebSocketClass } = callingWith(one);
    const [asleep, awake] = await Promise.all(
      ['raw-websocket/hibernating', 'raw-websocket/in-memory'].map((arm) =>
        openSocket(new WebSocketClass(url(bench, arm).replace(/^http/, 'ws'))),
      ),
    );
    const [{ code, reason }] = (await once(awake as WebSocket, 'close')) as [CloseEvent];
    expect([code, JSON.parse(reason)]).toMatchObject([1013, { error: 'visitor-seconds' }]);
    expect(asleep?.readyState).toBe(WebSocket.OPEN);
    expect(await handshake(url(bench), other)).toBe(101);
    asleep?.close();
  });
});

it('counts by the network of an address', () => {
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
  expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(networkOf('2001:DB8::1')).toBe(networkOf('2001:db8:0:0:ffff:1:2:3'));
  expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8::1'));
  for (const name of ['', 'beside-1', 'a:b']) expect(networkOf(name)).toBe(name);
});

it.each([-1, 0.5, NaN, Infinity, '1', null])('lets nobody take %j', (messages) => {
  expect(() => expectAmounts({ rows: 0, messages })).toThrow(/^messages: got .*, expected a whole/);
});

it.each([
  ['{"day":{"socket":1}}', 'GATE.day: got socket, expected objects, messages, rows, seconds'],
  ['{"sockets":-1}', 'GATE.sockets: got -1, expected a whole number from 0'],
  ['5', 'GATE: got 5, expected fields'],
  ['{"day":null}', 'GATE: got {"day":null}, expected fields, and amounts of a day'],
  ['{"pages":{}}', 'GATE: got pages, expected sockets, connectionsPerMinute'],
])('says what is wrong with GATE=%s', (GATE, message) => {
  expect(() => gateConfig({ SETTING: 'workerd', GATE })).toThrow(message);
});

it('has the platform’s rate as its own', async () => {
  const config = parse(await readFile('wrangler.jsonc', 'utf8')) as Record<string, unknown>;
  const limit = gateConfig({ SETTING: 'deployed', GATE: '' }).connectionsPerMinute;
  expect(config['ratelimits']).toMatchObject([{ simple: { limit, period: 60 } }]);
});
