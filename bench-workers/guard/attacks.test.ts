/**
 * Messages that no client of a library sends, and how the bench ends each, on one workerd. Beside each a
 * visitor counts, whose count has to be exact.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalBench, startBench } from '../../src/cli/shared/bench.ts';
import { systems } from '../../src/libraries/systems/index.ts';
import { mutations } from '../../src/libraries/systems/trpc/system.ts';
import { limits } from '../../src/wire/limits.ts';
import { type Frame, lumenize, orpc, piped, push, pushed, result } from '../testing/messages.ts';
import {
  knownWriterOf,
  stepsOf,
  superjson,
  times,
  trpc,
  type Write,
  writerOf,
} from '../testing/messages.ts';
import { addressOf, clientOf, countBeside, memoryOf, send } from '../testing/clients.ts';

const PAGE = 'http://localhost:8787';
/** Most memory of workerd, in kB. Without a guard, half a minute of most attacks takes more. */
const MOST_MEMORY = 1_200_000;

let bench: LocalBench;
beforeAll(async () => {
  bench = await startBench({ root: process.cwd(), port: 0, allowedOrigins: [PAGE] });
});
afterAll(() => bench.stop());

/** What an attack goes for: the columns of the table beside the libraries. */
type Kind =
  | 'size'
  | 'depth'
  | 'count'
  | 'reference'
  | 'release'
  | 'map'
  | 'coercion'
  | 'negative'
  | 'unfinished'
  | 'forged';

interface More {
  /** What the counter of the object is afterwards: 0 unless given. */
  counter?: number;
  /** Method in the address, for an arm that has one for each. */
  path?: string;
}

/**
 * Parts of the last answer, or of the code and the reason that the socket closes with; and the messages
 * over one socket, or bodies one after the other.
 */
type Attack = readonly [
  kind: Kind,
  what: string,
  ends: string,
  frames: readonly Frame[],
  more?: More,
];

const { calls: CALLS } = limits.message;
const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const WIDE = `[${'0,'.repeat(17_000)}0]`;
const DIGITS = '9'.repeat(2000);
const MEGABYTE = 'x'.repeat(1_000_000);
const CLASSES = `[${'\\p{L}'.repeat(1000)}]`;

/** What every library is sent; of one whose messages are not written here, what is none of any. */
function commonOf(write: Write | undefined, isRequest: boolean): Attack[] {
  const tooBig = new Uint8Array(limits.maxMessageBytes + 1);
  const most = isRequest ? '413 too-big' : '1009 maxMessageBytes';
  if (write === undefined) {
    const refused = isRequest ? 400 : 1008;
    return [
      ['size', '2 MiB and a byte', most, [tooBig]],
      ['depth', '20,000 lists in each other', `${refused} message.depth`, [DEEP]],
      ['count', '17,000 values', `${refused} message.values`, [WIDE]],
    ];
  }
  const increment = isRequest ? [] : write('increment', 1);
  const between = [...increment, tooBig, ...times(10, () => increment).flat()];
  const echo = (json: string) => write('echo', '?').map((frame) => frame.replace('"?"', json));
  const code = isRequest ? 400 : 1008;
  const path = 'echo';
  const call = (kind: Kind, ends: string, method: string, ...args: unknown[]): Attack => {
    const what = `${method}(${JSON.stringify(args).slice(1, -1)})`;
    return [kind, what, ends, write(method, ...args), { path: method }];
  };
  return [
    ['size', '2 MiB and a byte', most, between, { path, counter: isRequest ? 0 : 1 }],
    ['depth', '20,000 lists in each other', `${code} message.depth`, echo(DEEP), { path }],
    ['count', '17,000 values', `${code} message.values`, echo(WIDE), { path }],
    call('coercion', 'safe integer', 'increment', '1'),
    call('coercion', 'safe integer', 'increment', { valueOf: 1 }),
    call('coercion', 'a text', 'upload', 7),
    call('negative', 'a whole number', 'download', -1),
    call('negative', 'a whole number', 'ids', -1000),
  ];
}

