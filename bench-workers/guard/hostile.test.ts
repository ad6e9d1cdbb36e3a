/** Frames and requests that no client sends, and the answer to each, beside a visitor that counts on the same workerd. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalBench, startBench } from '../../src/cli/shared/bench.ts';
import { benchChannel } from '../../src/links/link.ts';
import { allCallArms } from '../../src/systems/arms.ts';
import { limits } from '../limits.ts';
import { addressOf, countBeside, openByHand, send } from '../testing/hostile.ts';

const PAGE = 'http://localhost:8787';
let bench: LocalBench;
let log = '';
/** The bench answers it after 10 s, while the other tests go on. */
let late: Promise<Response>;

beforeAll(async () => {
  const onSaid = (text: string) => (log += text);
  bench = await startBench({ root: process.cwd(), port: 0, allowedOrigins: [PAGE], onSaid });
  late = post('capnweb/http-batch', '["push",["promise",-1]]\n["pull",1]');
});

afterAll(async () => {
  await bench.stop();
  expect(log).not.toMatch(/[Uu]ncaught|unhandled|\n\s+at /);
});

/** @param arm with what its address goes on with behind the object: `orpc/http add` */
function post(arm: string, body: string, headers: Record<string, string> = {}) {
  const [name = '', path] = arm.split(' ');
  const address = addressOf(bench.origin, name) + (path === undefined ? '' : `/${path}`);
  return fetch(address, { method: 'POST', body, headers: { Origin: PAGE, ...headers } });
}

const times = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));

const superjson = (args: unknown[], values: object = {}, meta: object = {}, method = 'echo') =>
  `${JSON.stringify({
    json: { id: 'x', method, args, type: 'request', version: 'superjson' },
    meta: { values, v: 1, ...meta },
  })}\n`;
const typed = (name = 'Uint8Array') => [['typed-array', name]];
const get = (key: unknown) => ({ type: 'get', key });
const apply = (...args: unknown[]) => ({ type: 'apply', args });
const call = (...operations: unknown[]) => ({ id: 'x', operations });
const lumenize = (batch: unknown[], meta: object = {}) =>
  JSON.stringify({ json: { type: 'bench/lumenize', batch }, meta });
const echoed = (...args: unknown[]) => lumenize([call(get('echo'), apply(...args))]);
const trpc = (path: string, input?: unknown, method = 'mutation') =>
  JSON.stringify({ id: 1, method, params: { path, input } });
const orpc = (path: string, body: object, more: object = {}) =>
  JSON.stringify({ i: '1', p: { u: `/${path}`, b: body, ...more } });
const push = (expression: unknown) => JSON.stringify(['push', expression]);
const piped = (name: string, ...args: unknown[]) => ['pipeline', 0, [name], args];
const result = (id: number) => ['pipeline', id];

/** Each result of the 26 is twice the one before. */
const doubling = (double: (twice: unknown) => unknown) => [
  push(piped('echo', 'x')),
  ...times(26, (at) => push(double([[result(at + 1), result(at + 1)]]))),
  '["pull",27]',
];
/** BigInts whose lowest 64 bits, all that a hash table looks at first, are alike. */
const colliding = (count: number) => times(count, (at) => String((BigInt(at + 1) << 64n) + 5n));
const bigints = (count: number) => colliding(count).map((value) => ({ $type: 'bigint', value }));
const doubledList = doubling((twice) => twice);
const downloadsOf = (count: number) =>
  lumenize(times(count, () => call(get('download'), apply(1_048_576))));
/** Places that hold the same as the first item of a list. */
const equal = (count: number, place: (at: number) => string) => ({
  referentialEqualities: { 'args.0.0': times(count, place) },
});
const BIG = 'x'.repeat(65_536);
const DIGITS = '9'.repeat(2_000_000);
const FILE = { 'content-disposition': 'attachment; filename="x"' };

/** Frames by their systems and the limit that closes the socket; undefined is one without a name. */
const closing: ReadonlyArray<
  [system: string, limit: string | undefined, frames: Readonly<Record<string, readonly string[]>>]
