/** Errors: what the caller sees of what the other end threw. */
import { endingOf, fail, messageOf, partly, pass } from '../kit/outcome.ts';
import { difference, show } from '../kit/same.ts';
import type { WindowKit } from './kit.ts';
import type { WindowGroup } from './probe.ts';

/** What a call is rejected with that throws a TypeError; undefined where it is not rejected. */
async function thrown(kit: WindowKit): Promise<unknown> {
  using connection = await kit.connect();
  const ending = await endingOf(() => connection.api.fail());
  return ending.state === 'rejected' ? ending.error : undefined;
}

export const errors: WindowGroup = {
  id: 'errors',
  label: 'Errors',
  probes: [
    {
      id: 'windows-error-message',
      question: 'Is a call rejected whose method throws?',
      passes: 'It is rejected with an Error that has the message.',
      async run(kit) {
        const error = await thrown(kit);
        const arrives = error instanceof Error && error.message === 'boom';
        return arrives ? pass(messageOf(error)) : fail(show(error));
      },
    },
    {
      id: 'windows-error-class',
      question: 'Does a thrown TypeError arrive as one?',
      passes: 'The error is a TypeError; an Error with that name counts in part.',
      async run(kit) {
        const error = await thrown(kit);
        if (error instanceof TypeError) return pass('a TypeError');
        const name = error instanceof Error ? error.name : show(error);
        return name === 'TypeError' ? partly('an Error named TypeError') : fail(`named ${name}`);
      },
    },
    {
      id: 'windows-error-stack',
      question: 'Does the stack of the other end arrive?',
      passes: 'The error’s stack names the function that threw it.',
      async run(kit) {
        const error = await thrown(kit);
        const stack = error instanceof Error ? (error.stack ?? '') : '';
        return stack.includes('failAsAsked')
          ? pass('names the function that threw')
          : fail('names no function of the other end');
      },
    },
    {
      id: 'windows-error-fields',
      question: 'Do an error’s own fields arrive?',
      passes: 'A code and an object, put on the error where it is thrown, are on it at the caller.',
      async run(kit) {
        const { code, retry } = ((await thrown(kit)) ?? {}) as Record<string, unknown>;
        const other = difference({ code: 7, retry: { afterMs: 50 } }, { code, retry });
        return other === undefined ? pass('both arrive') : fail(other);
      },
    },
  ],
};