/** A text where a function is expected. */
const functionsOf = (write: Write): Attack[] => [
  ['coercion', 'a text to call back', 'a function', write('callBack', 'x', 1)],
  ['coercion', 'a text that listens', 'a function', write('subscribe', 'news', 'x')],
];

/** A list that holds itself twice, 27 deep, has 2 ** 27 places as a text. */
const DEPTH = 27;
const aliases = Object.fromEntries(
  times(DEPTH, (at) => [at, at === DEPTH - 1 ? 'x' : [{ $ref: at + 1 }, { $ref: at + 1 }]]),
);
const nested = times(DEPTH, () => 0).reduce<unknown>((inner) => [inner, null], 'x');
const equalities = times(DEPTH, (at) => {
  const list = `args.0${'.0'.repeat(DEPTH - 1 - at)}`;
  return [`${list}.0`, [`${list}.1`]];
});
const twice = (write: (method: string) => string): Attack[] => [
  ['coercion', 'a list twice in itself, 27 deep', 'safe integer', [write('increment')]],
  ['coercion', '… to echo', 'a value of at most', [write('echo')]],
];

const increment = stepsOf('increment', 1);
const nestedCall = { __isNestedOperation: true, __operationChain: increment };
const long = { aliases: { 0: 'x'.repeat(65_536) } };
const manyCalls = lumenize(times(1600, () => increment));
const manyNested = lumenize([stepsOf('echo', ...[times(1600, () => nestedCall)])]);
const emptyChains = lumenize(times(1000, () => []));
const manyNames = lumenize(times(2700, () => [{ type: 'get', key: 'increment' }]));
const manyTexts = lumenize(times(1000, () => stepsOf('download', 1_048_576)));
const manyPlaces = lumenize([stepsOf('echo', ...times(500, () => ({ $ref: 0 })))], long);
const bigint = lumenize([stepsOf('echo', { $type: 'bigint', value: DIGITS })]);
const regexp = lumenize([stepsOf('echo', { $type: 'regexp', source: CLASSES, flags: 'u' })]);
const view = lumenize([stepsOf('echo', { constructor: { name: 'DataView' }, buffer: 4e9 })]);
const unsized = { constructor: { name: 'FooArray' }, buffer: 1, length: 4e9 };
const length = { $type: 'arraybuffer', subtype: 'Uint8Array', data: 4e9 };
const code = { $type: 'error', name: 'Function', message: 'x' };
const ofLumenize: Attack[] = [
  ['size', 'a view by the name of its class', 'unreadable', [view]],
  ['size', 'a list by the name of its class', 'unreadable', [lumenize([stepsOf('echo', unsized)])]],
  ['size', 'a view by its length', 'unreadable', [lumenize([stepsOf('echo', length)])]],
  ['forged', 'an error that is a function', 'unreadable', [lumenize([stepsOf('echo', code)])]],
  ['count', '1,600 calls', 'parse-error', [manyCalls]],
  // The call that they are arguments of is one too.
  ['count', '1,600 calls as arguments', 'more calls', [manyNested], { counter: CALLS - 1 }],
  ['count', '1,000 calls of nothing', 'parse-error', [emptyChains]],
  ['count', '2,700 names of a method', 'parse-error', [manyNames]],
  ['size', '1,000 texts', 'answer', [manyTexts]],
  ...twice((method) => lumenize([stepsOf(method, { $ref: 0 })], { aliases })),
  ['reference', 'a text in 500 places', 'message.special', [manyPlaces]],
  ['count', 'a BigInt of 2,000 digits', 'message.digits', [bigint]],
  ['count', 'a costly expression', 'unreadable', [regexp]],
  ...['constructor', '__proto__', 'env', 'ctx'].map((name): Attack => {
    const steps = [{ type: 'get', key: name }, ...stepsOf(name, 'return 1')];
    return ['forged', `the name ${name}`, '"success":false', [lumenize([steps])]];
  }),
];

