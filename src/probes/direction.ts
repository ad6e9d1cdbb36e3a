/** Direction: whether the server can begin. */
import type { Connection, Kit, Kits } from './kit/kit.ts';
import {
  answerOf,
  answers,
  callAnswers,
  describe,
  endingOf,
  fail,
  NoAnswer,
  notApplicable,
  partly,
  pass,
  until,
} from './kit/outcome.ts';
import { show } from './kit/same.ts';
import type { ProbeGroup } from './probe.ts';
import type { Outcome } from './question.ts';

const client = { clientName: () => 'the client of the probe' };
const floor = {
  'raw-websocket': notApplicable('The raw WebSocket answers calls and sends nothing else.'),
};

/** Notes what a subscription of tRPC brings, by the name it listens to. */
async function listenTrpc(kit: Kits['trpc'], name: string, got: (payload: unknown) => void) {
  const connection = await kit.connect();
  await new Promise<void>((resolve) => {
    connection.client.listen.subscribe([name], { onData: got, onStarted: () => resolve() });
  });
  return connection;
}

/** The same by an iterator of oRPC. */
async function listenOrpc(kit: Kits['orpc'], name: string, got: (payload: unknown) => void) {
  const connection = await kit.connect();
  const iterator = await connection.client.listen([name]);
  void (async () => {
    for await (const payload of iterator) got(payload);
  })().catch(() => undefined);
  return connection;
}

/** Passes when a payload comes that another client’s call set off. */
async function pushed(
  kit: Kit,
  listen: (got: (payload: unknown) => void) => Promise<Connection>,
): Promise<Outcome> {
  const got: unknown[] = [];
  using waiting = await listen((payload) => got.push(payload));
  using other = await kit.connect();
  const published = () => other.api.publish('news', { news: true });
  const came = await until(async () => (await published()) && got.length > 0);
  const { length } = waiting.log.sockets;
  if (length !== 1) return fail(`${length} sockets were opened`);
  return came ? pass(`arrives: ${show(got[0])}`) : fail('nothing arrives');
}

/** Passes when of two clients the one that was named gets the payload. */
async function oneOfTwo(
  listen: (name: string, got: () => void) => Promise<Connection>,
): Promise<Outcome> {
  const got = new Set<string>();
  using one = await listen('one', () => got.add('one'));
  using other = await listen('other', () => got.add('other'));
  await until(async () => (await other.api.publish('one', 'for one')) && got.size > 0);
  await one.api.life();
  const names = [...got].join();
  return names === 'one' ? pass('the one that was named') : fail(`got: ${names}`);
}

/** Passes when three numbers come one by one before the end. */
async function threeOf(numbers: AsyncIterable<unknown>): Promise<Outcome> {
  const seen: unknown[] = [];
  for await (const each of numbers) seen.push(each);
  return seen.join() === '1,2,3' ? pass('1, 2, 3') : fail(`got: ${seen.join()}`);
}

/** Reads what answers a call, where that is a stream. */
async function streamOf(connection: Connection, count: number): Promise<AsyncIterable<unknown>> {
  const stream = await answerOf(() => connection.api.numbers(count));
  if (stream instanceof ReadableStream) return iterated(stream);
  throw new NoAnswer(`arrives as ${show(stream)}`);
}

/** A stream as what can be iterated, also where a browser’s cannot. */
async function* iterated(stream: ReadableStream): AsyncGenerator<unknown> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

/** Reads two numbers of many, gives up, and asks whether the server heard of it. */
async function stopsAfterTwo(kit: Kit, numbers: AsyncIterable<unknown>): Promise<Outcome> {
  for await (const each of numbers) if (each === 2) break;
  using observer = await kit.connect();
  const heard = await until(async () => (await observer.api.stopped()) > 0);
  return heard ? pass('the server’s stream is told') : fail('the server’s stream goes on');
}

/** The numbers of a subscription of tRPC, which ends when nobody reads it any more. */
async function* subscribed(
  { client: trpc }: Awaited<ReturnType<Kits['trpc']['connect']>>,
  count: number,
): AsyncGenerator<unknown> {
  let ended = false;
  let subscription: { unsubscribe(): void } | undefined;
  const end = (close: () => void) => {
    if (ended) return;
    ended = true;
    close();
  };
  const stream = new ReadableStream<unknown>({
    start(controller) {
      subscription = trpc.numbers.subscribe([count], {
        onData: (each) => ended || controller.enqueue(each),
        onComplete: () => end(() => controller.close()),
      });
    },
    cancel: () => end(() => subscription?.unsubscribe()),
  });
  yield* iterated(stream);
}

/** A client gives the server a function to keep; another client's call has it called. */
async function pushedByCallback(kit: Kit): Promise<Outcome> {
  using waiting = await kit.connect();
  using other = await kit.connect();
  const got: unknown[] = [];
  await answerOf(() => waiting.api.subscribe('news', (payload) => got.push(payload)));
  const published = await endingOf(() => other.api.publish('news', { news: true }));
  if (await until(() => got.length > 0)) return pass(`arrives: ${show(got[0])}`);
  return fail(`nothing arrives, and ${describe(published)}`);
}

