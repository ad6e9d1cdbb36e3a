/** Pipelining: what a chain of calls costs, in round trips counted from frames. */
import { connected, type ProbeApi, type Run, type Subject } from './client-kit.ts';
import { answerOf, describe, endingOf, fail, notApplicable, partly, pass } from './outcome.ts';
import { difference } from './same.ts';
import { idsFrom, LIST_LENGTH } from '../../wire/service/payloads.ts';

/** Passes when the calls answer as expected in a single round trip. */
const inOneTrip = (calls: (api: ProbeApi) => unknown, expected: unknown): Run =>
  connected(async ({ api, log }) => {
    log.clear();
    const other = difference(expected, await answerOf(() => calls(api)));
    if (other !== undefined) return fail(other);
    const trips = log.roundTrips();
    return trips === 1 ? pass('one round trip') : partly(`${trips} round trips`);
  });

export const pipelining: Subject = {
  id: 'pipelining',
  label: 'Pipelining',
  questions: {
    'pipelining-chain': {
      question: 'Does a chain of calls cost one round trip, or one for each step?',
      passes: 'A method of a method’s result answers after one round trip.',
      run: inOneTrip((api) => api.authenticate('sesame').whoami(), 'the holder of the token'),
    },
    'pipelining-property': {
      question: 'Can a field of a result be read without waiting for the result?',
      passes: 'A field two levels down answers after one round trip.',
      run: inOneTrip((api) => api.user(7).address.city, 'Bern'),
    },
    'pipelining-argument': {
      question: 'Can a call take the result of another that has not answered yet?',
      passes:
        'A call that serves as an argument and the call that takes it answer after one round trip.',
      run: inOneTrip((api) => api.upload(api.user(7).name), 'user 7'.length),
    },
    'pipelining-once': {
      question: 'Is a call that serves as two arguments run once?',
      passes: 'The sum of a call with itself is twice its answer, and it was run once.',
      run: connected(async ({ api }) => {
        const ending = await endingOf(() => {
          const counted = api.increment(1);
          return api.add(counted, counted);
        });
        if (ending.state !== 'resolved') {
          return notApplicable(`a call cannot be an argument: ${describe(ending)}`);
        }
        const runs = await api.getValue();
        return ending.value === 2 && runs === 1
          ? pass('run once')
          : fail(`${describe(ending)}, and the call was run ${runs} times`);
      }),
    },
    'pipelining-head': {
      question: 'Is the first call of a chain run once?',
      passes:
        'When a chain of three calls has answered, the object has run the first of them once.',
      run: connected(async ({ api }) => {
        const ending = await endingOf(() => api.link().next().position());
        if (ending.state !== 'resolved') {
          return notApplicable(`there is no chain: ${describe(ending)}`);
        }
        const runs = await api.getValue();
        return runs === 1 ? pass('run once') : fail(`run ${runs} times`);
      }),
    },
    'pipelining-step': {
      question: 'Does a chain send nothing until it is awaited?',
      passes: 'Naming members and calling methods without awaiting sends no frame.',
      run: connected(async (connection) => {
        connection.log.clear();
        const chain: unknown = connection.api.authenticate('sesame').whoami;
        // Later than any microtask, so that everything has been sent.
        await new Promise((resolve) => setTimeout(resolve, 20));
        const { out } = connection.log.frames();
        if (chain === undefined) return notApplicable('there is no chain to name');
        return out === 0
          ? pass('no frame is sent')
          : partly('the call is sent without being awaited');
      }),
    },
    'pipelining-map': {
      question: 'Can a list be mapped at the server, in one round trip?',
      passes: 'A call for each member of another call’s list answers after one round trip.',
      run: inOneTrip(
        (api) => {
          const ids = api.ids(1) as unknown as { map(each: (id: number) => unknown): unknown };
          return ids.map((id) => api.user(id).name);
        },
        Array.from({ length: LIST_LENGTH }, (_, at) => `user ${at + 1}`),
      ),
    },
    'pipelining-own-method': {
      question: 'Does a method of one’s own do in one round trip what a chain does?',
      passes: 'A single method that returns the whole answers after one round trip.',
      run: inOneTrip((api) => api.ids(1), idsFrom(1)),
    },
  },
};
