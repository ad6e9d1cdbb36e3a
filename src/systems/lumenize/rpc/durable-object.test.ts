/** The library as a user has it: a real client, a real object on the runtime, sleep included. */
import { createTestHarness, type TestHarness } from 'wrangler';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createHttpTransport,
  createRpcClient,
  createWebSocketTransport,
  type WebSocketTransportOptions,
} from './client.ts';

interface NotePad {
  write(text: string): string;
  read(): string | undefined;
  later(value: unknown): Promise<unknown>;
  fail(): never;
  add(a: number, b: number): number;
  count(by: number): number;
  announce(clientIds: string | string[], payload: unknown): Promise<number>;
  clientIds(): string[];
  everyone(text: string): void;
  instance(): string;
  passedOn(value: unknown): Promise<unknown>;
}

let harness: TestHarness;
let baseUrl: string;

beforeAll(async () => {
  const configPath = new URL('testing/wrangler.jsonc', import.meta.url).pathname;
  harness = createTestHarness({ workers: [{ configPath }] });
  const { url } = await harness.listen();
  baseUrl = url.origin;
});

afterAll(() => harness.close());

let count = 0;
const freshName = (): string => `pad-${(count += 1)}`;

function connect(instance: string, options: WebSocketTransportOptions = {}) {
  const transport = createWebSocketTransport('NOTE_PAD', instance, { baseUrl, ...options });
  return createRpcClient<NotePad>({ transport });
}

/** Sockets as a client opens them, and the class that it is given for that. */
function watchSockets() {
  const sockets: WebSocket[] = [];
  class Watched extends WebSocket {
    constructor(url: string, protocols?: string | string[]) {
      super(url, protocols);
      sockets.push(this);
    }
  }
  return { sockets, Watched };
}

