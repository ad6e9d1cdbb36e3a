import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { violationIn } from '../testing/messages.ts';
import { checkAnnotated, checkSuperjson } from './superjson-paths.ts';

const refusal = (json: unknown, meta: object) =>
  violationIn(() => checkSuperjson(json, { v: 1, ...meta }), ['']);
const typed = [['typed-array', 'Uint8Array']];

describe('the annotations of superjson', () => {
  it.each<[string, unknown, object]>([
    ['a typed array in a Map', [[[2e9, 1]]], { values: { 0: ['map'], '0.0': typed } }],
    ['… and the other way round', [[[2e9, 1]]], { values: { '0.0': typed, 0: ['map'] } }],
    ['one place named in two ways', [['2e9']], { values: { '0.0': ['number'], '0.00': typed } }],
    ['a symbol', ['x'], { values: { 0: [['symbol', 'x']] } }],
    ['a type of its own', [{}], { values: { 0: [['custom', 'x']] } }],
    ['an unknown type', ['x'], { values: { 0: ['toString'] } }],
    ['an older version', [1], { values: { 0: ['undefined'] }, v: 0 }],
    ['what is inherited', [{}], { values: { '0.toString': ['undefined'] } }],
    ['a BigInt of none', [[1]], { values: { 0: ['bigint'] } }],
    ['an expression of sets', ['/[a]/v'], { values: { 0: ['regexp'] } }],
    ['a Date of an object', [{}], { values: { 0: ['Date'] } }],
    ['a Set of a text', ['x'], { values: { 0: ['set'] } }],
    ['a tree that is none', [{}], { values: 'x' }],
    ['a place of what is inherited', [{}], { referentialEqualities: { 0: ['0.constructor'] } }],
    ['places that are none', [{}], { referentialEqualities: { 0: [1] } }],
  ])('are refused: %s', (_what, json, meta) => {
    expect(refusal(json, meta)).toBeDefined();
  });

  it('are told by their field alone', () => {
    const usual = '{"values":["undefined"],"v":1}';
    const isAnnotated = (text: string) => checkAnnotated(text, usual);
    const long = 'x'.repeat(9000);
    expect(isAnnotated('{"json":1,"m\\u0065ta":{}}')).toBe(true);
    expect(isAnnotated(`{"json":"the meta is ${long}","metadata":1}`)).toBe(false);
    expect(isAnnotated(`{"json":null,"more":"${long}","meta":${usual}}`)).toBe(false);
    expect(violationIn(isAnnotated, [`{"json":"${long}","meta":{}}`])).toContain('special');
  });

  it('throw nothing but refusals, whatever they are', () => {
    const key = fc.constantFrom('values', 'referentialEqualities', '0', '0.0', 'a', '__proto__');
    const type = fc.constantFrom('map', 'set', 'Error', 'bigint', 'regexp', 'undefined', typed[0]);
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        fc.jsonValue({ maxDepth: 2 }),
        fc.dictionary(key, tie('tree'), { maxKeys: 2 }),
        fc.tuple(type, tie('tree')),
        fc.array(tie('tree'), { maxLength: 2 }),
      ),
    }));
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.dictionary(key, tree, { maxKeys: 2 }),
        (json, meta) => void refusal(json, meta),
      ),
    );
  });
});
