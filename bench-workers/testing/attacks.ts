/** Messages that no client of a library sends, and how the bench ends each. */
import { inputOf, methods } from '../../src/service/arguments.ts';
import { systems } from '../../src/systems/index.ts';
import { limits } from '../limits.ts';

export const kinds = [
  ...(['size', 'depth', 'count', 'reference', 'release', 'map', 'coercion'] as const),
  ...(['negative', 'unfinished', 'unreadable'] as const),
] as const;

/** A message of text or of bytes. */
export type Frame = string | Uint8Array<ArrayBuffer>;

export interface Attack {
  kind: (typeof kinds)[number];
  what: string;
  /** Messages over one socket, or bodies one after the other. */
  frames: readonly Frame[];
  /** Part of the last answer, or of the reason and code that the socket closes with. */
  ends: string;
  /** What the counter of the object is afterwards: 0 unless given. */
  counter?: number;
  /** Most answers before a message ends the socket, where there may be more than the counter says. */
  answers?: number;
  /** Method in the address, for an arm that has one for each. */
  path?: string;
}

export const times = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));

// The messages of each library.

const superjson = (method: string, args: unknown[], values: object = {}, meta: object = {}) =>
  `${JSON.stringify({
    json: { id: 'x', method, args, type: 'request', version: 'superjson' },
    meta: { values, v: 1, ...meta },
  })}\n`;
const get = (key: unknown) => ({ type: 'get', key });
const apply = (...args: unknown[]) => ({ type: 'apply', args });
const chain = (method: string, ...args: unknown[]) => ({
  id: 'x',
  operations: [get(method), apply(...args)],
});
const lumenize = (batch: unknown[], meta: object = {}) =>
  JSON.stringify({ json: { type: 'bench/lumenize', batch }, meta });
const push = (expression: unknown) => JSON.stringify(['push', expression]);
const piped = (method: string, ...args: unknown[]) => ['pipeline', 0, [method], args];
const result = (id: number) => ['pipeline', id];
const trpc = (path: string, input: unknown) =>
  JSON.stringify({ id: 1, method: 'mutation', params: { path, input } });
const orpc = (method: string, input: object, more: object = {}) =>
  JSON.stringify({ i: '1', p: { u: `/${method}`, b: input, ...more } });

type Write = (method: string, ...args: unknown[]) => string[];

/** Calls of one method, in plain JSON, as each library writes them. */
const writers: Readonly<Record<string, Write>> = {
  'raw-websocket': (method, ...args) => [JSON.stringify({ id: 1, method, args })],
  lumenize: (method, ...args) => [lumenize([chain(method, ...args)])],
  capnweb: (method, ...args) => [push(piped(method, ...args)), '["pull",1]'],
  kkrpc: (method, ...args) => [superjson(method, args)],
  orpc: (method, ...args) => [orpc(method, { json: inputOf(method, args) })],
  'orpc/http': (method, ...args) => [JSON.stringify({ json: inputOf(method, args) })],
  'orpc/http-batch': (method, ...args) => [JSON.stringify({ json: inputOf(method, args) })],
  trpc: (method, ...args) => [trpc(method, inputOf(method, args))],
  'trpc/superjson': (method, ...args) => [trpc(method, { json: inputOf(method, args) })],
  'trpc/http-batch': (method, ...args) => [JSON.stringify(inputOf(method, args))],
  'fetch-json': (_method, ...args) => [JSON.stringify(args)],
  hono: (method, ...args) => {
    const names = Object.keys(methods[method as keyof typeof methods]);
    return [JSON.stringify(Object.fromEntries(args.map((value, at) => [names[at], value])))];
  },
};

const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const WIDE = `[${'0,'.repeat(17_000)}0]`;
const BIG = 'x'.repeat(65_536);
const DIGITS = '9'.repeat(2000);
const TOO_MANY = 1600;

/** A call of echo with an argument that is given as JSON. */
const echoing = (write: Write, json: string): string[] =>
  write('echo', 'ARGUMENT').map((frame) => frame.replace('"ARGUMENT"', () => json));

