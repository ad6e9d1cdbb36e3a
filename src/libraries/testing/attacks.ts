/**
 * The table of attacks on the checks of libraries: messages that no client of a library sends, and how each is
 * refused; and messages that must pass.
 */
import superjsonLibrary from 'superjson';
import {
  orpc,
  piped,
  pull,
  push,
  pushed,
  release,
  result,
  superjson,
  times,
  trpc,
} from '../../../bench-workers/testing/messages.ts';
import { makeCheck as capnweb } from '../systems/capnweb/check.ts';
import { makeCheck as kkrpc } from '../systems/kkrpc/check.ts';
import { makeCheck as kkrpc2 } from '../systems/kkrpc-2/check.ts';
import { makeCheck as lumenize } from '../systems/lumenize/check.ts';
import { makeCheck as lumenizeRpc } from '../systems/lumenize-rpc/check.ts';
import { makeCheck as orpcCheck } from '../systems/orpc/check.ts';
import { makeCheck as trpcCheck } from '../systems/trpc/check.ts';

type Frames = string | readonly Frames[];
export type Passing = readonly [what: string, ...frames: Frames[]];
/** The limit is the one that the check names below `message.`; it is empty for a message that cannot be read. */
export type Refused = readonly [what: string, limit: string, ...frames: Frames[]];

export const flat = (frames: Frames): string[] =>
  typeof frames === 'string' ? [frames] : frames.flatMap(flat);
const checks = {
  capnweb,
  kkrpc,
  'kkrpc-2': kkrpc2,
  lumenize,
  'lumenize-rpc': lumenizeRpc,
  orpc: orpcCheck,
  trpc: trpcCheck,
};
export const checkOf = (arm: string, hold?: (bytes: number) => void) => {
  const [system, name = ''] = arm.split('/');
  return checks[system as keyof typeof checks](name, hold);
};

const DIGITS = '9'.repeat(2000);
const LONG = 'x'.repeat(9000);
export const PART = 'x'.repeat(65_536);
const MEGABYTE = 'x'.repeat(1_000_000);
const CLASSES = `[${'\\p{L}'.repeat(1000)}]`;
const BRACKETS = `${'['.repeat(10_000)}1${']'.repeat(10_000)}`;

// Cap’n Web
const MAIN = ['import', 0];
const echo = (value: unknown) => pushed('echo', value);
const ids = pushed('ids', 0);
const step = (method: string, ...args: unknown[]) => ['pipeline', -1, [method], args];
const nameOf = step('nameOf', ['pipeline', 0]);
const mapWith = (captures: unknown[], ...steps: unknown[]) =>
  push(['remap', 1, [], captures, steps]);
const map = (...steps: unknown[]) => mapWith([MAIN], ...steps);
const stream = (expression: unknown) => JSON.stringify(['stream', expression]);
export const write = (id: number, value: unknown) => stream(['pipeline', id, ['write'], [value]]);
const answer = (value: unknown) => JSON.stringify(['resolve', 1, value]);
const list = (...items: unknown[]) => [items];
const references = (count: number, id = 1) => list(...times(count, () => result(id)));
/** Each result is twice the one before. */
const doubled = (double: (twice: unknown) => unknown) => [
  echo('x'),
  times(26, (at) => push(double(references(2, at + 1)))),
];
const doubledEcho = doubled((both) => piped('echo', both));
const asTenths = (frame: string) => frame.replace(/("pipeline",)(\d+)\]/g, '$1$20e-1]');
const waiting = (call: string) => [
  pushed('hold', 'key'),
  times(2000, (at) => [call, release(at + 2)]),
];
const cursor = (at: number) => [pushed('cursor'), pull(at + 1), release(at + 1)];
const pipeOf = (at: number) => {
  const id = 66 * at + 1;
  const closed = stream(['pipeline', id, ['close'], []]);
  return ['["pipe"]', times(64, () => write(id, PART)), closed, release(id)];
};
const ofResult = (id: number) => push(['pipeline', id, ['take'], []]);
const longCallback = pushed('callBack', ['export', -1], 'x'.repeat(8000));
const deepMap = `["push",["remap",${'['.repeat(9000)}${']'.repeat(9000)},[],[],[]]]`;
const deepLists = `["push",["pipeline",0,["echo"],[${'[['.repeat(300)}1${']]'.repeat(300)}]]]`;
const inBatch = (method: string) => times(1600, () => pushed(method, 1)).join('\n');