> = [
  [
    'kkrpc',
    undefined,
    {
      'a typed array of a number': [superjson([2e9], { 'args.0': typed() })],
      '… of a length': [superjson([{ length: 2e9 }], { 'args.0': typed() })],
      '… in a Map': [superjson([[[2e9, 1]]], { 'args.0': ['map'], 'args.0.0': typed() })],
      'the four-thousand-millionth place of a list': [
        superjson([[]], { 'args.0.4000000000': ['undefined'] }),
      ],
      'one place named in two ways': [
        superjson([['2e9']], { 'args.0.0': ['number'], 'args.0.00': typed() }),
      ],
      'a class': [superjson([{}], { 'args.0': [['class', 'Object']] })],
      'an older version': [superjson([1], { 'args.0': ['undefined'] }, { v: 0 })],
      'a text repeated 8,000 times': [
        superjson(
          [['', '']],
          {},
          equal(8000, () => 'args.0.1'),
        ),
      ],
      'what is no JSON': ['{"json":\n'],
      'what is no call': ['{"json":{"type":"request"}}\n'],
    },
  ],
  ['kkrpc', 'message.digits', { 'a BigInt': [superjson([DIGITS], { 'args.0': ['bigint'] })] }],
  ['kkrpc', 'message.depth', { 'many brackets': [`{"json":${'['.repeat(20_000)}`] }],
  [
    'kkrpc',
    'cost.pattern',
    {
      'a regular expression of 30,000 classes': [
        superjson([`/[${'\\p{L}'.repeat(30_000)}]/u`], { 'args.0': ['regexp'] }),
      ],
    },
  ],
  [
    'lumenize',
    'answer.bytes',
    {
      '8,000 references to a text': [
        lumenize([call(get('echo'), apply(...times(8000, () => ({ $ref: 0 }))))], {
          aliases: { 0: BIG },
        }),
      ],
      '… as the ids of calls': [
        lumenize(
          times(5000, () => ({ ...call(get('getValue'), apply()), id: { $ref: 1 } })),
          { aliases: { 0: BIG, 1: { $ref: 0 } } },
        ),
      ],
    },
  ],
  ['lumenize', 'message.digits', { 'a BigInt': [echoed({ $type: 'bigint', value: DIGITS })] }],
  ['lumenize', 'message.values', { '19,000 calls for a text': [downloadsOf(19_000)] }],
  ['lumenize', 'answer.bytes', { '1,000 calls for a text': [downloadsOf(1000)] }],
  [
    'lumenize',
    undefined,
    { 'a reference that is no text': [echoed(BIG, { $ref: { toString: 1 } })] },
  ],
  [
    'lumenize',
    'cost.members',
    { 'a Set of BigInts of one bucket': [echoed({ $type: 'set', values: bigints(13_000) })] },
  ],
  [
    'capnweb',
    'answer.bytes',
    {
      'an echo doubled': doubling((twice) => piped('echo', twice)),
      'a list doubled': doubledList,
      '… with its numbers spelt as tenths': doubledList.map((frame) =>
        frame.replace(
          /("pipeline",)(\d+)/g,
          (_, start: string, id) => `${start}${Number(id) / 10}e1`,
        ),
      ),
      '… spelt in escapes': doubledList.map((frame) => frame.replaceAll('p', '\\u0070')),
    },
  ],
  [
    'capnweb',
    'cost.message',
    {
      '500 calls for each item of a list of 1,000': [
        push([times(1000, () => 1)]),
        push([
          'remap',
          1,
          [],
          [['import', 0]],
          times(500, () => ['pipeline', -1, ['getValue'], []]),
        ]),
      ],
    },
  ],
  [
    'capnweb',
    'cost.held',
    {
      '60,000 values echoed by reference 5,000 times': [
        push([times(60_000, () => 0)]),
        ...times(5000, () => push(piped('echo', result(1)))),
      ],
    },
  ],
  [
    'capnweb',
    'references',
    { 'very many references': times(limits.references + 1, () => push(piped('getValue'))) },
  ],
  [
    'trpc/in-memory',
    'message.calls',
    { 'very many calls': [`[${times(limits.message.calls + 1, () => trpc('fail')).join()}]`] },
  ],
  [
    'trpc/superjson',
    'message.digits',
    { 'a BigInt': [trpc('echo', { json: DIGITS, meta: { values: ['bigint'], v: 1 } })] },
  ],
  [
    'trpc/superjson',
    undefined,
    {
      'a typed array of a number': [trpc('echo', { json: 2e9, meta: { values: [typed()], v: 1 } })],
      'what is no superjson': [trpc('echo', [1])],
    },
  ],
  [
    'orpc',
    undefined,
    {
      'a stream': [orpc('echo', {}, { h: { 'content-type': 'text/event-stream' } })],
      'a form': [orpc('echo', {}, { h: { 'content-type': 'multipart/form-data; boundary=x' } })],
      'a file, spelt in escapes': [orpc('echo', {}, { h: FILE }).replace('"h"', '"\\u0068"')],
    },
  ],
  [
    'orpc',
    'cost.bigints',
    {
      'a Map of BigInts of one bucket': [
        orpc('echo', {
          json: colliding(9000).map((key) => [key, 0]),
          meta: [...times(9000, (at) => [0, at, 0]), [6]],
        }),
      ],
    },
  ],
];

