/** Errors: what a caller sees of what went wrong at the other side. */
import {
  answers,
  describe,
  endingOf,
  fail,
  messageOf,
  partly,
  pass,
} from '../places/probes/outcome.ts';
import type { AnyKit } from '../places/probes/probed.ts';
import { difference, show } from '../places/probes/same.ts';
import { connected, type Subject } from './question.ts';

const ERRORS = 'https://developers.cloudflare.com/workers/runtime-apis/rpc/error-handling/';
const serialized = {
  says: 'The platform passes them on from compatibility date 2026-04-21 (`enhanced_error_serialization`), and did not before.',
  href: 'https://developers.cloudflare.com/workers/configuration/compatibility-flags/',
};

interface FailingKit<Kind> {
  connect(): Promise<Disposable & { api: { fail(kind: Kind): unknown } }>;
}

/** What a call is rejected with that throws in this way; undefined where it is not rejected. */
async function thrown<Kind>(kit: FailingKit<Kind>, kind: Kind): Promise<unknown> {
  using connection = await kit.connect();
  const ending = await endingOf(() => connection.api.fail(kind));
  return ending.state === 'rejected' ? ending.error : undefined;
}

export const errors: Subject = {
  id: 'errors',
  label: 'Errors',
  questions: [
    {
      windows: 'windows-error-message',
      question: 'Is a call rejected whose method throws?',
      passes: 'It is rejected with an Error that has the message.',
      async run(kit) {
        const error = await thrown(kit, 'type');
        const arrives = error instanceof Error && error.message === 'boom';
        return arrives ? pass(messageOf(error)) : fail(show(error));
      },
    },
    {
      bench: 'errors-class',
      objects: {
        id: 'between-error-class',
        passes:
          'The call is rejected with a TypeError that has the message; an Error counts in part.',
        documented: {
          says: 'Workers RPC keeps the message and the name of a standard error.',
          href: ERRORS,
        },
      },
      question: 'Does a thrown TypeError arrive as a TypeError?',
      passes:
        'The call is rejected with a TypeError that has the message; an Error with it counts in part.',
      async run(kit: AnyKit) {
        const error = await thrown(kit, 'type');
        if (!(error instanceof Error)) return fail(show(error));
        if (error.message !== 'boom') return fail(messageOf(error));
        return error instanceof TypeError ? pass(messageOf(error)) : partly(messageOf(error));
      },
    },
    {
      windows: 'windows-error-class',
      question: 'Does a thrown TypeError arrive as one?',
      passes: 'The error is a TypeError; an Error with that name counts in part.',
      async run(kit) {
        const error = await thrown(kit, 'type');
        if (error instanceof TypeError) return pass('a TypeError');
        const name = error instanceof Error ? error.name : show(error);
        return name === 'TypeError' ? partly('an Error named TypeError') : fail(`named ${name}`);
      },
    },
    {
      bench: 'errors-stack',
      objects: {
        id: 'between-error-stack',
        question: 'Does the stack of the called object arrive?',
        passes: 'The error’s stack names the function that threw it.',
        documented: { says: 'Workers RPC does not keep the stack.', href: ERRORS },
      },
      windows: {
        id: 'windows-error-stack',
        question: 'Does the stack of the other end arrive?',
        passes: 'The error’s stack names the function that threw it.',
      },
      question: 'Does the stack of the server arrive, without being asked for by an option?',
      passes: 'The error’s stack names the function of the server that threw it.',
      async run(kit: AnyKit) {
        const error = await thrown(kit, 'type');
        const stack = error instanceof Error ? (error.stack ?? '') : '';
        return stack.includes('failureOf')
          ? pass('names the function that threw')
          : fail('names no function of the other side');
      },
    },
    {
      bench: 'errors-cause',
      objects: { id: 'between-error-cause', documented: serialized },
      question: 'Does the cause of an error arrive?',
      passes: 'The error has its cause, an Error with its own message.',
      async run(kit: AnyKit) {
        const error = await thrown(kit, 'cause');
        const cause = error instanceof Error ? error.cause : undefined;
        return cause instanceof Error && cause.message === 'the fuse'
          ? pass(messageOf(cause))
          : fail(`the cause is ${show(cause)}`);
      },
    },
    {
      bench: 'errors-fields',
      objects: {
        id: 'between-error-fields',
        passes:
          'A code and an object, put on the error in the called object, are on it at the caller.',
        documented: serialized,
      },
      windows: {
        id: 'windows-error-fields',
        passes:
          'A code and an object, put on the error where it is thrown, are on it at the caller.',
      },
      question: 'Do an error’s own fields arrive?',
      passes: 'A code and an object, put on the error at the server, are on it at the client.',
      async run(kit: AnyKit) {
        const { code, retry } = ((await thrown(kit, 'code')) ?? {}) as Record<string, unknown>;
        const other = difference({ code: 7, retry: { afterMs: 50 } }, { code, retry });
        return other === undefined ? pass('both arrive') : fail(other);
      },
    },
    {
      bench: 'errors-name',
      question: 'Does a name of one’s own arrive?',
      passes: 'An error named QuotaError arrives with that name.',
      async run(kit) {
        const error = await thrown(kit, 'named');
        const name = error instanceof Error ? error.name : show(error);
        return name === 'QuotaError' ? pass(name) : fail(`the name is ${name}`);
      },
    },
    {
      bench: 'errors-text',
      question: 'Does a thrown text arrive as that text?',
      passes: 'A throw of a text rejects the call with the text itself.',
      async run(kit) {
        const error = await thrown(kit, 'text');
        if (error === 'only a text') return pass('the text itself');
        const message = error instanceof Error ? error.message : '';
        return message.includes('only a text')
          ? partly(`inside an ${messageOf(error)}`)
          : fail(error === undefined ? 'the call never settles' : messageOf(error));
      },
    },
    {
      bench: 'errors-unknown-method',
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
    {
      bench: 'errors-next-call',
      question: 'Does the next call work after one that failed?',
      passes: 'On the same connection, the call after a failing one answers.',
      run: connected(async (connection) => {
        await endingOf(() => connection.api.fail('type'));
        return await answers(() => connection.api.add(1, 2), 3);
      }),
    },
    {
      bench: 'errors-unsendable',
      question: 'Is a value that cannot travel an error of its call alone?',
      passes: 'A call with a symbol as its argument is rejected, and the next one answers.',
      run: connected(async (connection) => {
        const ending = await endingOf(() => connection.api.echo(Symbol('here')));
        const next = await endingOf(() => connection.api.add(1, 2));
        if (next.state !== 'resolved') return fail(`afterwards ${describe(next)}`);
        return ending.state === 'rejected' ? pass(messageOf(ending.error)) : fail(describe(ending));
      }),
    },
    {
      objects: 'between-error-constructor',
      question: 'Does a caller learn why the called object could not start?',
      passes:
        'A call to an object whose constructor throws is rejected with the constructor’s message.',
      documented: {
        says: 'What a Durable Object does not catch goes on to its caller.',
        href: 'https://developers.cloudflare.com/durable-objects/best-practices/error-handling/',
      },
      async run(kit) {
        await endingOf(() => kit.observer.loseAndRefuse());
        const ending = await endingOf(async () => {
          using connection = await kit.connect();
          return await connection.api.add(1, 2);
        });
        if (ending.state !== 'rejected') return fail(describe(ending));
        const message = messageOf(ending.error);
        return message.includes('the constructor refuses') ? pass(message) : fail(message);
      },
    },
  ],
};
