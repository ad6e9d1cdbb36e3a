/** The routes of the Worker, and whom it answers. */
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, expect, inject, it } from 'vitest';
import { PAGE_ORIGIN } from '../src/testing/bench.ts';
import { served } from '../src/libraries/systems/index.ts';
import { limits } from '../src/wire/limits.ts';
import { addressOf, ask, client, connectByHand, upgrade } from './testing/clients.ts';

const own = inject('benchOrigin');
const { port } = new URL(own);
const about = `${own}/bench/about`;

describe('/bench/about', () => {
  it('says what runs there, with the versions of the packages and whole addresses', async () => {
    const { status, body, headers } = await ask(about);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toMatchObject({
      setting: 'workerd',
      colo: null,
      limits: {
        idleSeconds: 600,
        maxMessageBytes: 2 * 1024 * 1024,
        gate: { batchSeconds: 8, callsPerBatch: 10_000 },
      },
      systems: served.map(({ id, versions, arms, addressSuffix = '' }) => ({
        id,
        versions,
        arms: arms.map(({ name, accept }) => ({ name, accept })),
        address: `/bench/${id}/<arm>/<object>${addressSuffix}`,
      })),
    });
    const capnweb = served.find(({ id }) => id === 'capnweb');
    expect(capnweb?.versions?.['capnweb']).toMatch(/^\d+\.\d+\.\d+$/);
    const optional = { 'lumenize-rpc': '@lumenize/rpc', 'kkrpc-2': 'kkrpc-2' };
    const absent = Object.entries(optional).flatMap(([id, name]) =>
      existsSync(`node_modules/${name}`) ? [] : [{ id, package: name }],
    );
    expect(body['notInstalled']).toMatchObject(absent);
    const ids = Object.keys(optional).filter((id) => served.every((each) => each.id !== id));
    expect(ids).toEqual(absent.map(({ id }) => id));
  });
});

const object = '0000000a-000b-4000-8000-00000000000c';
const socket = `/bench/raw-websocket/in-memory/${object}`;
const image = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' };
const followed = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'document' };
const byName = (name: string) => ({ Host: `${name}:${port}`, Origin: `http://${name}:${port}` });
const taggedFor = (id: string) => ({
  ...upgrade,
  ...client,
  'Sec-WebSocket-Protocol': `lumenize.rpc.clientId.${id}`,
});
const suffixed = `/bench/lumenize/hibernating/${object}/call`;
const asked = `/bench/trpc/http-batch/${object}/getValue`;
const posted = `/bench/capnweb/http-batch/${object}`;

/** Of every answer, a refusal too. */
const everywhere = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'permissions-policy': expect.stringMatching(
    /camera=\(\).*geolocation=\(\).*microphone=\(\)/,
  ) as string,
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
};

