/** Direction: whether the called side can begin, and go on. */
import {
  BY_FUNCTION,
  connected,
  type Connection,
  listenTo,
  sendUntil,
  type Questions,
} from './client-kit.ts';
import {
  answerOf,
  answers,
  describe,
  endingOf,
  fail,
  helped,
  NoAnswer,
  NoSubject,
  type Outcome,
  partly,
  pass,
  show,
  subjectOf,
  until,
} from './outcome.ts';
import { iterated, type Shape } from '../../wire/service/items.ts';

/** Passes when three numbers come one by one before the end. */
async function threeOf(numbers: AsyncIterable<unknown>): Promise<Outcome> {
  const seen: unknown[] = [];
  for await (const each of numbers) seen.push(each);
  return seen.join() === '1,2,3' ? pass('1, 2, 3') : fail(`got: ${seen.join()}`);
}

/** The stream that answers a call. */
async function streamOf<Value>(call: () => unknown): Promise<ReadableStream<Value>> {
  const stream = await answerOf(call);
  if (stream instanceof ReadableStream) return stream;
  throw new NoAnswer(`arrives as ${show(stream)}`);
}

/** Numbers from 1, by the library’s own call for streams or by one that answers with a stream. */
export async function numbersOf(
  connection: Connection,
  count: number,
): Promise<AsyncIterable<unknown>> {
  const own = await connection.numbers?.(count);
  return own ?? iterated(await streamOf(() => connection.api.numbers(count)));
}

const KIB = 1024;
/** What a sender has that may be slowed, in texts of a size that some window counts. */
const FLOW: Shape = { items: 48, bytes: 64 * KIB };
const ALL = FLOW.items * FLOW.bytes;
/** Answers in a row that tell of nothing more until a sender counts as one that has stopped. */
const SAME = 12;
/** Longest that the pieces are waited for, and the call which gives them. */
const GIVEN_SECONDS = 30;

/** The pieces, as a stream or by calls of a function that answers once there is room for the next; and a clause on the latter. */
async function flowOf({ api, flow }: Connection): Promise<[AsyncIterator<unknown>, string]> {
  const { readable, writable } = new TransformStream<unknown, unknown>();
  const writer = writable.getWriter();
  const report = (piece: unknown) => writer.write(piece);
  try {
    const found = (await flow?.(FLOW)) ?? iterated(await streamOf(() => api.down(FLOW)));
    return [found[Symbol.asyncIterator](), ''];
  } catch (noStream) {
    void (async () => {
      const { state } = await endingOf(() => api.flowTo(FLOW, report), GIVEN_SECONDS);
      await (state === 'resolved' ? writer.close() : writer.abort(noStream));
    })();
    return [iterated(readable), ', by calls of a function that are awaited'];
  }
}

/** How much was made once no more is made, or all; asked over the connection that it comes by. */
async function standing({ api }: Connection): Promise<number> {
  let made = 0;
  let same = 0;
  await until(async () => {
    const now = Number(await api.passed()) * FLOW.bytes;
    same = now === made ? same + 1 : 0;
    made = now;
    return made >= ALL || same >= SAME;
  });
  return made;
}

const sizeOf = (bytes: number): string =>
  bytes >= KIB * KIB ? `${bytes / KIB / KIB} MiB` : `${Math.round(bytes / KIB)} KiB`;

/** Reads the first piece and stops, and reads on once the sender stands still. */
const isSlowed = connected(async (connection) => {
  const [pieces, by] = await flowOf(connection);
  let read = 0;
  const next = async (): Promise<boolean> => {
    const { done, value } = (await pieces.next()) as IteratorResult<string, undefined>;
    read += value?.length ?? 0;
    return done !== true;
  };
  const first = await endingOf(next);
  if (first.state !== 'resolved') {
    const error = first.state === 'rejected' ? first.error : undefined;
    const why = error instanceof NoAnswer ? error.message : describe(first);
    throw new NoSubject(`there is no stream: ${why}`);
  }
  const made = await standing(connection);
  if (made >= ALL) return fail(`it goes on: all ${sizeOf(ALL)} are sent${by}`);
  const stopped = `it stops after ${sizeOf(made)} of ${sizeOf(ALL)}${by}`;
  const rest = await endingOf(async () => {
    while (await next());
  }, GIVEN_SECONDS);
  return rest.state === 'resolved' && read === ALL
    ? pass(stopped)
    : partly(`${stopped}; when the reader goes on, ${sizeOf(read)} come in all`);
});

export const direction: Questions = {
  async 'direction-symmetric'(kit) {
    const clientName = () => 'the client of the probe';
    // A client that takes nothing to offer leaves the server nobody to ask.
    using connection = await kit.connect({ client: { clientName } });
    return await answers(() => connection.api.askClient(), clientName());
  },
  async 'direction-push'(kit) {
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
  'direction-progress': connected(async (connection, { system }) => {
    if (connection.numbers !== undefined && !BY_FUNCTION.includes(system)) {
      const outcome = await threeOf(await connection.numbers(3));
      return helped(outcome, 'as a stream in place of the function');
    }
    const seen: unknown[] = [];
    const answer = await answerOf(() => connection.api.steps(3, (step) => seen.push(step)));
    const order = [...seen, answer].join(', ');
    return order === '1, 2, 3, done' ? pass(order) : fail(order);
  }),
  'direction-stream': connected(async (connection) => threeOf(await numbersOf(connection, 3))),
  'direction-back-pressure': isSlowed,
  'direction-stream-gone': connected(async (connection, kit) => {
    const stream = await subjectOf('there is no stream', () => numbersOf(connection, 1000));
    const numbers = stream[Symbol.asyncIterator]();
    await answerOf(() => numbers.next());
    await connection.log.drop();
    using observer = await kit.connect();
    const told = await until(async () => (await observer.api.stopped()) > 0);
    return told ? pass('the server’s stream is told') : fail('the server’s stream goes on');
  }),
};