/** Each result of the 26 is twice the one before. */
const doubled = (double: (twice: unknown) => unknown, last = '["pull",27]') => [
  pushed('echo', 'x'),
  ...times(26, (at) => push(double([[result(at + 1), result(at + 1)]]))),
  last,
];
const list = (both: unknown) => both;
const ids = pushed('ids', 0);
const nameOf = ['pipeline', -1, ['nameOf'], [['pipeline', 0]]];
const map = (id: number, ...steps: unknown[]) => push(['remap', id, [], [['import', 0]], steps]);
const text = pushed('echo', MEGABYTE);
const held = '1008 message.held';
const closed = '1008';
const zeros = pushed('echo', [times(10_000, () => 0)]);
const echoes = times(150, () => pushed('echo', result(1)));
const objects = times(3000, (at) => [
  ...[pushed('cursor'), `["pull",${at + 1}]`, `["release",${at + 1},1]`],
]).flat();
const ofCapnweb: Attack[] = [
  ['reference', 'an echo doubled', closed, doubled((both) => piped('echo', both))],
  ['reference', 'a list doubled', closed, doubled(list)],
  ['reference', '… as a number', closed, doubled(list, pushed('increment', result(27)))],
  ['reference', 'a list echoed 150 times', held, [zeros, ...echoes]],
  ['release', 'less than nothing', closed, [text, '["release",1,-1]']],
  ['release', 'a part', closed, [text, '["release",1,0.5]']],
  ['release', 'nought', held, times(3, (at) => [text, `["release",${at + 1},0]`]).flat()],
  ['release', 'no long results', held, times(3, () => text)],
  ['release', 'none of 15,000 results', held, times(15_000, () => pushed('getValue'))],
  ['release', 'none of 1,000 pipes', held, times(1000, () => '["pipe"]')],
  ['release', 'a result pulled twice', closed, [ids, ...times(2, () => '["pull",1]')]],
  ['release', 'none of 3,000 objects', held, objects],
  ['map', '500 calls an item', '1008 instructions', [ids, map(1, ...times(500, () => nameOf))]],
  ['map', 'of a map', closed, [ids, map(1, nameOf), map(2, nameOf)]],
  ['map', 'of texts', closed, [ids, map(1, ['pipeline', -1, ['download'], [1_048_576]])]],
  ['map', 'of objects', closed, [ids, map(1, ['pipeline', -1, ['cursor'], []])]],
  ['count', 'a BigInt of 2,000 digits', 'digits', [pushed('echo', ['bigint', DIGITS])]],
  ['forged', 'an object', closed, ['{"json":1}']],
  ['forged', 'no JSON', closed, ['junk']],
];
const manyPushed = [...times(1600, () => pushed('increment', 1)), '["pull",1600]'].join('\n');
const nothingPushed = times(1600, () => pushed('nobody')).join('\n');
const pull = (at: number) => `${pushed('download', 1_000_000)}\n["pull",${at + 1}]`;
const textsPushed = times(1000, pull).join('\n');
const ofCapnwebBatch: Attack[] = [
  // Where the limit is that of a body, the status says so.
  ...ofCapnweb.map(([kind, what, , frames]): Attack => [kind, what, 'error', [frames.join('\n')]]),
  ['count', '1,600 calls', '400 message.calls', [manyPushed]],
  ['count', '1,600 calls of nothing', '400 message.calls', [nothingPushed]],
  ['size', '1,000 texts', 'answer', [textsPushed]],
];

