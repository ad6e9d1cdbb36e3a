import { describe, expect, it } from 'vitest';
import { checkText } from '../../../bench-workers/guard/socket-guard.ts';
import { checkLumenizeRpc } from './check.ts';

const get = (key: unknown) => ({ type: 'get', key });
const apply = (...args: unknown[]) => ({ type: 'apply', args });
/** How a frame with one call is refused; undefined where it passes. */
const refusal = (operations: unknown, meta: object = {}) =>
  checkText(
    JSON.stringify({
      json: { type: 'bench/lumenize-rpc', batch: [{ id: 'x', operations }] },
      meta,
    }),
    checkLumenizeRpc,
  )?.reason;
/** A call as an argument. */
const nested = (chain: unknown) => ({ __isNestedOperation: true, __operationChain: chain });

describe('the check of the published library', () => {
  it.each([
    ['a call', [get('increment'), apply(1)]],
    ['a chain', [get('cursor'), apply(), get('next'), apply(), get('position'), apply()]],
    ['a call as an argument', [get('add'), apply(nested([get('increment'), apply(1)]), 2)]],
    ['an item of a list', [get('ids'), apply(0), get(3)]],
    ['data that looks like a step', [get('echo'), apply({ ...get('constructor') })]],
  ])('lets %s through', (_what, operations) => {
    expect(refusal(operations)).toBeUndefined();
  });

  it.each([
    ['a name that is not declared', [get('constructor')]],
    ['one of a result', [get('getValue'), apply(), get('constructor'), get('constructor')]],
    ['one of a call as an argument', [get('echo'), apply([nested([get('constructor')])])]],
    ['a name in another place', [get({ $ref: 0 }), apply()]],
    ['a step in another place', [{ $ref: 0 }, apply()]],
    ['a chain in another place', { $ref: 0 }],
    [
      'a name that is inherited',
      [JSON.parse('{"type":"get","key":"echo","__proto__":{"key":"constructor"}}')],
    ],
    ['a name of no kind', [get(null)]],
    ['no steps', 'constructor'],
  ])('refuses %s', (_what, operations) => {
    expect(refusal(operations)).toContain('declared names');
  });

  it('looks into what is written in another place', () => {
    const meta = { aliases: { 0: { operations: [get('constructor')] } } };
    expect(refusal([get('getValue'), apply()], meta)).toContain('declared names');
  });

  it('follows a step to another place, once', () => {
    const follow = (...aliases: unknown[]) =>
      refusal([{ $ref: 0 }, apply(1)], { aliases: { ...aliases } });
    expect(follow(get('echo'))).toBeUndefined();
    expect(follow(get('constructor'))).toContain('declared names');
    expect(follow({ $ref: 1 }, get('echo'))).toContain('declared names');
  });

  it('refuses a chain of which the server would run the beginning again and again', () => {
    const next = [get('next'), apply()];
    expect(refusal([get('cursor'), apply(), ...next, ...next, ...next])).toContain('message.steps');
  });
});
