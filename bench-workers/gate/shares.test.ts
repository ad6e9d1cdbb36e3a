/** What one visitor may have of a deployed bench, and what it gives back. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startBench, type LocalBench } from '../../src/cli/shared/bench.ts';
import { callingWith } from '../../src/cli/shared/identify.ts';
import { openSocket } from '../../src/places/bench/open-socket.ts';
import { connect } from '../../src/places/objects/client.ts';
import { ask, begin, open, path } from '../testing/knock.ts';
import { rowsOfObjects } from '../testing/rows.ts';
import { networkOf } from './visitors.ts';
import type { Amounts, Share, Standing } from './protocol.ts';

let bench: LocalBench;
afterEach(() => bench.stop());

async function deployed(gate: object = {}, vars: Record<string, string> = {}): Promise<void> {
  bench = await startBench({
    ...{ root: process.cwd(), port: 0 },
    vars: { SETTING: 'deployed', GATE: JSON.stringify(gate), ...vars },
  });
}

const from = (address: string) => ({ 'CF-Connecting-IP': address, 'Roundtrip-Client': 'test' });
const [one, other] = [from('192.0.2.1'), from('192.0.2.2')];
const url = (arm?: string) => bench.origin + path(arm);

async function left(): Promise<Amounts> {
  const { body } = await ask(`${bench.origin}/bench/about`, other);
  return (body['day'] as { shares: Record<Share, Standing> }).shares.visitors.left;
}

describe('one visitor’s part of the day', () => {
  it('ends, in words, and leaves the rest to others', async () => {
    await deployed({ day: { visitors: { messages: 20_000 } } });
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
    let refused = await ask(`${url('fetch-json/http')}/add`, one, '[1,2]');
    for (let visit = 0; visit < 99 && refused.status === 200; visit += 1) {
      refused = await ask(`${url('fetch-json/http')}/add`, one, '[1,2]');
    }
    expect(refused).toMatchObject({ status: 429, body: { reached: 'visitor-messages' } });
    expect(refused.body['message']).toMatch(/one visitor may use \d+ messages.*T00:00:00/);
    expect((await open(url(), other)).status).toBe(101);
    expect((await left()).messages).toBeGreaterThan(10_000);
  });

  it('stays used when nobody was there for a while', async () => {
    await deployed({ day: { visitors: { objects: 50 } } });
    const admitted = async () => {
      const statuses: unknown[] = [];
      for (let visit = 0; visit < 12; visit += 1) {
        statuses.push((await ask(`${url('fetch-json/http')}/add`, one, '[1,2]')).status);
      }
      return statuses.filter((status) => status === 200).length;
    };
    expect(await admitted()).toBe(10);
    // The door stores it with its alarm, and gives back what it has leased.
    await vi.waitFor(async () => expect((await left()).objects).toBe(40), {
      ...{ timeout: 30_000, interval: 1000 },
    });
    await bench.restart();
    expect(await admitted()).toBe(0);
  }, 60_000);

  it('is not used up by requests that write nothing', async () => {
    await deployed();
    const before = await left();
    for (let visit = 0; visit < 100; visit += 1) {
      await ask(`${url('fetch-json/http')}/add`, one, '[1,2]');
    }
    // Two rows for each object, and what the door has leased ahead.
    expect(before.rows - (await left()).rows).toBeLessThanOrEqual(2 * 1500);
  });

  it('has so many seconds, which sockets in memory use and those that sleep do not', async () => {
    await deployed({ day: { visitors: { seconds: 250 } } });
    const address = url('raw-websocket/in-memory').replace(/^http/, 'ws');
    const { WebSocketClass } = callingWith(one);
    const sockets = [await openSocket(new WebSocketClass(address))];
    const closed = new Promise<CloseEvent>((resolve) =>
      sockets[0]?.addEventListener('close', resolve),
    );
    sockets.push(await openSocket(new WebSocketClass(url().replace(/^http/, 'ws'))));
    const { code, reason } = await closed;
    expect([code, JSON.parse(reason)]).toMatchObject([1013, { error: 'visitor-seconds' }]);
    expect((await open(url(), other)).status).toBe(101);
  }, 180_000);
});

describe('a ticket', () => {
  it('is nothing that a client can name', async () => {
    await deployed({}, { IDLE_SECONDS: '2' });
    const forged = 'ticket nightly 0 9 9999999999999 elsewhere';
    const offered = `lumenize.rpc, lumenize.rpc.clientId.${forged}`;
    const at = `${url('probe/lumenize/hibernating')}/call`;
    const { status, close } = await open(at, { ...one, 'Sec-WebSocket-Protocol': offered });
    expect(status).toBe(101);
    close();
    expect((await open(at, { ...one, 'Sec-WebSocket-Protocol': offered })).status).toBe(101);
    // Each door has a database of its own.
    await vi.waitFor(async () => expect(await rowsOfObjects(bench.disk)).toBe(0), {
      ...{ timeout: 20_000 },
    });
    const doors = await readdir(join(bench.disk, 'roundtrip-DoorObject'));
    expect(doors.filter((file) => /^[0-9a-f]{64}\.sqlite$/.test(file))).toHaveLength(1);
  });
});

describe('what is counted', () => {
  it('is the network of an address', () => {
    expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
    expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(networkOf('2001:DB8::1')).toBe(networkOf('2001:db8:0:0:ffff:1:2:3'));
    expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8::1'));
    for (const other of ['', 'beside-1', 'a:b']) expect(networkOf(other)).toBe(other);
  });

  it('is a /64 of IPv6 once', async () => {
    await deployed({ commandLine: { sockets: 2 } });
    const statuses: unknown[] = [];
    for (const end of [1, 2, 3, 4]) {
      statuses.push((await open(url(), from(`2001:db8:0:7::${end}`))).status);
    }
    expect(statuses).toEqual([101, 101, 429, 429]);
  });

  it('are questions why a socket would not open', async () => {
    await deployed({ page: { connectionsPerMinute: 3 }, commandLine: { connectionsPerMinute: 3 } });
    const at = url();
    await vi.waitFor(async () => expect((await ask(at, one)).status).toBe(429), {
      timeout: 30_000,
    });
    expect((await ask(at, other)).status).toBe(426);
  });

  it('are requests apart from connections', async () => {
    await deployed({ commandLine: { connectionsPerMinute: 2, requestsPerMinute: 5 } });
    const at = `${url('fetch-json/http')}/add`;
    const visits = Array.from({ length: 12 }, () => ask(at, one, '[1,2]'));
    const answers = await Promise.all(visits);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.body).toMatchObject({ reached: 'requests', limit: 5 });
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(5);
  });

  it('are streams that requests open, which end with their object', async () => {
    await deployed({ commandLine: { sockets: 2 } }, { IDLE_SECONDS: '2' });
    const query = encodeURIComponent('["news"]');
    const listen = () =>
      begin(`${url('probe/trpc/in-memory')}/listen?input=${query}`, { headers: one });
    const streams = [await listen(), await listen()];
    expect(streams.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await listen()).statusCode).toBe(429);
    const ended = streams.map(
      (each) => new Promise((resolve) => each.on('error', resolve).on('end', resolve).resume()),
    );
    await Promise.all(ended);
    const again = await vi.waitFor(
      async () => {
        const stream = await listen();
        expect(stream.statusCode).toBe(200);
        return stream;
      },
      { timeout: 30_000, interval: 500 },
    );
    again.destroy();
  });

  it('are questions about the bench', async () => {
    await deployed({ page: { questionsPerMinute: 3 }, commandLine: { questionsPerMinute: 3 } });
    const about = `${bench.origin}/bench/about`;
    const answers = [];
    for (let visit = 0; visit < 10; visit += 1) answers.push(await ask(about, one));
    expect(answers[0]?.status).toBe(200);
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { reached: 'questions', limit: 3 } });
    expect((await ask(about, other)).status).toBe(200);
  });
});