/** What every library is sent. @param isRequest whether its messages are bodies */
function commonOf(write: Write, isRequest: boolean): Attack[] {
  const increment = isRequest ? [] : write('increment', 1);
  const tooBig = new Uint8Array(limits.maxMessageBytes + 1);
  const refused = isRequest ? '400' : '1008';
  const call = (method: string, ...args: unknown[]) => ({
    what: `${method}(${JSON.stringify(args).slice(1, -1)})`,
    path: method,
    frames: write(method, ...args),
  });
  return [
    {
      kind: 'size',
      what: 'a message of 2 MiB and a byte, between others',
      frames: [...increment, tooBig, ...times(10, () => increment).flat()],
      ends: isRequest ? '413 too-big' : '1009 maxMessageBytes',
      counter: isRequest ? 0 : 1,
      path: 'increment',
    },
    {
      kind: 'depth',
      what: '20,000 lists within each other',
      frames: echoing(write, DEEP),
      ends: `${refused} message.depth`,
      path: 'echo',
    },
    {
      kind: 'count',
      what: '17,000 values',
      frames: echoing(write, WIDE),
      ends: `${refused} message.values`,
      path: 'echo',
    },
    { kind: 'coercion', ...call('increment', '1'), ends: 'safe integer' },
    { kind: 'coercion', ...call('increment', { valueOf: 1 }), ends: 'safe integer' },
    { kind: 'coercion', ...call('upload', 7), ends: 'a text' },
    { kind: 'negative', ...call('download', -1), ends: 'a whole number' },
    { kind: 'negative', ...call('ids', -1000), ends: 'a whole number' },
  ];
}

/** A text where a function is expected; another library has its own idiom or no functions. */
const noFunction = (write: Write): Attack[] =>
  ['callBack', 'subscribe'].map((method) => ({
    kind: 'coercion',
    what: `a text in place of the function of ${method}`,
    frames: method === 'callBack' ? write(method, 'x', 1) : write(method, 'news', 'x'),
    ends: 'a function',
    path: method,
  }));

/** Names for a list that holds itself twice, 27 deep: 2 ** 27 places as a text. */
const DEPTH = 27;
const twiceAliases = Object.fromEntries(
  times(DEPTH, (at) => [at, at === DEPTH - 1 ? 'x' : [{ $ref: at + 1 }, { $ref: at + 1 }]]),
);
const twiceNested = times(DEPTH, () => 0).reduce<unknown>((inner) => [inner, null], 'x');
/** Of a list within lists, the second place of each holds what the first does. */
const twiceEqual = (root: string) => ({
  referentialEqualities: Object.fromEntries(
    times(DEPTH, (at) => {
      const list = `${root}${'.0'.repeat(DEPTH - 1 - at)}`;
      return [`${list}.0`, [`${list}.1`]];
    }),
  ),
});
const tooManyCalls = 'more calls';

const lumenizeAttacks: Attack[] = [
  {
    kind: 'count',
    what: '1,600 calls',
    frames: [lumenize(times(TOO_MANY, () => chain('increment', 1)))],
    ends: tooManyCalls,
    counter: limits.message.calls,
  },
  {
    kind: 'count',
    what: '1,600 calls as one argument',
    frames: [
      lumenize([
        chain(
          'echo',
          times(TOO_MANY, () => ({
            __isNestedOperation: true,
            __operationChain: chain('increment', 1).operations,
          })),
        ),
      ]),
    ],
    ends: tooManyCalls,
    counter: limits.message.calls,
  },
  {
    kind: 'size',
    what: '1,000 calls for a text',
    frames: [lumenize(times(1000, () => chain('download', 1_048_576)))],
    ends: 'answer',
  },
  ...['increment', 'echo'].map((method): Attack => ({
    kind: 'coercion',
    what: `a list that holds itself twice, 27 deep, for ${method}`,
    frames: [lumenize([chain(method, { $ref: 0 })], { aliases: twiceAliases })],
    ends: method === 'echo' ? 'a value of at most' : 'safe integer',
  })),
  {
    kind: 'reference',
    what: 'a long text in 500 places',
    frames: [
      lumenize([chain('echo', ...times(500, () => ({ $ref: 0 })))], { aliases: { 0: BIG } }),
    ],
    ends: 'message.special',
  },
  {
    kind: 'count',
    what: 'a BigInt of 2,000 digits',
    frames: [lumenize([chain('echo', { $type: 'bigint', value: DIGITS })])],
    ends: 'message.digits',
  },
  {
    kind: 'unreadable',
    what: 'a costly regular expression',
    frames: [
      lumenize([
        chain('echo', { $type: 'regexp', source: `[${'\\p{L}'.repeat(1000)}]`, flags: 'u' }),
      ]),
    ],
    ends: 'unreadable',
  },
  ...['constructor', '__proto__', 'env', 'ctx'].map((name): Attack => ({
    kind: 'unreadable',
    what: `the name ${name}`,
    frames: [lumenize([{ id: 'x', operations: [get(name), get(name), apply('return 1')] }])],
    ends: '"success":false',
  })),
];