/** Annotations of superjson that its own writer never makes. */
const annotatedBy = (write: (value: unknown, type: unknown) => string): Attack[] => [
  ['size', 'a typed array of 2e9', closed, [write(2e9, [['typed-array', 'Uint8Array']])]],
  ['size', '… of a length', closed, [write({ length: 2e9 }, [['typed-array', 'Uint8Array']])]],
  ['forged', 'a class', closed, [write({}, [['class', 'Object']])]],
  ['count', 'a BigInt of 2,000 digits', closed, [write(DIGITS, ['bigint'])]],
  ['count', 'a costly expression', closed, [write(`/${CLASSES}/u`, ['regexp'])]],
];
const places = { referentialEqualities: { 'args.0.0': times(8000, () => 'args.0.1') } };
const same = { referentialEqualities: Object.fromEntries(equalities) as object };
const far = { 'args.0.4000000000': ['undefined'] };
const ofKkrpc: Attack[] = [
  ...annotatedBy((value, type) => superjson('echo', [value], { 'args.0': type })),
  ...twice((method) => superjson(method, [nested], {}, same)),
  ['reference', 'a place far away', closed, [superjson('echo', [[]], far)]],
  [
    'reference',
    'a prototype',
    closed,
    [superjson('echo', [{}], { 'args.0.__proto__.a': ['undefined'] })],
  ],
  ['reference', 'a text in 8,000 places', closed, [superjson('echo', [['', '']], {}, places)]],
  ['count', '1,001 calls of nothing', closed, [superjson('noSuchMethod', []).repeat(1001)]],
  ['forged', 'no JSON', closed, ['{"json":\n']],
  ['forged', 'no call', closed, ['{"json":{"type":"request"}}\n']],
  ['unfinished', 'a line', '1009', times(20, () => `{${MEGABYTE}`)],
  ['unfinished', 'a line in 100 frames', '1009', times(100, () => '{')],
];

const typed = (type: string) => orpc('echo', {}, { h: { 'content-type': type } });
const FILE = { h: { 'content-disposition': 'attachment; filename="x"' } };
const ofOrpc: Attack[] = [
  ['forged', 'a stream', closed, [typed('text/event-stream')]],
  ['forged', 'a form', closed, [typed('multipart/form-data; boundary=x')]],
  ['forged', 'a file, in escapes', closed, [orpc('echo', {}, FILE).replace('"h"', '"\\u0068"')]],
  ['forged', 'a prototype', closed, [orpc('echo', { json: {}, meta: [[2, '__proto__']] })]],
  ['forged', 'no JSON', closed, ['junk']],
];
const add = { url: 'http://elsewhere/add', body: { json: { a: 2, b: 3 } } };
const path = { path: 'add/__batch__' };
const ofOrpcBatch: Attack[] = [
  ['forged', 'a number among calls', '400', [JSON.stringify([add, 7])], path],
  ['forged', 'a method of its own', '400', [JSON.stringify([{ ...add, method: 'GET' }])], path],
  ['count', '11 calls', '4', [JSON.stringify(times(11, () => add))], path],
];

const manyOfTrpc = `[${times(CALLS + 1, () => trpc('increment', 1)).join()}]`;
const ofTrpc: Attack[] = [['count', '1,001 calls', '1008 message.calls', [manyOfTrpc]]];
const ofTrpcSuperjson = annotatedBy((value, type) =>
  trpc('echo', { json: value, meta: { values: type, v: 1 } }),
);

const own: Readonly<Record<string, readonly Attack[]>> = {
  'raw-websocket/in-memory': functionsOf(writerOf('raw-websocket')),
  'lumenize/in-memory': [...ofLumenize, ...functionsOf(writerOf('lumenize'))],
  'lumenize/hibernating': ofLumenize,
  'capnweb/in-memory': [...ofCapnweb, ...functionsOf(writerOf('capnweb'))],
  'capnweb/http-batch': ofCapnwebBatch,
  'kkrpc/json': ofKkrpc,
  'kkrpc/superjson': [...ofKkrpc, ...functionsOf(writerOf('kkrpc'))],
  'orpc/in-memory': [...ofOrpc, ...functionsOf(writerOf('orpc'))],
  'orpc/hibernating': ofOrpc,
  'orpc/http-batch': ofOrpcBatch,
  'trpc/in-memory': ofTrpc,
  'trpc/superjson': [...ofTrpc, ...ofTrpcSuperjson],
};