type Sent = Readonly<Record<string, string>>;
describe('a request', () => {
  it.each<[method: string, path: string, headers: Sent, status: number, words?: string]>([
    // Addresses.
    ['GET', '/elsewhere', client, 404, '/bench/'],
    ['GET', '/bench', client, 404, 'system'],
    ['GET', '/bench/nobody/in-memory/x', client, 404, 'raw-websocket'],
    ['GET', '/bench/capnweb/hibernating/x', client, 404, 'in-memory'],
    ['GET', '/bench/capnweb/in-memory/counter', client, 400, 'UUID'],
    ['GET', `/bench/capnweb/in-memory/${object.toUpperCase()}`, client, 400, 'UUID'],
    ['GET', `/bench/capnweb/in-memory/${object}/call`, client, 404, '/call'],
    ['GET', `/bench/lumenize/in-memory/${object}`, client, 404, '/call'],
    ['GET', `/bench/between/nobody/${object}`, client, 404, '"workers-rpc"'],
    ['GET', `/bench/between/workers-rpc/${object}/0`, client, 404, 'got "/0", expected ""'],
    // The form of an arm. Only a bench that was started for it has its objects evicted.
    ['GET', socket, client, 426, 'WebSocket'],
    ['POST', socket, client, 426, 'WebSocket'],
    ['DELETE', socket, client, 426, 'WebSocket'],
    ['GET', posted, client, 405, 'POST'],
    ['POST', '/bench/about', client, 405, 'GET'],
    ['GET', posted, { ...upgrade, ...client }, 400, 'expected a request'],
    ['GET', asked, { ...upgrade, ...client }, 400, 'expected a request'],
    ['POST', `/bench/fetch-json/http/${object}/add`, client, 400, 'a JSON list of arguments'],
    ['GET', suffixed, taggedFor('x'.repeat(300)), 400, 'at most 256'],
    ['GET', suffixed, taggedFor('x'), 101],
    // Pages and programs. A page of the bench’s own origin names it in no GET.
    ['GET', socket, { ...upgrade, ...client }, 101],
    ['GET', socket, { ...upgrade, Origin: own }, 101],
    ['GET', socket, { ...upgrade, Origin: PAGE_ORIGIN }, 101],
    ['GET', socket, upgrade, 403, 'Roundtrip-Client'],
    ['GET', socket, { ...upgrade, 'Sec-Fetch-Site': 'cross-site' }, 403, 'Roundtrip-Client'],
    ['GET', socket, { ...upgrade, Origin: 'http://localhost:1' }, 403, 'admits'],
    ['GET', socket, { ...upgrade, Origin: 'null' }, 403, 'admits'],
    ['GET', asked, { 'Sec-Fetch-Site': 'same-origin' }, 200],
    ['GET', asked, { 'Sec-Fetch-Site': 'cross-site' }, 403, 'Roundtrip-Client'],
    // The missing upgrade comes first, so that a page learns it.
    ['GET', socket, {}, 426, 'WebSocket'],
    ['GET', socket, image, 426, 'WebSocket'],
    // Questions: also a link that somebody follows, the address bar, and a program without a name.
    ['GET', '/bench/about', followed, 200],
    ['GET', '/bench/about', { 'Sec-Fetch-Site': 'none' }, 200],
    ['GET', '/bench/about', {}, 200],
    ['GET', '/bench/about', image, 403, 'Roundtrip-Client'],
    ['GET', '/bench/about', { Origin: 'https://example.org' }, 403, 'admits'],
    ['GET', '/bench/about', byName('evil.example'), 421, 'evil.example'],
    ['GET', '/bench/about', byName('127.0.0.1.nip.io'), 421, '127.0.0.1.nip.io'],
    ['GET', '/bench/about', byName('192.168.0.7'), 421, '192.168.0.7'],
  ])('%s %s with %j is answered with %i', async (method, path, headers, status, words = '') => {
    const answer = await ask(own + path, headers, undefined, method);
    answer.socket?.destroy();
    expect(answer.status).toBe(status);
    if (status !== 101 && path.startsWith('/bench'))
      expect(answer.headers).toMatchObject(everywhere);
    const { message = '' } = answer.body as { message?: string };
    expect(message).toContain(words);
  });

  it.each([
    ['GET', about, {}, undefined],
    ['GET', about, { Origin: 'https://example.org' }, undefined],
    ['GET', about, byName('evil.example'), undefined],
    ['GET', about, { Origin: own }, own],
    ['POST', own + posted, { Origin: PAGE_ORIGIN }, PAGE_ORIGIN],
  ])('%s %s with %j may be read by %s', async (method, url, headers, origin) => {
    const answer = await ask(url, headers, method === 'POST' ? '' : undefined);
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
  });

  const path = '/bench/health HTTP/1.1';
  it.each([
    [[`GET ${path}`, 'Host: localhost', 'Host: example.org'], 400, 'localhost, example.org'],
    [[`GET ${path}`, 'Host: a b'], 400, 'got \\"a b\\", expected one name'],
    [['OPTIONS * HTTP/1.1', 'Host: localhost'], 404, 'expected /bench/…'],
    // workerd itself refuses it.
    [['CONNECT localhost:80 HTTP/1.1', 'Host: localhost'], 500, ''],
  ])('%j, which no browser sends, is answered with %i', async (lines, status, words) => {
    const socket = connectByHand(own);
    socket.end([...lines, 'Connection: close', '', ''].join('\r\n'));
    const answer = await text(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain(words);
  });

  it('with a body that is too big is refused, even if it does not state its length', async () => {
    const piece = new Uint8Array(65_536);
    let sent = 0;
    const body = new ReadableStream({
      // One piece more than a message may have, and never an end.
      pull(controller) {
        if (sent > limits.maxMessageBytes) return new Promise(() => undefined);
        sent += piece.length;
        controller.enqueue(piece);
        return undefined;
      },
    });
    // A streamed body needs `duplex`, which the types do not know.
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
    const { status } = await fetch(addressOf(own, 'capnweb/http-batch'), init);
    expect(status).toBe(413);
  });
});
