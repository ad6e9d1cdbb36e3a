import { describe, expect, it } from 'vitest';
import { encode } from '../protocol/codec.ts';
import type { CallItem, ResultItem } from '../protocol/protocol.ts';
import { createRpcClient } from '../client.ts';
import {
  type BatchRequest,
  type BatchResponse,
  encodeBatch,
  readServerMessage,
  type RpcTransport,
} from './transport.ts';

interface Counter {
  increment(amount: number): Promise<number>;
  add(a: number, b: number): number;
  join(parts: ReadonlyMap<string, unknown> | ReadonlySet<unknown> | readonly unknown[]): string;
  greeter(): (name: string) => string;
  user(): Promise<{ name: string }> & { name: Promise<string> };
}

/** A transport of one's own: it keeps what it was given, and the test answers by hand. */
function connectByHand() {
  const sent: CallItem[][] = [];
  const texts: string[] = [];
  const answers: PromiseWithResolvers<BatchResponse>[] = [];
  const transport: RpcTransport = {
    execute(request: BatchRequest) {
      const answer = Promise.withResolvers<BatchResponse>();
      texts.push(encodeBatch(request, '__rpc'));
      sent.push(request.batch);
      answers.push(answer);
      return answer.promise;
    },
    setKeepAlive: () => undefined,
  };
  const client = createRpcClient<Counter>({ transport });
  /** Answers a batch with one result for each of its calls, once it has been sent. */
  const answer = async (index: number, ...results: unknown[]) => {
    await expect.poll(() => sent.length).toBeGreaterThan(index);
    const batch = sent[index]?.map(({ id }, at): ResultItem => ({
      id,
      success: true,
      result: results[at],
    }));
    answers[index]?.resolve({ batch: batch ?? [] });
  };
  const names = (index: number) =>
    sent[index]?.map(({ operations: [step] }) => (step?.type === 'get' ? step.key : undefined));
  return { client, transport, sent, texts, answers, answer, names };
}

