/**
 * What each library’s guard lets through and refuses, beside what the contract, the questions and the table of
 * attacks send over real sockets: rows that are long, spelt in other ways, or one of many.
 */
import fc from 'fast-check';
import superjsonLibrary from 'superjson';
import { describe, expect, it } from 'vitest';
import { makeCheck as capnweb } from '../../src/libraries/systems/capnweb/check.ts';
import { makeCheck as kkrpc } from '../../src/libraries/systems/kkrpc/check.ts';
import { makeCheck as orpc } from '../../src/libraries/systems/orpc/check.ts';
import { makeCheck as trpc } from '../../src/libraries/systems/trpc/check.ts';
import { piped, violationIn, times } from '../testing/messages.ts';

const checks = { capnweb, kkrpc, orpc, trpc };
type Row = [what: string, arm: string, ...frames: unknown[]];
const checkOf = (arm: string) => {
  const [system, name = ''] = arm.split('/');
  return checks[system as keyof typeof checks](name);
};

const LONG = 'x'.repeat(9000);
const brackets = `${'['.repeat(10_000)}1${']'.repeat(10_000)}`;
/** The same with a field’s name in an escape. */
const spelt = (frame: unknown) =>
  (typeof frame === 'string' ? frame : JSON.stringify(frame)).replace('meta"', 'm\\u0065ta"');

// Cap’n Web: each result has the number of its call.
const CAPNWEB = 'capnweb/in-memory';
const push = (expression: unknown) => ['push', expression];
const call = (name: string, ...args: unknown[]) => push(piped(name, ...args));
const list = (...items: unknown[]) => [items];
const result = (id: number) => ['pipeline', id];
const map = (captures: unknown[], ...steps: unknown[]) => push(['remap', 1, [], captures, steps]);
const MAIN = ['import', 0];
const nameOf = ['pipeline', -1, ['nameOf'], [['pipeline', 0]]];
const write = (id: number, value: unknown) => ['stream', ['pipeline', id, ['write'], [value]]];
const PART = 'x'.repeat(65_536);

// kkrpc: a line for each message.
const KKRPC = 'kkrpc/superjson';
const line = (message: object) => `${JSON.stringify(message)}\n`;
const request = (args: unknown, more: object = {}) =>
  line({ id: 'x', method: 'echo', args, type: 'request', version: 'json', ...more });
const annotated = (args: unknown[], values: object) =>
  line({ json: JSON.parse(request(args)) as object, meta: { values, v: 1 } });
const typed = annotated([2e9], { 'args.0': [['typed-array', 'Uint8Array']] });

// oRPC
const ORPC = 'orpc/hibernating';
const body = (input: unknown, more: object = {}) => ({
  i: '1',
  p: { u: '/echo', b: input },
  ...more,
});
const stream = { i: '1', p: { u: '/up', h: { 'content-type': 'text/event-stream' } } };
const event = { i: '1', t: 3, p: { e: 'message', d: { json: 'an item' } } };
const digits = { json: ['9'.repeat(2000)], meta: [[0, 0]] };
const add = { url: 'http://elsewhere/add', body: { json: { a: 2, b: 3 } } };

// tRPC
const TRPC = 'trpc/superjson';
const procedure = (path: string, input?: unknown, method = 'mutation') => ({
  id: 1,
  ...{ method, params: { path, input } },
});
const many = { json: 2e9, meta: { values: [['typed-array', 'Uint8Array']], v: 1 } };
const none = superjsonLibrary.serialize(undefined);

