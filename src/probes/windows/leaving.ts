/** Leaving: the other side goes, an object is let go, a stranger comes. */
import {
  answerOf,
  describe,
  endingOf,
  fail,
  messageOf,
  notApplicable,
  partly,
  pass,
  until,
} from '../kit/outcome.ts';
import type { Outcome } from '../question.ts';
import {
  type Options,
  type RemoteCursor,
  strangerPosts,
  type WindowConnection,
  type WindowKit,
} from './kit.ts';
import { collectGarbage } from './observer.ts';
import type { WindowGroup } from './probe.ts';

/** How a call ends that is under way while the other side is ended. */
async function endingWhenGone(kit: WindowKit, options?: Options) {
  using connection = await kit.connect(options);
  const call = endingOf(() => connection.api.hold());
  await connection.observer.held();
  connection.end();
  return await call;
}

async function whenGone(kit: WindowKit): Promise<Outcome> {
  const ending = await endingWhenGone(kit);
  return ending.state === 'rejected'
    ? pass(messageOf(ending.error))
    : fail('nothing within five seconds');
}

/** It has a limit, and its default is longer than a question is asked. */
async function whenGoneWithTimeout(kit: WindowKit): Promise<Outcome> {
  const ending = await endingWhenGone(kit, { timeout: 1000 });
  return ending.state === 'rejected'
    ? partly(`with its option timeout at one second: ${messageOf(ending.error)}`)
    : fail(describe(ending));
}

const limited = {
  says: 'birpc rejects a call that has no answer after its timeout, by default of 60 seconds. Nothing tells a page that a worker or a frame has ended.',
  href: 'https://github.com/antfu-collective/birpc/blob/main/src/main.ts',
};

/** How often both ends collect garbage before an object counts as kept. */
const COLLECTIONS = 20;

/** Whether the other end’s cursor is collected once nobody needs it. */
async function isCollected({ observer }: WindowConnection): Promise<boolean> {
  for (let each = 0; each < COLLECTIONS; each += 1) {
    await collectGarbage();
    if ((await observer.collected()) > 0) return true;
  }
  return false;
}

/** Uses a cursor, and lets go of it as the library says or leaves it to the garbage collector. */
async function useCursor({ api, letGo }: WindowConnection, release: boolean): Promise<void> {
  const cursor = (await answerOf(() => api.cursor())) as RemoteCursor;
  await answerOf(() => cursor.next?.());
  if (release) letGo?.(cursor);
}

const copied = notApplicable('An object arrives as a copy, so that the other end keeps nothing.');
const noObjects = { 'post-message': copied, kkrpc: copied, birpc: copied };

/** Whether the other end runs a copy of a call’s message that another window posts; undefined without one. */
async function runsStrangers(kit: WindowKit, options?: Options): Promise<boolean | undefined> {
  using connection = await kit.connect(options);
  const { api, observer, name } = connection;
  await answerOf(() => api.arrive(1));
  const heard = await observer.heard();
  if (heard === undefined) return undefined;
  await strangerPosts(name, heard);
  const came = await until(async () => (await observer.strangers()) > 0);
  if (!came) throw new Error('the stranger: got no message of it, expected one');
  // Messages of one kind run in their order: the stranger’s has been taken or left by then.
  await answerOf(() => api.arrive(2));
  return (await observer.log()).filter((each) => each === 'arrive 1').length > 1;
}

async function throughPort(kit: WindowKit): Promise<Outcome> {
  return (await runsStrangers(kit)) === undefined
    ? pass('no call passes the window: it goes through a port that others do not have')
    : fail('a call passes the window');
}

const byHand = notApplicable('Whoever listens to the window decides whose messages to pass on.');

export const leaving: WindowGroup = {
  id: 'leaving',
  label: 'Ends, objects let go, and strangers',
  probes: [
    {
      id: 'windows-gone-worker',
      question: 'Does a call under way end when the worker is terminated?',
      passes: 'It is rejected, by the library’s own defaults. One that waits on fails.',
      place: 'worker',
      documented: limited,
      run: whenGone,
      own: { birpc: whenGoneWithTimeout },
    },
    {
      id: 'windows-gone-frame',
      question: 'Does a call under way end when the frame is removed?',
      passes: 'It is rejected, by the library’s own defaults. One that waits on fails.',
      place: 'frame',
      documented: limited,
      run: whenGone,
      own: { birpc: whenGoneWithTimeout },
    },
    {
      id: 'windows-release',
      question: 'Is there a way to let go of an object of the other end?',
      passes: 'After the documented call the other end’s object is collected.',
      documented: {
        says: 'Comlink has releaseProxy, Cap’n Web has Symbol.dispose.',
        href: 'https://github.com/GoogleChromeLabs/comlink#comlinkreleaseproxy',
      },
      async run(kit) {
        using connection = await kit.connect();
        await useCursor(connection, true);
        return (await isCollected(connection)) ? pass('it is collected') : fail('it is kept');
      },
      own: noObjects,
    },
    {
      id: 'windows-abandoned',
      question: 'Is an object of the other end collected that the caller abandons without a word?',
      passes: `It is, before both ends have collected garbage ${COLLECTIONS} times.`,
      documented: {
        says: 'Cap’n Web asks for a disposal, and collects nothing of itself in a long session.',
        href: 'https://github.com/cloudflare/capnweb#resource-management-and-disposal',
      },
      async run(kit) {
        using connection = await kit.connect();
        await useCursor(connection, false);
        return (await isCollected(connection))
          ? pass('it is collected')
          : fail(`it is kept after ${COLLECTIONS} collections at both ends`);
      },
      own: noObjects,
    },
    {
      id: 'windows-stranger',
      question: 'Does a frame leave a call alone that another window sends?',
      passes: 'A copy of a call, posted by a sandboxed frame, does not run.',
      place: 'frame',
      documented: {
        says: 'Comlink’s expose takes allowedOrigins, by default all.',
        href: 'https://github.com/GoogleChromeLabs/comlink#comlinkwrapendpoint-and-comlinkexposevalue-endpoint-allowedorigins',
      },
      own: {
        async comlink(kit) {
          if ((await runsStrangers(kit)) === false) return pass('it does not run');
          const strict = { allowedOrigins: [location.origin] };
          return (await runsStrangers(kit, strict)) === false
            ? partly('by default it runs; with allowedOrigins it does not')
            : fail('it runs, with allowedOrigins too');
        },
        kkrpc: throughPort,
        capnweb: throughPort,
        'post-message': byHand,
        birpc: byHand,
      },
    },
  ],
};
