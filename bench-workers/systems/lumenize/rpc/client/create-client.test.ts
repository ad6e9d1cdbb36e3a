import { describe, expect, it } from 'vitest';
import { createRpcClient } from './create-client.ts';
import { decode, encode } from '../protocol/codec.ts';
import type { CallItem, Frame, ResultItem } from '../protocol/protocol.ts';
import type { Transport, TransportListener } from './transport.ts';

interface Counter {
  increment(amount: number): Promise<number>;
  user(): Promise<{ name: string }> & { name: Promise<string> };
}

/** A transport that keeps what it was given; the test answers by hand. */
function connectByHand() {
  const sent: string[] = [];
  let listener: TransportListener | undefined;
  const transport: Transport = {
    type: '__rpc',
    timeoutMs: 60_000,
    connect: () => Promise.resolve(),
    send: (text) => {
      sent.push(text);
    },
    listen: (added) => {
      listener = added;
    },
    close: () => listener?.onLost(new Error('the client was closed')),
  };
  const client = createRpcClient<Counter>({ transport });
  const batch = (index: number) => (decode(sent[index] ?? '') as Frame<CallItem>).batch;
  const answer = (...results: ResultItem[]) => listener?.onResults(results, '');
  const lose = (error: Error) => listener?.onLost(error);
  return { client, sent, batch, answer, lose };
}

describe('a client', () => {
  it('sends nothing until a call is awaited, then the published client’s frame', async () => {
    const { client, sent, batch, answer } = connectByHand();
    const call = client.increment(1);
    await Promise.resolve();
    expect(sent).toEqual([]);
    const result = Promise.resolve(call);
    await expect.poll(() => sent.length).toBe(1);
    const [item] = batch(0);
    expect(sent[0]).toBe(
      `{"json":{"type":"__rpc","batch":[{"id":"${item?.id}","operations":[{"type":"get","key":"increment"},{"type":"apply","args":[1]}]}]},"meta":{}}`,
    );
    answer({ id: item?.id ?? '', success: true, result: 1 });
    expect(await result).toBe(1);
  });

  it('sends all calls of one microtask as one frame, each with an id of its own', async () => {
    const { client, sent, batch, answer } = connectByHand();
    const all = Promise.all([client.increment(1), client.increment(2), client.user().name]);
    await expect.poll(() => sent.length).toBe(1);
    const items = batch(0);
    expect(new Set(items.map(({ id }) => id)).size).toBe(3);
    expect(items[2]?.operations).toHaveLength(3);
    answer(...items.map(({ id }, result) => ({ id, success: true as const, result })).reverse());
    expect(await all).toEqual([0, 1, 2]);
    expect(sent).toHaveLength(1);
  });

  it('sends a call once, however often it is awaited', async () => {
    const { client, batch, sent, answer } = connectByHand();
    const call = client.increment(1);
    const twice = Promise.all([call, call.then((value) => value + 1)]);
    await expect.poll(() => sent.length).toBe(1);
    expect(batch(0)).toHaveLength(1);
    answer({ id: batch(0)[0]?.id ?? '', success: true, result: 1 });
    expect(await twice).toEqual([1, 2]);
  });

  it('rejects with the error of the server, and all pending calls when the connection is lost', async () => {
    const { client, batch, sent, answer, lose } = connectByHand();
    const settled = Promise.allSettled([client.increment(1), client.increment(2)]);
    await expect.poll(() => sent.length).toBe(1);
    const { batch: sentBack } = decode(
      encode({
        type: '__rpc',
        batch: [{ id: batch(0)[0]?.id, success: false, error: new RangeError('no') }],
      }),
    ) as Frame<ResultItem>;
    answer(...sentBack);
    lose(new Error('gone'));
    const reasons = (await settled).map((each) =>
      each.status === 'rejected' ? String(each.reason) : 'fulfilled',
    );
    expect(reasons).toEqual(['RangeError: no', 'Error: gone']);
  });

  it('rejects everything on a parse error, and a call whose arguments cannot travel at once', async () => {
    const { client, sent, answer } = connectByHand();
    const wrong = client.increment(Symbol('x') as unknown as number);
    await expect(Promise.resolve(wrong)).rejects.toThrow(TypeError);
    const pending = Promise.allSettled([client.increment(1)]);
    await expect.poll(() => sent.length).toBe(1);
    answer({ id: 'parse-error', success: false, error: new TypeError('unreadable') });
    expect(await pending).toMatchObject([{ status: 'rejected' }]);
  });

  it('can be awaited itself, and is closed by its dispose', async () => {
    const { client, sent } = connectByHand();
    const awaited = await Promise.resolve(client);
    const pending = Promise.allSettled([awaited.increment(1)]);
    await expect.poll(() => sent.length).toBe(1);
    client[Symbol.dispose]();
    expect(await pending).toMatchObject([{ status: 'rejected' }]);
  });
});