describe('what goes through', () => {
  it.each<Row>([
    [
      ...(['objects that are released', CAPNWEB] as const),
      ...times(3000, (at) => [
        ...[call('cursor'), ['pull', at + 1], ['release', at + 1, 1], ['release', -at - 1, 1]],
      ]).flat(),
    ],
    [
      ...(['calls of a result that is not there yet', CAPNWEB, call('sink', {})] as const),
      ...times(1000, (at) => push(['pipeline', 1, ['take'], [`${at}`]])),
    ],
    [
      ...(['streams one after the other', CAPNWEB] as const),
      ...times(10, (at) => [
        ...[['pipe'], ...times(64, () => write(66 * at + 1, PART))],
        ...[
          ['stream', ['pipeline', 66 * at + 1, ['close'], []]],
          ['release', 66 * at + 1, 1],
        ],
      ]).flat(),
    ],
    ['a text of 1 MB twice at once', CAPNWEB, ...times(2, () => call('echo', 'x'.repeat(1e6)))],
    [
      ...(['a thousand calls in a batch', 'capnweb/http-batch'] as const),
      times(1000, (at) => `${JSON.stringify(call('add', at, 1))}\n["pull",${at + 1}]`).join('\n'),
    ],
    ['no call in a batch', 'capnweb/http-batch', ''],
    ['a path that leads nowhere', CAPNWEB, push(['pipeline', 0, ['__proto__', 'ids'], []])],
    ['data that looks like marks', CAPNWEB, call('echo', { list: [['export', 1]], $ref: 1 })],
    ['the end', CAPNWEB, ['abort', ['error', 'Error', 'closed']]],
    ['a thousand lines', KKRPC, request([1]).repeat(1000)],
    ['a line in parts', KKRPC, request([1]).slice(0, 9), request([1]).slice(9)],
    ['a line that does not end', KKRPC, '{"json":'],
    [
      ...(['a text of 1 MB without a list of callbacks', KKRPC] as const),
      annotated(['x'.repeat(1_000_000)], { callbackIds: ['undefined'] }),
    ],
    [
      'a Map and a Set',
      ORPC,
      body({
        json: [[['a', 1]], ['b']],
        meta: [
          [7, 0],
          [6, 1],
        ],
      }),
    ],
    ['the end of a call', ORPC, { i: '1', t: 4 }],
    ['an input over HTTP', 'orpc/http', { json: ['a'], meta: [[6]] }],
    ['no input over HTTP', 'orpc/http', ''],
    ['a batch over HTTP', 'orpc/http-batch', [add, add]],
    ['events where it takes streams', 'orpc/websocket', stream, event, { i: '1', t: 4 }],
    ['a thousand calls', TRPC, times(1000, () => procedure('add', { json: [1, 2] }))],
    ['a thousand calls without an input', TRPC, times(1000, () => procedure('getValue', none))],
    ['a hundred calls of what nobody has', TRPC, times(100, () => procedure('nowhere'))],
    ['a ping', TRPC, 'PING'],
    ['what the library answers itself', TRPC, '{"json":'],
    ['data with such a name', 'trpc/in-memory', procedure('echo', { meta: LONG })],
    ['two inputs over HTTP', 'trpc/http-batch', { 0: 1, 1: { json: 1 } }],
    ['the brackets of a question', KKRPC, brackets],
    ['the brackets of a question', TRPC, brackets],
  ])('%s to %s', (_what, arm, ...frames) => {
    expect(violationIn(checkOf(arm), frames)).toBeUndefined();
  });
});

const waiting = (each: (at: number) => unknown) => [
  ...[call('hold', 'key'), ...times(2000, (at) => [each(at), ['release', at + 2, 1]]).flat()],
];
const doubled = times(26, (at) => call('echo', list(result(at + 1), result(at + 1))));

