/** Sockets of clients that mean harm, each with an honest visitor that counts beside it on the same workerd. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBench, type LocalBench } from '../../src/cli/shared/bench.ts';
import { attacks } from '../../src/cli/bench/fuzz/attacks/index.ts';
import { limits } from '../limits.ts';
import {
  apply,
  attackOn,
  call,
  get,
  limitOf,
  lumenize,
  one,
  orpc,
  superjson,
  trpc,
  typed,
} from '../testing/hostile-frames.ts';
import { countBeside } from '../testing/hostile.ts';

let bench: LocalBench;
let log = '';

beforeAll(async () => {
  bench = await startBench({
    root: process.cwd(),
    port: 0,
    onSaid: (text) => (log += text),
  });
});

afterAll(async () => {
  await bench.stop();
  expect(log).not.toMatch(/[Uu]ncaught|unhandled|\n\s+at /);
});

const attack = attackOn(() => bench.origin);

describe.each(['json', 'superjson'])('kkrpc/%s closes on superjson that', (arm) => {
  it.each([
    ['makes a typed array of a number', superjson([2e9], { 'args.0': typed() })],
    ['… of a text', superjson(['2000000000'], { 'args.0': typed('Float64Array') })],
    ['… of a length', superjson([{ length: 2e9 }], { 'args.0': typed() })],
    [
      '… of a number in what is a Map by then',
      superjson([[[2e9, 1]]], { 'args.0': ['map'], 'args.0.0': typed() }),
    ],
    ['… twice', superjson([[1], '2e9'], { 'args.0': [...typed(), { 0: typed() }] })],
    [
      'fills a list to its four-thousand-millionth place',
      superjson([[]], { 'args.0.4000000000': ['undefined'] }),
    ],
    [
      'names one place in two ways',
      superjson([['2e9']], { 'args.0.0': ['number'], 'args.0.00': typed() }),
    ],
    [
      'writes BigInts of very many digits',
      superjson(['9'.repeat(2_000_000)], { 'args.0': ['bigint'] }),
    ],
    ['names a class', superjson([{}], { 'args.0': [['class', 'Object']] })],
    ['is of an older version', superjson([1], { 'args.0': ['undefined'] }, { v: 0 })],
    ['is nested very deep', `{"json":${'['.repeat(20_000)}`],
    ['is no JSON', '{"json":\n'],
    ['is no call', '{"json":{"type":"request"}}\n'],
  ])('%s', async (_what, frame) => {
    const { closed, answers } = await attack(`kkrpc/${arm}`, [frame]);
    expect([answers, closed?.code]).toEqual([[], 1008]);
  });

  it('refuses to repeat a text eight thousand times', async () => {
    const places = Array.from({ length: 200 }, (_, index) => `args.0.${index + 1}`);
    const list = ['x'.repeat(65_536), ...places.map(() => '')];
    const frame = superjson([list], {}, { referentialEqualities: { 'args.0.0': places } });
    const { bytes, answers } = await attack(`kkrpc/${arm}`, [frame], one);
    expect(answers[0]).toContain('answer: got more for one message');
    expect(bytes).toBeLessThan(1000);
    const many = { 'args.0.0': Array.from({ length: 8000 }, () => 'args.0.1') };
    const refused = superjson([['', '']], {}, { referentialEqualities: many });
    expect((await attack(`kkrpc/${arm}`, [refused])).closed?.code).toBe(1008);
  });

  it('takes a message in parts, and closes on one that does not end', async () => {
    const call = superjson([7], {});
    const parts = await attack(`kkrpc/${arm}`, [call.slice(0, 30), call.slice(30)], one);
    expect(JSON.parse(parts.answers[0] ?? '')).toMatchObject(
      arm === 'json' ? { args: { result: 7 } } : { json: { args: { result: 7 } } },
    );
    const frames = Array.from({ length: 20 }, () => `{${'x'.repeat(1024 * 1024)}`);
    expect((await attack(`kkrpc/${arm}`, frames)).closed?.code).toBe(1009);
  });
});

/** All of them are tried by `npm run bench -- fuzz --attacks`, with the time that others waited. */
describe('an attack that once kept everybody waiting', () => {
  it.each([
    ['capnweb-doubling', 'answer.bytes'],
    ['capnweb-doubling-batch', 'answer.bytes'],
    ['capnweb-references', 'cost.held'],
    ['lumenize-bigint-set', 'cost.members'],
    ['kkrpc-regexp', 'cost.pattern'],
    ['orpc-bigint-map', 'cost.bigints'],
  ])('%s ends before any of it is done', async (id, limit) => {
    const attack = attacks.find((each) => each.id === id);
    const { result, counted, held } = await countBeside(bench.origin, async () =>
      attack?.run(bench.origin),
    );
    expect(result).toMatch(/^(closed 1008|status 400) /);
    expect(result).toContain(limit);
    expect(held).toBe(counted);
  });
});

