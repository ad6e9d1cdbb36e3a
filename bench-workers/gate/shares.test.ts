/** What one visitor may have of a deployed bench, and what it gives back. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { LocalBench } from '../../src/cli/shared/bench.ts';
import { callingWith } from '../../src/cli/shared/identify.ts';
import { openSocket } from '../../src/links/socket.ts';
import { connect } from '../../src/places/objects/client.ts';
import { ask, begin, it, open, path } from '../testing/knock.ts';
import { rowsOfObjects } from '../testing/rows.ts';
import { networkOf } from './visitors.ts';
import type { Amounts, Share, Standing } from './protocol.ts';
import { eventually } from '../../src/testing/eventually.ts';

const vars = { SETTING: 'deployed' };
const from = (address: string) => ({ 'CF-Connecting-IP': address, 'Roundtrip-Client': 'test' });
const [one, other] = [from('192.0.2.1'), from('192.0.2.2')];
const url = (bench: LocalBench, arm?: string) => bench.origin + path(arm);

async function left(bench: LocalBench): Promise<Amounts> {
  const { body } = await ask(`${bench.origin}/bench/about`, other);
  return (body['day'] as { shares: Record<Share, Standing> }).shares.visitors.left;
}

describe.concurrent('one visitor’s part of the day', () => {
  it('ends, in words, and leaves the rest to others', async ({ start }) => {
    const bench = await start({ day: { visitors: { messages: 20_000 } } }, vars);
    const object = crypto.randomUUID();
    const connection = await connect('workers-rpc')({
      ...{ origin: bench.origin, object, ...callingWith(one) },
    });
    const batch = { calls: 50, order: 'at-once', bytes: 0, objects: 1, first: 0 } as const;
    const many = async () => {
      for (;;) await connection.operations.batch({ ...batch, writes: false });
    };
    // A fifth, in batches of 1,020 each.
    await expect(many()).rejects.toThrow(/expected at most the \d+ messages .* it opens again at/);
    expect(await connection.operations.effects()).toBe(150);
    connection.close();
    // What the connection gave back is used up by requests.
    let refused = await ask(`${url(bench, 'fetch-json/http')}/add`, one, '[1,2]');
    for (let visit = 0; visit < 99 && refused.status === 200; visit += 1) {
      refused = await ask(`${url(bench, 'fetch-json/http')}/add`, one, '[1,2]');
    }
    expect(refused).toMatchObject({ status: 429, body: { reached: 'visitor-messages' } });
    expect(refused.body['message']).toMatch(/one visitor may use \d+ messages.*T00:00:00/);
    expect((await open(url(bench), other)).status).toBe(101);
    expect((await left(bench)).messages).toBeGreaterThan(10_000);
  });

  it('stays used when nobody was there for a while', async ({ start }) => {
    const bench = await start({ day: { visitors: { objects: 50 } } }, vars);
    const admitted = async () => {
      const statuses: unknown[] = [];
      for (let visit = 0; visit < 12; visit += 1) {
        statuses.push((await ask(`${url(bench, 'fetch-json/http')}/add`, one, '[1,2]')).status);
      }
      return statuses.filter((status) => status === 200).length;
    };
    expect(await admitted()).toBe(10);
    // The door stores it with its alarm, and gives back what it has leased.
    await eventually(async () => expect((await left(bench)).objects).toBe(40));
    await bench.restart();
    expect(await admitted()).toBe(0);
  }, 60_000);

  it('is not used up by requests that write nothing', async ({ start }) => {
    const bench = await start({}, vars);
    const before = await left(bench);
    for (let visit = 0; visit < 100; visit += 1) {
      await ask(`${url(bench, 'fetch-json/http')}/add`, one, '[1,2]');
    }
    // Two rows for each object, and what the door has leased ahead.
    expect(before.rows - (await left(bench)).rows).toBeLessThanOrEqual(2 * 1500);
  });

  it('has so many seconds, which sockets in memory use and those that sleep do not', async ({
    start,
  }) => {
    // A small part of a long day: on a busy machine what asks for seconds is awake for many itself.
    const bench = await start({ dayParts: 20, day: { visitors: { seconds: 1000 } } }, vars);
    const address = url(bench, 'raw-websocket/in-memory').replace(/^http/, 'ws');
    const { WebSocketClass } = callingWith(one);
    const sockets = [await openSocket(new WebSocketClass(address))];
    const closed = new Promise<CloseEvent>((resolve) =>
      sockets[0]?.addEventListener('close', resolve),
    );
    sockets.push(await openSocket(new WebSocketClass(url(bench).replace(/^http/, 'ws'))));
    const { code, reason } = await closed;
    expect([code, JSON.parse(reason)]).toMatchObject([1013, { error: 'visitor-seconds' }]);
    expect((await open(url(bench), other)).status).toBe(101);
  }, 180_000);
});

describe.concurrent('a ticket', () => {
  it('is nothing that a client can name', async ({ start }) => {
    const bench = await start({}, { IDLE_SECONDS: '2', ...vars });
    const forged = 'ticket nightly 0 9 9999999999999 elsewhere';
    const offered = `lumenize.rpc, lumenize.rpc.clientId.${forged}`;
    const at = `${url(bench, 'probe/lumenize/hibernating')}/call`;
    const { status, close } = await open(at, { ...one, 'Sec-WebSocket-Protocol': offered });
    expect(status).toBe(101);
    close();
    expect((await open(at, { ...one, 'Sec-WebSocket-Protocol': offered })).status).toBe(101);
    // Each door has a database of its own.
    await eventually(async () => expect(await rowsOfObjects(bench.disk)).toBe(0));
    const doors = await readdir(join(bench.disk, 'roundtrip-DoorObject'));
    expect(doors.filter((file) => /^[0-9a-f]{64}\.sqlite$/.test(file))).toHaveLength(1);
  });
});

describe.concurrent('what is counted', () => {
  it('is the network of an address', () => {
    expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
    expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(networkOf('2001:DB8::1')).toBe(networkOf('2001:db8:0:0:ffff:1:2:3'));
    expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8::1'));
    for (const other of ['', 'beside-1', 'a:b']) expect(networkOf(other)).toBe(other);
  });

  it('is a /64 of IPv6 once', async ({ start }) => {
    const bench = await start({ commandLine: { sockets: 2 } }, vars);
    const statuses: unknown[] = [];
    for (const end of [1, 2, 3, 4]) {
      statuses.push((await open(url(bench), from(`2001:db8:0:7::${end}`))).status);
    }
    expect(statuses).toEqual([101, 101, 429, 429]);
  });

  it('are questions why a socket would not open', async ({ start }) => {
    const bench = await start(
      { page: { connectionsPerMinute: 3 }, commandLine: { connectionsPerMinute: 3 } },
      vars,
    );
    const at = url(bench);
    await eventually(async () => expect((await ask(at, one)).status).toBe(429));
    expect((await ask(at, other)).status).toBe(426);
  });

  it('are requests apart from connections', async ({ start }) => {
    const bench = await start(
      { commandLine: { connectionsPerMinute: 2, requestsPerMinute: 5 } },
      vars,
    );
    const at = `${url(bench, 'fetch-json/http')}/add`;
    const visits = Array.from({ length: 12 }, () => ask(at, one, '[1,2]'));
    const answers = await Promise.all(visits);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.body).toMatchObject({ reached: 'requests', limit: 5 });
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(5);
  });

  it('are streams that requests open, which end with their object', async ({ start }) => {
    const bench = await start({ commandLine: { sockets: 2 } }, { IDLE_SECONDS: '2', ...vars });
    const query = encodeURIComponent('{"json":["news"]}');
    const listen = () =>
      begin(`${url(bench, 'probe/trpc/superjson')}/listen?input=${query}`, { headers: one });
    const streams = [await listen(), await listen()];
    expect(streams.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await listen()).statusCode).toBe(429);
    const ended = streams.map(
      (each) => new Promise((resolve) => each.on('error', resolve).on('end', resolve).resume()),
    );
    await Promise.all(ended);
    const again = await eventually(async () => {
      const stream = await listen();
      expect(stream.statusCode).toBe(200);
      return stream;
    });
    again.destroy();
  });

  it('are questions about the bench', async ({ start }) => {
    const bench = await start(
      { page: { questionsPerMinute: 3 }, commandLine: { questionsPerMinute: 3 } },
      vars,
    );
    const about = `${bench.origin}/bench/about`;
    const answers = [];
    for (let visit = 0; visit < 10; visit += 1) answers.push(await ask(about, one));
    expect(answers[0]?.status).toBe(200);
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { reached: 'questions', limit: 3 } });
    expect((await ask(about, other)).status).toBe(200);
  });
});
