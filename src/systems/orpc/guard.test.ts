import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../bench-workers/testing/refusal.ts';
import { guard } from './guard.ts';
import { HTTP, HTTP_BATCH } from './system.ts';

const call = (body: unknown, more: object = {}, kind: object = {}) => ({
  i: '1',
  ...kind,
  p: { u: '/echo', b: body, ...more },
});
const SOCKET = 'hibernating';
const stream = { h: { 'content-type': 'text/event-stream' } };
const event = { i: '1', t: 3, p: { e: 'message', d: { json: 'an item' } } };
const file = { h: { 'content-disposition': 'attachment; filename="x"' } };
const digits = { json: ['9'.repeat(2000)], meta: [[0, 0]] };
const add = { url: 'http://elsewhere/add', body: { json: { a: 2, b: 3 } } };

describe('the guard of oRPC', () => {
  it.each<[string, string, unknown]>([
    ['a call', SOCKET, call({ json: 1 })],
    ['a call without an input', SOCKET, call(undefined)],
    [
      'values beyond JSON',
      SOCKET,
      call({
        json: [[['a', 1]], ['b']],
        meta: [
          [7, 0],
          [6, 1],
        ],
      }),
    ],
    [
      'a BigInt and a Date',
      SOCKET,
      call({
        json: ['1180591620717411303424', null],
        meta: [
          [0, 0],
          [1, 1],
        ],
      }),
    ],
    ['a regular expression', SOCKET, call({ json: '/^r(ound)?trip$/giu', meta: [[5]] })],
    ['the end of a call', SOCKET, { i: '1', t: 4 }],
    ['a text of 1 MB', SOCKET, call({ json: 'x'.repeat(1_000_000) })],
    ['an input over HTTP', HTTP, { json: ['a'], meta: [[6]] }],
    ['no input over HTTP', HTTP, ''],
    ['a batch over HTTP', HTTP_BATCH, [add, add]],
  ])('lets %s through', (_what, arm, frame) => {
    expect(refusalOf(guard(arm), [frame])).toBeUndefined();
  });

  it.each<[string, string, unknown]>([
    ['a stream', SOCKET, call({}, stream)],
    ['an event', SOCKET, event],
    ['a form', SOCKET, call({}, { h: { 'content-type': 'multipart/form-data; boundary=x' } })],
    [
      'a file, spelt in escapes',
      SOCKET,
      JSON.stringify(call({}, file)).replace('"h"', '"\\u0068"'),
    ],
    ['an unknown kind', SOCKET, call({}, {}, { t: 2 })],
    ['a BigInt of many digits', SOCKET, call(digits)],
    ['… over HTTP', HTTP, digits],
    ['… in a batch', HTTP_BATCH, [add, { ...add, body: digits }]],
    ['… spelt in escapes', SOCKET, JSON.stringify(call(digits)).replace('"meta"', '"\\u006Deta"')],
    ['a costly expression', SOCKET, call({ json: `/[${'\\p{L}'.repeat(1000)}]/u`, meta: [[5]] })],
    ['a path to what is inherited', SOCKET, call({ json: {}, meta: [[6, 'constructor']] })],
    ['a path that coerces', SOCKET, call({ json: {}, meta: [[6, { toString: 1 }]] })],
    ['a part without a type', SOCKET, call({ json: {}, meta: [6] })],
    ['a large frame beyond JSON', SOCKET, call({ json: ['x'.repeat(9000)], meta: [[6]] })],
    ['a method of its own', HTTP_BATCH, [{ ...add, method: 'GET' }]],
    ['headers of its own', HTTP_BATCH, [{ ...add, headers: {} }]],
    ['what is no call', HTTP_BATCH, [add, 7]],
    ['brackets of a question', SOCKET, `${'['.repeat(10_000)}1${']'.repeat(10_000)}`],
    ['no JSON', SOCKET, '{"json":'],
  ])('refuses %s', (_what, arm, frame) => {
    expect(refusalOf(guard(arm), [frame])).toBeDefined();
  });

  it('takes events of JSON where it takes streams', () => {
    const check = guard('websocket');
    expect(refusalOf(check, [call(undefined, stream), event, { i: '1', t: 4 }])).toBeUndefined();
    expect(refusalOf(check, [call({}, file)])).toBeDefined();
    expect(refusalOf(check, [{ ...event, p: { d: digits } }])).toBeDefined();
  });

  it('throws nothing but refusals, whatever is sent', () => {
    const input = fc.record({ json: fc.jsonValue(), meta: fc.array(fc.array(fc.jsonValue())) });
    const frame = fc.oneof(
      fc.string(),
      fc.json(),
      input,
      input.map((each) => call(each)),
      fc.array(input),
    );
    const arm = fc.constantFrom(SOCKET, HTTP, HTTP_BATCH);
    fc.assert(fc.property(arm, frame, (each, sent) => void refusalOf(guard(each), [sent])));
  });
});
