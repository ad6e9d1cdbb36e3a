import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkArguments, methods } from './arguments.ts';

const call = () => 1;
const shape = { items: 1, bytes: 10 };
/** A list that holds itself twice, so many deep: as a text it has 2 ** 27 places. */
let twice: unknown = 'x';
for (let depth = 0; depth < 27; depth += 1) twice = [twice, twice];
/** An object that throws wherever it is made a text or a number. */
const refuse = () => {
  throw new Error('it was coerced');
};
const wary = { [Symbol.toPrimitive]: refuse, toString: refuse, valueOf: refuse, toJSON: refuse };
const ring: unknown[] = [];
ring.push(ring);

function nested(depth: number): unknown {
  let value: unknown = 'core';
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

describe('the arguments of the service', () => {
  // The questions and the contract of all libraries make the other calls.
  it.each<[method: keyof typeof methods, ...args: unknown[]]>([
    ['echo', ring],
    ['echo', { reason: new RangeError('too far', { cause: wary }) }],
    ['callBack', call, wary],
    ['hold', 'never', { signal: {} }],
    ['down', { ...shape, part: { gathers: 20 } }],
  ])('may be those of the matrix and the studies: %s', (method, ...args) => {
    expect(() => checkArguments(method, args)).not.toThrow();
  });

  it.each<[message: string, method: string, ...args: unknown[]]>([
    ['increment(amount): got "1", expected a safe integer', 'increment', '1'],
    ['increment(amount): got 0.5, expected a safe integer', 'increment', 0.5],
    ['increment(amount): got an object, expected a safe integer', 'increment', twice],
    ['increment(amount): got an object, expected a safe integer', 'increment', wary],
    ['increment(amount): got undefined, expected a safe integer', 'increment'],
    ['add(b): got an object, expected a safe integer', 'add', 1, twice],
    ['upload(text): got 1, expected a text', 'upload', 1],
    ['download(length): got -1, expected a whole number from 0 to 1048576', 'download', -1],
    ['ids(first): got 100001, expected a whole number from 0 to 100000', 'ids', 100_001],
    ['calledBack(count): got 101, expected a whole number from 0 to 100', 'calledBack', 101, call],
    ['calledBack(call): got "x", expected a function', 'calledBack', 1, 'x'],
    ['fail(kind): got "toString", expected one of type, cause', 'fail', 'toString'],
    ['hold(key): got an object, expected a text', 'hold', twice],
    ['subscribe(callback): got an object, expected a function', 'subscribe', 'news', {}],
    ['collect(stream): got an object, expected a stream', 'collect', {}],
    ['numbers(after): got -1000, expected a whole number from 0', 'numbers', 1, -1000],
    ['items: got 0.007, expected a whole number', 'flowTo', { items: 0.007, bytes: 5e8 }, call],
    ['flowTo(take): got undefined, expected a function', 'flowTo', shape],
    ['echo(value): got an object, expected a value of at most', 'echo', twice],
    ['echo(value): got an object, expected a value', 'echo', new Error('x', { cause: twice })],
    ['echo(value): got an object, expected a value of at most', 'echo', Array(70_000).fill(0)],
    ['nested at most 500 deep', 'echo', nested(5000)],
    ['items: got 0, expected a whole number from 1 to 1000', 'down', { items: 0, bytes: 10 }],
    ['items: got an object, expected', 'sink', { items: twice, bytes: 10 }],
    ['gathers: got "2", expected', 'down', { ...shape, part: { gathers: '2' } }],
    ['gathers: got undefined, expected', 'down', { ...shape, part: 'hears' }],
    [
      'gathers: got 21, expected a whole number from 1',
      'down',
      { ...shape, part: { gathers: 21 } },
    ],
    ['bytes in all: got 8454144, expected', 'down', { items: 129, bytes: 65_536 }],
    ['getValue: got 1 arguments, expected 0', 'getValue', 1],
    ['echo: got 2 arguments, expected 1', 'echo', 1, 2],
    ['method: got "toString", expected one of increment, getValue', 'toString'],
  ])('are refused: %s', (message, method, ...args) => {
    expect(() => checkArguments(method, args)).toThrow(message);
  });

  it('are never coerced', () => {
    const given = fc.oneof(fc.anything({ withBigInt: true, withMap: true }), fc.constant(wary));
    const list = fc.array(given, { maxLength: 3 });
    const arb = fc.tuple(fc.constantFrom(...Object.keys(methods)), list);
    fc.assert(
      fc.property(arb, ([method, args]) => {
        try {
          checkArguments(method, args);
        } catch (error) {
          expect(String(error)).toContain('expected');
        }
      }),
    );
  });
});
