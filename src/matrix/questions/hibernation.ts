/** Hibernation: what is left of a connection when the object has slept. */
import {
  connected,
  type Connection,
  listenTo,
  type Run,
  sendUntil,
  type Subject,
} from './client-kit.ts';
import {
  answerOf,
  answers,
  describe,
  endingOf,
  fail,
  notApplicable,
  pass,
  type Outcome,
} from './outcome.ts';
import { show } from './same.ts';

/** The platform lets an object go that was idle for ten seconds, if its sockets let it. */
const SLEEP_MS = 13_000;

const STAYS = 'the object stays in memory for as long as the socket is open';
const NEVER_SLEEPS = notApplicable('the object never sleeps while the socket is open');

const asleep = () => new Promise((resolve) => setTimeout(resolve, SLEEP_MS));

/** Leaves a connection alone, and finds out what works on it afterwards. */
const afterSleep = (
  before: (connection: Connection) => unknown,
  after: (connection: Connection, held: unknown) => Outcome | Promise<Outcome>,
  stays: Outcome,
): Run =>
  connected(async (connection) => {
    const held = await answerOf(() => before(connection));
    const life = await connection.api.life();
    await asleep();
    const ending = await endingOf(() => connection.api.life());
    const isAnew = ending.state === 'resolved' && ending.value !== life;
    return isAnew ? after(connection, held) : stays;
  });

export const hibernation: Subject = {
  id: 'hibernation',
  label: 'Hibernation',
  questions: {
    'hibernation-accepts': {
      question: 'Does the server accept its sockets with the hibernation API?',
      passes: 'The object counts the client’s socket among those that can outlive it.',
      run: connected(async (connection) => {
        const count = await connection.api.hibernatingSockets();
        return count === 1 ? pass('its socket is one of them') : fail(`${count} such sockets`);
      }),
    },
    'hibernation-sleeps': {
      question: 'Does an idle object leave memory while a client stays connected?',
      passes:
        'After thirteen seconds without a message, the same socket reaches a new life of the object.',
      run: afterSleep(
        () => undefined,
        ({ log }) =>
          log.sockets.length === 1
            ? pass('a new life answers on the same socket')
            : fail(`${log.sockets.length} sockets were opened`),
        fail(STAYS),
      ),
    },
    'hibernation-function': {
      question: 'Does a function that arrived before still work after the sleep?',
      passes: 'The function is called after the object’s next life began, and answers.',
      run: afterSleep(
        ({ api }) => api.adder(2),
        (_connection, adder) =>
          typeof adder === 'function'
            ? answers(() => (adder as (second: number) => unknown)(3), 5)
            : notApplicable(`the function arrived as ${show(adder)}`),
        NEVER_SLEEPS,
      ),
    },
    'hibernation-push': {
      question: 'Can an object that slept send to a client that waits?',
      passes: 'After the sleep, a payload reaches a client that has said nothing since.',
      async run(kit) {
        const got: unknown[] = [];
        using waiting = await listenTo(kit, 'news', (payload) => got.push(payload), true);
        const before = await waiting.api.life();
        await asleep();
        using other = await kit.connect();
        if ((await other.api.life()) === before) return NEVER_SLEEPS;
        const sent = await sendUntil(() => got.length > 0, [waiting, other], 'awake');
        return got[0] === 'awake' ? pass('reaches it') : fail(describe(sent));
      },
    },
  },
};
