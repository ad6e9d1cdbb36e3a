/** Hibernation: what is left of a connection when the object has slept. */
import { connected, listenTo, sendUntil, type Questions } from './client-kit.ts';
import { describe, endingOf, fail, notApplicable, pass } from './outcome.ts';

/** The platform lets an object go that was idle for ten seconds, if its sockets let it. */
const SLEEP_MS = 13_000;

const asleep = () => new Promise((resolve) => setTimeout(resolve, SLEEP_MS));

export const hibernation: Questions = {
  'hibernation-accepts': connected(async (connection) => {
    const count = await connection.api.hibernatingSockets();
    return count === 1 ? pass('its socket is one of them') : fail(`${count} such sockets`);
  }),
  'hibernation-sleeps': connected(async ({ api, log }) => {
    const life = await api.life();
    await asleep();
    const ending = await endingOf(() => api.life());
    if (ending.state !== 'resolved' || ending.value === life) {
      return fail('the object stays in memory for as long as the socket is open');
    }
    return log.sockets.length === 1
      ? pass('a new life answers on the same socket')
      : fail(`${log.sockets.length} sockets were opened`);
  }),
  async 'hibernation-push'(kit) {
    const got: unknown[] = [];
    using waiting = await listenTo(kit, 'news', (payload) => got.push(payload), true);
    const before = await waiting.api.life();
    await asleep();
    using other = await kit.connect();
    if ((await other.api.life()) === before) {
      return notApplicable('the object never sleeps while the socket is open');
    }
    const sent = await sendUntil(() => got.length > 0, [waiting, other], 'awake');
    return got[0] === 'awake' ? pass('reaches it') : fail(describe(sent));
  },
};
