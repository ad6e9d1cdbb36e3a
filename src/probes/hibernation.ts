/** Hibernation: what is left of a connection when the object has slept. */
import type { Connection, Kit } from './kit/kit.ts';
import { answerOf, answers, endingOf, fail, notApplicable, pass, until } from './kit/outcome.ts';
import { show } from './kit/same.ts';
import type { ProbeGroup } from './probe.ts';
import type { Outcome } from './question.ts';

/** The platform lets an object go that was idle for ten seconds, if its sockets let it. */
const SLEEP_MS = 13_000;

const asleep = () => new Promise((resolve) => setTimeout(resolve, SLEEP_MS));

/** A connection that is left alone, and what works on it afterwards. */
async function afterSleep(
  kit: Kit,
  before: (connection: Connection) => unknown,
  after: (connection: Connection, held: unknown) => Promise<Outcome>,
): Promise<Outcome> {
  using connection = await kit.connect();
  const held = await answerOf(() => before(connection));
  const life = await connection.api.life();
  await asleep();
  const ending = await endingOf(() => connection.api.life());
  return ending.state === 'resolved' && ending.value !== life
    ? await after(connection, held)
    : fail('the object stays in memory for as long as the socket is open');
}

const overHttp = {
  'fetch-json': notApplicable('It has no socket that could outlive its object.'),
};

export const hibernation: ProbeGroup = {
  id: 'hibernation',
  label: 'Hibernation',
  probes: [
    {
      id: 'hibernation-accepts',
      question: 'Does the server accept its sockets with the hibernation API?',
      passes: 'The object counts the client’s socket among those that can outlive it.',
      async run(kit) {
        using connection = await kit.connect();
        const count = await connection.api.hibernatingSockets();
        return count === 1 ? pass('its socket is one of them') : fail(`${count} such sockets`);
      },
      own: overHttp,
    },
    {
      id: 'hibernation-sleeps',
      question: 'Does an idle object leave memory while a client stays connected?',
      passes:
        'After thirteen seconds without a message, the same socket reaches a new life of the object.',
      run: (kit) =>
        afterSleep(
          kit,
          () => undefined,
          async ({ log }) =>
            log.sockets.length === 1
              ? pass('a new life answers on the same socket')
              : fail(`${log.sockets.length} sockets were opened`),
        ),
      own: overHttp,
    },
    {
      id: 'hibernation-function',
      question: 'Does a function that arrived before still work after the sleep?',
      passes: 'The function is called after the object’s next life began, and answers.',
      run: (kit) =>
        afterSleep(
          kit,
          ({ api }) => api.adder(2),
          async (_connection, adder) =>
            typeof adder === 'function'
              ? answers(() => (adder as (second: number) => unknown)(3), 5)
              : fail(`the function arrived as ${show(adder)}`),
        ),
      own: {
        ...overHttp,
        'raw-websocket': notApplicable('The raw WebSocket carries JSON, which has no functions.'),
      },
    },
    {
      id: 'hibernation-push',
      question: 'Can an object that slept send to a client that waits?',
      passes: 'After the sleep, a payload reaches a client that has said nothing since.',
      async run(kit) {
        const got: unknown[] = [];
        return await afterSleep(
          kit,
          ({ api }) => api.subscribe('news', (payload) => got.push(payload)),
          async ({ api }) => {
            await api.publish('news', 'awake');
            return got.length > 0 ? pass(show(got[0])) : fail('the function it kept is forgotten');
          },
        );
      },
      own: {
        async lumenize(kit) {
          const got: unknown[] = [];
          const onDownstream = (payload: unknown) => void got.push(payload);
          using waiting = await kit.connect({ clientId: 'one', onDownstream });
          const before = await waiting.api.life();
          await asleep();
          using other = await kit.connect();
          if ((await other.api.life()) === before) return fail('the object stays in memory');
          const reached = await other.api.announce('one', 'awake');
          await waiting.api.life();
          return reached === 1 && got[0] === 'awake' ? pass('reaches it') : fail(show(got));
        },
        async orpc(kit) {
          using waiting = await kit.connect();
          const got: unknown[] = [];
          const iterator = await waiting.client.listenAsleep();
          iterator.next().then(
            ({ value }) => got.push(value),
            () => undefined,
          );
          const before = await waiting.api.life();
          await asleep();
          using other = await kit.connect();
          if ((await other.api.life()) === before) return fail('the object stays in memory');
          const reached = await other.api.announce('orpc', 'awake');
          await until(() => got.length > 0);
          return reached === 1 && got[0] === 'awake' ? pass('reaches it') : fail(show(got));
        },
        ...overHttp,
        'raw-websocket': notApplicable('The raw WebSocket answers calls and sends nothing else.'),
      },
    },
  ],
};