/** Each result of the 26 is twice the one before. */
const doubling = (double: (twice: unknown) => unknown) => [
  push(piped('echo', 'x')),
  ...times(26, (at) => push(double([[result(at + 1), result(at + 1)]]))),
  '["pull",27]',
];
const nameOf = ['pipeline', -1, ['nameOf'], [['pipeline', 0]]];
const remap = (id: number, ...instructions: unknown[]) =>
  push(['remap', id, [], [['import', 0]], instructions]);
const LONG = push(piped('echo', 'x'.repeat(1_000_000)));

/** Frames of Cap'n Web, which a guard refuses with the code 1008 and the limit that is named. */
const capnwebFrames: ReadonlyArray<
  [kind: Attack['kind'], what: string, limit: string, frames: readonly string[]]
> = [
  ['reference', 'an echo doubled 26 times', '', doubling((twice) => piped('echo', twice))],
  ['reference', 'a list doubled 26 times', '', doubling((twice) => twice)],
  [
    'reference',
    'an echo doubled, spelt in escapes',
    '',
    doubling((twice) => piped('echo', twice)).map((frame) => frame.replaceAll('p', '\\u0070')),
  ],
  [
    'reference',
    'a list echoed 300 times',
    'held',
    [
      push(piped('echo', [times(10_000, () => 0)])),
      ...times(300, () => push(piped('echo', result(1)))),
    ],
  ],
  ['release', 'a release of less than nothing', '', [LONG, '["release",1,-1]']],
  ['release', 'a release of a part', '', [LONG, '["release",1,0.5]']],
  [
    'release',
    'releases of nought',
    'held',
    times(3, (at) => [LONG, `["release",${at + 1},0]`]).flat(),
  ],
  ['release', 'long results, never released', 'held', times(3, () => LONG)],
  [
    'release',
    '30,000 results, never released',
    'held',
    times(30_000, () => push(piped('getValue'))),
  ],
  ['release', '1,000 pipes, never read', 'held', times(1000, () => '["pipe"]')],
  [
    'release',
    'a result asked for twice',
    '',
    [push(piped('cursor')), ...times(2, () => '["pull",1]')],
  ],
  [
    'release',
    '3,000 objects, never released',
    'held',
    times(3000, (at) => [
      push(piped('cursor')),
      `["pull",${at + 1}]`,
      `["release",${at + 1},1]`,
    ]).flat(),
  ],
  [
    'map',
    '500 calls for each item',
    'instructions',
    [push(piped('ids', 0)), remap(1, ...times(500, () => nameOf))],
  ],
  ['map', 'a map of a map', '', [push(piped('ids', 0)), remap(1, nameOf), remap(2, nameOf)]],
  [
    'map',
    'a map of long texts',
    '',
    [push(piped('ids', 0)), remap(1, ['pipeline', -1, ['download'], [1_048_576]])],
  ],
  [
    'unreadable',
    'a list that holds itself twice as a number',
    '',
    [...doubling((twice) => twice).slice(0, -1), push(piped('increment', result(27)))],
  ],
  ['count', 'a BigInt of 2,000 digits', 'digits', [push(piped('echo', ['bigint', DIGITS]))]],
  ['unreadable', 'an object', '', ['{"json":1}']],
  ['unreadable', 'no JSON', '', ['junk']],
];

