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
  announce(clientId: string, payload: unknown): number;
  instance(): string;
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
  const transport = createWebSocketTransport('note-pad', instance, { baseUrl, ...options });
  return createRpcClient<NotePad>({ transport });
}

describe('over a WebSocket', () => {
  it('calls methods, one frame for each batch, and keeps what they did', async () => {
    using client = connect(freshName());
    expect(await client.read()).toBeUndefined();
    expect(await Promise.all([client.write('a'), client.read()])).toEqual(['a', 'a']);
    expect(await client.write(client.read() as unknown as string)).toBe('a');
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
    const sockets: WebSocket[] = [];
    class Watched extends WebSocket {
      constructor(url: string, protocols?: string | string[]) {
        super(url, protocols);
        sockets.push(this);
      }
    }
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

  it('rejects what is pending when it is closed, and every call afterwards', async () => {
    const client = connect(freshName());
    await client.read();
    const pending = Promise.allSettled([client.read(), client.later(1)]);
    client[Symbol.dispose]();
    expect((await pending).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(Promise.resolve(client.read())).rejects.toThrow('the client was closed');
  });

  it('hands over what the server sends without being asked, to the client it is for', async () => {
    const name = freshName();
    const [mine, other]: unknown[][] = [[], []];
    using one = connect(name, { clientId: 'one', onDownstream: (each) => mine?.push(each) });
    using two = connect(name, { clientId: 'two', onDownstream: (each) => other?.push(each) });
    await Promise.all([one.read(), two.read()]);
    expect(await two.announce('one', { at: new Date(0) })).toBe(1);
    await expect.poll(() => mine).toEqual([{ at: new Date(0) }]);
    expect(other).toEqual([]);
  });
});

describe('over HTTP', () => {
  const address = (name: string) => `${baseUrl}/__rpc/NOTE_PAD/${name}/call`;

  it('calls methods, one request for each batch', async () => {
    const name = freshName();
    const transport = createHttpTransport('notePad', name, { baseUrl });
    using client = createRpcClient<NotePad>({ transport });
    expect(await Promise.all([client.write('b'), client.read()])).toEqual(['b', 'b']);
    await expect(client.fail()).rejects.toThrow(RangeError);
  });

  it.each([
    ['POST', 'no JSON', 400],
    ['POST', '{"json":{"type":"__rpc","batch":[]},"meta":{}}', 200],
    ['PUT', 'x', 405],
  ])('answers %s of %s with %i', async (method, body, status) => {
    const response = await fetch(address(freshName()), { method, body });
    expect(response.status).toBe(status);
    if (status === 400) expect(await response.text()).toContain('"id":"parse-error"');
  });

  it('has no other last segment, and leaves other addresses to the class', async () => {
    expect((await fetch(address('x').replace('/call', '/other'))).status).toBe(404);
    expect(await (await fetch(`${baseUrl}/elsewhere`)).text()).toBe('left alone');
    expect(await (await fetch(`${baseUrl}/direct`)).text()).toBe('of the class itself');
  });
});