// kkrpc: a line for each message.
export const line = (message: object) => `${JSON.stringify(message)}\n`;
export const request = (args: unknown, more: object = {}) =>
  line({ id: 'x', method: 'echo', args, type: 'request', version: 'json', ...more });
const annotated = (value: unknown, type: unknown) => superjson('echo', [value], { 'args.0': type });
const equal = (places: object) =>
  superjson('echo', [['', '']], {}, { referentialEqualities: places });
/** Has an argument stand in another place too. */
const equalTo = (argument: string, place: string) => equal({ [argument]: [place] });

const array = annotated(2e9, [['typed-array', 'Uint8Array']]);
/** The annotations that the library always writes, and before them others. */
const usual = { callbackIds: ['undefined'] };
const others = `,${array.slice(array.indexOf('"meta"'), -2)},"x":"${LONG}","meta"`;
const beforeUsual = superjson('echo', [2e9], usual).replace(',"meta"', others);

/** A message of kkrpc 2: a call unless given. */
const message2 = (more: object = {}) =>
  JSON.stringify({ t: 'q', id: 'x', op: 'call', p: ['echo'], a: [], ...more });
const argument2 = (kind: string, more: object) =>
  message2({ a: [{ __kkrpc_next_arg__: kind, ...more }] });
const pull2 = (n: unknown) => message2({ t: 'sq', sid: 'y', op: 'pull', n });

// oRPC
const typed = (type: string) => orpc('echo', {}, { h: { 'content-type': type } });
const FILE = { h: { 'content-disposition': 'attachment; filename="x"' } };
const STREAM = '{"i":"1","p":{"u":"/up","h":{"content-type":"text/event-stream"}}}';
const EVENT = '{"i":"1","t":3,"p":{"e":"message","d":{"json":"an item"}}}';
const END = '{"i":"1","t":4}';
const add = { url: 'http://elsewhere/add', body: { json: { a: 2, b: 3 } } };
const digits = { json: [DIGITS], meta: [[0, 0]] };
const bigEvent = JSON.stringify({ i: '1', t: 3, p: { d: digits } });
const batch = (...calls: unknown[]) => JSON.stringify(calls);

// tRPC
export const procedure = (path: string, input?: unknown, method = 'mutation') => ({
  id: 1,
  method,
  params: { path, input },
});
const procedures = (count: number, ...given: Parameters<typeof procedure>) =>
  JSON.stringify(times(count, () => procedure(...given)));
const asInput = (json: unknown, values: unknown) => ({ json, meta: { values, v: 1 } });
const many = asInput(2e9, [['typed-array', 'Uint8Array']]);
const echoMany = procedure('echo', many);
const none = superjsonLibrary.serialize(undefined);
/** A frame with a field’s name in an escape. */
const escaped = (frame: string) => frame.replace('meta"', 'm\\u0065ta"');

const batched = times(1000, (at) => `${pushed('add', at, 1)}\n${pull(at + 1)}`).join('\n');
const mapAndSet = '{"json":[[["a",1]],["b"]],"meta":[[7,0],[6,1]]}';

