/** Errors: what a caller sees of what went wrong at the other side. */
import {
  answerOf,
  describe,
  difference,
  endingOf,
  fail,
  messageOf,
  type Outcome,
  partly,
  pass,
  rejects,
  show,
} from './outcome.ts';
import type { ThrownKind } from '../../wire/service/objects.ts';
import { connected, type ProbeApi, type Run, type Questions } from './client-kit.ts';
import { expectFunctions } from './references.ts';

/** Asks about the error of a call that throws in this way; undefined if the call is not rejected. */
const thrown = (kind: ThrownKind, judge: (error: unknown) => Outcome): Run =>
  connected(async ({ api }) => {
    const ending = await endingOf(() => api.fail(kind));
    return judge(ending.state === 'rejected' ? ending.error : undefined);
  });

/** Says how the next call on the connection ends, unless it answers. */
async function wrongAfter(api: ProbeApi): Promise<Outcome | undefined> {
  const next = await endingOf(() => api.add(1, 2));
  return next.state === 'resolved' ? undefined : fail(`afterwards ${describe(next)}`);
}

/** Passes when a call is rejected, and the next one on its connection answers. */
const failsAlone = (call: (api: ProbeApi) => unknown): Run =>
  connected(async ({ api }) => {
    const outcome = await rejects(() => call(api));
    return (await wrongAfter(api)) ?? outcome;
  });

/** Passes the promise of an answered call to another call, and makes a third one. */
export async function askUsedPromise(api: ProbeApi): Promise<Outcome> {
  const sum = api.add(1, 2);
  await answerOf(() => sum);
  const ending = await endingOf(() => api.echo(sum));
  return (await wrongAfter(api)) ?? pass(describe(ending));
}

export const errors: Questions = {
  'errors-class': thrown('type', (error) => {
    if (!(error instanceof Error)) return fail(show(error));
    if (error.message !== 'boom') return fail(messageOf(error));
    return error instanceof TypeError ? pass(messageOf(error)) : partly(messageOf(error));
  }),
  'errors-stack': thrown('type', (error) => {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    return stack.includes('failureOf')
      ? pass('names the function that threw')
      : fail('names no function of the other side');
  }),
  'errors-cause': thrown('cause', (error) => {
    const cause = error instanceof Error ? error.cause : undefined;
    return cause instanceof Error && cause.message === 'the fuse'
      ? pass(messageOf(cause))
      : fail(`the cause is ${show(cause)}`);
  }),
  'errors-fields': thrown('code', (error) => {
    const { code, retry } = (error ?? {}) as Record<string, unknown>;
    const other = difference({ code: 7, retry: { afterMs: 50 } }, { code, retry });
    return other === undefined ? pass('both arrive') : fail(other);
  }),
  'errors-name': thrown('named', (error) => {
    const name = error instanceof Error ? error.name : show(error);
    return name === 'QuotaError' ? pass(name) : fail(`the name is ${name}`);
  }),
  'errors-text': thrown('text', (error) => {
    if (error === 'only a text') return pass('the text itself');
    const message = error instanceof Error ? error.message : '';
    return message.includes('only a text')
      ? partly(`inside an ${messageOf(error)}`)
      : fail(error === undefined ? 'the call never settles' : messageOf(error));
  }),
  'errors-unknown-method': connected(async (connection) => {
    const methods = connection.api as unknown as Record<string, () => PromiseLike<unknown>>;
    const name: unknown = methods['noSuchMethod'];
    if (typeof name !== 'function') return fail(`the member is ${show(name)}`);
    const ending = await endingOf(() => methods['noSuchMethod']?.());
    if (ending.state !== 'rejected') return fail(describe(ending));
    const message = messageOf(ending.error);
    return message.includes('noSuchMethod') ? pass(message) : partly(message);
  }),
  'errors-unsendable': failsAlone((api) => api.echo(Symbol('here'))),
  'errors-unsendable-answer': failsAlone((api) => api.unsendable()),
  'errors-callback': connected(async (connection) => {
    await expectFunctions(connection);
    const { api } = connection;
    const call = () =>
      api.callBack(() => {
        throw new TypeError('thrown by the client');
      }, 1);
    const outcome = await rejects(call);
    const wrong = await wrongAfter(api);
    if (wrong !== undefined || outcome.result === 'fail') return wrong ?? outcome;
    return outcome.detail.includes('thrown by the client') ? outcome : partly(outcome.detail);
  }),
  'errors-used-promise': connected(({ api }) => askUsedPromise(api)),
};
