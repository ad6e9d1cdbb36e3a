import { stringify } from '@lumenize/structured-clone';
import { describe, expect, it } from 'vitest';
import { times, violationIn } from '../../../../bench-workers/testing/messages.ts';
import { makeCheck } from './check.ts';

const get = (key: unknown) => ({ type: 'get', key });
const apply = (...args: unknown[]) => ({ type: 'apply', args });
const message = (batch: unknown[]) => ({ type: 'bench/lumenize', batch });
const frame = (batch: unknown[], meta: object = {}) => ({ json: message(batch), meta });
const echo = (...args: unknown[]) => ({ id: 'x', operations: [get('echo'), apply(...args)] });
const echoed = (...args: unknown[]) => frame([echo(...args)]);
/** An alias in a place, and a text of 4,000 characters in so many. */
const aliased = (value: unknown, ...args: unknown[]) =>
  frame([echo({ $ref: 0 }, ...args)], { aliases: { 0: value } });
const places = (count: number) =>
  aliased('x'.repeat(4000), ...times(count - 1, () => ({ $ref: 0 })));
const LETTERS = '\\p{L}'.repeat(1000);

describe('the check of Lumenize', () => {
  it.each<[string, unknown]>([
    ['a thousand calls', frame(times(1000, () => echo(1, 2)))],
    ['data that looks like marks', stringify(message([echo({ $type: 'date', $ref: 1 })]))],
    ['an error of another name', echoed({ $type: 'error', name: 'QuotaError', message: '' })],
    [
      'the name of a class',
      frame([echo({ constructor: 'a' }), { operations: [get('constructor')] }]),
    ],
    ['a text in fifty places', places(50)],
    ['what the library hears in silence', '{"json":'],
    ['brackets of a question', `${'['.repeat(10_000)}1${']'.repeat(10_000)}`],
  ])('lets %s through', (_what, text) => {
    expect(violationIn(makeCheck(), [text])).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ['a long text in many places', places(500)],
    ['… spelt in escapes', JSON.stringify(aliased('x'.repeat(9000))).replace('$', '\\u0024')],
    ['a BigInt of many digits', echoed({ $type: 'bigint', value: '9'.repeat(2000) })],
    ['… among the aliases', aliased({ $type: 'bigint-object', value: '9'.repeat(2000) })],
    ['a costly expression', echoed({ $type: 'regexp', source: `[${LETTERS}]`, flags: 'u' })],
    ['a function for an error', echoed({ $type: 'error', name: 'Function', message: 'x' })],
    ['… in a list', echoed({ $type: 'error', name: ['WebSocket'], message: 'ws://x' })],
    ['a view of another class', echoed({ $type: 'arraybuffer', subtype: 'Function', data: ['x'] })],
    ['a view by its length', echoed({ $type: 'arraybuffer', subtype: 'Uint8Array', data: 4e9 })],
    ['a class by its name', echoed({ constructor: { name: 'DataView' }, buffer: 4e9 })],
    ['… spelt in escapes', '{"json":{"\\u0063onstructor":{"name":"FooArray"},"length":4e9}}'],
    [
      'a prototype',
      '{"json":{"$$":1,"__proto__":{"$type":"arraybuffer","subtype":"ArrayBuffer","data":[]},"length":4e9}}',
    ],
    ['an expression of sets', echoed({ $type: 'regexp', source: 'a', flags: 'v' })],
    ['19,000 calls', frame(times(19_000, () => echo()))],
    ['many brackets', `{"json":${'['.repeat(20_000)}`],
  ])('refuses %s', (_what, text) => {
    expect(violationIn(makeCheck(), [text])).toBeDefined();
  });
});
