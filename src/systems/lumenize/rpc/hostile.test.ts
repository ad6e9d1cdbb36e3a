/** Frames that nobody's client sends: an error for the item, and the object unharmed. */
import { describe, expect, it } from 'vitest';
import { decode } from './protocol/codec.ts';
import { answerFrame } from './server/answer.ts';

class Counter {
  ctx = { storage: 'the storage' };
  env = { SECRET: 'the secret' };
  value = 0;
  increment(amount: number): number {
    this.value += amount;
    return this.value;
  }
  echo(value: unknown): unknown {
    return value;
  }
  list(): unknown {
    return { items: [1, 2], map: new Map([['a', 1]]) };
  }
}

const get = (key: unknown) => ({ type: 'get', key });
const apply = (...args: unknown[]) => ({ type: 'apply', args });

async function serve() {
  const target = new Counter();
  const exposed = { target, publicMethods: ['increment', 'echo', 'list'] };
  const send = async (text: string) => {
    const { text: answer } = await answerFrame(exposed, text, '__rpc');
    const { batch } = decode(answer) as {
      batch: { id: string; success: boolean; result?: unknown; error?: Error }[];
    };
    return { answer, batch };
  };
  const call = (...chains: unknown[][]) =>
    send(
      JSON.stringify({
        json: {
          type: '__rpc',
          batch: chains.map((operations, index) => ({ id: String(index), operations })),
        },
        meta: {},
      }),
    );
  return { target, send, call };
}

const forbidden = [
  'constructor',
  '__proto__',
  'prototype',
  'ctx',
  'env',
  'value',
  'hasOwnProperty',
  'toString',
  'valueOf',
  '__defineGetter__',
  'Symbol(Symbol.iterator)',
  'then',
  'call',
  'apply',
  'bind',
];

describe.each(forbidden)('the key %s', (key) => {
  const nested = (chain: unknown[]) => ({
    __isNestedOperation: true,
    __refId: 'proxy-0',
    __operationChain: chain,
  });

  it('leads nowhere, at any step and inside arguments', async () => {
    const { target, call } = await serve();
    const chains = [
      [get(key)],
      [get(key), apply()],
      [get(key), get(key), apply('return 1')],
      [get('increment'), get(key)],
      [get('increment'), get(key), apply(1)],
      [get('list'), apply(), get(key)],
      [get('list'), apply(), get('items'), get(key), apply()],
      [get('list'), apply(), get('map'), get(key), apply('a')],
      [get('increment'), apply(nested([get(key)]))],
      [get('increment'), apply(nested([get('list'), apply(), get(key), apply()]))],
      [get('echo'), apply({ deep: [nested([get(key), get('storage')])] })],
    ];
    const { batch, answer } = await call(...chains, [get('increment'), apply(1)]);
    expect(batch.slice(0, -1).filter(({ success }) => success)).toEqual([]);
    expect(batch.at(-1)).toMatchObject({ success: true, result: 1 });
    expect(answer).not.toMatch(/the (storage|secret)/);
    expect(target.value).toBe(1);
    expect(Object.prototype).not.toHaveProperty('admin');
  });
});

describe('what is not a frame', () => {
  const wrong = [
    '',
    '[]',
    '{"json":[]}',
    '{"json":{"type":"__rpc"}}',
    '{"json":{"type":7,"batch":[]}}',
    '{"json":{"type":"__rpc","batch":[null]}}',
    '{"json":{"type":"__rpc","batch":[{"id":"1","operations":{}}]}}',
    '{"json":{"type":"__rpc","batch":[{"id":"1","operations":[null]}]}}',
    '{"json":{"type":"__rpc","batch":[{"id":"1","operations":[{"type":"get"}]}]}}',
    '{"json":{"type":"__rpc","batch":[{"id":"1","operations":[{"type":"get","key":{}}]}]}}',
    '{"json":{"type":"__rpc","batch":[{"id":"1","operations":[{"type":"apply","args":{}}]}]}}',
    '{"json":{"type":"__rpc","batch":[{"id":["1"],"operations":[]}]}}',
    '{"json":{"$ref":9},"meta":{"aliases":{}}}',
    '{"json":{"$type":"map","entries":{}},"meta":{}}',
  ];
  it.each(wrong)('%s gets a parse error', async (text) => {
    const { batch } = await (await serve()).send(text);
    expect(batch).toMatchObject([{ id: 'parse-error', success: false }]);
    expect(batch[0]?.error).toBeInstanceOf(Error);
  });
});