export const direction: ProbeGroup = {
  id: 'direction',
  label: 'Direction',
  probes: [
    {
      id: 'direction-symmetric',
      question: 'Can the server call methods that the client offers?',
      passes: 'The client offers an interface of its own; the server calls it and gets its answer.',
      // A client that takes nothing to offer leaves the server nobody to ask.
      run: (kit) => callAnswers(kit, (api) => api.askClient(), client.clientName()),
      own: {
        async capnweb(kit) {
          const { RpcTarget } = await import('capnweb');
          class Client extends RpcTarget {
            clientName() {
              return client.clientName();
            }
          }
          using connection = await kit.connect(new Client());
          return await answers(() => connection.api.askClient(), client.clientName());
        },
        async kkrpc(kit) {
          using connection = await kit.connect(client);
          return await answers(() => connection.api.askClient(), client.clientName());
        },
        ...floor,
      },
    },
    {
      id: 'direction-push',
      question: 'Can the server send to a client without being asked?',
      passes: 'A client that waits gets a payload that another client’s call set off.',
      run: pushedByCallback,
      own: {
        async lumenize(kit) {
          const got: unknown[] = [];
          const onDownstream = (payload: unknown) => void got.push(payload);
          using waiting = await kit.connect({ clientId: 'one', onDownstream });
          using other = await kit.connect();
          await waiting.api.life();
          await other.api.announce('one', { news: true });
          const came = await until(() => got.length > 0);
          return came ? pass(`arrives: ${show(got[0])}`) : fail('nothing arrives');
        },
        trpc: (kit) => pushed(kit, (got) => listenTrpc(kit, 'news', got)),
        orpc: (kit) => pushed(kit, (got) => listenOrpc(kit, 'news', got)),
        ...floor,
      },
    },
    {
      id: 'direction-one-client',
      question: 'Can it choose which of several clients to send to?',
      passes:
        'Of two clients that wait, the one that was named gets the payload, the other nothing.',
      async run(kit) {
        using one = await kit.connect();
        using other = await kit.connect();
        const got: string[] = [];
        await answerOf(() => one.api.subscribe('one', () => got.push('one')));
        await other.api.subscribe('other', () => got.push('other'));
        await other.api.publish('one', 'for one');
        await until(() => got.length > 0);
        return got.join() === 'one' ? pass('the one that was named') : fail(`got: ${got.join()}`);
      },
      own: {
        async lumenize(kit) {
          const got: string[] = [];
          const listen = (clientId: string) =>
            kit.connect({ clientId, onDownstream: () => void got.push(clientId) });
          using one = await listen('one');
          using other = await listen('other');
          await one.api.life();
          await other.api.announce('one', 'for one');
          await until(() => got.length > 0);
          return got.join() === 'one' ? pass('the one that was named') : fail(`got: ${got.join()}`);
        },
        trpc: (kit) => oneOfTwo((name, got) => listenTrpc(kit, name, got)),
        orpc: (kit) => oneOfTwo((name, got) => listenOrpc(kit, name, got)),
        ...floor,
      },
    },
    {
      id: 'direction-progress',
      question: 'Can a call report its progress while it runs?',
      passes:
        'A function given to a call is told of three steps, in order, before the call answers.',
      async run(kit) {
        using connection = await kit.connect();
        const seen: unknown[] = [];
        const answer = await answerOf(() => connection.api.steps(3, (step) => seen.push(step)));
        const order = [...seen, answer].join(', ');
        return order === '1, 2, 3, done' ? pass(order) : fail(order);
      },
      own: {
        async trpc(kit) {
          using connection = await kit.connect();
          const { result, detail } = await threeOf(subscribed(connection, 3));
          return result === 'pass'
            ? partly(`${detail}, as a stream in place of the function`)
            : fail(detail);
        },
        async orpc(kit) {
          using connection = await kit.connect();
          const { result, detail } = await threeOf(await connection.client.numbers([3]));
          return result === 'pass'
            ? partly(`${detail}, as a stream in place of the function`)
            : fail(detail);
        },
        ...floor,
      },
    },
    {
      id: 'direction-stream',
      question: 'Can a call answer with a stream?',
      passes: 'Three numbers, made one after the other, come one by one, and then the end.',
      async run(kit) {
        using connection = await kit.connect();
        return await threeOf(await streamOf(connection, 3));
      },
      own: {
        async trpc(kit) {
          using connection = await kit.connect();
          return await threeOf(subscribed(connection, 3));
        },
        async orpc(kit) {
          using connection = await kit.connect();
          return await threeOf(await connection.client.numbers([3]));
        },
      },
    },
    {
      id: 'direction-stream-stop',
      question: 'Does the server hear when nobody reads its stream any more?',
      passes: 'After two of a thousand numbers the client gives up, and the server’s stream ends.',
      async run(kit) {
        using connection = await kit.connect();
        return await stopsAfterTwo(kit, await streamOf(connection, 1000));
      },
      own: {
        async trpc(kit) {
          using connection = await kit.connect();
          return await stopsAfterTwo(kit, subscribed(connection, 1000));
        },
        async orpc(kit) {
          using connection = await kit.connect();
          return await stopsAfterTwo(kit, await connection.client.numbers([1000]));
        },
      },
    },
  ],
};
