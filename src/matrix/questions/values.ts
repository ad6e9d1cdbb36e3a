/** Values: what arrives at the other side and comes back as what it was. */
import { answerOf, fail, pass } from './outcome.ts';
import { show } from './same.ts';
import { answering, connected, type Run, type Subject } from './client-kit.ts';

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

export const values: Subject = {
  id: 'values',
  label: 'Values',
  questions: {
    'values-undefined': {
      question: 'Does undefined stay undefined?',
      passes: 'Inside lists and objects it comes back as undefined, not as null and not left out.',
      run: echoed({ absent: undefined, list: [undefined, 1] }),
    },
    'values-numbers': {
      question: 'Do NaN and the infinities arrive?',
      passes: 'Each comes back as the same number.',
      run: echoed([NaN, Infinity, -Infinity]),
    },
    'values-minus-zero': {
      question: 'Does minus zero keep its sign?',
      passes: 'It comes back as minus zero.',
      run: echoed([-0]),
    },
    'values-bigint': {
      question: 'Does a BigInt arrive?',
      passes: 'An integer beyond the safe range comes back as a BigInt of the same value.',
      run: echoed(2n ** 80n),
    },
    'values-date': {
      question: 'Does a Date arrive as a Date?',
      passes: 'A moment comes back as a Date with its milliseconds.',
      run: echoed({ at: new Date(1_234_567_890_123) }),
    },
    'values-regexp': {
      question: 'Does a RegExp arrive?',
      passes: 'It comes back with its source and its flags.',
      run: echoed(/^r(ound)?trip$/giu),
    },
    'values-map': {
      question: 'Does a Map arrive as a Map?',
      passes: 'It comes back as a Map with its keys, also those that are no text.',
      run: echoed(
        new Map<unknown, unknown>([
          ['one', 1],
          [2, { two: 2 }],
        ]),
      ),
    },
    'values-set': {
      question: 'Does a Set arrive as a Set?',
      passes: 'It comes back as a Set with its members in order.',
      run: echoed(new Set(['a', 1])),
    },
    'values-bytes': {
      question: 'Do bytes arrive as a Uint8Array?',
      passes: 'They come back as a Uint8Array of the same bytes.',
      run: echoed(new Uint8Array([0, 127, 255])),
    },
    'values-typed-arrays': {
      question: 'Do other typed arrays and ArrayBuffer arrive?',
      passes: 'A Float64Array and an ArrayBuffer come back as what they were.',
      run: echoed([new Float64Array([0.1, -2]), new Uint8Array([1, 2]).buffer]),
    },
    'values-cycle': {
      question: 'Can a value refer to itself?',
      passes: 'An object that holds itself comes back as one that holds itself.',
      run: echoed(ring()),
    },
    'values-alias': {
      question: 'Does one object that stands twice stay one object?',
      passes: 'A list that holds an object twice arrives as one that holds one object twice.',
      run: connected(async (connection) => {
        const [one, other] = (await answerOf(() => connection.api.twins())) as unknown[];
        return one === other ? pass('arrives as one object') : fail('arrives as two objects');
      }),
    },
    'values-error': {
      question: 'Does an Error arrive as a value?',
      passes: 'Given as an argument, it comes back as an Error of its class with its message.',
      run: echoed({ reason: new RangeError('too far') }),
    },
    'values-url': {
      question: 'Do URL and Headers arrive?',
      passes: 'Both come back as what they were.',
      run: echoed([new URL('https://example.org/a?b=c'), new Headers({ 'x-a': '1' })]),
    },
    'values-blob': {
      question: 'Does a file arrive?',
      passes: 'A Blob comes back as a Blob with its type and its text.',
      run: connected(async (connection) => {
        const sent = new Blob(['a file'], { type: 'text/plain' });
        const copy = await answerOf(() => connection.api.echo(sent));
        if (!(copy instanceof Blob)) return fail(`arrives as ${show(copy)}`);
        const [text, { type }] = [await copy.text(), copy];
        return text === 'a file' && type === sent.type ? pass(type) : fail(`${type}: ${text}`);
      }),
    },
    'values-own-text': {
      question: 'Can a text look like the protocol’s own mark?',
      passes: 'The text `__callback__1`, given as an argument, comes back as that text.',
      run: echoed('__callback__1'),
    },
    'values-stream': {
      question: 'Can a stream be passed?',
      passes: 'The server reads the chunks of a ReadableStream that the client gave it.',
      run: answering((api) => api.collect(twoChunks()), ['one', 'two']),
    },
  },
};
