/** Values: what arrives at the other side and comes back as what it was. */
import { answerOf, fail, pass, show } from './outcome.ts';
import { answering, connected, type Run, type Questions } from './client-kit.ts';

/** Sends a value through the other side and back, and compares. */
const echoed = (value: unknown): Run => answering((api) => api.echo(value), value);

/** An object that holds itself. */
function ring(): object {
  const object: Record<string, unknown> = { name: 'ring' };
  object['self'] = object;
  return object;
}

function twoChunks(): ReadableStream<string> {
  return new ReadableStream<string>({
    start(controller) {
      controller.enqueue('one');
      controller.enqueue('two');
      controller.close();
    },
  });
}

export const values: Questions = {
  'values-undefined': echoed({ absent: undefined, list: [undefined, 1] }),
  'values-numbers': echoed([NaN, Infinity, -Infinity]),
  'values-minus-zero': echoed([-0]),
  'values-bigint': echoed(2n ** 80n),
  'values-date': echoed({ at: new Date(1_234_567_890_123) }),
  'values-regexp': echoed(/^r(ound)?trip$/giu),
  'values-map': echoed(
    new Map<unknown, unknown>([
      ['one', 1],
      [2, { two: 2 }],
    ]),
  ),
  'values-set': echoed(new Set(['a', 1])),
  'values-bytes': echoed(new Uint8Array([0, 127, 255])),
  'values-typed-arrays': echoed([new Float64Array([0.1, -2]), new Uint8Array([1, 2]).buffer]),
  'values-cycle': echoed(ring()),
  'values-alias': connected(async (connection) => {
    const [one, other] = (await answerOf(() => connection.api.twins())) as unknown[];
    return one === other ? pass('arrives as one object') : fail('arrives as two objects');
  }),
  'values-error': echoed({ reason: new RangeError('too far') }),
  'values-url': echoed([new URL('https://example.org/a?b=c'), new Headers({ 'x-a': '1' })]),
  'values-blob': connected(async (connection) => {
    const sent = new Blob(['a file'], { type: 'text/plain' });
    const copy = await answerOf(() => connection.api.echo(sent));
    if (!(copy instanceof Blob)) return fail(`arrives as ${show(copy)}`);
    const [text, { type }] = [await copy.text(), copy];
    return text === 'a file' && type === sent.type ? pass(type) : fail(`${type}: ${text}`);
  }),
  'values-own-text': echoed('__callback__1'),
  'values-stream': answering((api) => api.collect(twoChunks()), ['one', 'two']),
};