describe('what is refused', () => {
  it.each<Row>([
    [
      ...(['an echo doubled, its numbers as tenths', CAPNWEB, call('echo', 'x')] as const),
      ...doubled.map((each) => JSON.stringify(each).replace(/("pipeline",)(\d+)\]/g, '$1$20e-1]')),
    ],
    [
      'many references',
      CAPNWEB,
      call('echo', 1),
      call('echo', list(...times(65, () => result(1)))),
    ],
    ['a value that is no call', CAPNWEB, push([times(1000, () => 1)])],
    ['a promise that nobody called for', CAPNWEB, push(['promise', -1])],
    ['a call inside an argument', CAPNWEB, call('echo', ['pipeline', 0, ['echo'], [1]])],
    ['a method in place of its call', CAPNWEB, push(['pipeline', 0, ['download']])],
    ['… as an argument', CAPNWEB, call('echo', ['pipeline', 0, ['download']])],
    ['the main object as an argument', CAPNWEB, call('echo', MAIN)],
    ['a part of a long text', CAPNWEB, call('download', 1e6), push(['pipeline', 1, []])],
    ['a result that is not there', CAPNWEB, call('echo', result(7))],
    ['one that was released', CAPNWEB, call('echo', 1), ['release', 1, 1], call('echo', result(1))],
    ['one by a text', CAPNWEB, call('echo', 1), call('echo', ['pipeline', '1'])],
    [
      'a map of a long list',
      CAPNWEB,
      call('echo', list(...times(1000, () => 1))),
      map([MAIN], nameOf),
    ],
    [
      ...(['a map of many references', CAPNWEB, call('ids', 0)] as const),
      map(
        [MAIN],
        ...times(4, (at) => ['pipeline', -1, ['echo'], [list(...times(3, () => result(at)))]]),
      ),
    ],
    ['a map within a map', CAPNWEB, call('ids', 0), map([MAIN], ['remap', 0, [], [], [result(0)]])],
    [
      'a map that fetches a method',
      CAPNWEB,
      call('ids', 0),
      map([MAIN], ['pipeline', -1, ['fail']]),
    ],
    ['a map that captures a result', CAPNWEB, call('ids', 0), map([['import', 1]], nameOf)],
    ['a map that captures a function', CAPNWEB, call('ids', 0), map([['export', -1]], nameOf)],
    [
      ...(['a map that passes the main object', CAPNWEB, call('ids', 0)] as const),
      map([MAIN], ['pipeline', -1, ['echo'], [['import', -1]]]),
    ],
    ['a map that refers to what follows', CAPNWEB, call('ids', 0), map([MAIN], result(1))],
    ['a map of the main object', CAPNWEB, push(['remap', 0, [], [], [result(0)]])],
    ['many functions', CAPNWEB, call('echo', list(...times(101, (at) => ['export', -at - 1])))],
    ['many errors', CAPNWEB, call('echo', list(...times(101, () => ['error', 'Error', 'x'])))],
    ['a function beside a long text', CAPNWEB, call('callBack', ['export', -1], LONG)],
    [
      ...(['functions without end', CAPNWEB] as const),
      ...times(4000, (at) => [
        ...[call('callBack', ['export', -1], 'x'.repeat(8000)), ['release', at + 1, 1]],
      ]).flat(),
    ],
    [
      ...(['a long text in 64 places', CAPNWEB, call('echo', 'x'.repeat(60_000))] as const),
      call('echo', list(...times(64, () => result(1)))),
    ],
    [
      ...(['an answer that holds a long result', CAPNWEB, call('echo', PART)] as const),
      ['resolve', 1, list(result(1), result(1))],
    ],
    ['a pipe as a value', CAPNWEB, ['pipe'], call('echo', ['import', 1])],
    ['references in a stream', CAPNWEB, call('echo', 1), ['pipe'], write(2, result(1))],
    ['a pipe that is never read', CAPNWEB, ['pipe'], ...times(20, () => write(1, 'x'.repeat(1e6)))],
    ['a stream to what the server told of', CAPNWEB, write(-1, 1)],
    [
      'calls of a result that waits',
      CAPNWEB,
      ...waiting((at) => push(['pipeline', at + 1, ['x'], []])),
    ],
    ['… that refer to it', CAPNWEB, ...waiting(() => call('echo', result(1)))],
    ['a number that coerces', CAPNWEB, push(['pipeline', { toString: 1 }, ['x'], []])],
    ['… very deep', CAPNWEB, `["push",["remap",${'['.repeat(9000)}${']'.repeat(9000)},[],[],[]]]`],
    ['a call as a stream', CAPNWEB, ['stream', ['pipeline', 0, ['download'], [1_048_576]]]],
    ['a long answer', CAPNWEB, ['resolve', 1, 'x'.repeat(100_000)]],
    ['a BigInt of no text', CAPNWEB, call('echo', ['bigint', ['9']])],
    ['a value of an unknown kind', CAPNWEB, call('echo', ['request', 'https://example.org', {}])],
    ['an empty list without its list', CAPNWEB, call('echo', [])],
    [
      'lists 300 deep',
      CAPNWEB,
      `["push",["pipeline",0,["echo"],[${'[['.repeat(300)}1${']]'.repeat(300)}]]]`,
    ],
    ['many lines', CAPNWEB, times(8193, () => '["pull",0]').join('\n')],
    ['an unknown message', CAPNWEB, ['provide', 1]],
    ['a list', KKRPC, '[1]\n'],
    ['a message of an unknown type', KKRPC, request([], { type: 'junk' })],
    ['a request without arguments', KKRPC, request({})],
    ['an answer without any', KKRPC, line({ id: 'x', method: '', type: 'response' })],
    ['a method that is no text', KKRPC, request([], { method: ['echo'] })],
    ['a long id', KKRPC, request([], { id: 'x'.repeat(129) })],
    ['a typed array of a number, in escapes', KKRPC, spelt(typed)],
    ['… behind another line', KKRPC, request([1]) + typed],
    [
      ...(['… before the usual ones', KKRPC] as const),
      annotated([2e9], { callbackIds: ['undefined'] }).replace(
        ',"meta"',
        `,${typed.slice(typed.indexOf('"meta"'), -2)},"x":"${LONG}","meta"`,
      ),
    ],
    ['a large frame beyond JSON', KKRPC, annotated([LONG], { 'args.0': ['undefined'] })],
    ['many lines', KKRPC, request([1]).repeat(8193)],
    ['an event', ORPC, event],
    ['an unknown kind', ORPC, body({}, { t: 2 })],
    ['a BigInt of many digits', ORPC, body(digits)],
    ['… over HTTP', 'orpc/http', digits],
    ['… in a batch', 'orpc/http-batch', [add, { ...add, body: digits }]],
    ['… in escapes', ORPC, spelt(body(digits))],
    ['… among events', 'orpc/websocket', stream, { ...event, p: { d: digits } }],
    ['a costly expression', ORPC, body({ json: `/[${'\\p{L}'.repeat(1000)}]/u`, meta: [[5]] })],
    ['a path to what is inherited', ORPC, body({ json: {}, meta: [[6, 'constructor']] })],
    ['a path that coerces', ORPC, body({ json: {}, meta: [[6, { toString: 1 }]] })],
    ['a part without a type', ORPC, body({ json: {}, meta: [6] })],
    ['a large frame beyond JSON', ORPC, body({ json: [LONG], meta: [[6]] })],
    ['headers of its own', 'orpc/http-batch', [{ ...add, headers: {} }]],
    ['the brackets of a question', ORPC, brackets],
    ['many calls behind a blank', TRPC, ` ${JSON.stringify(times(1001, () => procedure('fail')))}`],
    ['many subscriptions', TRPC, times(101, () => procedure('numbers', [1], 'subscription'))],
    ['101 calls of what nobody has', TRPC, times(101, () => procedure('nowhere'))],
    ['101 calls that the library checks', TRPC, times(101, () => procedure('typeOf', 'x'))],
    ['a typed array among other calls', TRPC, [procedure('echo'), procedure('echo', many)]],
    ['… in escapes', TRPC, spelt(procedure('echo', many))],
    ['… behind no input', TRPC, [procedure('getValue', none), procedure('echo', many)]],
    [
      'a large frame beyond JSON',
      TRPC,
      procedure('echo', { json: [LONG], meta: { values: ['set'], v: 1 } }),
    ],
    ['annotations without an input', TRPC, procedure('echo', [many, 'meta'])],
    ['many inputs over HTTP', 'trpc/http-batch', { ...times(1001, () => 1) }],
  ])('%s to %s', (_what, arm, ...frames) => {
    expect(violationIn(checkOf(arm), frames)).toBeDefined();
  });
});

const arms = [CAPNWEB, KKRPC, ORPC, 'orpc/http', 'orpc/http-batch', TRPC, 'trpc/http-batch'];
it.each(arms)('%s throws nothing but refusals, whatever is sent', (arm) => {
  const words = ['push', 'pull', 'release', 'stream', 'remap', 'pipeline', 'export', 'error'];
  const word = fc.constantFrom(...words, 'request', 'callback', '__proto__');
  const json = fc.jsonValue({ maxDepth: 5 });
  const input = fc.record({ json, meta: fc.oneof(json, fc.array(fc.array(json))) });
  const message = fc.record({ id: fc.constantFrom('x', 1), method: word, type: word, args: json });
  const junk = fc.oneof(
    ...[fc.string(), fc.json(), input, fc.array(input), message.map(line)],
    ...[input.map((each) => body(each)), input.map((each) => procedure('echo', each))],
    fc.record({ json: message, meta: json }).map(line),
    fc.tuple(word, json, json, json),
    fc.tuple(word, word, json, json, json).map(([kind, ...rest]) => [kind, rest]),
  );
  const frames = fc.array(junk, { maxLength: 5 });
  fc.assert(fc.property(frames, (sent) => void violationIn(checkOf(arm), sent)));
});