describe('over a WebSocket', () => {
  it('waits for what a method asks another object by the platform’s own RPC', async () => {
    using client = connect(freshName());
    expect(await client.passedOn({ a: [1] })).toEqual({ a: [1] });
  });

  it('calls methods, one frame for each batch, and keeps what they did', async () => {
    using client = connect(freshName());
    expect(await client.read()).toBeUndefined();
    expect(await Promise.all([client.write('a'), client.read()])).toEqual(['a', 'a']);
    expect(await client.write(client.read() as unknown as string)).toBe('a');
  });

  it('runs every call once, awaited or not, in the order in which they were made', async () => {
    using client = connect(freshName());
    void client.count(5);
    const again = client.count(1);
    expect(await Promise.all([again, client.add(again, 1)])).toEqual([6, 7]);
    expect(await client.add(client.add(client.count(1), 1), 2)).toBe(10);
    expect(await client.later(new Map([['now', client.count(1)]]))).toEqual(new Map([['now', 8]]));
    expect(await client.later([Promise.resolve(client.count(0))])).toEqual([8]);
  });

  it('carries halves, and stays up', async () => {
    const closed: number[] = [];
    using client = connect(freshName(), { onClose: (code) => closed.push(code) });
    const halves = new Float16Array([0.5, -65_504]);
    expect(await client.later({ halves })).toEqual({ halves });
    expect(await client.read()).toBeUndefined();
    expect(closed).toEqual([]);
  });

  it('carries values beyond JSON there and back', async () => {
    using client = connect(freshName());
    const ring = new Map<string, unknown>([['date', new Date(0)]]);
    ring.set('self', ring);
    const read = (await client.later(ring)) as typeof ring;
    expect(read.get('self')).toBe(read);
    expect(read.get('date')).toEqual(new Date(0));
  });

  it('carries errors with stack, cause and own fields', async () => {
    using client = connect(freshName());
    const error = await client.fail().catch((reason: unknown) => reason as RangeError);
    expect(error).toBeInstanceOf(RangeError);
    expect(error).toMatchObject({ message: 'no', code: 7, cause: { message: 'fuse' } });
    expect(error.stack).toContain('fail');
  });

  it('reaches nothing that is not public', async () => {
    using client = connect(freshName());
    const anything = client as unknown as Record<string, Record<string, () => Promise<unknown>>>;
    for (const [first, second] of [
      ['ctx', 'storage'],
      ['env', 'NOTE_PAD'],
      ['constructor', 'constructor'],
      ['__proto__', 'secret'],
      ['secret', 'call'],
      ['read', 'constructor'],
    ] as const) {
      await expect(anything[first]?.[second]?.()).rejects.toThrow(TypeError);
    }
    expect(await client.write('still well')).toBe('still well');
  });

  it('answers after the object has slept, on the same socket', async () => {
    const name = freshName();
    const { sockets, Watched } = watchSockets();
    using client = connect(name, { WebSocketClass: Watched });
    await client.write('before');
    const life = await client.instance();
    await harness.getWorker().evictDurableObject('NOTE_PAD', { name, webSockets: 'hibernate' });
    expect(await client.read()).toBe('before');
    expect(await client.instance()).not.toBe(life);
    expect(sockets).toHaveLength(1);
  });

  it('connects again on the first call after a drop, and leaves no call of before waiting', async () => {
    const name = freshName();
    const closed: number[] = [];
    using client = connect(name, { onClose: (code) => closed.push(code) });
    await client.write('kept');
    await harness.getWorker().evictDurableObject('NOTE_PAD', { name, webSockets: 'close' });
    await expect.poll(() => closed.length).toBe(1);
    expect(await client.read()).toBe('kept');
  });

  it('rejects what is pending when it is closed, and opens another socket for a later call', async () => {
    const client = connect(freshName());
    await client.read();
    const pending = Promise.allSettled([client.write('sent'), client.later(1)]);
    client[Symbol.dispose]();
    expect((await pending).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect.poll(() => client.read()).toBe('sent');
    expect(await client.write('again')).toBe('again');
    client[Symbol.dispose]();
  });

  it('hands over what the server sends without being asked, to the client it is for', async () => {
    const name = freshName();
    const [mine, other]: unknown[][] = [[], []];
    using one = connect(name, { clientId: 'one', onDownstream: (each) => mine?.push(each) });
    using tab = connect(name, { clientId: 'one', onDownstream: (each) => mine?.push(each) });
    using two = connect(name, { clientId: 'two', onDownstream: (each) => other?.push(each) });
    using none = connect(name);
    await Promise.all([one.read(), tab.read(), two.read()]);
    // A broadcast to all whom the object knows reaches nobody who does not exist.
    expect((await none.clientIds()).toSorted()).toEqual(['one', 'one', 'two']);
    expect(await two.announce('one', { at: new Date(0) })).toBe(2);
    expect(await two.announce(['one', 'one', 'three'], 2)).toBe(2);
    await expect.poll(() => mine).toEqual([{ at: new Date(0) }, { at: new Date(0) }, 2, 2]);
    expect(other).toEqual([]);
  });

  it('connects again by itself for a handler that was given to the client', async () => {
    const name = freshName();
    const got: unknown[] = [];
    const closed: number[] = [];
    const onClose = (code: number) => closed.push(code);
    const transport = createWebSocketTransport('NOTE_PAD', name, { baseUrl, onClose });
    const onDownstream = (payload: unknown) => got.push(payload);
    using client = createRpcClient<NotePad>({ transport, clientId: 'me', onDownstream });
    await client.read();
    await harness.getWorker().evictDurableObject('NOTE_PAD', { name, webSockets: 'close' });
    using other = connect(name);
    await expect.poll(() => other.announce('me', 'back'), { timeout: 5_000 }).toBe(1);
    await expect.poll(() => got).toEqual(['back']);
    expect(closed).toHaveLength(1);
  });

  it('shares its socket with messages of another kind, there and back', async () => {
    const name = freshName();
    const { sockets, Watched } = watchSockets();
    using client = connect(name, { WebSocketClass: Watched });
    await client.read();
    const [socket] = sockets;
    const got: unknown[] = [];
    socket?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string' && !data.startsWith('{"json":{"type":"__rpc"')) got.push(data);
    });
    socket?.send('PING');
    socket?.send('{"json":{"type":"other","batch":[]},"meta":{}}');
    await client.everyone('{"mine":true}');
    await expect.poll(() => got).toHaveLength(3);
    expect(got).toEqual([
      'not a call: PING',
      'not a call: {"json":{"type":"other","batch":[]},"meta":{}}',
      '{"mine":true}',
    ]);
    expect(await client.read()).toBeUndefined();
    expect(sockets).toHaveLength(1);
  });
});

describe('by hand', () => {
  it('answers under any address that begins with the prefix and ends in call', async () => {
    const transport = createWebSocketTransport('BY_HAND', freshName(), {
      baseUrl,
      prefix: 'by/hand',
    });
    using client = createRpcClient<NotePad>({ transport });
    expect(await client.later(1)).toBe(1);
    const body = '{"json":{"batch":[]},"meta":{}}';
    for (const path of ['BY_HAND/a/call', 'BY_HAND/a/b/c/call']) {
      const response = await fetch(`${baseUrl}/by/hand/${path}`, { method: 'POST', body });
      expect(await response.text()).toBe(body);
    }
    const end = await fetch(`${baseUrl}/by/hand/BY_HAND/a/calls`, { method: 'POST', body });
    expect(end.status).toBe(404);
    expect(await (await fetch(`${baseUrl}/direct/call`)).text()).toBe('by hand');
  });

  it('tells messages of another kind from its own', async () => {
    const socket = new WebSocket(`${baseUrl.replace('http', 'ws')}/by/hand/BY_HAND/x/call`);
    const got: unknown[] = [];
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => got.push(data));
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    const own = '{"json":{"type":"by/hand","batch":[]},"meta":{}}';
    for (const message of ['x', new Uint8Array([1]), own]) socket.send(message);
    await expect.poll(() => got).toEqual(['none of its own', 'none of its own', own]);
    socket.close();
  });
});