export const passing: Readonly<Record<string, readonly Passing[]>> = {
  'capnweb/in-memory': [
    ['objects that are released', times(3000, (at) => [cursor(at), release(-at - 1)])],
    ['calls of a result to come', pushed('sink', {}), times(1000, () => ofResult(1))],
    ['streams one after the other', times(10, pipeOf)],
    ['a text of 1 MB twice at once', times(2, () => echo(MEGABYTE))],
    ['a path that leads nowhere', push(['pipeline', 0, ['__proto__', 'ids'], []])],
    ['data that looks like marks', echo({ list: [['export', 1]], $ref: 1 })],
    ['the end', '["abort",["error","Error","closed"]]'],
  ],
  'capnweb/http-batch': [
    ['a thousand calls', batched],
    ['no call', ''],
  ],
  'kkrpc/superjson': [
    ['a thousand lines', request([1]).repeat(1000)],
    ['a line in parts', request([1]).slice(0, 9), request([1]).slice(9)],
    ['a line that does not end', '{"json":'],
    ['a text of 1 MB without callbacks', superjson('echo', [MEGABYTE], usual)],
    ['the brackets of a question', BRACKETS],
  ],
  'kkrpc-2/json': [
    ['a value', argument2('value', { v: { p: ['constructor'] } })],
    ['a function, and its release', argument2('callback', { id: 'y' }), '{"t":"cbr","ids":["y"]}'],
    ['an answer', '{"t":"r","id":"x","v":1}'],
    ['what the library does not read', 'junk', '[1]'],
  ],
  'kkrpc-2/stream': [
    ['items asked for, and an end', pull2(32), message2({ t: 'sq', sid: 'y', op: 'return' })],
  ],
  'orpc/hibernating': [
    ['a Map and a Set', orpc('echo', JSON.parse(mapAndSet) as object)],
    ['the end of a call', END],
  ],
  'orpc/websocket': [['events where it takes streams', STREAM, EVENT, END]],
  'orpc/http': [
    ['an input', '{"json":["a"],"meta":[[6]]}'],
    ['no input', ''],
  ],
  'orpc/http-batch': [['two calls', batch(add, add)]],
  'trpc/superjson': [
    ['a thousand calls', procedures(1000, 'add', { json: [1, 2] })],
    ['a thousand calls without an input', procedures(1000, 'getValue', none)],
    ['a hundred calls of what nobody has', procedures(100, 'nowhere')],
    ['a ping', 'PING'],
    ['a frame that the library answers with an error', '{"json":'],
    ['the brackets of a question', BRACKETS],
  ],
  'trpc/in-memory': [['data with such a name', trpc('echo', { meta: LONG })]],
  'trpc/http-batch': [['two inputs', '{"0":1,"1":{"json":1}}']],
};

