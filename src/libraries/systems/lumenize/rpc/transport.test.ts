import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWebSocketTransport } from './transport.ts';

type Options = Parameters<typeof createWebSocketTransport>[2];

/** A socket whose other end is the test. */
class HandSocket extends EventTarget {
  static readonly made: HandSocket[] = [];
  readonly sent: string[] = [];
  readonly url: string;
  readonly protocols: readonly string[];
  readyState: number = WebSocket.CONNECTING;

  constructor(url: string, protocols: string | string[] = []) {
    super();
    this.url = url;
    this.protocols = [protocols].flat();
    HandSocket.made.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(code = 1000): void {
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason: 'why' }));
  }
  open(): void {
    this.readyState = WebSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }
  receive(data: unknown): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
}

function transportWith(options: Options = {}) {
  HandSocket.made.length = 0;
  const WebSocketClass = HandSocket as unknown as typeof WebSocket;
  return createWebSocketTransport('counter', 'one', { WebSocketClass, ...options });
}

const [made, last] = [HandSocket.made, () => HandSocket.made.at(-1)];
const batchOf = (id: string) => ({ batch: [{ id, operations: [] }] });
const answerTo = (id: string, type = '__rpc') =>
  `{"json":{"type":"${type}","batch":[{"id":"${id}","success":true,"result":1}]},"meta":{}}`;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a socket', () => {
  it('goes to the address that the published server expects', () => {
    void transportWith({ clientId: 'me' }).connect();
    expect(last()?.url).toBe('ws://localhost:8787/__rpc/counter/one/call');
    expect(last()?.protocols).toEqual(['lumenize.rpc', 'lumenize.rpc.clientId.me']);
    void transportWith({ baseUrl: 'https://bench.example.org/', prefix: '/a/b/' }).connect();
    expect(last()?.url).toBe('wss://bench.example.org/a/b/counter/one/call');
    expect(last()?.protocols).toEqual(['lumenize.rpc']);
  });

  it('that closes instead has not opened, and is opened anew by the next call', async () => {
    const transport = transportWith();
    const refused = expect(transport.connect()).rejects.toThrow('closed with code 1000');
    last()?.close();
    await refused;
    const again = transport.connect();
    last()?.open();
    await expect(again).resolves.toBeUndefined();
    expect(made).toHaveLength(2);
  });
});

describe('a message', () => {
  it('of another kind is none of its business', async () => {
    const got: unknown[] = [];
    const transport = transportWith();
    transport.setDownstreamHandler((payload) => got.push(payload));
    const answer = transport.execute(batchOf('1'));
    last()?.open();
    const texts = ['PONG', '{}', 'null', '{"json":1}', answerTo('1', 'other')];
    for (const foreign of [...texts, new Blob()]) last()?.receive(foreign);
    last()?.receive('{"json":{"type":"__downstream","payload":[1]},"meta":{}}');
    last()?.receive(answerTo('1'));
    expect(await answer).toMatchObject({ batch: [{ id: '1', result: 1 }] });
    expect(got).toEqual([[1]]);
    expect(made).toHaveLength(1);
  });

  it('that nobody can read leaves no call waiting, and the connection up', async () => {
    const transport = transportWith();
    const settled = Promise.allSettled(['1', '2'].map((id) => transport.execute(batchOf(id))));
    last()?.open();
    last()?.receive('{"json":{"type":"__rpc","batch":[{"$type":"map","entries":1}]},"meta":{}}');
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const unread = transport.execute(batchOf('3'));
    last()?.receive(
      '{"json":{"type":"__rpc","batch":[{"id":"parse-error","success":false,"error":{"$type":"error","name":"TypeError","message":"unreadable"}}]},"meta":{}}',
    );
    await expect(unread).rejects.toThrow('unreadable');
  });
});

describe('a deadline', () => {
  it('passes for each batch at its own time', async () => {
    const transport = transportWith({ timeout: 100 });
    const ends: string[] = [];
    const send = (id: string) =>
      transport.execute(batchOf(id)).then(
        () => ends.push(`${id} answered`),
        (error: Error) => ends.push(`${id} ${error.message}`),
      );
    void send('a');
    last()?.open();
    await vi.advanceTimersByTimeAsync(60);
    void send('b');
    void send('c');
    await vi.advanceTimersByTimeAsync(40);
    expect(ends).toEqual(['a got no answer within 100 ms']);
    last()?.receive(answerTo('b'));
    await vi.advanceTimersByTimeAsync(60);
    expect(ends.slice(1)).toEqual(['b answered', 'c got no answer within 100 ms']);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a lost connection', () => {
  it('is opened again by itself only where it is kept alive, after growing pauses', async () => {
    const transport = transportWith();
    void transport.connect();
    last()?.open();
    last()?.close(1006);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(made).toHaveLength(1);
    transport.setKeepAlive(true);
    void transport.connect();
    last()?.open();
    await vi.advanceTimersByTimeAsync(0);
    for (const pause of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      const before = made.length;
      last()?.close(1006);
      await vi.advanceTimersByTimeAsync(pause - 1);
      expect(made).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(made).toHaveLength(before + 1);
    }
    last()?.open();
    await vi.advanceTimersByTimeAsync(0);
    last()?.close(1006);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(last()?.readyState).toBe(WebSocket.CONNECTING);
    transport.setKeepAlive(false);
    last()?.close(1006);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(last()?.readyState).toBe(WebSocket.CLOSED);
  });

  it('is not one where the client closed it', async () => {
    const transport = transportWith();
    transport.setKeepAlive(true);
    void transport.connect();
    last()?.open();
    transport.disconnect();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(made).toHaveLength(1);
  });
});