describe('a call', () => {
  it('is sent in the microtask in which it was made, awaited or not, in order', async () => {
    const { client, sent, texts } = connectByHand();
    void client.increment(5);
    void client.add(1, 2);
    expect(sent).toEqual([]);
    await Promise.resolve();
    expect(sent).toHaveLength(1);
    const [first, second] = sent[0] ?? [];
    expect(texts[0]).toBe(
      `{"json":{"type":"__rpc","batch":[{"id":"${first?.id}","operations":[{"type":"get","key":"increment"},{"type":"apply","args":[5]}]},{"id":"${second?.id}","operations":[{"type":"get","key":"add"},{"type":"apply","args":[1,2]}]}]},"meta":{}}`,
    );
    expect(first?.id).not.toBe(second?.id);
  });

  it('is sent once, however often and however late it is awaited', async () => {
    const { client, sent, answer } = connectByHand();
    const call = client.increment(1);
    const twice = Promise.all([call, call.then((value) => value + 1)]);
    await answer(0, 1);
    expect(await twice).toEqual([1, 2]);
    expect(await call).toBe(1);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toHaveLength(1);
  });

  it('has ids that no other client of the transport uses', async () => {
    const { client, transport, sent, answer } = connectByHand();
    const other = createRpcClient<Counter>({ transport });
    const both = Promise.all([client.increment(1), other.increment(2)]);
    await answer(0, 1);
    await answer(1, 2);
    expect(await both).toEqual([1, 2]);
    expect(new Set(sent.flat().map(({ id }) => id)).size).toBe(2);
  });

  it('rejects alone where the server says so, and with the others where the batch is lost', async () => {
    const { client, sent, answers } = connectByHand();
    const settled = Promise.allSettled([client.increment(1), client.increment(2)]);
    await expect.poll(() => sent.length).toBe(1);
    const [first, second] = sent[0] ?? [];
    const text = encode({
      type: '__rpc',
      batch: [
        { id: first?.id, success: false, error: new RangeError('no') },
        { id: second?.id, success: true, result: 2 },
      ],
    });
    answers[0]?.resolve(readServerMessage(text, '__rpc') as BatchResponse);
    expect(await settled).toMatchObject([
      { status: 'rejected', reason: { name: 'RangeError', message: 'no' } },
      { status: 'fulfilled', value: 2 },
    ]);
    const lost = Promise.allSettled([client.increment(1), client.increment(2)]);
    await expect.poll(() => sent.length).toBe(2);
    answers[1]?.reject(new Error('gone'));
    expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('rejects where an answer leaves it out', async () => {
    const { client, sent, answers } = connectByHand();
    const settled = Promise.allSettled([client.increment(1)]);
    await expect.poll(() => sent.length).toBe(1);
    answers[0]?.resolve({ batch: [] });
    expect(await settled).toMatchObject([
      { status: 'rejected', reason: { message: 'call: got no answer' } },
    ]);
  });

  it.each([
    ['a symbol', Symbol('x')],
    ['a Request', new Request('https://example.org')],
    ['a Response', new Response('text')],
    ['a Request deep in it', { deep: [new Request('https://example.org')] }],
  ])('with %s for an argument fails alone, before it is sent', async (_what, wrong) => {
    const { client, answer } = connectByHand();
    const settled = Promise.allSettled([
      client.increment(1),
      client.increment(wrong as never),
      client.increment(3),
    ]);
    await answer(0, 1, 3);
    expect((await settled).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    await expect(client.increment(wrong as never)).rejects.toThrow(/serialize/);
  });
});

describe('a call that is an argument', () => {
  it('is run where it stands, by its marker, and not by itself', async () => {
    const { client, sent } = connectByHand();
    void client.add(client.add(client.increment(1), 1), 2);
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).toHaveLength(1);
    const outer = (call: readonly unknown[]) => [{ type: 'get', key: 'add' }, ...call];
    expect(sent[0]?.[0]?.operations).toMatchObject(
      outer([
        {
          type: 'apply',
          args: [
            {
              __isNestedOperation: true,
              __refId: 'proxy-0',
              __operationChain: outer([
                { type: 'apply', args: [{ __isNestedOperation: true }, 1] },
              ]),
            },
            2,
          ],
        },
      ]),
    );
  });

  it('is run once when it is awaited too, and its value takes its place', async () => {
    const { client, sent, answer, names } = connectByHand();
    const first = client.increment(5);
    const sum = client.add(first, 1);
    const after = client.increment(0);
    const all = Promise.all([first, sum, after]);
    await answer(0, 5);
    await answer(1, 6, 5);
    expect(await all).toEqual([5, 6, 5]);
    expect([names(0), names(1)]).toEqual([['increment'], ['add', 'increment']]);
    expect(sent[1]?.[0]?.operations[1]).toEqual({ type: 'apply', args: [5, 1] });
  });

  it('that was sent before is not run again either', async () => {
    const { client, sent, answer } = connectByHand();
    const first = client.increment(5);
    await answer(0, 5);
    expect(await first).toBe(5);
    void client.add(first, first);
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[1]?.[0]?.operations[1]).toEqual({ type: 'apply', args: [5, 5] });
  });

  it('and fails, fails the call that takes it', async () => {
    const { client, sent, answers } = connectByHand();
    const first = client.increment(5);
    const settled = Promise.allSettled([first, client.add(first, 1)]);
    await expect.poll(() => sent.length).toBe(1);
    answers[0]?.reject(new RangeError('no'));
    expect(await settled).toMatchObject([
      { reason: { message: 'no' } },
      { reason: { message: 'no' } },
    ]);
    expect(sent).toHaveLength(1);
  });

  it('cannot be awaited once its result has stayed at the server', async () => {
    const { client, sent } = connectByHand();
    const first = client.increment(5);
    void client.add(first, 1);
    await expect.poll(() => sent.length).toBe(1);
    await expect(first.then(String)).rejects.toThrow('await of a sent argument');
  });

  it.each([
    ['a Map', (call: unknown) => new Map([['a', call]])],
    ['a Set', (call: unknown) => new Set([call])],
  ])('in %s is sent by itself, and its value stands there', async (_what, hold) => {
    const { client, sent, answer } = connectByHand();
    void client.join(hold(client.increment(1)));
    await answer(0, 1);
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[0]).toHaveLength(1);
    expect(sent[1]?.[0]?.operations[1]).toEqual({ type: 'apply', args: [hold(1)] });
  });

  it('may be of this client alone', async () => {
    const { client, sent } = connectByHand();
    const { client: other } = connectByHand();
    await expect(client.add(other.increment(1), 1).then(String)).rejects.toThrow('another client');
    expect(sent).toEqual([]);
  });
});