const BIG = 'x'.repeat(65_536);

describe.each(['hibernating', 'in-memory'])('lumenize/%s', (arm) => {
  it.each([
    [
      'refers eight thousand times to a text',
      lumenize([call(get('echo'), apply(Array.from({ length: 8000 }, () => ({ $ref: 0 }))))], {
        aliases: { 0: BIG },
      }),
      'answer.bytes',
    ],
    [
      '… as the ids of calls',
      lumenize(
        Array.from({ length: 5000 }, () => ({
          ...call(get('getValue'), apply()),
          id: { $ref: 1 },
        })),
        { aliases: { 0: BIG, 1: { $ref: 0 } } },
      ),
      'answer.bytes',
    ],
    [
      'writes a BigInt of two million digits',
      lumenize([call(get('echo'), apply({ $type: 'bigint', value: '9'.repeat(2_000_000) }))]),
      'message.digits',
    ],
    [
      'asks nineteen thousand times for a text',
      lumenize(Array.from({ length: 19_000 }, () => call(get('download'), apply(1_048_576)))),
      'message.values',
    ],
  ])('closes on a frame that %s', async (_what, frame, limit) => {
    const { closed, answers } = await attack(`lumenize/${arm}`, [frame]);
    expect([answers, closed?.code, limitOf(closed)]).toEqual([[], 1008, limit]);
  });

  it('closes on a reference that cannot even be a text', async () => {
    const frame = lumenize([call(get('echo'), apply(BIG, { $ref: { toString: 1 } }))]);
    const { closed } = await attack(`lumenize/${arm}`, [frame]);
    expect(closed?.code).toBe(1008);
  });

  it('answers no more of many texts than a message may ask for', async () => {
    const refer = { __isNestedOperation: true, __refId: 'a' };
    const chain = { __operationChain: [get('download'), apply(1_048_576)] };
    const nested = { ...refer, ...chain };
    const often = [nested, ...Array.from({ length: 299 }, () => refer)];
    const once = await attack(
      `lumenize/${arm}`,
      [lumenize([call(get('echo'), apply(often))])],
      one,
    );
    expect(once.bytes).toBeLessThan(10_000);
    // Without references each is a call of its own, in a Map as anywhere.
    const anew = { __isNestedOperation: true, ...chain };
    const entries = Array.from({ length: 300 }, (_, key) => [key, anew]);
    const map = { $type: 'map', entries };
    const each = await attack(`lumenize/${arm}`, [lumenize([call(get('echo'), apply(map))])], one);
    expect(each.bytes).toBeLessThan(2 * limits.answer.bytes);
    const calls = Array.from({ length: 1000 }, () => call(get('download'), apply(1_048_576)));
    const many = await attack(`lumenize/${arm}`, [lumenize(calls)], one);
    expect(many.bytes).toBeLessThan(2 * limits.answer.bytes);
    const wrong = Array.from({ length: 60 }, () =>
      call(get('increment'), apply(BIG.slice(0, 30_000))),
    );
    const told = await attack(`lumenize/${arm}`, [lumenize(wrong)], one);
    expect(told.bytes).toBeLessThan(60 * 2000);
  });
});

