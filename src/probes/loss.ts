/** Connection loss, reconnecting and deadlines. */
import type { Connection, Kit } from './kit/kit.ts';
import {
  answers,
  describe,
  endingOf,
  fail,
  notApplicable,
  partly,
  pass,
  rejects,
  until,
} from './kit/outcome.ts';
import type { ProbeGroup } from './probe.ts';
import type { Outcome } from './question.ts';

/** Drops the connection under a call that waits, and watches the call. */
async function pendingAfter(connection: Connection, end: () => unknown): Promise<Outcome> {
  const outcome = rejects(() => connection.api.hold('never'), 'rejected: ');
  await until(() => connection.log.frames().out > 0);
  await end();
  return await outcome;
}

/** Whether a function that arrived before the connection was lost can be called after it. */
async function functionAfterDrop(kit: Kit): Promise<Outcome> {
  using connection = await kit.connect();
  const ending = await endingOf(() => connection.api.adder(2));
  if (ending.state !== 'resolved' || typeof ending.value !== 'function') {
    return fail(`there is no such function: ${describe(ending)}`);
  }
  const adder = ending.value as (second: number) => unknown;
  await connection.log.drop();
  return await answers(() => adder(3), 5);
}

/** A call that waits, by a request of its own. */
async function heldByPost(kit: Kit, signal: AbortSignal): Promise<unknown> {
  const address = `${kit.address('http')}/hold`;
  const answer = await fetch(address, { method: 'POST', body: '["never"]', signal });
  return answer.json();
}

/** Gives up a call that waits, and asks whether it still waits at the server. */
async function cancelled(
  kit: Kit,
  hold: (api: Connection['api'], signal: AbortSignal) => unknown,
): Promise<Outcome> {
  using connection = await kit.connect();
  using observer = await kit.connect();
  const controller = new AbortController();
  const ending = endingOf(() => hold(connection.api, controller.signal));
  const waits = async () => (await observer.api.waiting()).length > 0;
  const under = await Promise.race([until(waits), ending.then(() => false)]);
  if (!under) return fail(describe(await ending));
  controller.abort();
  const ended = await ending;
  if (ended.state !== 'rejected') return fail(describe(ended));
  const heard = await until(async () => !(await waits()));
  return heard ? pass('it ends at both') : partly('it ends at the client; the server goes on');
}