const capnwebSocket: Attack[] = capnwebFrames.map(([kind, what, limit, frames]) => ({
  kind,
  what,
  frames,
  ends: limit === '' ? '1008' : `1008 message.${limit}`,
  answers: kind === 'release' ? frames.length : 0,
}));
const capnwebBatch: Attack[] = [
  ...capnwebFrames.map(([kind, what, , frames]) => ({
    kind,
    what,
    frames: [frames.join('\n')],
    // Three texts of a megabyte are more than a body may be.
    ends: frames.includes(LONG) ? '"error"' : '400',
  })),
  {
    kind: 'count',
    what: '1,600 calls',
    frames: [
      `${times(TOO_MANY, () => push(piped('increment', 1))).join('\n')}\n["pull",${TOO_MANY}]`,
    ],
    ends: tooManyCalls,
    counter: limits.message.calls,
  },
  {
    kind: 'size',
    what: '1,000 calls for a text',
    frames: [
      times(1000, (at) => `${push(piped('download', 1_000_000))}\n["pull",${at + 1}]`).join('\n'),
    ],
    ends: 'more for one message',
  },
];

const typed = [['typed-array', 'Uint8Array']];
/** Annotations of superjson that its own writer never makes. */
const annotated: ReadonlyArray<[what: string, value: unknown, type: unknown]> = [
  ['a typed array of a number', 2e9, typed],
  ['a typed array of a length', { length: 2e9 }, typed],
  ['a class', {}, [['class', 'Object']]],
  ['a BigInt of 2,000 digits', DIGITS, ['bigint']],
  ['a costly regular expression', `/[${'\\p{L}'.repeat(1000)}]/u`, ['regexp']],
];

const kkrpcAttacks: Attack[] = [
  ...annotated.map(([what, value, type]): Attack => ({
    kind: 'unreadable',
    what,
    frames: [superjson('echo', [value], { 'args.0': type })],
    ends: '1008',
  })),
  ...['increment', 'echo'].map((method): Attack => ({
    kind: 'coercion',
    what: `a list that holds itself twice, 27 deep, for ${method}`,
    frames: [superjson(method, [twiceNested], {}, twiceEqual('args.0'))],
    ends: method === 'echo' ? 'a value of at most' : 'safe integer',
  })),
  {
    kind: 'reference',
    what: 'a place far outside of a list',
    frames: [superjson('echo', [[]], { 'args.0.4000000000': ['undefined'] })],
    ends: '1008',
  },
  {
    kind: 'reference',
    what: 'the path to a prototype',
    frames: [superjson('echo', [{}], { 'args.0.__proto__.admin': ['undefined'] })],
    ends: '1008',
  },
  {
    kind: 'reference',
    what: 'a text in 8,000 places',
    frames: [
      superjson(
        'echo',
        [['', '']],
        {},
        {
          referentialEqualities: { 'args.0.0': times(8000, () => 'args.0.1') },
        },
      ),
    ],
    ends: '1008 message.special',
  },
  { kind: 'unreadable', what: 'no JSON', frames: ['{"json":\n'], ends: '1008' },
  { kind: 'unreadable', what: 'no call', frames: ['{"json":{"type":"request"}}\n'], ends: '1008' },
  {
    kind: 'unfinished',
    what: 'a line without an end',
    frames: times(20, () => `{${'x'.repeat(1 << 20)}`),
    ends: '1009',
  },
  {
    kind: 'unfinished',
    what: 'a line without an end in 100 frames',
    frames: times(100, () => '{'),
    ends: '1009',
  },
];

