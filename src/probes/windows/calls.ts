/** Calls: their order, functions and objects that go along, and giving up. */
import {
  answerOf,
  answers,
  callAnswers,
  describe,
  endingOf,
  fail,
  messageOf,
  notApplicable,
  partly,
  pass,
  until,
} from '../kit/outcome.ts';
import { show } from '../kit/same.ts';
import type { Outcome } from '../question.ts';
import type { RemoteCursor, WindowKit } from './kit.ts';
import type { WindowGroup } from './probe.ts';

/** No function travels with its calls; each side offers those that the other may call. */
async function callsOffered(kit: WindowKit): Promise<Outcome> {
  using connection = await kit.connect({ report: (value) => value * 2 });
  const { api } = connection;
  const passed = await endingOf(() => api.callBack((value) => value * 2));
  if (passed.state !== 'rejected') return fail(describe(passed));
  const offered = await answers(() => api.callBack(), 8);
  const why = `as an argument: ${messageOf(passed.error)}`;
  return offered.result === 'pass'
    ? partly(`one that is offered from the start is called and answers 8; ${why}`)
    : fail(why);
}

export const calls: WindowGroup = {
  id: 'calls',
  label: 'Calls, functions and objects',
  probes: [
    {
      id: 'windows-order',
      question: 'Do 100 calls of one tick run in the order in which they were made?',
      passes: 'The other end notes them as 0 to 99.',
      async run(kit) {
        using connection = await kit.connect();
        const made = Array.from({ length: 100 }, (_, n) => n);
        await Promise.all(made.map((n) => connection.api.arrive(n)));
        const log = await connection.observer.log();
        const wrong = made.find((n) => log[n] !== `arrive ${n}`);
        return wrong === undefined ? pass('0 to 99') : fail(`at ${wrong}: ${log[wrong]}`);
      },
    },
    {
      id: 'windows-callback',
      question: 'Can the caller pass a function that the other end calls?',
      passes: 'The other end calls it with a value, during the call that brought it.',
      async run(kit) {
        using connection = await kit.connect();
        const got: unknown[] = [];
        const ending = await endingOf(() =>
          connection.api.callBack((value) => void got.push(value)),
        );
        if (ending.state === 'rejected') return fail(describe(ending));
        const called = await until(() => got.length > 0);
        return called ? pass(`called with ${show(got[0])}`) : fail(describe(ending));
      },
      own: { birpc: callsOffered },
    },
    {
      id: 'windows-callback-answer',
      question: 'Does the other end get what such a function answers?',
      passes: 'Its call of the caller’s function answers with the result, 8.',
      run: (kit) => callAnswers(kit, (api) => api.callBack((value) => value * 2), 8),
      own: { birpc: callsOffered },
    },
    {
      id: 'windows-object',
      question: 'Is an instance of a class passed by reference?',
      passes: 'A cursor that the other end made counts on from call to call: 1, 2, 3.',
      async run(kit) {
        using connection = await kit.connect();
        const cursor = (await answerOf(() => connection.api.cursor())) as RemoteCursor;
        if (typeof cursor.next !== 'function') return fail(`arrives as ${show(cursor)}`);
        const counted: unknown[] = [];
        for (let each = 0; each < 3; each += 1) counted.push(await answerOf(() => cursor.next?.()));
        return counted.join() === '1,2,3' ? pass('1, 2, 3') : fail(show(counted));
      },
    },
    {
      id: 'windows-cancel',
      question: 'Can a call be given up so that the other end hears of it?',
      passes: 'The caller passes an AbortSignal and aborts; the other end’s signal says so.',
      async run(kit) {
        using connection = await kit.connect();
        const controller = new AbortController();
        const call = endingOf(() => connection.api.hold(controller.signal));
        const first = await Promise.race([call, connection.observer.held()]);
        if (first?.state === 'rejected') return fail(`the signal: ${messageOf(first.error)}`);
        if (!(await connection.observer.log()).includes('held with a signal')) {
          return fail('the signal does not arrive as one');
        }
        controller.abort();
        const hears = async () => (await connection.observer.log()).includes('given up');
        return (await until(hears)) ? pass('it hears of it') : fail('it hears nothing');
      },
      own: { 'post-message': notApplicable('There is a message for it only if one writes one.') },
    },
  ],
};