export const refused: Readonly<Record<string, readonly Refused[]>> = {
  'capnweb/in-memory': [
    ['an echo doubled', '', doubledEcho, pull(27)],
    ['… its numbers as tenths', '', flat(doubledEcho).map(asTenths)],
    ['a list doubled', '', doubled((both) => both), pull(27)],
    ['… as a number', '', doubled((both) => both), pushed('increment', result(27))],
    ['a list echoed', 'held', echo([times(10_000, () => 0)]), times(150, () => echo(result(1)))],
    ['many references', 'reference', echo(1), echo(references(65))],
    ['a long text in 64 places', 'held', echo('x'.repeat(60_000)), echo(references(64))],
    ['a release of less than nothing', '', echo(MEGABYTE), release(1, -1)],
    ['a release of a part', '', echo(MEGABYTE), release(1, 0.5)],
    ['releases of nought', 'held', times(3, (at) => [echo(MEGABYTE), release(at + 1, 0)])],
    ['long results, not released', 'held', times(3, () => echo(MEGABYTE))],
    ['15,000 results, not released', 'held', times(15_000, () => pushed('getValue'))],
    ['1,000 pipes, not released', 'held', times(1000, () => '["pipe"]')],
    ['3,000 objects, not released', 'held', times(3000, cursor)],
    ['a result pulled twice', '', ids, pull(1), pull(1)],
    ['a map of 500 calls an item', 'instructions', ids, map(...times(500, () => nameOf))],
    ['a map of a map', '', ids, map(nameOf), push(['remap', 2, [], [MAIN], [nameOf]])],
    ['a map of texts', '', ids, map(step('download', 1_048_576))],
    ['a map of objects', '', ids, map(step('cursor'))],
    ['a map of a long list', 'mapped', echo(list(...times(1000, () => 1))), map(nameOf)],
    [
      'a map of references',
      'mappedReference',
      ids,
      map(...times(4, (at) => step('echo', references(3, at)))),
    ],
    ['a map within a map', '', ids, map(['remap', 0, [], [], [result(0)]])],
    ['a map that fetches a method', '', ids, map(['pipeline', -1, ['fail']])],
    ['a map that captures a result', '', ids, mapWith([['import', 1]], nameOf)],
    ['a map that captures a function', '', ids, mapWith([['export', -1]], nameOf)],
    ['a map that passes the main object', '', ids, map(step('echo', ['import', -1]))],
    ['a map that refers to what follows', '', ids, map(result(1))],
    ['a map of the main object', '', push(['remap', 0, [], [], [result(0)]])],
    ['a value that is no call', '', push([times(1000, () => 1)])],
    ['a promise that nobody called for', '', push(['promise', -1])],
    ['a call inside an argument', '', echo(piped('echo', 1))],
    ['a method in place of its call', '', push(['pipeline', 0, ['download']])],
    ['… as an argument', '', echo(['pipeline', 0, ['download']])],
    ['the main object as an argument', '', echo(MAIN)],
    ['a part of a long text', '', pushed('download', 1e6), push(['pipeline', 1, []])],
    ['a result that is not there', '', echo(result(7))],
    ['one that was released', '', echo(1), release(1), echo(result(1))],
    ['one by a text', '', echo(1), echo(['pipeline', '1'])],
    ['many functions', 'special', echo(list(...times(101, (at) => ['export', -at - 1])))],
    ['many errors', 'special', echo(list(...times(101, () => ['error', 'Error', 'x'])))],
    ['a function beside a long text', 'special', pushed('callBack', ['export', -1], LONG)],
    ['functions without end', 'waiting', times(4000, (at) => [longCallback, release(at + 1)])],
    ['an answer with long results', 'answered', echo(PART), answer(references(2))],
    ['a long answer', 'answered', answer('x'.repeat(100_000))],
    ['a pipe as a value', '', '["pipe"]', echo(['import', 1])],
    ['references in a stream', '', echo(1), '["pipe"]', write(2, result(1))],
    ['a pipe that is never read', 'piped', '["pipe"]', times(20, () => write(1, MEGABYTE))],
    ['a stream to what the server told of', '', write(-1, 1)],
    ['a call as a stream', '', stream(piped('download', 1_048_576))],
    ['calls of a result that waits', 'dependents', waiting(ofResult(1))],
    ['… that refer to it', 'dependents', waiting(echo(result(1)))],
    ['a number that coerces', '', push(['pipeline', { toString: 1 }, ['x'], []])],
    ['… very deep', '', deepMap],
    ['a BigInt of 2,000 digits', 'digits', echo(['bigint', DIGITS])],
    ['a BigInt of no text', 'digits', echo(['bigint', ['9']])],
    ['a value of an unknown kind', '', echo(['request', 'https://example.org', {}])],
    ['an empty list without its list', '', echo([])],
    ['lists 300 deep', 'depth', deepLists],
    ['many lines', 'lines', times(8193, () => '["pull",0]').join('\n')],
    ['an unknown message', '', '["provide",1]'],
    ['an object', '', '{"json":1}'],
    ['no JSON', '', 'junk'],
  ],
  'capnweb/http-batch': [
    ['1,600 calls', 'calls', inBatch('increment')],
    ['1,600 calls of nothing', 'calls', inBatch('nobody')],
  ],
  'kkrpc/superjson': [
    ['a typed array of 2e9', '', annotated(2e9, [['typed-array', 'Uint8Array']])],
    ['a BigInt of 2,000 digits', 'digits', annotated(DIGITS, ['bigint'])],
    ['a costly expression', '', annotated(`/${CLASSES}/u`, ['regexp'])],
    ['a place far away', '', superjson('echo', [[]], { 'args.0.4000000000': ['undefined'] })],
    ['a prototype', '', superjson('echo', [{}], { 'args.0.__proto__.a': ['undefined'] })],
    ['a text in 8,000 places', 'special', equal({ 'args.0.0': times(8000, () => 'args.0.1') })],
    ['1,001 calls of nothing', 'calls', superjson('noSuchMethod', []).repeat(1001)],
    ['a path to what everybody shares', '', superjson('increment.__proto__.toString', [])],
    ['a method that nobody declared', '', superjson('hasOwnProperty', [])],
    ['… in plain JSON', '', request([], { method: 'secret' })],
    ['a method that an argument replaces', '', equalTo('args.0.0', 'method')],
    ['a type that an argument replaces', '', equalTo('args.0.1', 'type')],
    ['no JSON', '', '{"json":\n'],
    ['no call', '', '{"json":{"type":"request"}}\n'],
    ['a list', '', '[1]\n'],
    ['a message of an unknown type', '', request([], { type: 'junk' })],
    ['a request without arguments', '', request({})],
    ['an answer without any', '', line({ id: 'x', method: '', type: 'response' })],
    ['a method that is no text', '', request([], { method: ['echo'] })],
    ['a line that does not end', 'unfinished', times(20, () => `{${MEGABYTE}`)],
    ['… in 100 frames', 'frames', times(100, () => '{')],
    ['a long id', '', request([], { id: 'x'.repeat(129) })],
    ['a typed array, in escapes', '', escaped(array)],
    ['… behind another line', '', request([1]) + array],
    ['… before the usual annotation', 'special', beforeUsual],
    ['a large frame beyond JSON', 'special', annotated(LONG, ['undefined'])],
    ['many lines', 'calls', request([1]).repeat(8193)],
  ],
  'kkrpc/http': [['a method that nobody declared', '', request([], { method: '' })]],
  'kkrpc-2/json': [
    ...[
      { p: ['secret'] },
      { p: ['echo', 'constructor'] },
      { p: 'echo' },
      ...['get', 'set', 'new', 'ref'].map((op) => ({ op })),
      { a: [1] },
      { a: undefined },
      { v: 1 },
      { id: 'x'.repeat(129) },
      // Items that nobody asked for, or asked for where there are no streams; a function of the server.
      ...['sr', 'sq', 'cb'].map((t) => ({ t, sid: 'y', op: 'pull', n: 1 })),
      { t: 'cbr', ids: [1] },
    ].map((more): Refused => [JSON.stringify(more), '', message2(more)]),
    ['a stream', '', argument2('value', { v: { __kkrpc_next_stream__: 'x', id: 'y' } })],
  ],
  'kkrpc-2/stream': [
    ['many items at once', 'pulled', pull2(33)],
    ['a number of items that coerces to none', 'pulled', pull2({})],
    ['a stream ended by an error', '', message2({ t: 'sq', sid: 'y', op: 'throw' })],
  ],
  'orpc/hibernating': [
    ['a stream', '', STREAM],
    ['a form', '', typed('multipart/form-data; boundary=x')],
    ['a file, in escapes', '', orpc('echo', {}, FILE).replace('"h"', '"\\u0068"')],
    ['a prototype', '', orpc('echo', { json: {}, meta: [[2, '__proto__']] })],
    ['no JSON', '', 'junk'],
    ['an event', '', EVENT],
    ['an unknown kind', '', '{"i":"1","t":2,"p":{"u":"/echo","b":{}}}'],
    ['a BigInt of 2,000 digits', 'digits', orpc('echo', digits)],
    ['… in escapes', 'digits', escaped(orpc('echo', digits))],
    ['a costly expression', '', orpc('echo', { json: `/${CLASSES}/u`, meta: [[5]] })],
    ['a path to what is inherited', '', orpc('echo', { json: {}, meta: [[6, 'constructor']] })],
    ['a path that coerces', '', orpc('echo', { json: {}, meta: [[6, { toString: 1 }]] })],
    ['a part without a type', '', orpc('echo', { json: {}, meta: [6] })],
    ['a large frame beyond JSON', 'special', orpc('echo', { json: [LONG], meta: [[6]] })],
    ['the brackets of a question', '', BRACKETS],
  ],
  'orpc/websocket': [['a long BigInt among events', '', STREAM, bigEvent]],
  'orpc/http': [['a BigInt of 2,000 digits', 'digits', JSON.stringify(digits)]],
  'orpc/http-batch': [
    ['a BigInt of 2,000 digits', 'digits', batch(add, { ...add, body: digits })],
    ['headers of its own', '', batch({ ...add, headers: {} })],
    ['a method of its own', '', batch({ ...add, method: 'GET' })],
    ['a number among calls', '', batch(add, 7)],
  ],
  'trpc/superjson': [
    ['1,001 calls', 'calls', procedures(1001, 'increment', 1)],
    ['many calls behind a blank', 'calls', ` ${procedures(1001, 'fail')}`],
    ['many subscriptions', 'own', procedures(101, 'numbers', [1], 'subscription')],
    ['101 calls of what nobody has', 'own', procedures(101, 'nowhere')],
    ['101 calls that the library checks', 'own', procedures(101, 'typeOf', 'x')],
    ['a typed array among other calls', '', batch(procedure('echo'), echoMany)],
    ['… in escapes', '', escaped(JSON.stringify(echoMany))],
    ['… behind no input', '', batch(procedure('getValue', none), echoMany)],
    ['a class', '', trpc('echo', asInput({}, [['class', 'Object']]))],
    ['a large frame beyond JSON', 'special', trpc('echo', asInput([LONG], ['set']))],
    ['annotations without an input', '', trpc('echo', [many, 'meta'])],
  ],
  'trpc/http-batch': [['many inputs', 'calls', JSON.stringify({ ...times(1001, () => 1) })]],
};