const FILE = { 'content-disposition': 'attachment; filename="x"' };
const orpcAttacks: Attack[] = [
  ['a stream', orpc('echo', {}, { h: { 'content-type': 'text/event-stream' } })] as const,
  [
    'a form',
    orpc('echo', {}, { h: { 'content-type': 'multipart/form-data; boundary=x' } }),
  ] as const,
  ['a file, spelt in escapes', orpc('echo', {}, { h: FILE }).replace('"h"', '"\\u0068"')] as const,
  ['a path to a prototype', orpc('echo', { json: {}, meta: [[2, '__proto__']] })] as const,
  ['no JSON', 'junk'] as const,
].map(([what, frame]) => ({ kind: 'unreadable', what, frames: [frame], ends: '1008' }));

const add = { url: 'http://elsewhere/add', body: { json: { a: 2, b: 3 } } };
const batchesOfOrpc: Attack[] = [
  ['a number among calls', [add, 7], '400'] as const,
  ['a call with a method of its own', [{ ...add, method: 'GET' }], '400'] as const,
  ['11 calls', times(11, () => add), '4'] as const,
].map(([what, calls, ends]) => ({
  kind: 'count',
  what,
  frames: [JSON.stringify(calls)],
  ends,
  path: 'add/__batch__',
}));

const trpcAttacks: Attack[] = [
  {
    kind: 'count',
    what: '1,001 calls',
    frames: [`[${times(limits.message.calls + 1, () => trpc('increment', 1)).join()}]`],
    ends: '1008 message.calls',
  },
];
const trpcSuperjson: Attack[] = [
  ...annotated.map(([what, value, type]): Attack => ({
    kind: 'unreadable',
    what,
    frames: [trpc('echo', { json: value, meta: { values: type, v: 1 } })],
    ends: '1008',
  })),
];

const own: Readonly<Record<string, readonly Attack[]>> = {
  'raw-websocket/in-memory': noFunction(writers['raw-websocket'] as Write),
  'lumenize/in-memory': [...lumenizeAttacks, ...noFunction(writers['lumenize'] as Write)],
  'lumenize/hibernating': lumenizeAttacks,
  'lumenize/http': lumenizeAttacks,
  'capnweb/in-memory': [...capnwebSocket, ...noFunction(writers['capnweb'] as Write)],
  'capnweb/http-batch': capnwebBatch,
  'kkrpc/json': kkrpcAttacks,
  'kkrpc/superjson': [...kkrpcAttacks, ...noFunction(writers['kkrpc'] as Write)],
  'orpc/in-memory': [...orpcAttacks, ...noFunction(writers['orpc'] as Write)],
  'orpc/hibernating': orpcAttacks,
  'orpc/http-batch': batchesOfOrpc,
  'trpc/in-memory': trpcAttacks,
  'trpc/superjson': trpcSuperjson,
};

/** Half of tRPC, which is in the making: its rows are run once it serves. */
const { server: trpcServer } = (await import(`../../src/systems/${'trpc'}/server.ts`)) as {
  server: { serve?: unknown };
};

export interface AttackedArm {
  system: string;
  arm: string;
  /** Whether its messages are bodies of requests, each to the address of its method. */
  isRequest: boolean;
  hasPaths: boolean;
  attacks: readonly Attack[];
}

/** The arms that the bench serves, with what each is sent. An arm for streams is a socket as another. */
export const attacked: readonly AttackedArm[] = systems
  .filter(({ id }) => id !== 'lumenize-rpc' && (id !== 'trpc' || trpcServer.serve !== undefined))
  .flatMap(({ id: system, arms }) =>
    arms
      .filter(({ streams }) => streams?.only !== true)
      .map(({ name, accept, paths }) => {
        const arm = `${system}/${name}`;
        const isRequest = accept === 'request';
        const lines = writers[arm] ?? writers[system];
        if (lines === undefined) throw new Error(`${arm}: got no calls, expected its library’s`);
        const write: Write = (...call) =>
          isRequest ? [lines(...call).join('\n')] : lines(...call);
        const attacks = [...commonOf(write, isRequest), ...(own[arm] ?? [])];
        return { system, arm, isRequest, hasPaths: paths === true, attacks };
      }),
  );

/** Messages that call a method, as an arm has them. */
export const callsOf = (system: string, ...call: Parameters<Write>): string[] =>
  writers[system]?.(...call) ?? [];