describe('calls as arguments', () => {
  const reference = (id: unknown, chain?: unknown) => ({
    __isNestedOperation: true,
    __refId: id,
    ...(chain === undefined ? {} : { __operationChain: chain }),
  });
  it.each([
    ['whose reference was never defined', reference('proxy-7')],
    ['whose chain is none', reference('proxy-0', 'increment')],
    ['whose chain has no step', reference(undefined, [])],
    ['whose chain is missing', reference(undefined)],
    ['in a Map', { $type: 'map', entries: [['a', reference('proxy-7')]] }],
    ['whose reference is none', reference(7, [get('increment'), apply(1)])],
    ['that hold themselves', reference('proxy-0', [get('increment'), apply(reference('proxy-0'))])],
    [
      'that are too long',
      reference('proxy-0', [get('list'), apply(), ...Array<unknown>(60).fill(get('x'))]),
    ],
  ])('%s fail their call, and no other', async (_name, argument) => {
    const { call, target } = await serve();
    const { batch } = await call([get('increment'), apply(argument)], [get('increment'), apply(1)]);
    expect(batch).toMatchObject([{ success: false }, { success: true, result: 1 }]);
    expect(target.value).toBe(1);
  });

  it('may stand ten thousand deep in data without harm', async () => {
    const { send } = await serve();
    const depth = 10_000;
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
      ['{"$type":"set","values":[', ']}'],
    ] as const) {
      const deep = `${open.repeat(depth)}1${close.repeat(depth)}`;
      const text = `{"json":{"type":"__rpc","batch":[{"id":"1","operations":[{"type":"get","key":"echo"},{"type":"apply","args":[${deep}]}]}]},"meta":{}}`;
      const { batch } = await send(text).catch(() => ({ batch: 'lost' }));
      expect(batch).toHaveLength(1);
      const after =
        '{"json":{"type":"__rpc","batch":[{"id":"2","operations":[{"type":"get","key":"increment"},{"type":"apply","args":[1]}]}]},"meta":{}}';
      expect((await send(after)).batch).toMatchObject([{ id: '2', success: true }]);
    }
  });

  it('are each run once without a reference too, however often an alias stands for them', async () => {
    const { send, target } = await serve();
    // Two calls in each of many levels, and both take both of the next: 2 ** 40 calls, were every
    // alias run anew.
    const levels = 40;
    const aliases = Object.fromEntries(
      Array.from({ length: 2 * levels }, (_, id) => {
        const next = 2 * (Math.floor(id / 2) + 1);
        const both = [{ $ref: next }, { $ref: next + 1 }];
        const isLast = next === 2 * levels;
        return [
          id,
          reference(undefined, isLast ? [get('increment'), apply(1)] : [get('echo'), apply(both)]),
        ];
      }),
    );
    const held = { $type: 'map', entries: [[{ $ref: 0 }, { $ref: 0 }]] };
    const call = (id: string, ...args: unknown[]) => ({
      id,
      operations: [get('echo'), apply(...args)],
    });
    const batch = [call('1', held), call('2', [{ $ref: 78 }]), call('3', { $ref: 99 })];
    aliases[99] = reference(undefined, [get('echo'), apply({ $ref: 99 })]);
    const answer = await send(
      JSON.stringify({ json: { type: '__rpc', batch }, meta: { aliases } }),
    );
    expect(answer.batch).toMatchObject([
      { success: true },
      { success: true, result: [1] },
      { success: false, error: { message: 'argument: got a call inside itself' } },
    ]);
    expect(target.value).toBe(2);
    expect(answer.answer.length).toBeLessThan(5_000);
  });

  it('may stand ten thousand deep in each other without harm', async () => {
    const { send, target } = await serve();
    const depth = 10_000;
    const open =
      '{"__isNestedOperation":true,"__operationChain":[{"type":"get","key":"increment"},{"type":"apply","args":[';
    const deep = `${open.repeat(depth)}1${']}]}'.repeat(depth)}`;
    const text = `{"json":{"type":"__rpc","batch":[{"id":"1","operations":[{"type":"get","key":"echo"},{"type":"apply","args":[${deep}]}]}]},"meta":{}}`;
    expect((await send(text)).batch).toMatchObject([{ id: '1' }]);
    expect(target.value).toBeGreaterThanOrEqual(0);
  });
});

it('a result with a key `then` is data, and is never called', async () => {
  const { call } = await serve();
  const { batch } = await call([get('echo'), apply({ then: 'x', value: 1 })]);
  expect(batch).toMatchObject([{ success: true, result: { then: 'x', value: 1 } }]);
});
