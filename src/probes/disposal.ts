/** Disposal: what a client has to give back, and what a server holds until it does. */
import type { Kit } from './kit/kit.ts';
import {
  answerOf,
  describe,
  endingOf,
  fail,
  notApplicable,
  partly,
  pass,
  until,
} from './kit/outcome.ts';
import type { ProbeGroup } from './probe.ts';
import type { Outcome } from './question.ts';

const floor = {
  'raw-websocket': notApplicable('The raw WebSocket carries JSON, which holds nothing.'),
};
const stateless = {
  lumenize: notApplicable(
    'The server holds nothing for a client: a reference is the path to it, taken anew by each call.',
  ),
  kkrpc: notApplicable('It passes no object by reference, so there is none to give up.'),
  trpc: notApplicable('It passes no object by reference, so there is none to give up.'),
  orpc: notApplicable('It passes no object by reference, so there is none to give up.'),
  'fetch-json': notApplicable('JSON passes no object by reference, so there is none to give up.'),
};

/** How many cursors the server was told to let go. */
async function releasedOf(kit: Kit, expected: number): Promise<number> {
  using observer = await kit.connect();
  await until(async () => (await observer.api.released()) >= expected);
  return await observer.api.released();
}

export const disposal: ProbeGroup = {
  id: 'disposal',
  label: 'Disposal and server resources',
  probes: [
    {
      id: 'disposal-closes',
      question: 'Does leaving the client’s scope close its connection?',
      passes: 'Disposing the client, as `using` does, closes the socket.',
      async run(kit) {
        const connection = await kit.connect();
        await connection.api.add(1, 1);
        connection[Symbol.dispose]();
        const [socket] = connection.log.sockets;
        const closed = await until(() => socket?.readyState === WebSocket.CLOSED);
        return closed ? pass('the socket closes') : fail('the socket stays open');
      },
      own: {
        async kkrpc(kit) {
          const connection = await kit.connect();
          await connection.api.add(1, 1);
          // The channel has freeCallbacks() and nothing that ends it.
          connection.freeCallbacks();
          const [socket] = connection.log.sockets;
          const closed = await until(() => socket?.readyState === WebSocket.CLOSED);
          connection[Symbol.dispose]();
          return closed
            ? pass('the socket closes')
            : fail('the socket stays open: it is one’s own');
        },
        orpc: notApplicable('The program opens the socket itself, and closes it.'),
        'fetch-json': notApplicable('Nothing is open between two requests.'),
        'raw-websocket': notApplicable('The raw WebSocket’s user closes the socket by hand.'),
      },
    },
    {
      id: 'disposal-after-close',
      question: 'Does a closed client refuse further calls?',
      passes:
        'A call after the client was disposed is rejected, and no connection is opened for it.',
      async run(kit): Promise<Outcome> {
        const connection = await kit.connect();
        await connection.api.add(1, 1);
        connection[Symbol.dispose]();
        const ending = await endingOf(() => connection.api.add(1, 1));
        const { length } = connection.log.sockets;
        if (length > 1) return fail('it connects again');
        return ending.state === 'rejected' ? pass('rejected') : fail(describe(ending));
      },
    },
    {
      id: 'disposal-reference',
      question: 'Does giving a reference up release its object at the server?',
      passes: 'After the client disposed a cursor, the server’s cursor was told so.',
      own: {
        async capnweb(kit) {
          using connection = await kit.connect();
          const cursor = await connection.stub.cursor();
          await cursor.next();
          (cursor as unknown as Disposable)[Symbol.dispose]();
          const released = await releasedOf(kit, 1);
          return released === 1
            ? pass('the server’s cursor is told')
            : fail(`${released} are told`);
        },
        ...stateless,
        ...floor,
      },
    },
    {
      id: 'disposal-nothing-held',
      question: 'Does the server hold nothing for a client that forgets to dispose?',
      passes:
        'After twenty results whose objects were never disposed, the server holds none of them.',
      async run(kit) {
        using connection = await kit.connect();
        for (let each = 0; each < 20; each += 1) await answerOf(() => connection.api.cursor());
        const before = await connection.api.released();
        connection[Symbol.dispose]();
        const after = await releasedOf(kit, 20);
        const held = after - before;
        return held > 0
          ? fail(`it held ${held} objects until the connection ended`)
          : pass('no object is held that an end could release');
      },
      own: floor,
    },
    {
      id: 'disposal-connection',
      question: 'Does the end of a connection release what it held?',
      passes: 'When the socket closes, every object that the client still had is released.',
      own: {
        async capnweb(kit) {
          const connection = await kit.connect();
          for (let each = 0; each < 20; each += 1) await connection.stub.cursor();
          await connection.log.drop();
          const released = await releasedOf(kit, 20);
          return released === 20 ? pass('all are released') : partly(`${released} of 20 released`);
        },
        ...stateless,
        ...floor,
      },
    },
    {
      id: 'disposal-argument',
      question: 'Can the server keep a function of the client without asking the library?',
      passes:
        'A function kept during one call is called after that call has ended, without a duplicate of it.',
      run: keptPlainly,
      own: floor,
    },
  ],
};

async function keptPlainly(kit: Kit): Promise<Outcome> {
  using connection = await kit.connect();
  const got: unknown[] = [];
  await answerOf(() => connection.api.keepPlainly((payload) => got.push(payload)));
  const published = await endingOf(() => connection.api.publish('plain', 'later'));
  return (await until(() => got.length > 0)) ? pass('it is called') : fail(describe(published));
}
