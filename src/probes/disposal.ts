/** Disposal: what a caller has to give back, and what the called side holds until it does. */
import type { BenchKit } from '../places/bench/probe.ts';
import {
  answerOf,
  describe,
  endingOf,
  fail,
  partly,
  pass,
  until,
} from '../places/probes/outcome.ts';
import type { WindowConnection } from '../places/windows/probe.ts';
import { connected, type Subject } from './question.ts';

/** How many cursors the server was told to let go. */
async function releasedOf(kit: BenchKit, expected: number): Promise<number> {
  using observer = await kit.connect();
  await until(async () => (await observer.api.released()) >= expected);
  return await observer.api.released();
}

/** How often both ends collect garbage before an object counts as kept. */
const COLLECTIONS = 20;

/** Whether the other end’s cursor is collected once nobody needs it. */
async function isCollected({ observer }: WindowConnection): Promise<boolean> {
  for (let each = 0; each < COLLECTIONS; each += 1) {
    if ((await observer.collected()) > 0) return true;
  }
  return false;
}

/** Uses a cursor, and lets go of it as the library says or leaves it to the garbage collector. */
async function useCursor({ api, letGo }: WindowConnection, release: boolean): Promise<void> {
  const cursor = (await answerOf(() => api.cursor())) as { next?: () => unknown };
  await answerOf(() => cursor.next?.());
  if (release) letGo?.(cursor);
}

export const disposal: Subject = {
  id: 'disposal',
  label: 'Disposal and server resources',
  groups: { objects: 'values', windows: 'leaving' },
  questions: [
    {
      bench: 'disposal-closes',
      question: 'Does leaving the client’s scope close its connection?',
      passes: 'Disposing the client, as `using` does, closes the socket.',
      async run(kit) {
        const connection = await kit.connect();
        await connection.api.add(1, 1);
        if (connection.end === undefined) connection[Symbol.dispose]();
        else connection.end();
        const [socket] = connection.log.sockets;
        const closed = await until(() => socket?.readyState === WebSocket.CLOSED);
        if (closed) return pass('the socket closes');
        if (connection.end === undefined) return fail('the socket stays open');
        connection[Symbol.dispose]();
        return fail('the socket stays open: it is one’s own');
      },
    },
    {
      bench: 'disposal-after-close',
      question: 'Does a closed client refuse further calls?',
      passes:
        'A call after the client was disposed is rejected, and no connection is opened for it.',
      async run(kit) {
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
      bench: 'disposal-reference',
      question: 'Does giving a reference up release its object at the server?',
      passes: 'After the client disposed a cursor, the server’s cursor was told so.',
      run: connected(async (connection, kit) => {
        const cursor = await connection.api.cursor();
        await cursor.next();
        (cursor as unknown as Disposable)[Symbol.dispose]();
        const released = await releasedOf(kit, 1);
        return released === 1 ? pass('the server’s cursor is told') : fail(`${released} are told`);
      }),
    },
    {
      bench: 'disposal-nothing-held',
      question: 'Does the server hold nothing for a client that forgets to dispose?',
      passes:
        'After twenty results whose objects were never disposed, the server holds none of them.',
      run: connected(async (connection, kit) => {
        for (let each = 0; each < 20; each += 1) await answerOf(() => connection.api.cursor());
        const before = await connection.api.released();
        connection[Symbol.dispose]();
        const after = await releasedOf(kit, 20);
        const held = after - before;
        return held > 0
          ? fail(`it held ${held} objects until the connection ended`)
          : pass('no object is held that an end could release');
      }),
    },
    {
      bench: 'disposal-connection',
      question: 'Does the end of a connection release what it held?',
      passes: 'When the socket closes, every object that the client still had is released.',
      async run(kit) {
        const connection = await kit.connect();
        for (let each = 0; each < 20; each += 1) await connection.api.cursor();
        await connection.log.drop();
        const released = await releasedOf(kit, 20);
        return released === 20 ? pass('all are released') : partly(`${released} of 20 released`);
      },
    },
    {
      bench: 'disposal-argument',
      question: 'Can the server keep a function of the client without asking the library?',
      passes:
        'A function kept during one call is called after that call has ended, without a duplicate of it.',
      run: connected(async (connection) => {
        const got: unknown[] = [];
        await answerOf(() => connection.api.keepPlainly((payload) => got.push(payload)));
        const published = await endingOf(() => connection.api.publish('plain', 'later'));
        return (await until(() => got.length > 0))
          ? pass('it is called')
          : fail(describe(published));
      }),
    },
    {
      objects: 'between-reference-dispose',
      question: 'Does the called object hear that a reference was given up?',
      passes: 'When the caller disposes the cursor, so is the object behind it.',
      documented: {
        says: 'Disposing the last stub of a target calls the target’s own disposer.',
        href: 'https://developers.cloudflare.com/workers/runtime-apis/rpc/lifecycle/',
      },
      run: connected(async (connection, kit) => {
        const cursor = (await answerOf(() => connection.api.cursor())) as Partial<Disposable>;
        const dispose: unknown = cursor[Symbol.dispose];
        if (typeof dispose !== 'function') return fail('there is nothing to dispose');
        cursor[Symbol.dispose]?.();
        const told = async () => (await kit.observer.log()).includes('disposed');
        return (await until(told)) ? pass('it hears of it') : fail('it hears nothing');
      }),
    },
    {
      windows: 'windows-release',
      question: 'Is there a way to let go of an object of the other end?',
      passes: 'After the documented call the other end’s object is collected.',
      documented: {
        says: 'Comlink has releaseProxy, Cap’n Web has Symbol.dispose.',
        href: 'https://github.com/GoogleChromeLabs/comlink#comlinkreleaseproxy',
      },
      run: connected(async (connection) => {
        await useCursor(connection, true);
        return (await isCollected(connection)) ? pass('it is collected') : fail('it is kept');
      }),
    },
    {
      windows: 'windows-abandoned',
      question: 'Is an object of the other end collected that the caller abandons without a word?',
      passes: `It is, before both ends have collected garbage ${COLLECTIONS} times.`,
      documented: {
        says: 'Cap’n Web asks for a disposal, and collects nothing of itself in a long session.',
        href: 'https://github.com/cloudflare/capnweb#resource-management-and-disposal',
      },
      run: connected(async (connection) => {
        await useCursor(connection, false);
        return (await isCollected(connection))
          ? pass('it is collected')
          : fail(`it is kept after ${COLLECTIONS} collections at both ends`);
      }),
    },
  ],
};
