/** Eviction: what is left of a call, and of a way to call, when one of two objects is lost. */
import { describe, endingOf, fail, messageOf, pass } from '../places/probes/outcome.ts';
import { connected, type Subject } from './question.ts';

/** Longer than workerd keeps an object in memory that nobody uses: ten seconds. */
const IDLE_MS = 13_000;

export const eviction: Subject = {
  id: 'eviction',
  label: 'Eviction',
  questions: [
    {
      objects: 'between-evicted-call',
      question: 'Does a caller hear that the called object was lost during its call?',
      passes: 'The call under way is rejected. One that never settles fails.',
      documented: {
        says: 'Calls under way fail with an error when the object or the connection to it is lost.',
        href: 'https://developers.cloudflare.com/durable-objects/api/stub/',
      },
      run: connected(async (connection, kit) => {
        const call = endingOf(() => connection.api.hold());
        await kit.observer.held();
        await endingOf(() => kit.observer.lose());
        const ending = await call;
        return ending.state === 'rejected' ? pass(messageOf(ending.error)) : fail(describe(ending));
      }),
    },
    {
      objects: 'between-evicted-next',
      question: 'Does the next call work after the called object was lost?',
      passes: 'A call over the same stub, session or socket is answered by the object’s next life.',
      documented: {
        says: 'After some errors a stub stays broken, and a new one has to be made.',
        href: 'https://developers.cloudflare.com/durable-objects/best-practices/error-handling/',
      },
      run: connected(async (connection, kit) => {
        const call = endingOf(() => connection.api.hold());
        await kit.observer.held();
        await endingOf(() => kit.observer.lose());
        // By its end the caller has heard of the loss.
        await call;
        const next = await endingOf(() => connection.api.add(1, 2));
        return next.state === 'resolved' ? pass('it answers') : fail(describe(next));
      }),
    },
    {
      objects: 'between-evicted-caller-effect',
      question: 'Does a call that has begun go on when the calling object is lost?',
      passes: 'What the call does after the loss of its caller is done.',
      async run(kit) {
        await kit.loseCaller();
        await kit.observer.release();
        const log = await kit.observer.log();
        return log.includes('effect') ? pass('it goes on') : fail('it ends with its caller');
      },
    },
    {
      objects: 'between-evicted-caller-continues',
      question: 'Is what follows the answer done although the calling object was lost?',
      passes: 'The next life of the caller does what was to follow the answer.',
      async run(kit) {
        const hasContinued = await kit.loseCaller();
        await kit.observer.release();
        // Whatever would carry the answer on has had its turns by then.
        for (let each = 0; each < 10; each += 1) await kit.observer.log();
        return (await hasContinued()) ? pass('it is done') : fail('it is not done');
      },
    },
    {
      objects: 'between-idle',
      question: 'Can the called object be evicted while the way to it is open and idle?',
      passes: `After ${IDLE_MS / 1000} s without a call, the next one is answered by a new life.`,
      documented: {
        says: 'An object that is idle for ten seconds may be evicted; an open WebSocket without hibernation keeps it.',
        href: 'https://developers.cloudflare.com/durable-objects/concepts/durable-object-lifecycle/',
      },
      run: connected(async (connection, kit) => {
        await connection.api.add(1, 1);
        const before = await kit.observer.life();
        await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
        const after = await kit.observer.life();
        if (before === after) return fail('the same life answers');
        const ending = await endingOf(() => connection.api.add(1, 2));
        return ending.state === 'resolved' ? pass('a new life answers') : fail(describe(ending));
      }),
    },
  ],
};
