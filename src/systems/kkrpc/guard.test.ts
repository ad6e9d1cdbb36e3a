import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../bench-workers/testing/refusal.ts';
import { guard } from './guard.ts';

const line = (message: object) => `${JSON.stringify(message)}\n`;
const request = (args: unknown[], more: object = {}) =>
  line({ id: 'x', method: 'echo', args, type: 'request', version: 'json', ...more });
const superjson = (args: unknown[], values: object, more: object = {}) =>
  line({
    json: { id: 'x', method: 'echo', args, type: 'request', version: 'superjson', ...more },
    meta: { values, v: 1 },
  });

describe('the guard of kkrpc', () => {
  it.each<[string, ...string[]]>([
    ['a request', request([1])],
    ['a text of 1 MB', request(['x'.repeat(1_000_000)])],
    ['a function of the client', request(['__callback__1'], { callbackIds: ['1'] })],
    ['an answer', line({ id: 'x', method: '', args: { result: 1 }, type: 'response' })],
    ['a call of a function', line({ id: 'x', method: '1', args: [1], type: 'callback' })],
    ['bytes', request([{ type: 'Uint8Array', data: [1] }])],
    ['values beyond JSON', superjson([['a', 1]], { 'args.0': ['set'] })],
    [
      'a text of 1 MB without a list of callbacks',
      superjson(['x'.repeat(1_000_000)], { callbackIds: ['undefined'] }),
    ],
    ['several lines', request([1]).repeat(1000)],
    ['a line in parts', request([1]).slice(0, 9), request([1]).slice(9)],
    ['a line that does not end', '{"json":'],
    ['brackets of a question', `${'['.repeat(10_000)}1${']'.repeat(10_000)}`],
    ['a path that leads nowhere', request([], { method: '__proto__.userIds' })],
  ])('lets %s through', (_what, ...frames) => {
    expect(refusalOf(guard('superjson'), frames)).toBeUndefined();
  });

  it.each<[string, ...string[]]>([
    ['no JSON', '{"json":\n'],
    ['no message', '{"json":{"type":"request"}}\n'],
    ['a list', '[1]\n'],
    ['a message of an unknown type', request([], { type: 'junk' })],
    ['a request without arguments', request([], { args: {} })],
    ['an answer without any', line({ id: 'x', method: '', type: 'response' })],
    ['a method that is no text', request([], { method: ['echo'] })],
    ['a long id', request([], { id: 'x'.repeat(129) })],
    ['a typed array of a number', superjson([2e9], { 'args.0': [['typed-array', 'Uint8Array']] })],
    [
      '… spelt in escapes',
      superjson([2e9], { 'args.0': [['typed-array', 'Uint8Array']] }).replace('meta', 'm\\u0065ta'),
    ],
    [
      '… behind another line',
      request([1]) + superjson([2e9], { 'args.0': [['typed-array', 'Uint8Array']] }),
    ],
    [
      '… before the usual ones',
      superjson([2e9], { callbackIds: ['undefined'] }).replace(
        ',"meta"',
        `,"meta":{"values":{"args.0":[["typed-array","Uint8Array"]]},"v":1},"x":"${'x'.repeat(9000)}","meta"`,
      ),
    ],
    ['a large frame beyond JSON', superjson(['x'.repeat(9000)], { 'args.0': ['undefined'] })],
    ['many brackets', `{"json":${'['.repeat(20_000)}\n`],
    ['many lines', request([1]).repeat(8193)],
    ['a line that does not end for long', `{${'x'.repeat(70_000)}`],
    ['a line in very many parts', ...Array.from('{'.repeat(65))],
  ])('refuses %s', (_what, ...frames) => {
    expect(refusalOf(guard('superjson'), frames)).toBeDefined();
  });

  it('throws nothing but refusals, whatever is sent', () => {
    const message = fc.record({
      id: fc.constantFrom('x', 1),
      method: fc.string(),
      type: fc.constantFrom('request', 'response', 'callback', '__proto__'),
      args: fc.jsonValue(),
    });
    const frame = fc.oneof(
      fc.string(),
      message.map(line),
      fc.record({ json: message, meta: fc.jsonValue() }).map(line),
    );
    fc.assert(fc.property(fc.array(frame), (frames) => void refusalOf(guard('superjson'), frames)));
  });
});
