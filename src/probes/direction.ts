/** Direction: whether the called side can begin, and go on. */
import { type Connection, listenTo, sendUntil } from '../places/bench/probe.ts';
import {
  answerOf,
  answers,
  describe,
  fail,
  iterated,
  NoAnswer,
  type Outcome,
  partly,
  pass,
  until,
} from '../places/probes/outcome.ts';
import { show } from '../places/probes/same.ts';
import { connected, type Subject } from './question.ts';

/** Passes when three numbers come one by one before the end. */
async function threeOf(numbers: AsyncIterable<unknown>): Promise<Outcome> {
  const seen: unknown[] = [];
  for await (const each of numbers) seen.push(each);
  return seen.join() === '1,2,3' ? pass('1, 2, 3') : fail(`got: ${seen.join()}`);
}

/** What answers a call, where that is a stream. */
async function streamOf<Value>(call: () => unknown): Promise<ReadableStream<Value>> {
  const stream = await answerOf(call);
  if (stream instanceof ReadableStream) return stream;
  throw new NoAnswer(`arrives as ${show(stream)}`);
}

/** Numbers from 1, by the library’s own call for streams or by one that answers with a stream. */
async function numbersOf(connection: Connection, count: number): Promise<AsyncIterable<unknown>> {
  const own = await connection.numbers?.(count);
  return own ?? iterated(await streamOf(() => connection.api.numbers(count)));
}

export const direction: Subject = {
  id: 'direction',
  label: 'Direction',
  groups: { objects: 'values' },
  questions: [
    {
      bench: 'direction-symmetric',
      question: 'Can the server call methods that the client offers?',
      passes: 'The client offers an interface of its own; the server calls it and gets its answer.',
      async run(kit) {
        const clientName = () => 'the client of the probe';
        // A client that takes nothing to offer leaves the server nobody to ask.
        using connection = await kit.connect({ client: { clientName } });
        return await answers(() => connection.api.askClient(), clientName());
      },
    },
    {
      bench: 'direction-push',
      question: 'Can the server send to a client without being asked?',
      passes: 'A client that waits gets a payload that another client’s call set off.',
      async run(kit) {
        const got: unknown[] = [];
        using waiting = await listenTo(kit, 'news', (payload) => got.push(payload));
        using other = await kit.connect();
        const sent = await sendUntil(() => got.length > 0, [waiting, other], { news: true });
        const { length } = waiting.log.sockets;
        if (length !== 1) return fail(`${length} sockets were opened`);
        return got.length > 0
          ? pass(`arrives: ${show(got[0])}`)
          : fail(`nothing arrives, and ${describe(sent)}`);
      },
    },
    {
      bench: 'direction-one-client',
      question: 'Can it choose which of several clients to send to?',
      passes:
        'Of two clients that wait, the one that was named gets the payload, the other nothing.',
      async run(kit) {
        const got = new Set<string>();
        using one = await listenTo(kit, 'one', () => got.add('one'));
        using other = await listenTo(kit, 'other', () => got.add('other'));
        await sendUntil(() => got.size > 0, [one, other], 'for one');
        await one.api.life();
        const names = [...got].join();
        return names === 'one' ? pass('the one that was named') : fail(`got: ${names}`);
      },
    },
    {
      bench: 'direction-progress',
      question: 'Can a call report its progress while it runs?',
      passes:
        'A function given to a call is told of three steps, in order, before the call answers.',
      run: connected(async (connection) => {
        if (connection.numbers !== undefined) {
          const { result, detail } = await threeOf(await connection.numbers(3));
          const text = `${detail}, as a stream in place of the function`;
          return result === 'pass' ? partly(text) : fail(detail);
        }
        const seen: unknown[] = [];
        const answer = await answerOf(() => connection.api.steps(3, (step) => seen.push(step)));
        const order = [...seen, answer].join(', ');
        return order === '1, 2, 3, done' ? pass(order) : fail(order);
      }),
    },
    {
      bench: 'direction-stream',
      question: 'Can a call answer with a stream?',
      passes: 'Three numbers, made one after the other, come one by one, and then the end.',
      run: connected(async (connection) => {
        return await threeOf(await numbersOf(connection, 3));
      }),
    },
    {
      bench: 'direction-stream-stop',
      question: 'Does the server hear when nobody reads its stream any more?',
      passes: 'After two of a thousand numbers the client gives up, and the server’s stream ends.',
      run: connected(async (connection, kit) => {
        for await (const each of await numbersOf(connection, 1000)) if (each === 2) break;
        using observer = await kit.connect();
        const told = await until(async () => (await observer.api.stopped()) > 0);
        return told ? pass('the server’s stream is told') : fail('the server’s stream goes on');
      }),
    },
    {
      objects: 'between-stream',
      question: 'Does a stream of bytes arrive as a stream?',
      passes: 'A ReadableStream as result is read at the caller: 1, 2, 3.',
      documented: {
        says: 'Workers RPC passes streams of bytes, with flow control.',
        href: 'https://developers.cloudflare.com/workers/runtime-apis/rpc/#readablestream-writablestream-request-and-response',
      },
      run: connected(async (connection) => {
        const read: number[] = [];
        const stream = await streamOf<Uint8Array>(() => connection.api.bytes(3));
        for await (const bytes of iterated(stream)) read.push(...bytes);
        return read.join() === '1,2,3' ? pass('1, 2, 3') : fail(`got: ${read.join()}`);
      }),
    },
    {
      objects: 'between-stream-cancel',
      question: 'Is the stream’s source told when the caller reads no further?',
      passes: 'After the caller cancels the stream, its source in the called object hears of it.',
      run: connected(async (connection, kit) => {
        const stream = await streamOf(() => connection.api.bytes(500));
        const bytes = iterated(stream);
        await bytes.next();
        await bytes.return(undefined);
        const told = async () => (await kit.observer.log()).includes('stream cancelled');
        return (await until(told)) ? pass('it hears of it') : fail('it hears nothing');
      }),
    },
  ],
};
