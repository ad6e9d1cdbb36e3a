/** Frames that no client sends, drawn from a seed: what each protocol knows, bent and broken. */
import { limits } from '../../../../bench-workers/limits.ts';

export type Random = () => number;

/** The protocols, by the name that an address begins with. */
export type Protocol =
  'raw-websocket' | 'lumenize' | 'capnweb' | 'kkrpc' | 'trpc' | 'orpc' | 'fetch-json';

export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;
const below = (random: Random, limit: number) => Math.floor(random() * limit);

const names = [
  ...['increment', 'getValue', 'reset', 'echo', 'add', 'upload', 'download', 'fail', 'cursor'],
  ...[
    'cursorNext',
    'ids',
    'nameOf',
    'calledBack',
    'hold',
    'release',
    'subscribe',
    'publish',
    'steps',
    'callBack',
    'announce',
  ],
  ...['nativeCursor', 'askClient', 'user', 'collect', 'toolbox', 'authenticate', 'waiting'],
  ...['constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'then', 'hasOwnProperty'],
  ...['ctx', 'env', 'storage', 'fetch', 'alarm', 'service', '', 'echo.apply', '__defineGetter__'],
] as const;

/** A value for JSON that may be anything, the most unlikely things rather often. */
function value(random: Random, depth = 0): unknown {
  const kinds: ReadonlyArray<() => unknown> = [
    () => below(random, 10) - 5,
    () => pick(random, [1e308, -0.5, 2e9, Number.MAX_SAFE_INTEGER, 4_294_967_294, 1_048_576]),
    () => pick(random, [null, true, '', '\0', '\ud800', '__callback__x', ...names]),
    () => 'x'.repeat(below(random, 3) === 0 ? below(random, 70_000) : below(random, 50)),
    () => Array.from({ length: below(random, 5) }, () => value(random, depth + 1)),
    () => Object.fromEntries([0, 1].map(() => [pick(random, keys), value(random, depth + 1)])),
    () => special(random, depth),
  ];
  return depth > 5 ? null : pick(random, kinds)();
}

const keys = [
  ...['$type', '$ref', '$$', 'type', 'json', 'meta', 'id', 'args', 'method', 'batch', 'operations'],
  ...['__isNestedOperation', '__refId', '__operationChain', '__isRemoteFunction', 'key', 'value'],
  ...['toJSON', 'length', '0', ...names],
];

/** What one of the protocols makes something of. */
function special(random: Random, depth: number): unknown {
  const inner = () => value(random, depth + 1);
  const digits = '9'.repeat(below(random, 3) === 0 ? 5000 : 20);
  return pick<() => unknown>(random, [
    () => ({ $ref: below(random, 3) }),
    () => ({ $type: 'bigint', value: digits }),
    () => ({ $type: pick(random, ['map', 'headers']), entries: inner() }),
    () => ({
      $type: 'arraybuffer',
      subtype: pick(random, ['DataView', 'Int8Array', 'x']),
      data: inner(),
    }),
    () => ({ $type: 'regexp', source: '('.repeat(below(random, 2000)), flags: 'g' }),
    () => ({ $type: 'error', name: inner(), message: inner(), cause: inner() }),
    () => ({ __isNestedOperation: true, __refId: 'a', __operationChain: chain(random, depth + 1) }),
    () => ({ __isNestedOperation: true, __refId: 'a' }),
    () => [
      pick(random, ['pipeline', 'import', 'export', 'promise', 'remap', 'readable', 'writable']),
      below(random, 5) - 1,
      [pick(random, names)],
      [inner()],
    ],
    () => ['bigint', digits],
    () => ['bytes', 'AAAA', pick(random, ['Float64Array', 'ArrayBuffer', 'x'])],
    () => ['error', 'TypeError', inner(), inner(), inner()],
    () => [
      pick(random, ['request', 'response', 'blob', 'headers', 'url', 'date']),
      inner(),
      inner(),
    ],
    () => [[inner(), inner()]],
    () => ({ type: 'Uint8Array', data: inner() }),
  ])();
}

function chain(random: Random, depth: number): unknown {
  const args = Array.from({ length: below(random, 3) }, () => value(random, depth + 1));
  const steps = [
    { type: 'get', key: pick(random, names) },
    { type: 'apply', args },
  ];
  const more = { type: 'get', key: value(random, depth + 1) };
  return below(random, 3) === 0 ? [...steps, more, steps[1]] : steps;
}

/** A message as the protocol has it, of values that it may not know. */
const messages: {
  [P in Protocol]: (random: Random, prefix: string, overHttp: boolean) => unknown;
} = {
  'raw-websocket': (random) => ({
    id: below(random, 9),
    method: pick(random, names),
    args: [value(random), value(random)],
  }),
  lumenize: (random, prefix) => ({
    json: {
      type: below(random, 9) === 0 ? value(random) : prefix,
      batch: Array.from({ length: below(random, 4) }, () => ({
        id: below(random, 9) === 0 ? value(random) : 'x',
        operations: chain(random, 0),
      })),
    },
    meta:
      below(random, 3) === 0
        ? { aliases: { 0: value(random), 1: [{ $ref: 1 }, { $ref: 0 }], 2: { $ref: 2 } } }
        : {},
  }),
  capnweb: (random) =>
    pick<() => unknown>(random, [
      () => [
        'push',
        ['pipeline', pick(random, [0, 0, 0, 1, 2, -1]), [pick(random, names)], [value(random)]],
      ],
      () => ['push', ['pipeline', 0, ['echo'], [value(random)]]],
      () => ['push', special(random, 0)],
      () => ['pull', below(random, 6)],
      () => ['release', below(random, 6), below(random, 3)],
      () => ['stream', ['pipeline', below(random, 4), ['write'], [value(random)]]],
      () => ['pipe'],
      () => [pick(random, ['resolve', 'reject', 'abort']), below(random, 4) - 2, value(random)],
      () => [
        'push',
        ['remap', below(random, 3), [], [['import', 0]], [['pipeline', -1, ['getValue'], []]]],
      ],
    ])(),
  kkrpc: (random) => {
    const json = {
      id: below(random, 9) === 0 ? value(random) : 'x',
      method: pick(random, names),
      args: [value(random)],
      type: pick(random, ['request', 'request', 'response', 'callback', 'x']),
      version: 'json',
    };
    if (below(random, 2) === 0) return json;
    const type = pick<unknown>(random, [
      ['typed-array', 'Uint8Array'],
      ['class', 'x'],
      'map',
      'set',
      'bigint',
      'Date',
      'regexp',
      'URL',
      'Error',
      'undefined',
      'number',
    ]);
    const path = pick(random, [
      'args.0',
      'args',
      'args.0.0',
      '__proto__.x',
      'args.0.4000000000',
      'id',
      '',
    ]);
    const referentialEqualities = { 'args.0': ['args', 'args.0.0', 'args.1'] };
    return {
      json,
      meta: {
        values: { [path]: [type] },
        v: below(random, 5) === 0 ? 0 : 1,
        ...(below(random, 4) === 0 && { referentialEqualities }),
      },
    };
  },
  trpc: (random, _prefix, overHttp) => {
    if (overHttp) return { 0: value(random), 1: [value(random)], [pick(random, keys)]: 1 };
    const call = () => ({
      id: below(random, 9) === 0 ? value(random) : below(random, 4),
      method: pick(random, ['query', 'mutation', 'subscription', 'subscription.stop', 'x']),
      params: {
        path: pick(random, [...names, 'numbers', 'echo.apply']),
        input: pick(random, [value(random), [value(random)], [below(random, 50)]]),
        ...(below(random, 9) === 0 && { lastEventId: value(random) }),
      },
    });
    return pick<() => unknown>(random, [
      call,
      call,
      () => [call(), call()],
      () => Array.from({ length: 2000 }, call),
      () => ({ method: 'connectionParams', data: value(random) }),
    ])();
  },
  orpc: (random, _prefix, overHttp) => {
    const place = () => [
      pick(random, [0, 1, 2, 3, 4, 5, 6, 7, 8]),
      ...pick(random, [[], [0], [0, 0]]),
    ];
    const body = {
      json: pick(random, [value(random), [value(random)], ['9'.repeat(5000)], ['/(/x']]),
      meta: pick<unknown>(random, [undefined, value(random), [place(), place()]]),
      ...(below(random, 9) === 0 && { maps: [[0]] }),
    };
    if (overHttp) return body;
    const kinds = ['text/event-stream', 'multipart/form-data; boundary=x', 'x'];
    const headers = pick<unknown>(random, [
      value(random),
      { 'content-type': pick(random, kinds) },
      { 'content-disposition': 'attachment; filename="x"' },
    ]);
    return {
      i: below(random, 9) === 0 ? value(random) : String(below(random, 9)),
      ...(below(random, 6) === 0 && { t: below(random, 6) }),
      p: {
        u: `/${pick(random, [...names, 'numbers'])}`,
        b: body,
        ...(below(random, 6) === 0 && { h: headers }),
        ...(below(random, 9) === 0 && { m: pick(random, ['GET', 'X', '']) }),
      },
    };
  },
  'fetch-json': (random) => [value(random), value(random)],
};

/** What the address of a request goes on with, of protocols that name there what they call. */
export function pathOf(random: Random, protocol: Protocol): string {
  if (protocol === 'orpc' || protocol === 'fetch-json') return `/${pick(random, names)}`;
  if (protocol !== 'trpc') return '';
  const calls = pick(random, [1, 1, 2, 40, 3000]);
  const path = Array.from({ length: calls }, () => pick(random, names)).join();
  return `/${path}?${pick(random, ['batch=1', 'batch=1', 'batch=x', ''])}`;
}

/** One frame: a message whole, cut, broken, nested or too big; and bytes now and then. */
export function frame(
  random: Random,
  protocol: Protocol,
  prefix: string,
  overHttp: boolean,
): string | Uint8Array<ArrayBuffer> {
  const text = `${JSON.stringify(messages[protocol](random, prefix, overHttp))}${protocol === 'kkrpc' ? '\n' : ''}`;
  const draw = random();
  if (draw < 0.6) return text;
  if (draw < 0.7) return text.slice(0, below(random, text.length));
  if (draw < 0.78) return broken(random, text);
  if (draw < 0.84) return `${text}${text}`;
  if (draw < 0.88) return text.replaceAll('e', '\\u0065');
  if (draw < 0.92) return Uint8Array.from({ length: below(random, 200) }, () => below(random, 256));
  if (draw < 0.96) return deep(random, text);
  if (draw < 0.998)
    return pick(random, ['', ' ', '\n', 'ping', 'null', '[]', '{}', '0', '"', '\u2028']);
  return 'x'.repeat(limits.maxMessageBytes + 1);
}

function broken(random: Random, text: string): string {
  const at = below(random, text.length);
  return (
    text.slice(0, at) +
    pick(random, ['"', '[', '}', ',', '\\', '\0', '9'.repeat(400), 'null']) +
    text.slice(at + 1)
  );
}

function deep(random: Random, text: string): string {
  const levels = pick(random, [100, 300, 5000, 20_000]);
  const [open, close] = pick(random, [
    ['[', ']'],
    ['{"a":', '}'],
    ['[[', ']]'],
  ] as const);
  return text.replace(/null|"x+"|\d+/, `${open.repeat(levels)}1${close.repeat(levels)}`);
}
