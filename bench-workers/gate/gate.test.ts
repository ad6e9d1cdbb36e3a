/** The gate on workerd: how many it admits at once, in a minute and in a day. */
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { parse } from 'jsonc-parser';
import { describe, expect, it, vi } from 'vitest';
import type { LocalBench } from '../../src/cli/shared/bench.ts';
import { eventually } from '../../src/testing/eventually.ts';
import type { Amounts } from '../../src/wire/amounts.ts';
import {
  addressOf,
  ask,
  client,
  frameOf,
  from,
  openByHand,
  openPlain,
  upgrade,
  useBenches,
} from '../testing/clients.ts';
import { envHere, requestTo, startBudget, startHere } from '../testing/here.ts';
import { times } from '../testing/messages.ts';
import { takenOf } from '../testing/rows.ts';
import { gateConfig, VISITORS } from './config.ts';

const start = useBenches();
const url = ({ origin }: LocalBench, arm = 'raw-websocket/in-memory') => addressOf(origin, arm);
/** Sockets that open, of so many that are tried at once. */
async function openMany(bench: LocalBench, count: number) {
  const arms = ['raw-websocket/in-memory', 'raw-websocket/hibernating', 'capnweb/in-worker'];
  const opening = times(count, (at) => openPlain(url(bench, arms[at % 3])));
  const settled = await Promise.allSettled(opening);
  return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}

/** Bytes before a socket is cut: none, a message that is refused, and frames that RFC 6455 forbids. */
const ends = [
  Buffer.of(),
  frameOf('['.repeat(20_000)),
  // A foreign opcode, a stray continuation, a reserved bit.
  ...[0x83, 0x80, 0xc1].map((first) => Buffer.of(first, 0x80, 0, 0, 0, 0)),
];

it('admits so many sockets at once, and another when one has ended in any way', async () => {
  const sockets = 6;
  // workerd itself logs the forbidden frames.
  const bench = await start({ sockets }, {}, { onSaid: () => undefined });
  const opened = await openMany(bench, 20);
  expect(opened).toHaveLength(sockets);
  const full = { status: 429, body: { error: 'limit', reached: 'sockets', limit: sockets } };
  const lookAgain = { headers: { 'retry-after': '10' } };
  expect(await ask(url(bench), client)).toMatchObject({ ...full, ...lookAgain });
  for (const socket of opened) socket.close();
  const arms = ['raw-websocket/hibernating', 'capnweb/in-worker', 'kkrpc/json'];
  for (const bytes of ends) {
    const ending = arms.map(async (arm) => {
      const socket = await eventually(() => openByHand(url(bench, arm)));
      await new Promise((resolve) => socket.resume().write(bytes, resolve));
      (socket as Socket).resetAndDestroy();
    });
    await Promise.all(ending);
  }
  await eventually(async () => expect((await ask(url(bench), client)).status).toBe(426));
  await eventually(async () => {
    const again = await openMany(bench, 20);
    for (const socket of again) socket.close();
    expect(again).toHaveLength(sockets);
  });
});

/** Counts in one minute of the gate’s clock: again if the minute turned, or had turned less than a second before. */
async function inOneMinute<Counted>(count: (round: number) => Promise<Counted>): Promise<Counted> {
  const minuteOf = (ms: number) => Math.floor(ms / 60_000);
  for (let round = 0; ; round += 1) {
    const before = Date.now() - 1000;
    const counted = await count(round);
    if (minuteOf(before) === minuteOf(Date.now())) return counted;
  }
}

