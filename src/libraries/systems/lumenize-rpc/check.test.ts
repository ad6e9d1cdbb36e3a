import { describe, expect, it } from 'vitest';
import { violationIn } from '../../../../bench-workers/testing/messages.ts';
import { makeCheck } from './check.ts';

const get = (key: unknown) => ({ type: 'get', key });
const apply = (...args: unknown[]) => ({ type: 'apply', args });
/** The refusal of a frame with one call; undefined if it passes. */
const refusal = (operations: unknown, meta: object = {}) =>
  violationIn(makeCheck(), [
    { json: { type: 'bench/lumenize-rpc', batch: [{ id: 'x', operations }] }, meta },
  ]);
/** A call as an argument. */
const nested = (chain: unknown) => ({ __isNestedOperation: true, __operationChain: chain });
const inherited = (json: string) => JSON.parse(json) as unknown;

describe('the check of the published Lumenize RPC', () => {
  it.each<[string, unknown]>([
    ['a call', [get('increment'), apply(1)]],
    ['a chain', [get('cursor'), apply(), get('next'), apply(), get('position'), apply()]],
    ['a call as an argument', [get('add'), apply(nested([get('increment'), apply(1)]), 2)]],
    ['an item of a list', [get('ids'), apply(0), get(3)]],
    ['data that looks like a step', [get('echo'), apply({ ...get('constructor') })]],
    ['data with a prototype', [get('echo'), apply(inherited('{"a":{"__proto__":{"bad":1}}}'))]],
  ])('lets %s through', (_what, operations) => {
    expect(refusal(operations)).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ['a name that is not declared', [get('constructor')]],
    ['one of a result', [get('getValue'), apply(), get('constructor'), get('constructor')]],
    ['one of a call as an argument', [get('echo'), apply([nested([get('constructor')])])]],
    [
      'one behind a prototype',
      [
        get('echo'),
        apply(
          inherited(
            '{"__isNestedOperation":true,"__proto__":{"__operationChain":[{"type":"get","key":"constructor"}]}}',
          ),
        ),
      ],
    ],
    ['one spelt in escapes', inherited('[{"type":"get","key":"const\\u0072uctor"}]')],
    ['a name in another place', [get({ $ref: 0 }), apply()]],
    ['a step in another place', [{ $ref: 0 }, apply()]],
    ['a step by a list', [{ $ref: [0] }, apply()]],
    ['a chain in another place', { $ref: 0 }],
    [
      'a name that is inherited',
      [inherited('{"type":"get","key":"echo","__proto__":{"key":"constructor"}}')],
    ],
    ['a name of no kind', [get(null)]],
    ['no steps', 'constructor'],
    ['an empty chain', []],
    ['one of a call as an argument without steps', [get('echo'), apply(nested([]))]],
  ])('refuses %s', (_what, operations) => {
    expect(refusal(operations, { aliases: { 0: get('constructor') } })).toMatch(
      /declared names|without a prototype/,
    );
  });

  it('looks into what is written in another place, and follows a step there once', () => {
    const aliases = { 0: { operations: [get('constructor')] } };
    expect(refusal([get('getValue'), apply()], { aliases })).toContain('declared names');
    const follow = (...all: unknown[]) => refusal([{ $ref: 0 }, apply(1)], { aliases: { ...all } });
    expect(follow(get('echo'))).toBeUndefined();
    expect(follow(get('constructor'))).toContain('declared names');
    expect(follow({ $ref: 1 }, get('echo'))).toContain('declared names');
  });

  it('refuses a chain of which the server would run the beginning again and again', () => {
    const next = [get('next'), apply()];
    expect(refusal([get('cursor'), apply(), ...next, ...next, ...next])).toContain('message.steps');
  });

  it('refuses more chains than a message may have calls', () => {
    const many = (count: number) =>
      refusal([get('echo'), apply(Array(count).fill(nested([get('ids')])))]);
    expect(many(999)).toBeUndefined();
    expect(many(1000)).toContain('message.calls');
  });
});