const sockets = allCallArms().filter(
  ({ accept, system }) => accept !== 'request' && system !== 'lumenize-rpc',
);
const armsOf = (named: string) =>
  sockets.map(({ id }) => id).filter((id) => `${id}/`.startsWith(`${named}/`));
const limitOf = (closed: { reason: string } | undefined) =>
  (JSON.parse(closed?.reason || '{}') as { limit?: string }).limit;

const rows = closing.flatMap(([system, limit, frames]) =>
  armsOf(system).flatMap((arm) =>
    Object.entries(frames).map(([what, all]) => ({ arm, what, frames: all, limit })),
  ),
);

it.each(rows)('$arm closes on $what before any of it is done', async ({ arm, frames, limit }) => {
  const { result, counted, held } = await countBeside(bench.origin, () =>
    send(addressOf(bench.origin, arm), frames),
  );
  const { answers, closed } = result;
  expect([answers, closed?.code, limitOf(closed)]).toEqual([[], 1008, limit]);
  expect(held).toBe(counted);
});

it.each(armsOf('kkrpc'))('%s closes on a message that does not end', async (arm) => {
  const frames = times(20, () => `{${'x'.repeat(1 << 20)}`);
  const { closed } = await send(addressOf(bench.origin, arm), frames);
  expect(closed?.code).toBe(1009);
});

const chain = { __operationChain: [get('download'), apply(1_048_576)] };
const anew = { __isNestedOperation: true, ...chain };
const again = { __isNestedOperation: true, __refId: 'a' };
const downloads = times(1000, () => trpc('download', 1_048_576, 'query'));
const texts = [[BIG, ...times(200, () => '')]];

it.each([
  ['lumenize', '300 references', echoed([{ ...again, ...chain }, ...times(299, () => again)]), 1],
  ['lumenize', '300 calls', echoed({ $type: 'map', entries: times(300, (at) => [at, anew]) }), 1],
  ['trpc/in-memory', '1,000 calls', `[${downloads.join()}]`, downloads.length],
  [
    'kkrpc',
    '200 places',
    superjson(
      texts,
      {},
      equal(200, (at) => `args.0.${at + 1}`),
    ),
    1,
  ],
])('%s answers no more of %s than a message may ask for', async (named, _what, frame, count) => {
  for (const arm of armsOf(named)) {
    const done = (answers: readonly string[]) => answers.length === count;
    const { answers } = await send(addressOf(bench.origin, arm), [frame], done);
    expect(answers).toHaveLength(count);
    const bytes = answers.reduce((sum, { length }) => sum + length, 0);
    expect(bytes).toBeLessThan(2 * limits.answer.bytes);
  }
});

it.each<[arm: string, callOf: (count: number) => string[]]>([
  ['raw-websocket', (count) => [JSON.stringify({ id: 1, method: 'calledBack', args: [count] })]],
  ['capnweb', (count) => [push(piped('calledBack', count, ['export', -1])), '["pull",1]']],
  ['kkrpc', (count) => [superjson([count, 1], {}, {}, 'calledBack')]],
])(
  '%s calls a client’s function no more often than one call may ask for',
  async (named, callOf) => {
    for (const arm of armsOf(named)) {
      const refused = (answers: readonly string[]) => answers.at(-1)?.includes('expected') === true;
      const frames = callOf(limits.callbacks.perCall + 1);
      const { answers } = await send(addressOf(bench.origin, arm), frames, refused);
      expect(answers.join()).toContain('expected a whole number from 0 to 100');
    }
  },
);

it('raw-websocket/in-memory calls no more functions than may wait for answers', async () => {
  const { perCall, waiting } = limits.callbacks;
  const callOf = (id: number) => JSON.stringify({ id, method: 'calledBack', args: [perCall] });
  const refused = (answers: readonly string[]) =>
    answers.at(-1)?.includes(`at most ${waiting} that wait for answers`) === true;
  const address = addressOf(bench.origin, 'raw-websocket/in-memory');
  const { closed } = await send(address, times(waiting / perCall + 1, callOf), refused);
  expect(closed).toBeUndefined();
});

