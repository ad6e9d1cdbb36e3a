/** Errors: what a caller sees of what went wrong at the other side. */
import {
  answers,
  describe,
  endingOf,
  fail,
  messageOf,
  type Outcome,
  partly,
  pass,
} from './outcome.ts';
import type { Failure } from '../service/objects.ts';
import { difference, show } from './same.ts';
import { connected, type Run, type Subject } from './kit.ts';

/** Asks about what a call is rejected with that throws in this way; undefined where it is not rejected. */
const thrown = (kind: Failure, judge: (error: unknown) => Outcome): Run =>
  connected(async ({ api }) => {
    const ending = await endingOf(() => api.fail(kind));
    return judge(ending.state === 'rejected' ? ending.error : undefined);
  });

export const errors: Subject = {
  id: 'errors',
  label: 'Errors',
  questions: {
    'errors-class': {
      question: 'Does a thrown TypeError arrive as a TypeError?',
      passes:
        'The call is rejected with a TypeError that has the message; an Error with it counts in part.',
      run: thrown('type', (error) => {
        if (!(error instanceof Error)) return fail(show(error));
        if (error.message !== 'boom') return fail(messageOf(error));
        return error instanceof TypeError ? pass(messageOf(error)) : partly(messageOf(error));
      }),
    },
    'errors-stack': {
      question: 'Does the stack of the server arrive, without being asked for by an option?',
      passes: 'The error’s stack names the function of the server that threw it.',
      run: thrown('type', (error) => {
        const stack = error instanceof Error ? (error.stack ?? '') : '';
        return stack.includes('failureOf')
          ? pass('names the function that threw')
          : fail('names no function of the other side');
      }),
    },
    'errors-cause': {
      question: 'Does the cause of an error arrive?',
      passes: 'The error has its cause, an Error with its own message.',
      run: thrown('cause', (error) => {
        const cause = error instanceof Error ? error.cause : undefined;
        return cause instanceof Error && cause.message === 'the fuse'
          ? pass(messageOf(cause))
          : fail(`the cause is ${show(cause)}`);
      }),
    },
    'errors-fields': {
      question: 'Do an error’s own fields arrive?',
      passes: 'A code and an object, put on the error at the server, are on it at the client.',
      run: thrown('code', (error) => {
        const { code, retry } = (error ?? {}) as Record<string, unknown>;
        const other = difference({ code: 7, retry: { afterMs: 50 } }, { code, retry });
        return other === undefined ? pass('both arrive') : fail(other);
      }),
    },
    'errors-name': {
      question: 'Does a name of one’s own arrive?',
      passes: 'An error named QuotaError arrives with that name.',
      run: thrown('named', (error) => {
        const name = error instanceof Error ? error.name : show(error);
        return name === 'QuotaError' ? pass(name) : fail(`the name is ${name}`);
      }),
    },
    'errors-text': {
      question: 'Does a thrown text arrive as that text?',
      passes: 'A throw of a text rejects the call with the text itself.',
      run: thrown('text', (error) => {
        if (error === 'only a text') return pass('the text itself');
        const message = error instanceof Error ? error.message : '';
        return message.includes('only a text')
          ? partly(`inside an ${messageOf(error)}`)
          : fail(error === undefined ? 'the call never settles' : messageOf(error));
      }),
    },
    'errors-unknown-method': {
      question: 'Does a stub seem to have every method, and fail only when awaited?',
      passes:
        'Naming and calling a method that does not exist throws nothing; awaiting it rejects with an error that names it.',
      run: connected(async (connection) => {
        const methods = connection.api as unknown as Record<string, () => PromiseLike<unknown>>;
        const name: unknown = methods['noSuchMethod'];
        if (typeof name !== 'function') return fail(`the member is ${show(name)}`);
        const ending = await endingOf(() => methods['noSuchMethod']?.());
        if (ending.state !== 'rejected') return fail(describe(ending));
        const message = messageOf(ending.error);
        return message.includes('noSuchMethod') ? pass(message) : partly(message);
      }),
    },
    'errors-next-call': {
      question: 'Does the next call work after one that failed?',
      passes: 'On the same connection, the call after a failing one answers.',
      run: connected(async (connection) => {
        await endingOf(() => connection.api.fail('type'));
        return await answers(() => connection.api.add(1, 2), 3);
      }),
    },
    'errors-unsendable': {
      question: 'Is a value that cannot travel an error of its call alone?',
      passes: 'A call with a symbol as its argument is rejected, and the next one answers.',
      run: connected(async (connection) => {
        const ending = await endingOf(() => connection.api.echo(Symbol('here')));
        const next = await endingOf(() => connection.api.add(1, 2));
        if (next.state !== 'resolved') return fail(`afterwards ${describe(next)}`);
        return ending.state === 'rejected' ? pass(messageOf(ending.error)) : fail(describe(ending));
      }),
    },
  },
};
