import { describe, expect, it } from 'vitest';
import type { Exposed } from './expose.ts';
import { answerFrame, answerOwnFrame } from './answer.ts';
import { decode } from '../protocol/codec.ts';

class Counter {
  value = 0;
  ctx = { storage: 'secret' };
  increment(amount: number): number {
    this.value += amount;
    return this.value;
  }
  fail(): never {
    throw new TypeError('boom', { cause: new Error('fuse') });
  }
  symbol(): symbol {
    return Symbol('cannot travel');
  }
  user() {
    return { name: 'Ada', tags: new Set(['a']) };
  }
}

function serve() {
  const target = new Counter();
  const exposed: Exposed = { target, publicMethods: ['increment', 'fail', 'symbol', 'user'] };
  const send = async (text: string) =>
    decode((await answerFrame(exposed, text, '__rpc')).text) as {
      type: string;
      batch: Array<{ id: string; success: boolean; result?: unknown; error?: unknown }>;
    };
  return { target, exposed, send };
}

function frame(...chains: unknown[][]): string {
  const batch = chains.map((operations, index) => ({ id: `7-${index + 1}`, operations }));
  return JSON.stringify({ json: { type: '__rpc', batch }, meta: {} });
}

const get = (key: string | number) => ({ type: 'get', key });
const apply = (...args: unknown[]) => ({ type: 'apply', args });

describe('frames of the published client', () => {
  it('answers byte for byte', async () => {
    const { exposed } = serve();
    const request =
      '{"json":{"type":"__rpc","batch":[{"id":"1795226554102-1","operations":[{"type":"get","key":"increment"},{"type":"apply","args":[1]}]}]},"meta":{}}';
    expect((await answerFrame(exposed, request, '__rpc')).text).toBe(
      '{"json":{"type":"__rpc","batch":[{"id":"1795226554102-1","success":true,"result":1}]},"meta":{}}',
    );
  });

  it('carries an error with name, message, stack and cause', async () => {
    const { send } = serve();
    const { batch } = await send(frame([get('fail'), apply()]));
    const error = batch[0]?.error as TypeError;
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe('boom');
    expect(error.stack).toContain('answer.test.ts');
    expect((error.cause as Error).message).toBe('fuse');
  });
});

describe('a batch', () => {
  it('answers in order, and one failure does not stop the others', async () => {
    const { target, send } = serve();
    const call = [get('increment'), apply(2)];
    const { batch } = await send(
      frame(call, [get('fail'), apply()], [get('symbol'), apply()], call),
    );
    expect(batch.map(({ id, success }) => [id, success])).toEqual([
      ['7-1', true],
      ['7-2', false],
      ['7-3', false],
      ['7-4', true],
    ]);
    expect(target.value).toBe(4);
  });

  it('reads fields of a result in the same round trip', async () => {
    const { send } = serve();
    const { batch } = await send(frame([get('user'), apply(), get('name')]));
    expect(batch[0]?.result).toBe('Ada');
  });
});

describe('what is not public', () => {
  const secrets = [
    'ctx',
    'env',
    'constructor',
    '__proto__',
    'prototype',
    'toString',
    'value',
    'then',
  ];
  it.each(secrets)('%s is out of reach of an object and of a result', async (key) => {
    const { target, send } = serve();
    const increment = [get('increment'), apply(1)];
    const { batch } = await send(
      frame(
        [get(key)],
        [get(key), apply()],
        [get('user'), apply(), get(key)],
        [get('increment'), get(key)],
        [get('increment'), get(key), apply()],
        increment,
      ),
    );
    expect(batch.map(({ success }) => success)).toEqual([false, false, false, false, false, true]);
    expect(JSON.stringify(batch)).not.toContain('secret');
    expect(target.value).toBe(1);
  });

  it('is no call of a result, of the object itself, or of nothing', async () => {
    const { send } = serve();
    const { batch } = await send(frame([get('user'), apply(), apply()], [apply()]));
    expect(batch.map(({ success }) => success)).toEqual([false, false]);
  });
});

describe('frames that cannot be read', () => {
  it.each([
    'no JSON',
    '{}',
    'null',
    '{"json":1,"meta":{}}',
    '{"json":{"type":"other","batch":[]},"meta":{}}',
    '{"json":{"type":"__rpc","batch":{}},"meta":{}}',
    '{"json":{"type":"__rpc","batch":[{"id":1,"operations":[]}]},"meta":{}}',
    '{"json":{"type":"__rpc","batch":[{"id":"1","operations":[{"type":"delete"}]}]},"meta":{}}',
    '{"json":{"$ref":0},"meta":{}}',
  ])('%s is answered as a parse error', async (text) => {
    const { send } = serve();
    const { batch } = await send(text);
    expect(batch).toHaveLength(1);
    expect(batch[0]).toMatchObject({ id: 'parse-error', success: false });
    expect(batch[0]?.error).toBeInstanceOf(Error);
  });

  it('builds no object but an error from a frame that names a constructor', () => {
    for (const tag of ['$type', '\\u0024type']) {
      const text = `{"json":{"${tag}":"error","name":"Map","message":"x"},"meta":{}}`;
      expect(() => decode(text)).toThrow('got the error Map');
    }
  });

  it.each(['{"batch":[]}', '{"type":"__rpc","batch":[]}', '{"type":"of no matter","batch":[]}'])(
    '%s can, over HTTP, where no type is asked for or answered',
    async (message) => {
      const { text, unreadable } = await answerFrame(
        serve().exposed,
        `{"json":${message}}`,
        undefined,
      );
      expect([text, unreadable]).toEqual(['{"json":{"batch":[]},"meta":{}}', false]);
    },
  );

  it('are those of somebody else, on a socket that carries both', () => {
    const { exposed } = serve();
    const others = ['PING', '{}', '{"json":1}', '{"json":{"type":"other","batch":[]},"meta":{}}'];
    expect(others.map((text) => answerOwnFrame(exposed, text, '__rpc'))).toEqual(
      others.map(() => undefined),
    );
    const own = '{"json":{"type":"__rpc","batch":{}},"meta":{}}';
    expect(answerOwnFrame(exposed, own, '__rpc')).toMatchObject({ unreadable: true });
  });

  it('limits steps and arguments, before any step is taken', async () => {
    const { send, target } = serve();
    const long = [get('user'), apply(), ...Array.from({ length: 50 }, () => get('name'))];
    const wide = [get('increment'), apply(...Array.from({ length: 101 }, () => 1))];
    const later = [get('increment'), apply(1), ...wide];
    const { batch } = await send(frame(long, wide, later));
    expect(batch.map(({ error }) => (error as Error).message)).toEqual([
      'Operation chain too deep: 52 > 50 steps',
      'Too many arguments: 101 > 100',
      'Too many arguments: 101 > 100',
    ]);
    expect(target.value).toBe(0);
  });
});