describe('capnweb/in-memory', () => {
  const echoOf = (...args: unknown[]) => ['pipeline', 0, ['echo'], args];
  const twice = (id: number) => [
    [
      ['pipeline', id],
      ['pipeline', id],
    ],
  ];
  const doubling = (double: (id: number) => unknown) => [
    JSON.stringify(['push', echoOf('x')]),
    ...Array.from({ length: 26 }, (_, index) => JSON.stringify(['push', double(index + 1)])),
    JSON.stringify(['pull', 27]),
  ];

  it.each([
    ['doubles an echo', doubling((id) => echoOf(twice(id)))],
    ['doubles a list', doubling(twice)],
    [
      '… with its numbers spelt as tenths',
      doubling(twice).map((frame) =>
        frame.replace(
          /("pipeline",)(\d+)/g,
          (_, start: string, id) => `${start}${Number(id) / 10}e1`,
        ),
      ),
    ],
    ['… spelt in escapes', doubling(twice).map((frame) => frame.replaceAll('p', '\\u0070'))],
    [
      'maps a doubled list to calls',
      [
        JSON.stringify(['push', [Array.from({ length: 1000 }, () => 1)]]),
        JSON.stringify([
          'push',
          [
            'remap',
            1,
            [],
            [['import', 0]],
            Array.from({ length: 500 }, () => ['pipeline', -1, ['getValue'], []]),
          ],
        ]),
      ],
    ],
  ])('closes on a client that %s', async (_what, frames) => {
    const { closed, bytes } = await attack('capnweb/in-memory', frames);
    expect(closed?.code).toBe(1008);
    // What it becomes is too large, or takes too long.
    expect(['answer.bytes', 'cost.message']).toContain(limitOf(closed));
    expect(bytes).toBe(0);
  });

  it('closes on a client that holds very many references', async () => {
    const frames = Array.from(
      { length: limits.references + 1 },
      () => '["push",["pipeline",0,["getValue"],[]]]',
    );
    const { closed } = await attack('capnweb/in-memory', frames);
    expect(limitOf(closed)).toBe('references');
  });
});

describe('trpc/in-memory', () => {
  it('closes on a batch of very many calls, each of which fails at length', async () => {
    const calls = Array.from({ length: limits.message.calls + 1 }, () => trpc('fail'));
    const { closed, bytes } = await attack('trpc/in-memory', [`[${calls.join()}]`]);
    expect([closed?.code, limitOf(closed), bytes]).toEqual([1008, 'message.calls', 0]);
  });

  it('answers no more of many texts than a message may ask for', async () => {
    const call = trpc('download', 1_048_576).replace('mutation', 'query');
    const calls = Array.from({ length: 1000 }, () => call);
    const all = (answers: readonly string[]) => answers.length === calls.length;
    const { bytes } = await attack('trpc/in-memory', [`[${calls.join()}]`], all);
    expect(bytes).toBeLessThan(2 * limits.answer.bytes);
  });
});

describe('trpc/superjson closes on an input that', () => {
  it.each([
    ['is a typed array of a number', { json: 2e9, meta: { values: [typed()], v: 1 } }],
    [
      '… within what is a Map',
      { json: [[2e9, 1]], meta: { values: ['map', { '0.0': typed() }], v: 1 } },
    ],
    [
      'writes a BigInt of very many digits',
      { json: '9'.repeat(2_000_000), meta: { values: ['bigint'], v: 1 } },
    ],
    ['is no superjson', [1]],
  ])('%s', async (_what, input) => {
    const { closed, answers } = await attack('trpc/superjson', [trpc('echo', input)]);
    expect([answers, closed?.code]).toEqual([[], 1008]);
  });
});

describe.each(['hibernating', 'in-memory'])('orpc/%s closes on a call whose body is', (arm) => {
  it.each([
    ['a stream', { h: { 'content-type': 'text/event-stream' } }],
    ['a form', { h: { 'content-type': 'multipart/form-data; boundary=x' } }],
    ['a file, spelt in escapes', { h: { 'content-disposition': 'attachment; filename="x"' } }],
  ])('%s', async (_what, more) => {
    const frame = orpc('echo', 1, more).replace('"h"', '"\\u0068"');
    const { closed, answers } = await attack(`orpc/${arm}`, [frame]);
    expect([answers, closed?.code]).toEqual([[], 1008]);
  });
});
