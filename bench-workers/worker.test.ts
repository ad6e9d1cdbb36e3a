import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, inject, it } from 'vitest';
import { startBench } from '../src/cli/shared/bench.ts';
import { PAGE_ORIGIN as ORIGIN } from '../src/testing/bench.ts';
import { allCallArms } from '../src/libraries/systems/arms.ts';
import type { Api } from '../src/wire/service/api.ts';
import { served, systems } from '../src/libraries/systems/index.ts';
import { noMeter } from '../src/wire/links/link.ts';
import type { Open } from '../src/core/plan/index.ts';
import { limits } from '../src/wire/limits.ts';

const own = inject('benchOrigin');

async function get(path: string, init?: RequestInit) {
  const response = await fetch(own + path, init);
  const body = (await response.json()) as { error?: string; message?: string };
  return { status: response.status, body, headers: response.headers };
}

describe('/bench/about', () => {
  it('says what runs there, with versions of the installed packages', async () => {
    const { status, body, headers } = await get('/bench/about');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({
      setting: 'workerd',
      colo: null,
      limits: {
        ...{ idleSeconds: 600, maxMessageBytes: 2 * 1024 * 1024 },
        gate: { batchSeconds: 8, callsPerBatch: 10_000 },
      },
      systems: served.map(({ id, versions, arms }) => ({
        id,
        versions,
        arms: arms.map(({ name, accept }) => ({ name, accept })),
      })),
    });
    const capnweb = systems.find(({ id }) => id === 'capnweb');
    expect(capnweb?.versions['capnweb']).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('names the published Lumenize library, served or not installed', async () => {
    const { body } = await get('/bench/about');
    const { systems: there, notInstalled } = body as Record<string, Array<{ id: string }>>;
    const isServed = there?.some(({ id }) => id === 'lumenize-rpc');
    const missing = { id: 'lumenize-rpc', package: '@lumenize/rpc' };
    expect(isServed).toBe(existsSync('node_modules/@lumenize/rpc'));
    expect(notInstalled).toMatchObject(isServed ? [] : [missing]);
  });

  it('refuses another method', async () => {
    expect(await get('/bench/about', { method: 'POST' })).toMatchObject({
      status: 405,
      body: { error: 'method' },
    });
  });
});

/** The whole answer to a request as it stands, which need not be one that fetch would send. */
async function askRaw(...lines: string[]): Promise<string> {
  const socket = connect(Number(new URL(own).port), 'localhost');
  await once(socket, 'connect');
  socket.end([...lines, 'Connection: close', '', ''].join('\r\n'));
  return text(socket);
}

describe('requests that no browser sends', () => {
  const path = '/bench/health HTTP/1.1';
  it.each([
    [[`GET ${path}`, 'Host: localhost', 'Host: example.org'], 400, 'localhost, example.org'],
    [[`GET ${path}`, 'Host: a b'], 400, 'got \\"a b\\", expected one name'],
    [['OPTIONS * HTTP/1.1', 'Host: localhost'], 404, 'expected /bench/…'],
  ])('%j is answered in words', async (lines, status, words) => {
    const answer = await askRaw(...lines);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain(words);
  });

  it('CONNECT leads nowhere: workerd itself refuses it, without words', async () => {
    const answer = await askRaw('CONNECT localhost:80 HTTP/1.1', 'Host: localhost');
    expect(answer).toMatch(/^HTTP\/1\.1 500 /);
  });
});

describe('addresses', () => {
  const object = crypto.randomUUID();
  it.each([
    ['/bench/nobody/in-memory/x', 404, 'raw-websocket'],
    ['/bench/capnweb/hibernating/x', 404, 'in-memory'],
    ['/bench/capnweb/in-memory/counter', 400, 'UUID'],
    [`/bench/capnweb/in-memory/${object.toUpperCase()}`, 400, 'UUID'],
    [`/bench/capnweb/in-memory/${object}/call`, 404, '/call'],
    [`/bench/lumenize/in-memory/${object}`, 404, '/call'],
    [`/bench/lumenize/in-memory/${object}/call`, 426, 'WebSocket'],
    [`/bench/capnweb/http-batch/${object}`, 405, 'POST'],
    [`/bench/between/nobody/${object}`, 404, '"workers-rpc"'],
    [`/bench/between/workers-rpc/${object}/0`, 404, 'address: got "/0", expected ""'],
    ['/bench', 404, 'system'],
    ['/elsewhere', 404, '/bench/'],
  ])('%s is %d', async (path, status, expected) => {
    const answer = await get(path);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toContain(expected);
  });
});

describe('an arm over HTTP', () => {
  const address = () => `/bench/capnweb/http-batch/${crypto.randomUUID()}`;
  // A streamed body needs `duplex`, which the types do not know.
  const post = (init: RequestInit & { duplex?: 'half' }) =>
    fetch(own + address(), { method: 'POST', ...init });

  it('answers a POST, with the page that may read it named', async () => {
    const answer = await post({ body: '', headers: { Origin: ORIGIN } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  });

  it('refuses a body that is too big, whose length nobody states', async () => {
    const piece = new Uint8Array(65_536);
    let sent = 0;
    const endless = new ReadableStream({
      // One piece more than a message may have, and never an end: what came after the answer would find no reader.
      pull(controller) {
        if (sent > limits.maxMessageBytes) return new Promise(() => undefined);
        sent += piece.length;
        controller.enqueue(piece);
        return undefined;
      },
    });
    expect((await post({ body: endless, duplex: 'half' })).status).toBe(413);
  });

  it('is the only kind that takes a POST', async () => {
    const path = address().replace('http-batch', 'in-memory');
    expect((await get(path, { method: 'POST', body: '' })).status).toBe(426);
    // Only a bench that was started for it has its objects evicted.
    expect((await get(path, { method: 'DELETE' })).status).toBe(426);
  });
});

describe('an object that nobody uses', () => {
  async function open(opener: Open<Api>, origin: string, object: string) {
    let closed: Promise<number> | undefined;
    class Watched extends WebSocket {
      constructor(url: string, protocols?: string | string[]) {
        super(url, protocols);
        closed = new Promise((resolve) => {
          this.addEventListener('close', ({ code }) => resolve(code));
        });
      }
    }
    const to = { origin, object, WebSocketClass: Watched };
    const connection = await opener({ ...to, meter: noMeter, deadlineMs: Infinity });
    return { connection, closed };
  }

  const overSockets = allCallArms().filter(({ accept }) => accept !== 'request');

  it('is forgotten, and its sockets are closed', async () => {
    const shortLived = await startBench({
      root: process.cwd(),
      port: 0,
      vars: { IDLE_SECONDS: '1' },
    });
    try {
      const ends = overSockets.map(async (arm) => {
        const opener = await arm.load();
        const object = crypto.randomUUID();
        const { connection, closed } = await open(opener, shortLived.origin, object);
        expect(await connection.operations.increment(5)).toBe(5);
        expect(await closed).toBe(1001);
        const again = await open(opener, shortLived.origin, object);
        expect(await again.connection.operations.getValue()).toBe(0);
        again.connection.close();
      });
      await Promise.all(ends);
    } finally {
      await shortLived.stop();
    }
  });
});