interface AttackedArm {
  system: string;
  arm: string;
  /** Whether its messages are bodies of requests, each to the address of its method where it has one. */
  isRequest: boolean;
  hasPaths: boolean;
  attacks: readonly Attack[];
}

/** The arms that the bench serves, with what each is sent. An arm for streams is a socket as another. */
const attacked: readonly AttackedArm[] = systems.flatMap(({ id: system, arms }) =>
  arms
    .filter(({ streams }) => streams?.only !== true)
    .map(({ name, accept, paths }) => {
      const arm = `${system}/${name}`;
      const isRequest = accept === 'request';
      const lines = knownWriterOf(arm);
      const write: Write | undefined =
        lines && ((...call) => (isRequest ? [lines(...call).join('\n')] : lines(...call)));
      const attacks = [...commonOf(write, isRequest), ...(own[arm] ?? [])];
      return { system, arm, isRequest, hasPaths: paths === true, attacks };
    }),
);

/** Status and body of the answer to a request of a page, which may read what was wrong with it. */
async function post(address: string, body: Frame, isQuery: boolean): Promise<string> {
  const batch: Record<string, string> = address.endsWith('__batch__')
    ? { 'X-ORPC-Batch': 'streaming' }
    : {};
  const headers: Record<string, string> = {
    Origin: PAGE,
    'Content-Type': 'application/json',
    ...batch,
  };
  const answer = isQuery
    ? await fetch(`${address}?input=${encodeURIComponent(String(body))}`, { headers })
    : await fetch(address, { method: 'POST', body, headers });
  expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE);
  return `${answer.status} ${await answer.text()}`;
}

/** What is wrong with the way an attack ended; undefined for nothing. */
async function faultOf({ system, arm, isRequest, hasPaths }: AttackedArm, attack: Attack) {
  const [kind, what, ends, frames, { counter = 0, path } = {}] = attack;
  const object = crypto.randomUUID();
  const isEnd = (text: string) => ends.split(' ').every((part) => text.includes(part));
  let said = '';
  let isEarly = false;
  if (isRequest) {
    const address = addressOf(bench.origin, arm, object) + (hasPaths ? `/${path}` : '');
    // The address has what tRPC asks for without changing anything.
    const isQuery = system === 'trpc' && path !== undefined && !mutations.has(path);
    for (const body of frames) said = await post(address, body, isQuery);
  } else {
    const isDone = (answers: readonly string[]) => isEnd(answers.at(-1) ?? '');
    const { answers, closed } = await send(addressOf(bench.origin, arm, object), frames, isDone);
    said = closed === undefined ? (answers.at(-1) ?? '') : `${closed.code} ${closed.reason}`;
    // Of a message that ends the socket nothing is answered, only the calls before it.
    isEarly = closed !== undefined && kind !== 'release' && answers.length > counter;
  }
  const visitor = await clientOf(bench.origin, system, object);
  const got = await visitor.operations.getValue();
  visitor.close();
  if (isEnd(said) && !isEarly && got === counter) return undefined;
  return `${kind}, ${what}: got ${said.slice(0, 200)} and ${got}, expected ${ends} and ${counter}`;
}

it.each(attacked)('$arm refuses what no client sends', async (arm) => {
  const { result, counted, held } = await countBeside(bench.origin, () =>
    Promise.all(arm.attacks.map((each) => faultOf(arm, each))),
  );
  expect(result.filter((fault) => fault !== undefined)).toEqual([]);
  expect([counted > 0, held]).toEqual([true, counted]);
  expect(await memoryOf(bench)).toBeLessThan(MOST_MEMORY);
});