describe('in a minute', () => {
  const limits = { connectionsPerMinute: 3, requestsPerMinute: 5, questionsPerMinute: 4 };
  const deployed = { SETTING: 'deployed' };
  const statuses = (answers: ReadonlyArray<{ status: number | undefined }>) =>
    answers.map(({ status }) => status).toSorted();

  it.each([
    [
      'the header of the bench, without a platform',
      { VISITOR_HEADER: 'Visitor' },
      (visitor: string, at: number) => ({ ...from(`192.0.2.${at}`), Visitor: visitor }),
    ],
    [
      'the network of IPv6',
      deployed,
      (visitor: string, at: number) => from(`2001:db8:0:${visitor}::${at}`),
    ],
  ])('a visitor, told by %s, opens so many sockets', async (_how, vars, headersOf) => {
    const bench = await start(limits, vars);
    const answers = await inOneMinute((round) =>
      Promise.all(
        times(5, (at) => ask(url(bench), { ...upgrade, ...headersOf(String(round), at) })),
      ),
    );
    for (const { socket } of answers) socket?.destroy();
    expect(statuses(answers)).toEqual([101, 101, 101, 429, 429]);
    // Without a handshake it is told why.
    const told = await inOneMinute((round) =>
      Promise.all(times(4, (at) => ask(url(bench), headersOf(`a${round}`, at)))),
    );
    expect(statuses(told)).toEqual([426, 426, 426, 429]);
    const { body, headers } = told.find(({ status }) => status === 429) ?? {};
    expect(body).toMatchObject({ reached: 'connections', limit: 3 });
    expect(Date.parse(String(body?.['retryAt'])) % 60_000).toBe(0);
    expect(body?.['message']).toMatch(/^connections: got more than the limit of 3; it opens again/);
    expect(Number(headers?.['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('a visitor asks so many questions, and a client over HTTP so many requests', async () => {
    const bench = await start(limits, deployed);
    const about = await inOneMinute((round) =>
      Promise.all(times(6, () => ask(`${bench.origin}/bench/about`, from(`192.0.2.${round}`)))),
    );
    expect(statuses(about)).toEqual([200, 200, 200, 200, 429, 429]);
    const refused = about.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ reached: 'questions', limit: 4 });
    const requests = await inOneMinute(async (round) => {
      const at = `${url(bench, 'fetch-json/http')}/add`;
      const request = () => ask(at, from(`192.0.2.${100 + round}`), '[1,2]');
      // The gate knows it after its first request.
      return [await request(), ...(await Promise.all(times(6, request)))];
    });
    expect(statuses(requests)).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });
});

const small: Amounts = { objects: 100, messages: 4000, rows: 4000, seconds: 4000 };

describe('in a day', () => {
  it('nothing is counted on one’s own machine', async () => {
    const { origin } = await start();
    const { body } = await ask(`${origin}/bench/about`);
    expect(body).toMatchObject({ day: null, limits: { gate: { sockets: 4000 } } });
    expect(await ask(`${origin}/bench/health`)).toMatchObject({ body: { status: 'ok' } });
  });

  it('a client over HTTP pays once, and each socket, until nothing is left', async () => {
    const bench = await start({ dayParts: 1, day: { ...small, objects: 6 } });
    const left = async () => {
      const { body } = await ask(`${bench.origin}/bench/about`, client);
      return (body['day'] as { left: Amounts }).left.objects;
    };
    expect(await left()).toBe(6);
    const at = `${url(bench, 'fetch-json/http')}/add`;
    const forged = { ...client, 'Roundtrip-Payer': '{}' };
    for (let visit = 0; visit < 3; visit += 1) {
      expect((await ask(at, forged, '[1,2]')).status).toBe(200);
    }
    const sockets = await openMany(bench, 10);
    expect(sockets).toHaveLength(5);
    for (const socket of sockets) socket.close();
    expect((await ask(url(bench), client)).body['reached']).toBe('day-objects');
    // It says once a minute how many are left, and at once that none is.
    expect(await left()).toBe(6);
    expect(await ask(`${bench.origin}/bench/health`)).toMatchObject({ body: { error: 'day' } });
    const { objects, messages } = await takenOf(bench.disk);
    expect(objects).toBe(6);
    expect(messages).toBeGreaterThanOrEqual(6 * (60 + 20));
  });
});

/** Objects that answer at once. @param passed gets the requests to them */
function objectsHere(passed: Request[] = []) {
  const fetch = (request: Request) => {
    passed.push(request);
    return Promise.resolve(new Response('{}'));
  };
  return { getByName: () => ({ fetch }) };
}

it('refuses a visitor whom the platform has counted too often', async () => {
  const { worker } = await startHere();
  const RATE_LIMIT = { limit: () => Promise.resolve({ success: false }) };
  const deployed = { ...envHere, SETTING: 'deployed', RATE_LIMIT, BENCH: objectsHere() };
  vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:29.001Z'), toFake: ['Date'] });
  const answer = await worker.fetch(requestTo(), deployed).finally(() => vi.useRealTimers());
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([429, '31']);
  const retryAt = '2026-11-22T10:01:00.000Z';
  expect(await answer.json()).toMatchObject({ reached: 'connections', retryAt });
});

it('tells an object who pays, and no address', async () => {
  const { worker } = await startHere();
  const passed: Request[] = [];
  const headers = { ...from('192.0.2.1'), Visitor: 'somebody', 'Roundtrip-Payer': 'forged' };
  const request = new Request(requestTo(99), { headers });
  const env = { ...envHere, VISITOR_HEADER: 'Visitor', BENCH: objectsHere(passed) };
  await worker.fetch(request, env);
  const told = Object.fromEntries(passed[0]?.headers ?? []);
  expect(JSON.parse(told['roundtrip-payer'] ?? '')).toMatchObject({ visit: 'first' });
  expect(Object.keys(told).toSorted()).toEqual(['roundtrip-client', 'roundtrip-payer']);
});

it('forgets the amounts and the salt of a day with the first visit of the next', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T23:59:59Z'), toFake: ['Date'] });
  const { budget, days } = await startBudget();
  const salt = budget.salt('2026-11-22');
  expect(budget.take({ visitor: 1, openedAt: 0 }, small)).toBeUndefined();
  expect([days(), budget.salt('2026-11-22')]).toEqual([[{ day: '2026-11-22' }], salt]);
  vi.setSystemTime('2026-11-23T00:00:00Z');
  expect(budget.salt('2026-11-23')).not.toBe(salt);
  expect(days()).toEqual([{ day: '2026-11-23' }]);
  vi.useRealTimers();
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

it('has the limits that a public bench was reckoned with', () => {
  expect(VISITORS).toBe(1024);
  const deployed = gateConfig({ SETTING: 'deployed', GATE: '' });
  expect(deployed).toEqual({
    sockets: Infinity,
    connectionsPerMinute: 1800,
    requestsPerMinute: 12_000,
    questionsPerMinute: 300,
    day: { objects: 10_000, messages: 600_000, rows: 75_000, seconds: 70_000 },
    dayParts: 5,
    lifetimeSeconds: 3600,
    callsPerBatch: 200,
    heldBytes: 48 * 1024 * 1024,
    answerSeconds: 25,
    callbackSeconds: 20,
    mostHeld: 100,
    batchSeconds: 8,
  });
  expect(gateConfig({ SETTING: 'preview', GATE: '' })).toEqual({
    ...deployed,
    day: { objects: 1000, messages: 50_000, rows: 5000, seconds: 5000 },
  });
});

it('has the platform’s rate as its own', async () => {
  const config = parse(await readFile('wrangler.jsonc', 'utf8')) as Record<string, unknown>;
  const limit = gateConfig({ SETTING: 'deployed', GATE: '' }).connectionsPerMinute;
  expect(config['ratelimits']).toMatchObject([{ simple: { limit, period: 60 } }]);
});
