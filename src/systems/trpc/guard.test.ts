import fc from 'fast-check';
import superjson from 'superjson';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../bench-workers/testing/refusal.ts';
import { guard } from './guard.ts';
import { HTTP_BATCH, SUPERJSON } from './system.ts';

const call = (path: string, input?: unknown, method = 'mutation') => ({
  id: 1,
  method,
  params: { path, input },
});
const times = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));
const typed = { values: [['typed-array', 'Uint8Array']], v: 1 };
const annotated = { json: ['a', 1], meta: { values: ['set'], v: 1 } };

describe('the guard of tRPC', () => {
  it.each<[string, string, unknown]>([
    ['a call', 'in-memory', call('increment', 1)],
    ['a thousand calls', 'in-memory', times(1000, () => call('add', { a: 1, b: 1 }))],
    ['a text of 1 MB', 'in-memory', call('echo', 'x'.repeat(1_000_000))],
    [
      'a subscription and its end',
      'websocket',
      [call('down', {}, 'subscription'), { id: 1, method: 'subscription.stop' }],
    ],
    ['what the library answers itself', SUPERJSON, '{"json":'],
    ['brackets of a question', SUPERJSON, `${'['.repeat(10_000)}1${']'.repeat(10_000)}`],
    ['a ping', SUPERJSON, 'PING'],
    ['a thousand calls of superjson', SUPERJSON, times(1000, () => call('add', { json: [1, 2] }))],
    [
      'a thousand calls without an input',
      SUPERJSON,
      times(1000, () => call('getValue', superjson.serialize(undefined))),
    ],
    ['values beyond JSON', SUPERJSON, call('echo', annotated)],
    ['data with such a name', 'in-memory', call('echo', { meta: 'x'.repeat(9000) })],
  ])('lets %s through', (_what, arm, frame) => {
    expect(refusalOf(guard(arm), [frame])).toBeUndefined();
  });

  it.each<[string, string, unknown]>([
    ['very many calls', 'in-memory', times(1001, () => call('fail'))],
    ['… behind blanks', 'in-memory', ` ${JSON.stringify(times(1001, () => call('fail')))}`],
    ['many subscriptions', SUPERJSON, times(101, () => call('numbers', [1], 'subscription'))],
    ['a typed array of a number', SUPERJSON, call('echo', { json: 2e9, meta: typed })],
    ['… among other calls', SUPERJSON, [call('echo'), call('echo', { json: 2e9, meta: typed })]],
    [
      '… spelt in escapes',
      SUPERJSON,
      JSON.stringify(call('echo', { json: 2e9, meta: typed })).replace('meta', 'm\\u0065ta'),
    ],
    [
      '… behind a call without an input',
      SUPERJSON,
      [call('getValue', superjson.serialize(undefined)), call('echo', { json: 2e9, meta: typed })],
    ],
    [
      'a large frame beyond JSON',
      SUPERJSON,
      call('echo', { ...annotated, more: 'x'.repeat(9000) }),
    ],
    ['annotations without an input', SUPERJSON, call('echo', [annotated, 'meta'])],
  ])('refuses %s', (_what, arm, frame) => {
    expect(refusalOf(guard(arm), [frame])).toBeDefined();
  });

  it('counts the inputs of a batch over HTTP', () => {
    expect(refusalOf(guard(HTTP_BATCH), [{ 0: 1, 1: { json: 1 } }])).toBeUndefined();
    expect(refusalOf(guard(HTTP_BATCH), [{ ...times(1001, () => 1) }])).toBeDefined();
  });

  it('throws nothing but refusals, whatever is sent', () => {
    const input = fc.record({ json: fc.jsonValue(), meta: fc.jsonValue() });
    const frame = fc.oneof(
      fc.string(),
      fc.json(),
      input.map((each) => call('echo', each)),
      fc.array(input),
    );
    fc.assert(
      fc.property(frame, (each) => {
        refusalOf(guard(SUPERJSON), [each]);
        refusalOf(guard(HTTP_BATCH), [each]);
      }),
    );
  });
});
