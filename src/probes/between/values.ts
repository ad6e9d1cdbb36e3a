/** Values: what passes between two objects, and as what it arrives. */
import {
  answerOf,
  describe,
  endingOf,
  fail,
  messageOf,
  notApplicable,
  partly,
  pass,
} from '../kit/outcome.ts';
import { difference, show } from '../kit/same.ts';
import { heard } from './heard.ts';
import type { BetweenGroup } from './probe.ts';

const json = {
  'fetch-json': notApplicable('JSON has no functions.'),
  'raw-websocket': notApplicable('JSON has no functions.'),
};
const noStream = {
  'raw-websocket': notApplicable('A message of JSON holds no stream.'),
};
const MIB = 2 ** 20;

export const values: BetweenGroup = {
  id: 'values',
  label: 'Values, streams and functions',
  probes: [
    {
      id: 'between-value-types',
      question: 'Do a Map, a Set, a Date, a BigInt and bytes arrive as themselves?',
      passes: 'Each of the five, sent and given back, is what it was; some of them count in part.',
      documented: {
        says: 'Workers RPC passes what a structured clone can hold.',
        href: 'https://developers.cloudflare.com/workers/runtime-apis/rpc/#supported-types',
      },
      async run(kit) {
        using connection = await kit.connect();
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
      },
    },
    {
      id: 'between-value-cycle',
      question: 'Does an object that contains itself arrive as one?',
      passes: 'The object that arrives contains itself.',
      async run(kit) {
        using connection = await kit.connect();
        const sent: Record<string, unknown> = { name: 'ring' };
        sent['self'] = sent;
        const other = difference(sent, await answerOf(() => connection.api.echo(sent)));
        return other === undefined ? pass('contains itself') : fail(other);
      },
    },
    {
      id: 'between-value-large',
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
      id: 'between-stream',
      question: 'Does a stream of bytes arrive as a stream?',
      passes: 'A ReadableStream as result is read at the caller: 1, 2, 3.',
      documented: {
        says: 'Workers RPC passes streams of bytes, with flow control.',
        href: 'https://developers.cloudflare.com/workers/runtime-apis/rpc/#readablestream-writablestream-request-and-response',
      },
      async run(kit) {
        using connection = await kit.connect();
        const stream: unknown = await answerOf(() => connection.api.bytes(3));
        if (!(stream instanceof ReadableStream)) return fail(`arrives as ${show(stream)}`);
        const reader = (stream as ReadableStream<Uint8Array>).getReader();
        const read: number[] = [];
        for (let next = await reader.read(); !next.done; next = await reader.read()) {
          read.push(...next.value);
        }
        return read.join() === '1,2,3' ? pass('1, 2, 3') : fail(`got: ${read.join()}`);
      },
      own: noStream,
    },
    {
      id: 'between-stream-cancel',
      question: 'Is the stream’s source told when the caller reads no further?',
      passes: 'After the caller cancels the stream, its source in the called object hears of it.',
      async run(kit) {
        using connection = await kit.connect();
        const stream: unknown = await answerOf(() => connection.api.bytes(500));
        if (!(stream instanceof ReadableStream)) return fail(`arrives as ${show(stream)}`);
        const reader = (stream as ReadableStream<Uint8Array>).getReader();
        await reader.read();
        await reader.cancel();
        return await heard(kit, 'stream cancelled');
      },
      own: noStream,
    },
    {
      id: 'between-function',
      question: 'Can the caller pass a function that the other object calls?',
      passes: 'The called object calls it with 4 during the call, and gets 8 back.',
      documented: {
        says: 'Workers RPC passes a function as a stub of it.',
        href: 'https://developers.cloudflare.com/workers/runtime-apis/rpc/#functions',
      },
      async run(kit) {
        using connection = await kit.connect();
        const answer = await answerOf(() => connection.api.callBack((value) => value * 2));
        return answer === 8 ? pass('gets 8') : fail(`the call answers ${show(answer)}`);
      },
      own: json,
    },
    {
      id: 'between-function-kept',
      question: 'Can such a function be called after its call has ended?',
      passes: 'The called object keeps a copy of the function (`dup`), and calls it later.',
      documented: {
        says: 'In Workers RPC a stub that was passed ends with its call, unless it was copied.',
        href: 'https://developers.cloudflare.com/workers/runtime-apis/rpc/lifecycle/',
      },
      async run(kit) {
        using connection = await kit.connect();
        const got: number[] = [];
        await answerOf(() => connection.api.keep((value) => void got.push(value)));
        const ending = await endingOf(() => kit.observer.callKept(7));
        return got.join() === '7' ? pass('called with 7') : fail(describe(ending));
      },
      own: json,
    },
    {
      id: 'between-reference',
      question: 'Is an object with methods passed by reference?',
      passes: 'A cursor that the called object made counts on from call to call: 1, 2, 3.',
      async run(kit) {
        using connection = await kit.connect();
        const arrived: unknown = await answerOf(() => connection.api.cursor());
        const { next } = arrived as { next?: unknown };
        if (typeof next !== 'function') return fail(`arrives as ${show(arrived)}`);
        const cursor = arrived as { next(): unknown };
        const counted = [await cursor.next(), await cursor.next(), await cursor.next()].join(', ');
        if (counted === '1, 2, 3') return pass('counts 1, 2, 3');
        return partly(`its methods can be called, each on a new object: ${counted}`);
      },
      own: json,
    },
    {
      id: 'between-reference-dispose',
      question: 'Does the called object hear that a reference was given up?',
      passes: 'When the caller disposes the cursor, so is the object behind it.',
      documented: {
        says: 'Disposing the last stub of a target calls the target’s own disposer.',
        href: 'https://developers.cloudflare.com/workers/runtime-apis/rpc/lifecycle/',
      },
      async run(kit) {
        using connection = await kit.connect();
        const cursor = (await answerOf(() => connection.api.cursor())) as Partial<Disposable>;
        const dispose: unknown = cursor[Symbol.dispose];
        if (typeof dispose !== 'function') return fail('there is nothing to dispose');
        cursor[Symbol.dispose]?.();
        return await heard(kit, 'disposed');
      },
      own: {
        ...json,
        lumenize: notApplicable(
          'The called object holds nothing: a reference is the path to it, taken anew by each call.',
        ),
      },
    },
  ],
};