describe('a promise as an argument', () => {
  it('is awaited, and keeps those behind it waiting', async () => {
    const { client, sent, answer, names } = connectByHand();
    const { promise, resolve } = Promise.withResolvers<number>();
    const [before] = [client.increment(1)];
    const deep = client.join([{ in: promise } as unknown]);
    const after = client.add(1, 1);
    await answer(0, 1);
    expect(await before).toBe(1);
    expect(names(0)).toEqual(['increment']);
    resolve(7);
    await answer(1, 'joined', 2);
    expect(await Promise.all([deep, after])).toEqual(['joined', 2]);
    expect(sent[1]?.[0]?.operations[1]).toEqual({ type: 'apply', args: [[{ in: 7 }]] });
  });

  it('that rejects fails its call alone', async () => {
    const { client, answer } = connectByHand();
    const settled = Promise.allSettled([
      client.add(Promise.reject(new RangeError('no')) as unknown as number, 1),
      client.increment(1),
    ]);
    await answer(0, 1);
    expect(await settled).toMatchObject([{ reason: { message: 'no' } }, { value: 1 }]);
  });
});

describe('a chain', () => {
  it('is sent without the call that it begins with', async () => {
    const { client, sent, answer } = connectByHand();
    const user = client.user();
    const name = user.name;
    const read = Promise.resolve(name);
    await answer(0, 'Ada');
    expect(await read).toBe('Ada');
    expect(sent[0]?.[0]?.operations).toHaveLength(3);
    const whole = Promise.resolve(user);
    await answer(1, { name: 'Ada' });
    expect(await whole).toEqual({ name: 'Ada' });
  });

  it('sends no member that nobody awaits', async () => {
    const { client, sent } = connectByHand();
    const member: unknown = client.increment;
    await Promise.resolve();
    expect(typeof member).toBe('function');
    expect(sent).toEqual([]);
  });

  it('calls the function that a call answers with', async () => {
    const { client, sent, answers } = connectByHand();
    const greeting = (client.greeter() as unknown as (name: string) => Promise<string>)('Ada');
    await expect.poll(() => sent.length).toBe(1);
    const path = [...(sent[0]?.[0]?.operations ?? [])];
    const marker = { __isRemoteFunction: true, __operationChain: path, __functionName: 'greet' };
    answers[0]?.resolve({
      batch: [{ id: sent[0]?.[0]?.id ?? '', success: true, result: marker }],
    });
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[1]?.[0]?.operations).toEqual([...path, { type: 'apply', args: ['Ada'] }]);
    const answer = { id: sent[1]?.[0]?.id ?? '', success: true as const, result: 'Hello' };
    answers[1]?.resolve({ batch: [answer] });
    expect(await greeting).toBe('Hello');
  });
});

describe('a client', () => {
  /** As of a class that is declared elsewhere. */
  type Greeter = new () => { greet(name: string): string };

  it('connects a transport that can be, before its first batch and after each loss', async () => {
    const done: string[] = [];
    const transport: RpcTransport = {
      isConnected: () => done.at(-1) !== 'lost' && done.length > 0,
      connect: () => Promise.resolve(void done.push('connected')),
      execute: ({ batch }) => {
        done.push('sent');
        return Promise.resolve({
          batch: batch.map(({ id }) => ({ id, success: true, result: 'Hello!' })),
        });
      },
      disconnect: () => done.push('closed'),
      setKeepAlive: () => undefined,
    };
    const client = createRpcClient<Greeter>({ transport });
    expect(await client.greet('Ada')).toBe('Hello!');
    await client.greet('Bo');
    done.push('lost');
    await client.greet('Cy');
    client[Symbol.dispose]();
    expect(done).toEqual(['connected', 'sent', 'sent', 'lost', 'connected', 'sent', 'closed']);
  });

  it('can be awaited itself', async () => {
    const { client } = connectByHand();
    expect(await Promise.resolve(client)).toBe(client);
  });

  it('gives its handler to the transport, which then keeps the connection up', () => {
    const given: unknown[] = [];
    const transport: RpcTransport = {
      execute: () => Promise.reject(new Error('not called')),
      setKeepAlive: (enabled) => given.push(enabled),
      setDownstreamHandler: (handler) => given.push(handler),
      setClientId: (id) => given.push(id),
    };
    createRpcClient({ transport });
    expect(given).toEqual([]);
    const onDownstream = () => 1;
    expect(() => createRpcClient({ transport, onDownstream })).toThrow('clientId: got none');
    createRpcClient({ transport, clientId: 'one', onDownstream });
    expect(given).toEqual(['one', onDownstream, true]);
  });
});
