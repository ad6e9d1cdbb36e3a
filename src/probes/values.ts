/** Values: what arrives at the other side and comes back as what it was. */
import {
  answerOf,
  callAnswers,
  describe,
  endingOf,
  fail,
  messageOf,
  type Outcome,
  partly,
  pass,
} from '../places/probes/outcome.ts';
import type { AnyKit } from '../places/probes/probed.ts';
import { difference, show } from '../places/probes/same.ts';
import { connected, type Subject } from './question.ts';

/** Sends a value through the other side and back, and compares. */
function echoed(kit: AnyKit, value: unknown): Promise<Outcome> {
  return callAnswers(kit, (api) => api.echo(value), value);
}

/** An object that holds itself. */
function ring(): object {
  const object: Record<string, unknown> = { name: 'ring' };
  object['self'] = object;
  return object;
}

const MIB = 2 ** 20;

/** Lists inside lists. */
function nested(depth: number): unknown {
  let value: unknown = 'core';
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

export const values: Subject = {
  id: 'values',
  label: 'Values',
  questions: [
    {
      bench: 'values-json',
      question: 'Does plain JSON arrive as it was sent?',
      passes: 'Texts, numbers, lists, nested objects and null come back alike.',
      run: (kit) =>
        echoed(kit, { text: '“quoted” 🌍', list: [1, [2.5, null]], deep: { yes: true } }),
    },
    {
      bench: 'values-undefined',
      question: 'Does undefined stay undefined?',
      passes: 'Inside lists and objects it comes back as undefined, not as null and not left out.',
      run: (kit) => echoed(kit, { absent: undefined, list: [undefined, 1] }),
    },
    {
      bench: 'values-numbers',
      question: 'Do NaN and the infinities arrive?',
      passes: 'Each comes back as the same number.',
      run: (kit) => echoed(kit, [NaN, Infinity, -Infinity]),
    },
    {
      bench: 'values-minus-zero',
      question: 'Does minus zero keep its sign?',
      passes: 'It comes back as minus zero.',
      run: (kit) => echoed(kit, [-0]),
    },
    {
      bench: 'values-bigint',
      question: 'Does a BigInt arrive?',
      passes: 'An integer beyond the safe range comes back as a BigInt of the same value.',
      run: (kit) => echoed(kit, 2n ** 80n),
    },
    {
      bench: 'values-date',
      question: 'Does a Date arrive as a Date?',
      passes: 'A moment comes back as a Date with its milliseconds.',
      run: (kit) => echoed(kit, { at: new Date(1_234_567_890_123) }),
    },
    {
      bench: 'values-regexp',
      question: 'Does a RegExp arrive?',
      passes: 'It comes back with its source and its flags.',
      run: (kit) => echoed(kit, /^r(ound)?trip$/giu),
    },
    {
      bench: 'values-map',
      question: 'Does a Map arrive as a Map?',
      passes: 'It comes back as a Map with its keys, also those that are no text.',
      run: (kit) =>
        echoed(
          kit,
          new Map<unknown, unknown>([
            ['one', 1],
            [2, { two: 2 }],
          ]),
        ),
    },
    {
      bench: 'values-set',
      question: 'Does a Set arrive as a Set?',
      passes: 'It comes back as a Set with its members in order.',
      run: (kit) => echoed(kit, new Set(['a', 1])),
    },
    {
      bench: 'values-bytes',
      question: 'Do bytes arrive as a Uint8Array?',
      passes: 'They come back as a Uint8Array of the same bytes.',
      run: (kit) => echoed(kit, new Uint8Array([0, 127, 255])),
    },
    {
      bench: 'values-typed-arrays',
      question: 'Do other typed arrays and ArrayBuffer arrive?',
      passes: 'A Float64Array and an ArrayBuffer come back as what they were.',
      run: (kit) => echoed(kit, [new Float64Array([0.1, -2]), new Uint8Array([1, 2]).buffer]),
    },
    {
      bench: 'values-cycle',
      objects: {
        id: 'between-value-cycle',
        question: 'Does an object that contains itself arrive as one?',
        passes: 'The object that arrives contains itself.',
      },
      windows: {
        id: 'windows-cycle',
        question: 'Does an object arrive that holds itself?',
        passes: 'It comes back, and holds itself.',
      },
      question: 'Can a value refer to itself?',
      passes: 'An object that holds itself comes back as one that holds itself.',
      run: (kit: AnyKit) => echoed(kit, ring()),
    },
    {
      bench: 'values-alias',
      question: 'Does one object that stands twice stay one object?',
      passes: 'A list that holds an object twice arrives as one that holds one object twice.',
      run: connected(async (connection) => {
        const [one, other] = (await answerOf(() => connection.api.twins())) as unknown[];
        return one === other ? pass('arrives as one object') : fail('arrives as two objects');
      }),
    },
    {
      bench: 'values-error',
      question: 'Does an Error arrive as a value?',
      passes: 'Given as an argument, it comes back as an Error of its class with its message.',
      run: (kit) => echoed(kit, { reason: new RangeError('too far') }),
    },
    {
      bench: 'values-url',
      question: 'Do URL and Headers arrive?',
      passes: 'Both come back as what they were.',
      run: (kit) =>
        echoed(kit, [new URL('https://example.org/a?b=c'), new Headers({ 'x-a': '1' })]),
    },
    {
      bench: 'values-blob',
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
    {
      bench: 'values-own-keys',
      question: 'Can data look like the protocol’s own marks?',
      passes:
        'Objects and lists that look like the protocols’ own messages come back as plain data.',
      run: (kit) =>
        echoed(kit, {
          $type: 'date',
          $ref: 1,
          list: ['export', 1],
          __isRemoteFunction: false,
          type: 'Uint8Array',
          data: [1],
        }),
    },
    {
      bench: 'values-own-text',
      question: 'Can a text look like the protocol’s own mark?',
      passes: 'The text `__callback__1`, given as an argument, comes back as that text.',
      run: (kit) => echoed(kit, '__callback__1'),
    },
    {
      bench: 'values-deep',
      question: 'Do lists arrive that are nested a hundred deep?',
      passes: 'A list inside a list, a hundred times, comes back alike.',
      run: (kit) => echoed(kit, nested(100)),
    },
    {
      bench: 'values-stream',
      question: 'Can a stream be passed?',
      passes: 'The server reads the chunks of a ReadableStream that the client gave it.',
      async run(kit) {
        const sent = new ReadableStream<string>({
          start(controller) {
            controller.enqueue('one');
            controller.enqueue('two');
            controller.close();
          },
        });
        return await callAnswers(kit, (api) => api.collect(sent), ['one', 'two']);
      },
    },
    {
      bench: 'values-megabyte',
      question: 'Does a text of one megabyte arrive in one call?',
      passes: 'It comes back whole.',
      run: connected(async (connection) => {
        const text = 'roundtrip '.repeat(100_000);
        const copy = await answerOf(() => connection.api.echo(text));
        return copy === text ? pass('comes back whole') : fail('comes back changed');
      }),
    },
    {
      objects: 'between-value-types',
      question: 'Do a Map, a Set, a Date, a BigInt and bytes arrive as themselves?',
      passes: 'Each of the five, sent and given back, is what it was; some of them count in part.',
      documented: {
        says: 'Workers RPC passes what a structured clone can hold.',
        href: 'https://developers.cloudflare.com/workers/runtime-apis/rpc/#supported-types',
      },
      run: connected(async (connection) => {
        const sent = {
          Map: new Map([['a', 1]]),
          Set: new Set([1]),
          Date: new Date(0),
          BigInt: 2n ** 64n,
          Uint8Array: new Uint8Array([1, 255]),
        };
        const lost: string[] = [];
        for (const [name, value] of Object.entries(sent)) {
          const ending = await endingOf(() => connection.api.echo(value));
          if (ending.state === 'rejected') lost.push(`${name} (${messageOf(ending.error)})`);
          else if (ending.state === 'pending') lost.push(`${name} (${describe(ending)})`);
          else if (difference(value, ending.value) !== undefined) {
            lost.push(`${name} (arrives as ${show(ending.value)})`);
          }
        }
        if (lost.length === 0) return pass('all five');
        const all = lost.length === Object.keys(sent).length;
        return (all ? fail : partly)(`not ${lost.join(', ')}`);
      }),
    },
    {
      objects: 'between-value-large',
      question: 'Does a result of 33 MiB arrive?',
      passes: 'A text of 33 MiB arrives whole; one of 1 MiB alone counts in part.',
      documented: {
        says: 'Workers RPC takes at most 32 MiB, more as a stream. A deployed object receives WebSocket messages of at most 32 MiB.',
        href: 'https://developers.cloudflare.com/workers/runtime-apis/rpc/#limitations',
      },
      async run(kit) {
        const lengthOf = async (length: number) => {
          using connection = await kit.connect();
          return (await connection.api.text(length)).length;
        };
        const large = await endingOf(() => lengthOf(33 * MIB));
        if (large.state === 'resolved' && large.value === 33 * MIB) return pass('it arrives whole');
        const small = await endingOf(() => lengthOf(MIB));
        const arrives = small.state === 'resolved' && small.value === MIB;
        return arrives ? partly(`1 MiB does; of 33, ${describe(large)}`) : fail(describe(small));
      },
    },
    {
      windows: 'windows-map-set',
      question: 'Do a Map and a Set arrive?',
      passes: 'Both come back as what they were, with what was in them.',
      run(kit) {
        const value = { map: new Map([['a', { b: 1 }]]), set: new Set([1, 2]) };
        return callAnswers(kit, (api) => api.echo(value), value);
      },
    },
    {
      windows: 'windows-date-bigint',
      question: 'Do a Date and a BigInt arrive?',
      passes: 'Both come back as what they were.',
      run(kit) {
        const value = { date: new Date(86_400_000), large: 2n ** 64n };
        return callAnswers(kit, (api) => api.echo(value), value);
      },
    },
    {
      windows: 'windows-transfer',
      question: 'Can an ArrayBuffer be handed over instead of copied?',
      passes:
        'The other end has its 1,048,576 bytes, and at the caller it is empty. A copy counts in part.',
      documented: {
        says: 'What is transferred moves to the other end, and cannot be used any more where it was.',
        href: 'https://developer.mozilla.org/en-US/docs/Web/API/Web_Workers_API/Transferable_objects',
      },
      run: connected(async (connection) => {
        const buffer = new ArrayBuffer(MIB);
        const came = await answerOf(() => connection.api.handOver(buffer));
        if (came !== MIB) return fail(`the other end has ${show(came)} bytes`);
        return buffer.byteLength === 0 ? pass('it moves') : partly('it is copied');
      }),
    },
  ],
};
