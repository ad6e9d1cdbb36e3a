/** Pipelining: what a chain of calls costs, in round trips counted from frames. */
import { connected, type ProbeApi, type Run, type Questions } from './client-kit.ts';
import {
  answerOf,
  describe,
  difference,
  endingOf,
  fail,
  notApplicable,
  partly,
  pass,
} from './outcome.ts';
import { LIST_LENGTH } from '../../wire/service/payloads.ts';

/** Passes when the calls answer as expected in a single round trip. */
const inOneTrip = (calls: (api: ProbeApi) => unknown, expected: unknown): Run =>
  connected(async ({ api, log }) => {
    log.clear();
    const other = difference(expected, await answerOf(() => calls(api)));
    if (other !== undefined) return fail(other);
    const trips = log.roundTrips();
    return trips === 1 ? pass('one round trip') : partly(`${trips} round trips`);
  });

export const pipelining: Questions = {
  'pipelining-chain': inOneTrip(
    (api) => api.authenticate('sesame').whoami(),
    'the holder of the token',
  ),
  'pipelining-property': inOneTrip((api) => api.user(7).address.city, 'Bern'),
  'pipelining-argument': inOneTrip((api) => api.upload(api.user(7).name), 'user 7'.length),
  'pipelining-head': connected(async ({ api }) => {
    const ending = await endingOf(() => api.link().next().position());
    if (ending.state !== 'resolved') {
      return notApplicable(`there is no chain: ${describe(ending)}`);
    }
    const runs = await api.getValue();
    return runs === 1 ? pass('run once') : fail(`run ${runs} times`);
  }),
  'pipelining-map': inOneTrip(
    (api) => {
      const ids = api.ids(1) as unknown as { map(each: (id: number) => unknown): unknown };
      return ids.map((id) => api.user(id).name);
    },
    Array.from({ length: LIST_LENGTH }, (_, at) => `user ${at + 1}`),
  ),
};
