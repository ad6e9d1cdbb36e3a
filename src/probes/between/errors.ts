/** Errors: what the calling object sees of what went wrong in the other. */
import type { Failure, Kit } from '../../../bench-workers/between/probes/kit.ts';
import { describe, endingOf, fail, messageOf, partly, pass } from '../kit/outcome.ts';
import { difference, show } from '../kit/same.ts';
import type { BetweenGroup } from './probe.ts';

const ERRORS = 'https://developers.cloudflare.com/workers/runtime-apis/rpc/error-handling/';
const SERIALIZED = {
  says: 'The platform passes them on from compatibility date 2026-04-21 (`enhanced_error_serialization`), and did not before.',
  href: 'https://developers.cloudflare.com/workers/configuration/compatibility-flags/',
};

/** What a call is rejected with that fails in this way; undefined where it is not rejected. */
async function thrown(kit: Kit, kind: Failure): Promise<unknown> {
  using connection = await kit.connect();
  const ending = await endingOf(() => connection.api.fail(kind));
  return ending.state === 'rejected' ? ending.error : undefined;
}

export const errors: BetweenGroup = {
  id: 'errors',
  label: 'Errors',
  probes: [
    {
      id: 'between-error-class',
      question: 'Does a thrown TypeError arrive as a TypeError?',
      passes:
        'The call is rejected with a TypeError that has the message; an Error counts in part.',
      documented: {
        says: 'Workers RPC keeps the message and the name of a standard error.',
        href: ERRORS,
      },
      async run(kit) {
        const error = await thrown(kit, 'type');
        if (!(error instanceof Error)) return fail(show(error));
        if (error.message !== 'boom') return fail(messageOf(error));
        return error instanceof TypeError ? pass(messageOf(error)) : partly(messageOf(error));
      },
    },
    {
      id: 'between-error-fields',
      question: 'Do an error’s own fields arrive?',
      passes:
        'A code and an object, put on the error in the called object, are on it at the caller.',
      documented: SERIALIZED,
      async run(kit) {
        const { code, retry } = ((await thrown(kit, 'fields')) ?? {}) as Record<string, unknown>;
        const other = difference({ code: 7, retry: { afterMs: 50 } }, { code, retry });
        return other === undefined ? pass('both arrive') : fail(other);
      },
    },
    {
      id: 'between-error-cause',
      question: 'Does the cause of an error arrive?',
      passes: 'The error has its cause, an Error with its own message.',
      documented: SERIALIZED,
      async run(kit) {
        const error = await thrown(kit, 'cause');
        const cause = error instanceof Error ? error.cause : undefined;
        return cause instanceof Error && cause.message === 'the fuse'
          ? pass(messageOf(cause))
          : fail(`the cause is ${show(cause)}`);
      },
    },
    {
      id: 'between-error-stack',
      question: 'Does the stack of the called object arrive?',
      passes: 'The error’s stack names the function that threw it.',
      documented: { says: 'Workers RPC does not keep the stack.', href: ERRORS },
      async run(kit) {
        const error = await thrown(kit, 'type');
        const stack = error instanceof Error ? (error.stack ?? '') : '';
        return stack.includes('failureOf')
          ? pass('names the function that threw')
          : fail('names no function of the called object');
      },
    },
    {
      id: 'between-error-constructor',
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
