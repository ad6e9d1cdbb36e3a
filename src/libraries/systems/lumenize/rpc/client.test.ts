import { describe, expect, it } from 'vitest';
import { createRpcClient, type RpcTransport } from './client.ts';
import type { CallItem, ResultItem } from './protocol.ts';

interface Counter {
  increment(amount: number): Promise<number>;
  add(a: number, b: number): number;
  join(parts: ReadonlyMap<string, unknown> | ReadonlySet<unknown> | readonly unknown[]): string;
  user(): Promise<{ name: string }> & { name: Promise<string> };
}

/** A transport of one's own: it keeps what it was given, and the test answers by hand. */
function connectByHand() {
  const sent: CallItem[][] = [];
  const answers: PromiseWithResolvers<{ batch: ResultItem[] }>[] = [];
  const transport: RpcTransport = {
    execute({ batch }) {
      const answer = Promise.withResolvers<{ batch: ResultItem[] }>();
      sent.push(batch);
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
  const args = (index: number) => sent[index]?.[0]?.operations[1];
  return { client, transport, sent, answers, answer, names, args };
}

describe('a call', () => {
  it('is sent in the microtask in which it was made, awaited or not, in order', async () => {
    const { client, sent, names, args } = connectByHand();
    void client.increment(5);
    void client.add(1, 2);
    expect(sent).toEqual([]);
    await Promise.resolve();
    expect([sent.length, names(0)]).toEqual([1, ['increment', 'add']]);
    expect(args(0)).toEqual({ type: 'apply', args: [5] });
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

  it('rejects with the others where the batch is lost, and alone where its answer is left out', async () => {
    const { client, sent, answers } = connectByHand();
    const lost = Promise.allSettled([client.increment(1), client.increment(2)]);
    await expect.poll(() => sent.length).toBe(1);
    answers[0]?.reject(new Error('gone'));
    expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const settled = Promise.allSettled([client.increment(1), client.increment(2)]);
    await expect.poll(() => sent.length).toBe(2);
    answers[1]?.resolve({ batch: [{ id: sent[1]?.[1]?.id ?? '', success: true, result: 2 }] });
    expect(await settled).toMatchObject([
      { status: 'rejected', reason: { message: 'call: got no answer' } },
      { status: 'fulfilled', value: 2 },
    ]);
  });
});

describe('a call that is an argument', () => {
  it('is run once when it is awaited too, and its value takes its place', async () => {
    const { client, answer, names, args } = connectByHand();
    const first = client.increment(5);
    const sum = client.add(first, 1);
    const after = client.increment(0);
    const all = Promise.all([first, sum, after]);
    await answer(0, 5);
    await answer(1, 6, 5);
    expect(await all).toEqual([5, 6, 5]);
    expect([names(0), names(1)]).toEqual([['increment'], ['add', 'increment']]);
    expect(args(1)).toEqual({ type: 'apply', args: [5, 1] });
  });

  it('that was sent before, or is of another client, is not run again either', async () => {
    const { client, sent, answer, args } = connectByHand();
    const { client: other, answer: answerOther } = connectByHand();
    const first = client.increment(5);
    await answer(0, 5);
    expect(await first).toBe(5);
    void client.add(first, other.increment(7));
    await answerOther(0, 7);
    await expect.poll(() => sent.length).toBe(2);
    expect(args(1)).toEqual({ type: 'apply', args: [5, 7] });
  });

  it('cannot be awaited once its result has stayed at the server', async () => {
    const { client, sent } = connectByHand();
    const first = client.increment(5);
    void client.add(first, 1);
    await expect.poll(() => sent.length).toBe(1);
    expect(sent[0]).toHaveLength(1);
    await expect(first.then(String)).rejects.toThrow('await of a sent argument');
  });

  it.each([
    ['a Map', (call: unknown) => new Map([['a', call]])],
    ['a Set', (call: unknown) => new Set([call])],
  ])('in %s is sent by itself, and its value stands there', async (_what, hold) => {
    const { client, sent, answer, args } = connectByHand();
    void client.join(hold(client.increment(1)));
    await answer(0, 1);
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[0]).toHaveLength(1);
    expect(args(1)).toEqual({ type: 'apply', args: [hold(1)] });
  });
});

describe('a promise as an argument', () => {
  it('is awaited, and keeps those behind it waiting', async () => {
    const { client, answer, names, args } = connectByHand();
    const { promise, resolve } = Promise.withResolvers<number>();
    const before = client.increment(1);
    const deep = client.join([{ in: promise } as unknown]);
    const after = client.add(1, 1);
    await answer(0, 1);
    expect(await before).toBe(1);
    expect(names(0)).toEqual(['increment']);
    resolve(7);
    await answer(1, 'joined', 2);
    expect(await Promise.all([deep, after])).toEqual(['joined', 2]);
    expect(args(1)).toEqual({ type: 'apply', args: [[{ in: 7 }]] });
  });
});

describe('a chain', () => {
  it('is sent without the call that it begins with, which can be awaited later', async () => {
    const { client, sent, answer } = connectByHand();
    const user = client.user();
    const read = Promise.resolve(user.name);
    await answer(0, 'Ada');
    expect(await read).toBe('Ada');
    expect(sent[0]?.[0]?.operations).toHaveLength(3);
    const whole = Promise.resolve(user);
    await answer(1, { name: 'Ada' });
    expect(await whole).toEqual({ name: 'Ada' });
  });
});

describe('a client', () => {
  it('can be awaited itself, and sends no member that nobody awaits', async () => {
    const { client, sent } = connectByHand();
    expect(await Promise.resolve(client)).toBe(client);
    expect(typeof client.increment).toBe('function');
    await Promise.resolve();
    expect(sent).toEqual([]);
  });

  it('gives its handler to the transport, which then keeps the connection up', () => {
    const given: unknown[] = [];
    const transport: RpcTransport = {
      execute: () => Promise.reject(new Error('not called')),
      setKeepAlive: (enabled) => given.push(enabled),
      setDownstreamHandler: (handler) => given.push(handler),
    };
    createRpcClient({ transport });
    expect(given).toEqual([]);
    const onDownstream = () => 1;
    expect(() => createRpcClient({ transport, onDownstream })).toThrow('clientId: got none');
    createRpcClient({ transport, clientId: 'one', onDownstream });
    expect(given).toEqual([onDownstream, true]);
  });
});
