/** Frames as the published client sends them, and as nobody's client does: the object stays unharmed. */
import { parse } from '@lumenize/structured-clone';
import { describe, expect, it } from 'vitest';
import { answerFrame } from './server.ts';

const get = (key: unknown) => ({ type: 'get', key });
const apply = (...args: unknown[]) => ({ type: 'apply', args });
const reference = (id: unknown, chain?: unknown) => ({
  __isNestedOperation: true,
  __refId: id,
  __operationChain: chain,
});

function serve() {
  const counter = { value: 0 };
  const target = {
    increment: (amount: number) => (counter.value += amount),
    echo: (value: unknown) => value,
    list: () => ({ items: [1, 2], map: new Map([['a', 1]]), then: 'x' }),
  };
  const send = async (text: string) =>
    parse((await answerFrame(target, text, '__rpc')) ?? '') as {
      batch: Array<{ id: string; success: boolean; result?: unknown; error?: Error }>;
    };
  const call = async (chains: readonly unknown[], aliases: object = {}) => {
    const batch = chains.map((operations, index) => ({ id: String(index), operations }));
    return (await send(JSON.stringify({ json: { type: '__rpc', batch }, meta: { aliases } })))
      .batch;
  };
  return { counter, target, send, call };
}

it('answers byte for byte as the published server does', async () => {
  const request =
    '{"json":{"type":"__rpc","batch":[{"id":"1795226554102-1","operations":[{"type":"get","key":"increment"},{"type":"apply","args":[1]}]}]},"meta":{}}';
  expect(await answerFrame(serve().target, request, '__rpc')).toBe(
    '{"json":{"type":"__rpc","batch":[{"id":"1795226554102-1","success":true,"result":1}]},"meta":{}}',
  );
});

it.each(['PING', '', '[]', '{"json":1}', '{"json":{"type":"other","batch":[]},"meta":{}}'])(
  'leaves %s to others, on a socket that carries both',
  (text) => {
    expect(answerFrame(serve().target, text, '__rpc')).toBeUndefined();
  },
);

it.each([
  '',
  ',"batch":{}',
  ',"batch":[null]',
  ',"batch":[{"id":1,"operations":[]}]',
  ',"batch":[{"id":"1","operations":{}}]',
  ',"batch":[{"id":"1","operations":[{"type":"delete"}]}]',
  ',"batch":[{"id":"1","operations":[{"type":"get","key":{}}]}]',
  ',"batch":[{"id":"1","operations":[{"type":"apply","args":{}}]}]',
  ',"batch":{"$ref":9}',
  ',"batch":{"$type":"map","entries":{}}',
])('answers {"type":"__rpc"%s} as a parse error', async (rest) => {
  const { batch } = await serve().send(`{"json":{"type":"__rpc"${rest}},"meta":{}}`);
  expect(batch).toMatchObject([{ id: 'parse-error', success: false }]);
  expect(batch[0]?.error).toBeInstanceOf(Error);
});

it.each([
  'constructor',
  '__proto__',
  'prototype',
  'ctx',
  'env',
  'value',
  'hasOwnProperty',
  'toString',
  '__defineGetter__',
  'Symbol(Symbol.iterator)',
  'call',
  'apply',
  'bind',
])('the key %s leads nowhere, at any step and inside arguments', async (key) => {
  const { counter, call } = serve();
  const nested = (chain: unknown[]) => reference('proxy-0', chain);
  const batch = await call([
    [get(key)],
    [get(key), apply()],
    [get(key), get(key), apply('return 1')],
    [get('increment'), get(key), apply(1)],
    [get('list'), apply(), get(key)],
    [get('list'), apply(), get('items'), get(key), apply()],
    [get('list'), apply(), get('map'), get(key), apply('a')],
    [get('increment'), apply(nested([get(key)]))],
    [get('echo'), apply({ deep: [nested([get('list'), apply(), get(key), apply()])] })],
    [get('increment'), apply(1)],
  ]);
  expect(batch.slice(0, -1).filter(({ success }) => success)).toEqual([]);
  expect(batch.at(-1)).toMatchObject({ success: true, result: 1 });
  expect(counter.value).toBe(1);
});