export const loss: ProbeGroup = {
  id: 'loss',
  label: 'Connection loss, reconnecting and deadlines',
  probes: [
    {
      id: 'loss-pending',
      question: 'Is a pending call rejected when the connection is lost?',
      passes: 'A call that waits for its answer is rejected once its socket is closed.',
      async run(kit) {
        using connection = await kit.connect();
        return await pendingAfter(connection, () => connection.log.drop());
      },
    },
    {
      id: 'loss-closed-by-owner',
      question: 'Is a pending call rejected when its client is closed?',
      passes: 'Closing the client rejects what it still waits for.',
      async run(kit) {
        using connection = await kit.connect();
        return await pendingAfter(connection, () => connection[Symbol.dispose]());
      },
    },
    {
      id: 'loss-next-call',
      question: 'Does the client go on with the next call after a loss?',
      passes: 'A call after the loss connects again by itself and answers.',
      async run(kit) {
        using connection = await kit.connect();
        await connection.api.add(1, 1);
        await connection.log.drop();
        return await answers(() => connection.api.add(2, 3), 5);
      },
    },
    {
      id: 'loss-reference',
      question: 'Does a reference from before the loss still work after it?',
      passes: 'A function that arrived before the loss can be called after it.',
      run: functionAfterDrop,
      own: {
        'raw-websocket': notApplicable('The raw WebSocket carries JSON, which has no functions.'),
      },
    },
    {
      id: 'loss-told',
      question: 'Is the program told that the connection was lost?',
      passes: 'A handler that it gave to the library is called when the socket closes.',
      own: {
        async lumenize(kit) {
          let told = 0;
          using connection = await kit.connect({ onClose: () => (told += 1) });
          await connection.log.drop();
          return (await until(() => told === 1)) ? pass('onClose is called') : fail('never called');
        },
        async capnweb(kit) {
          let told = 0;
          using connection = await kit.connect();
          connection.stub.onRpcBroken(() => (told += 1));
          await connection.log.drop();
          return (await until(() => told === 1))
            ? pass('onRpcBroken is called')
            : fail('onRpcBroken is never called');
        },
        async kkrpc(kit) {
          using connection = await kit.connect();
          const members = connection.api as unknown as Record<string, unknown>;
          const call = () =>
            (members['onClose'] as (handler: () => void) => unknown)(() => undefined);
          await connection.log.drop();
          // It would be a member of the channel: there is none, and the proxy makes it a call.
          const ending = await endingOf(call);
          return fail(`there is no handler to give: ${describe(ending)}`);
        },
        async trpc(kit) {
          let told = 0;
          using connection = await kit.connect({ onClose: () => (told += 1) });
          await connection.log.drop();
          return (await until(() => told === 1)) ? pass('onClose is called') : fail('never called');
        },
        orpc: notApplicable(
          'The program opens the socket itself and listens to it; the library asks for no handler.',
        ),
        'fetch-json': notApplicable('Nothing is open between two requests.'),
        'raw-websocket': notApplicable('The raw WebSocket has the socket’s own event.'),
      },
    },
    {
      id: 'loss-reconnect',
      question: 'Does a client that listens reconnect by itself?',
      passes: 'After a loss, without any call, a message of the server arrives again.',
      async run(kit) {
        using connection = await kit.connect();
        await connection.api.subscribe('news', () => undefined);
        await connection.log.drop();
        const back = await until(() => connection.log.sockets.length > 1);
        return back ? pass('it connects again') : fail('no second socket is opened');
      },
      own: {
        async lumenize(kit) {
          const got: unknown[] = [];
          const onDownstream = (payload: unknown) => void got.push(payload);
          using waiting = await kit.connect({ clientId: 'one', onDownstream });
          using other = await kit.connect();
          await waiting.api.life();
          await waiting.log.drop();
          await until(() => waiting.log.sockets.length === 2);
          const sent = await until(async () => (await other.api.announce('one', 'back')) > 0);
          if (!sent) return fail('it does not connect again');
          return (await until(() => got.length > 0))
            ? pass('it connects again')
            : fail('no message');
        },
        async trpc(kit) {
          const got: unknown[] = [];
          using waiting = await kit.connect();
          using other = await kit.connect();
          const listening = waiting.client.listen.subscribe(['news'], {
            onData: (payload) => got.push(payload),
          });
          await until(() => other.api.publish('news', 'before'));
          await until(() => got.length > 0);
          await waiting.log.drop();
          await until(() => waiting.log.sockets.length === 2);
          const sent = async () =>
            (await other.api.publish('news', 'back')) && got.includes('back');
          const back = await until(sent);
          listening.unsubscribe();
          return back ? pass('it connects again') : fail('no message');
        },
        async orpc(kit) {
          using waiting = await kit.connect();
          const ending = endingOf(async () => {
            const payloads = await waiting.client.listen(['news']);
            return payloads.next();
          });
          await until(() => waiting.log.frames().in > 0);
          await waiting.log.drop();
          return fail(`no second socket is opened, and ${describe(await ending)}`);
        },
        'fetch-json': notApplicable('Nothing is open on which it could listen.'),
        'raw-websocket': notApplicable(
          'It has no messages to listen for on a connection that it keeps up.',
        ),
      },
    },
    {
      id: 'loss-deadline',
      question: 'Can a call be given a deadline?',
      passes: 'A call that is never answered is rejected once a deadline of its client has passed.',
      async run(kit) {
        using connection = await kit.connect();
        return await rejects(() => connection.api.hold('never'));
      },
      own: {
        async lumenize(kit) {
          using connection = await kit.connect({ timeout: 100 });
          return await rejects(() => connection.api.hold('never'));
        },
        async trpc(kit) {
          using connection = await kit.connect();
          const signal = AbortSignal.timeout(100);
          return await rejects(() => connection.client.hold.mutate(['never'], { signal }));
        },
        async orpc(kit) {
          using connection = await kit.connect();
          const signal = AbortSignal.timeout(100);
          return await rejects(() => connection.client.hold(['never'], { signal }));
        },
        'fetch-json': (kit) => rejects(() => heldByPost(kit, AbortSignal.timeout(100))),
      },
    },
    {
      id: 'loss-cancel',
      question: 'Can a call be cancelled, and does the server hear of it?',
      passes: 'An AbortSignal given to a call ends it at the client and at the server.',
      run: (kit) =>
        cancelled(kit, (api, signal) =>
          (api.hold as (key: string, options: object) => unknown)('never', { signal }),
        ),
      own: {
        async trpc(kit) {
          using connection = await kit.connect();
          return await cancelled(kit, (_api, signal) =>
            connection.client.hold.mutate(['never'], { signal }),
          );
        },
        async orpc(kit) {
          using connection = await kit.connect();
          return await cancelled(kit, (_api, signal) =>
            connection.client.hold(['never'], { signal }),
          );
        },
        'fetch-json': (kit) => cancelled(kit, (_api, signal) => heldByPost(kit, signal)),
      },
    },
    {
      id: 'loss-same-call-twice',
      question: 'Is a call never run twice because of a loss?',
      passes: 'After a loss under a call that counts, the object has counted it once.',
      async run(kit) {
        using connection = await kit.connect();
        using observer = await kit.connect();
        await observer.api.life();
        const call = endingOf(() => connection.api.count());
        await until(() => connection.log.frames().out > 0);
        await connection.log.drop();
        await call;
        await until(async () => (await observer.api.counted()) > 0);
        // Time for a second attempt, if there were one.
        const again = await until(async () => (await observer.api.counted()) > 1);
        return again ? fail('counted more than once') : pass('counted once');
      },
    },
  ],
};