const increments: Readonly<Record<string, string>> = {
  'raw-websocket': '{"id":1,"method":"increment","args":[1]}',
  lumenize: lumenize([call(get('increment'), apply(1))]),
  capnweb: push(piped('increment', 1)),
  kkrpc: superjson([1], {}, {}, 'increment'),
  trpc: trpc('increment', 1),
  'trpc/superjson': trpc('increment', { json: 1 }),
  orpc: orpc('increment', { json: 1 }),
};

it.each(sockets)('$id runs nothing behind a message that is too big', async (arm) => {
  const object = crypto.randomUUID();
  const increment = increments[arm.id] ?? increments[arm.system] ?? '';
  const tooBig = new Uint8Array(limits.maxMessageBytes + 1);
  const frames = [increment, tooBig, ...times(10, () => increment)];
  const { closed } = await send(addressOf(bench.origin, arm.id, object), frames);
  expect([closed?.code, limitOf(closed)]).toEqual([1009, 'maxMessageBytes']);
  const channel = benchChannel({ origin: bench.origin, object, WebSocketClass: WebSocket });
  const client = await (await arm.load())(channel);
  expect(await client.operations.getValue()).toBe(1);
  client.close();
});

const calls = ['junk', '['.repeat(20_000), `[${'0,'.repeat(70_000)}0]`];
const junk = [...calls, '{"json":1}'];
const lines = times(limits.message.lines + 1, () => '["pull",0]').join('\n');

it.each<[address: string, bodies: readonly string[]]>([
  ['capnweb/http-batch', [...junk, '["push"]', lines]],
  ['probe/capnweb/in-memory', [...junk, '["push"]', lines]],
  ['probe/lumenize/hibernating', junk],
  ['probe/kkrpc/superjson', junk],
  ['fetch-json/http echo', calls],
  ['orpc/http echo', calls],
  ['trpc/http-batch echo', calls],
])('%s answers junk with 400, to the page that sent it', async (address, bodies) => {
  for (const body of bodies) {
    const answer = await post(address, body);
    expect([body.slice(0, 10), answer.status]).toEqual([body.slice(0, 10), 400]);
    expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE);
    // An error of tRPC has its stack in it.
    expect((await answer.text()).length).toBeLessThan(3000);
  }
});

const texted = times(1000, (at) => `${push(piped('download', 1_000_000))}\n["pull",${at + 1}]`);
const tooMany = times(limits.message.calls + 1, () => 'fail').join();
const add = { url: 'http://elsewhere/add', body: { json: { a: 2, b: 3 } } };

it.each([
  ['capnweb/http-batch', texted.join('\n'), 400, 'answer.bytes'],
  ['capnweb/http-batch', doubledList.join('\n'), 400, 'answer.bytes'],
  [`trpc/http-batch ${tooMany}?batch=1`, '{}', 400, 'message.calls'],
  ['orpc/http-batch add/__batch__', JSON.stringify([add, 7]), 400, ''],
  ['orpc/http-batch add/__batch__', JSON.stringify([{ ...add, method: 'GET' }]), 400, ''],
  ['orpc/http-batch add/__batch__', JSON.stringify(times(11, () => add)), 413, ''],
])('%.30s refuses %.40s with %i', async (address, body, status, part) => {
  const headers = { 'Content-Type': 'application/json', 'X-ORPC-Batch': 'streaming' };
  const answer = await post(address, body, headers);
  expect([answer.status, (await answer.text()).includes(part)]).toEqual([status, true]);
});

it('does not wait for ever for an answer of the client itself', async () => {
  expect((await late).status).toBe(504);
});

it('refuses a client id that no object can keep', async () => {
  const headers = {
    'Sec-WebSocket-Protocol': `lumenize.rpc, lumenize.rpc.clientId.${'x'.repeat(3000)}`,
  };
  const address = addressOf(bench.origin, 'probe/lumenize/hibernating');
  await expect(openByHand(address, headers)).rejects.toThrow('HTTP/1.1 400');
});

it('writes nothing of what visitors send to the log, and little else', async () => {
  const frames = times(2000, (at) => `{"json":{"secret${at}":1}}\n`);
  await send(addressOf(bench.origin, 'kkrpc/superjson'), frames);
  // What superjson alone can tell, and the library then writes to the console.
  const unreadable = times(100, () => superjson(['secret'], { 'args.0': ['URL'] }));
  const answered = (answers: readonly string[]) => answers.length > 0;
  await send(addressOf(bench.origin, 'kkrpc/json'), [...unreadable, superjson([1])], answered);
  expect(log).not.toContain('secret');
  expect(log.length).toBeLessThan(20_000);
});