it('calls no result, no object and no key that is named then', async () => {
  const chains = [[get('list'), apply(), apply()], [apply()], [get('list'), apply(), get('then')]];
  const batch = await serve().call(chains);
  expect(batch).toMatchObject([{ success: false }, { success: false }, { result: 'x' }]);
});

it('limits steps and arguments, before any step is taken', async () => {
  const { call, counter } = serve();
  const wide = [get('increment'), apply(...Array.from({ length: 101 }, () => 1))];
  const long = [get('list'), apply(), ...Array.from({ length: 50 }, () => get('items'))];
  const batch = await call([long, wide, [get('increment'), apply(1), ...wide]]);
  expect(batch.map(({ error }) => error?.message)).toEqual([
    'Operation chain too deep: 52 > 50 steps',
    'Too many arguments: 101 > 100',
    'Too many arguments: 101 > 100',
  ]);
  expect(counter.value).toBe(0);
});

describe('calls as arguments', () => {
  it.each([
    ['whose reference was never defined', reference('proxy-7')],
    ['whose chain is none', reference('proxy-0', 'increment')],
    ['whose chain has no step', reference(undefined, [])],
    ['in a Map', { $type: 'map', entries: [['a', reference('proxy-7')]] }],
    ['whose reference is none', reference(7, [get('increment'), apply(1)])],
    ['that hold themselves', reference('proxy-0', [get('increment'), apply(reference('proxy-0'))])],
    ['that are too long', reference('proxy-0', Array<unknown>(60).fill(get('x')))],
  ])('%s fail their call, and no other', async (_name, argument) => {
    const { call, counter } = serve();
    const batch = await call([
      [get('increment'), apply(argument)],
      [get('increment'), apply(1)],
    ]);
    expect(batch).toMatchObject([{ success: false }, { success: true, result: 1 }]);
    expect(counter.value).toBe(1);
  });

  it('are each run once without a reference too, however often an alias stands for them', async () => {
    const { call, counter } = serve();
    // Two calls in each of many levels, and both take both of the next: 2 ** 40 calls, were every
    // alias run anew.
    const chains = Array.from({ length: 80 }, (_, id) => {
      const next = 2 * (Math.floor(id / 2) + 1);
      const both = [{ $ref: next }, { $ref: next + 1 }];
      return next === 80 ? [get('increment'), apply(1)] : [get('echo'), apply(both)];
    });
    chains.push([get('echo'), apply({ $ref: 80 })]);
    const aliases = Object.fromEntries(
      chains.map((chain, id) => [id, reference(undefined, chain)]),
    );
    const batch = await call(
      [{ $ref: 0 }, [{ $ref: 78 }], { $ref: 80 }].map((argument) => [get('echo'), apply(argument)]),
      aliases,
    );
    expect(batch).toMatchObject([
      { success: true },
      { success: true, result: [1] },
      { success: false, error: { message: 'argument: got a call inside itself' } },
    ]);
    expect(counter.value).toBe(2);
  });
});

it.each([
  ['[', ']'],
  ['{"a":', '}'],
  ['{"$type":"set","values":[', ']}'],
  [
    '{"__isNestedOperation":true,"__operationChain":[{"type":"get","key":"increment"},{"type":"apply","args":[',
    ']}]}',
  ],
])('%s ten thousand deep does no harm', async (opening, closing) => {
  const { send, call } = serve();
  const deep = `${opening.repeat(10_000)}1${closing.repeat(10_000)}`;
  const steps = `[{"type":"get","key":"echo"},{"type":"apply","args":[${deep}]}]`;
  const text = `{"json":{"type":"__rpc","batch":[{"id":"1","operations":${steps}}]},"meta":{}}`;
  expect((await send(text)).batch).toHaveLength(1);
  expect(await call([[get('increment'), apply(1)]])).toMatchObject([{ success: true }]);
});
