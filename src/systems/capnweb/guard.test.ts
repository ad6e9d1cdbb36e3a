import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalOf as refusalBy } from '../../../bench-workers/testing/refusal.ts';
import { guard } from './guard.ts';

const refusalOf = (frames: readonly unknown[]) => refusalBy(guard(), frames);

const times = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));
const push = (expression: unknown) => ['push', expression];
const call = (name: string, ...args: unknown[]) => push(['pipeline', 0, [name], args]);
const list = (...items: unknown[]) => [items];
const result = (id: number) => ['pipeline', id];
const remap = (id: number, captures: unknown[], ...instructions: unknown[]) =>
  push(['remap', id, [], captures, instructions]);
const MAIN = ['import', 0];
const nameOf = ['pipeline', -1, ['nameOf'], [['pipeline', 0]]];

const honest: Readonly<Record<string, readonly unknown[]>> = {
  'a call': [call('increment', 1), ['pull', 1], ['release', 1, 1]],
  'a chain': [
    call('cursor'),
    push(['pipeline', 1, ['next'], []]),
    push(['pipeline', 2, ['position'], []]),
    ['pull', 3],
  ],
  'calls as arguments': [
    call('increment', 1),
    call('increment', 1),
    call('add', result(1), result(2)),
    ['pull', 3],
  ],
  'one call as two arguments': [call('count'), call('add', result(1), result(1))],
  'a text in fifty places': [
    call('echo', 'x'.repeat(4000)),
    call('echo', list(...times(50, () => result(1)))),
    ['pull', 2],
  ],
  'a field of a result as an argument': [
    call('user', 7),
    call('greet', ['pipeline', 1, ['name']]),
    ['pull', 2],
  ],
  'a field of a result': [call('user', 7), push(['pipeline', 1, ['address', 'city']])],
  'a map': [
    call('ids', 0),
    remap(1, [MAIN], nameOf, ['pipeline', 1]),
    ['pull', 2],
    push(['pipeline', 2, [], []]),
  ],
  'a field of each item': [
    call('userIds'),
    remap(1, [MAIN], ['pipeline', -1, ['user'], [['pipeline', 0]]], ['pipeline', 1, ['name']]),
  ],
  'a function of the client and its answers': [
    call('calledBack', 3, ['export', -1]),
    ['pull', 1],
    ['resolve', 1, 2],
    ['reject', 2, ['error', 'Error', 'not today']],
    ['release', 1, 1],
  ],
  'an object of the server': [
    push(['pipeline', -1, ['next'], []]),
    push(['pipeline', -1, ['position']]),
    call('isOwnCursor', ['import', -1]),
    ['release', -1, 1],
  ],
  'objects of the server that are released': times(3000, (at) => [
    call('cursor'),
    ['pull', at + 1],
    ['release', at + 1, 1],
    ['release', -at - 1, 1],
  ]).flat(),
  'a stream up': [
    ['pipe'],
    call('up', { items: 1, bytes: 10 }, ['readable', 1]),
    ['stream', ['pipeline', 1, ['write'], ['x'.repeat(65_536)]]],
    ['stream', ['pipeline', 1, ['close'], []]],
    ['pull', 2],
  ],
  'a stream down': [
    call('down', { items: 1, bytes: 10 }),
    ['pull', 1],
    ['resolve', 1, ['undefined']],
  ],
  'calls of a result that is not there yet': [
    call('sink', {}),
    ...times(1000, (at) => push(['pipeline', 1, ['take'], [`${at}`]])),
  ],
  'streams one after the other': times(10, (at) => [
    ['pipe'],
    ...times(64, () => ['stream', ['pipeline', 66 * at + 1, ['write'], ['x'.repeat(65_536)]]]),
    ['stream', ['pipeline', 66 * at + 1, ['close'], []]],
    ['release', 66 * at + 1, 1],
  ]).flat(),
  'values beyond JSON': [
    call(
      'echo',
      list(['undefined'], ['nan'], ['-inf'], ['inf'], ['date', 1], ['date', null]),
      { bytes: ['bytes', 'AQID', 'Float64Array'], large: ['bigint', '1208925819614629174706176'] },
      ['error', 'RangeError', 'too far', null, { cause: ['error', 'Error', 'the fuse'] }],
      list(['url', 'https://example.org/'], ['headers', [['x-a', '1']]]),
    ),
    ['pipe'],
    call('echo', ['blob', 'text/plain', ['readable', 2]]),
  ],
  'data that looks like marks': [call('echo', { list: [['export', 1]], $ref: 1 })],
  'a list 100 deep': [
    `["push",["pipeline",0,["echo"],[${'[['.repeat(100)}"core"${']]'.repeat(100)}]]]`,
  ],
  'a path that leads nowhere': [push(['pipeline', 0, ['__proto__', 'userIds'], []]), ['pull', 1]],
  'a text of 1 MB twice at once': times(2, () => call('echo', 'x'.repeat(1_000_000))),
  'a thousand calls in a batch': [
    times(1000, (at) => `${JSON.stringify(call('add', at, 1))}\n["pull",${at + 1}]`).join('\n'),
  ],
  'no call in a batch': [''],
  'the end': [['abort', ['error', 'Error', 'closed']]],
};