describe('over HTTP', () => {
  const address = (name: string) => `${baseUrl}/__rpc/NOTE_PAD/${name}/call`;

  it('calls methods, one request for each batch', async () => {
    const name = freshName();
    const transport = createHttpTransport('NOTE_PAD', name, { baseUrl });
    using client = createRpcClient<NotePad>({ transport });
    expect(await Promise.all([client.write('b'), client.read()])).toEqual(['b', 'b']);
    await expect(client.fail()).rejects.toThrow(RangeError);
  });

  it('posts frames without a type to the address as it was named', async () => {
    const seen: unknown[] = [];
    const transport = createHttpTransport('NOTE_PAD', 'a@b', {
      baseUrl,
      fetch(input, init) {
        seen.push(input, init?.body, init?.headers);
        return fetch(input, init);
      },
    });
    using client = createRpcClient<NotePad>({ transport });
    expect(transport.isConnected?.()).toBe(true);
    expect(await client.add(1, 2)).toBe(3);
    expect(seen).toEqual([
      `${baseUrl}/__rpc/NOTE_PAD/a@b/call`,
      expect.stringMatching(/^{"json":{"batch":\[{"id":"\d+","operations":\[/),
      { 'Content-Type': 'application/json' },
    ]);
  });

  it('rejects what is pending when it is closed or takes too long, and goes on with later calls', async () => {
    const answers: AbortSignal[] = [];
    const transport = createHttpTransport('NOTE_PAD', 'one', {
      baseUrl,
      timeout: 20,
      fetch: async (input, init) => {
        if (answers.length === 2) return fetch(input, { ...init, signal: null });
        const { signal } = init ?? {};
        if (signal) answers.push(signal);
        return new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
        });
      },
    });
    using client = createRpcClient<NotePad>({ transport });
    await expect(client.add(1, 2).then(String)).rejects.toThrow('timeout');
    const closed = expect(client.add(1, 2).then(String)).rejects.toThrow('the client was closed');
    await expect.poll(() => answers.length).toBe(2);
    client[Symbol.dispose]();
    await closed;
    expect(await client.add(1, 2)).toBe(3);
  });

  it.each([
    ['POST', 'no JSON', 400],
    ['POST', '{"json":{"batch":{}},"meta":{}}', 400],
    ['POST', '{"json":{"batch":[]},"meta":{}}', 200],
    ['POST', '{"json":{"type":"of no matter","batch":[]},"meta":{}}', 200],
    ['PUT', 'x', 405],
  ])('answers %s of %s with %i', async (method, body, status) => {
    const response = await fetch(address(freshName()), { method, body });
    expect(response.status).toBe(status);
    const text = await response.text();
    if (status === 400) expect(text).toContain('{"json":{"batch":[{"id":"parse-error"');
    if (status === 200) expect(text).toBe('{"json":{"batch":[]},"meta":{}}');
  });

  it('has no other last segment', async () => {
    expect((await fetch(address('x').replace('/call', '/other'))).status).toBe(404);
  });
});
