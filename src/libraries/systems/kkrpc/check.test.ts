import { expect, it } from 'vitest';
import { violationIn } from '../../../../bench-workers/testing/messages.ts';
import { makeCheck } from './check.ts';

const request = (method: string) =>
  `${JSON.stringify({ id: '1', method, args: ['injected', '__callback__1'], type: 'request' })}\n`;

it.each(['increment', 'calledBack', 'noSuchMethod'])('lets a call of %s through', (method) => {
  expect(violationIn(makeCheck('json'), [request(method)])).toBeUndefined();
});

/** Paths that lead from what is exposed to what everybody shares. */
it.each([
  '__proto__.toString',
  'constructor.constructor',
  'hasOwnProperty',
  'then',
  'secret',
  'increment.call',
  'increment.__proto__.__proto__.__defineGetter__',
  'increment.apply.apply',
  'increment.name.constructor',
  'increment.prototype.constructor',
  '',
])('refuses the path "%s", whichever way its frame is written', (path) => {
  const message = { json: JSON.parse(request(path)) as object, meta: { v: 1 } };
  for (const frame of [request(path), JSON.stringify(message)]) {
    expect(violationIn(makeCheck('http'), [frame])).toContain('a declared method');
  }
});

it.each<[string, object, object]>([
  [
    'the method',
    { type: 'request', method: 'echo', args: ['__proto__.toString'] },
    { 'args.0': ['method'] },
  ],
  [
    'the type',
    { type: 'response', method: '__proto__.toString', args: { result: 'request' } },
    { 'args.result': ['type'] },
  ],
])('refuses an annotation of %s', (_what, message, referentialEqualities) => {
  const frame = { json: { id: '1', ...message }, meta: { v: 1, referentialEqualities } };
  expect(violationIn(makeCheck('superjson'), [`${JSON.stringify(frame)}\n`])).toContain(
    'annotations of arguments',
  );
});