const DOUBLED = times(26, (at) => call('echo', list(result(at + 1), result(at + 1))));
const hostile: Readonly<Record<string, readonly unknown[]>> = {
  'an echo doubled': [call('echo', 'x'), ...DOUBLED],
  '… with its numbers spelt as tenths': [
    call('echo', 'x'),
    ...DOUBLED.map((each) => JSON.stringify(each).replace(/("pipeline",)(\d+)\]/g, '$1$20e-1]')),
  ],
  '… spelt in escapes': [
    call('echo', 'x'),
    ...DOUBLED.map((each) => JSON.stringify(each).replaceAll('p', '\\u0070')),
  ],
  'a list doubled': [
    call('echo', 'x'),
    ...times(26, (at) => push(list(result(at + 1), result(at + 1)))),
  ],
  'many references': [call('echo', 1), call('echo', list(...times(65, () => result(1))))],
  'a value that is no call': [push([times(1000, () => 1)])],
  'a promise that nobody called for': [push(['promise', -1])],
  'a call inside an argument': [call('echo', ['pipeline', 0, ['echo'], [1]])],
  'a method in place of its call': [push(['pipeline', 0, ['download']])],
  '… as an argument': [call('echo', ['pipeline', 0, ['download']])],
  'the main object as an argument': [call('echo', ['import', 0])],
  'a part of a long text, time and again': [call('download', 1_048_576), push(['pipeline', 1, []])],
  'a result that is not there': [call('echo', result(7))],
  'a result that was released': [call('echo', 1), ['release', 1, 1], call('echo', result(1))],
  'a result by a number that is none': [call('echo', 1), call('echo', ['pipeline', '1'])],
  'a map of many instructions': [
    call('ids', 0),
    remap(1, [MAIN], ...times(500, () => ['pipeline', -1, ['getValue'], []])),
  ],
  'a map of a long list': [call('echo', list(...times(1000, () => 1))), remap(1, [MAIN], nameOf)],
  'a map of many references': [
    call('ids', 0),
    remap(
      1,
      [MAIN],
      ...times(4, (at) => ['pipeline', -1, ['echo'], [list(...times(3, () => result(at)))]]),
    ),
  ],
  'a map within a map': [call('ids', 0), remap(1, [MAIN], ['remap', 0, [], [], [['pipeline', 0]]])],
  'a map of long texts': [
    call('ids', 0),
    remap(1, [MAIN], ['pipeline', -1, ['download'], [1_048_576]]),
  ],
  'a map that fetches a method': [call('ids', 0), remap(1, [MAIN], ['pipeline', -1, ['download']])],
  'a map that captures a result': [call('ids', 0), remap(1, [['import', 1]], nameOf)],
  'a map that captures a function': [call('ids', 0), remap(1, [['export', -1]], nameOf)],
  'a map that passes the main object': [
    call('ids', 0),
    remap(1, [MAIN], ['pipeline', -1, ['echo'], [['import', -1]]]),
  ],
  'a map that refers to what follows': [call('ids', 0), remap(1, [MAIN], ['pipeline', 1])],
  'a map of objects': [call('ids', 0), remap(1, [MAIN], ['pipeline', -1, ['cursor'], []])],
  'a result that is pulled twice': [call('cursor'), ['pull', 1], ['pull', 1]],
  'objects that are never released': times(3000, (at) => [
    call('cursor'),
    ['pull', at + 1],
    ['release', at + 1, 1],
  ]).flat(),
  'a map of the main object': [remap(0, [], ['pipeline', 0])],
  'a map of a map': [call('ids', 0), remap(1, [MAIN], nameOf), remap(2, [MAIN], nameOf)],
  'many functions': [call('echo', list(...times(101, (at) => ['export', -at - 1])))],
  'many errors': [call('echo', list(...times(101, () => ['error', 'Error', 'x'])))],
  'a function beside a long text': [call('callBack', ['export', -1], 'x'.repeat(10_000))],
  'functions without end': times(4000, (at) => [
    call('callBack', ['export', -1], 'x'.repeat(8000)),
    ['release', at + 1, 1],
  ]).flat(),
  'results that are never released': times(30_000, () => call('getValue')),
  'long results that are never released': times(3, () => call('echo', 'x'.repeat(1_000_000))),
  'results released by nought': times(3, (at) => [
    call('echo', 'x'.repeat(1_000_000)),
    ['release', at + 1, 0],
  ]).flat(),
  'a list echoed by reference': [
    call('echo', list(...times(10_000, () => 0))),
    ...times(300, () => call('echo', result(1))),
  ],
  'a long text in 64 places': [
    call('echo', 'x'.repeat(60_000)),
    call('echo', list(...times(64, () => result(1)))),
  ],
  'an answer that holds a long result': [
    call('echo', 'x'.repeat(60_000)),
    ['resolve', 1, list(result(1), result(1))],
  ],
  'a release by less than nothing': [['release', 1, -1]],
  'a release by a part': [call('echo', 1), ['release', 1, 0.5]],
  'pipes that nobody reads': times(1000, () => ['pipe']),
  'a pipe as a value': [['pipe'], call('echo', ['import', 1])],
  'references in a stream': [
    call('echo', 1),
    ['pipe'],
    ['stream', ['pipeline', 2, ['write'], [result(1)]]],
  ],
  'a pipe that is never read': [
    ['pipe'],
    ...times(20, () => ['stream', ['pipeline', 1, ['write'], ['x'.repeat(1_000_000)]]]),
  ],
  'a stream to what the server told of': [['stream', ['pipeline', -1, ['write'], [1]]]],
  'calls without end of a result that waits': [
    call('hold', 'key'),
    ...times(2000, (at) => [push(['pipeline', at + 1, ['x'], []]), ['release', at + 1, 1]]).flat(),
  ],
  '… that refer to it': [
    call('hold', 'key'),
    ...times(2000, (at) => [call('echo', result(1)), ['release', at + 2, 1]]).flat(),
  ],
  'a number that coerces': [push(['pipeline', { toString: 1 }, ['x'], []])],
  '… very deep': [`["push",["remap",${'['.repeat(9000)}${']'.repeat(9000)},[],[],[]]]`],
  'a call as a stream': [['stream', ['pipeline', 0, ['download'], [1_048_576]]]],
  'a long answer': [['resolve', 1, 'x'.repeat(100_000)]],
  'a BigInt of many digits': [call('echo', ['bigint', '9'.repeat(2000)])],
  'a BigInt of no text': [call('echo', ['bigint', ['9']])],
  'a value of an unknown kind': [call('echo', ['request', 'https://example.org', {}])],
  'an empty list without its list': [call('echo', [])],
  'lists 300 deep': [`["push",["pipeline",0,["echo"],[${'[['.repeat(300)}1${']]'.repeat(300)}]]]`],
  'many values': [call('echo', list(...times(20_000, () => 0)))],
  'many lines': [times(8193, () => '["pull",0]').join('\n')],
  'an unknown message': [['provide', 1]],
  'an object': ['{"json":1}'],
  'no JSON': ['junk'],
};

describe('the guard of Cap’n Web', () => {
  it.each(Object.entries(honest))('lets %s through', (_what, frames) => {
    expect(refusalOf(frames)).toBeUndefined();
  });

  it.each(Object.entries(hostile))('refuses %s', (_what, frames) => {
    expect(refusalOf(frames)).toBeDefined();
  });

  it('throws nothing but refusals, whatever is sent', () => {
    const word = fc.constantFrom(
      'push',
      'pull',
      'release',
      'stream',
      'remap',
      'pipeline',
      'export',
      'error',
    );
    const json = fc.jsonValue({ maxDepth: 5 });
    const junk = fc.oneof(
      fc.string(),
      fc.json(),
      fc.tuple(word, json, json, json).map((each) => JSON.stringify(each)),
      fc
        .tuple(word, word, json, json, json, json)
        .map(([kind, ...rest]) => JSON.stringify([kind, rest])),
    );
    fc.assert(fc.property(fc.array(junk, { maxLength: 5 }), (frames) => void refusalOf(frames)));
  });
});
