/** Calls: in which order they run, what they wait for, and whether they can be given up. */
import { describe, endingOf, fail, messageOf, notApplicable, pass } from '../kit/outcome.ts';
import { heard } from './heard.ts';
import type { BetweenGroup } from './probe.ts';

export const calls: BetweenGroup = {
  id: 'calls',
  label: 'Order and cancelling',
  probes: [
    {
      id: 'between-order',
      question: 'Do 100 calls of one tick run in the order in which they were made?',
      passes: 'The called object notes them as 0 to 99.',
      documented: {
        says: 'Calls over one stub of a Durable Object are delivered in their order.',
        href: 'https://developers.cloudflare.com/durable-objects/api/stub/',
      },
      async run(kit) {
        using connection = await kit.connect();
        const made = Array.from({ length: 100 }, (_, n) => n);
        await Promise.all(made.map((n) => connection.api.arrive(n)));
        const log = await kit.observer.log();
        const wrong = made.find((n) => log[n] !== `arrive ${n}`);
        return wrong === undefined ? pass('0 to 99') : fail(`at ${wrong}: ${log[wrong]}`);
      },
    },
    {
      id: 'between-slow-call',
      question: 'Does a later call answer while an earlier one waits?',
      passes: 'A call made while another is held answers before that one does.',
      async run(kit) {
        using connection = await kit.connect();
        const slow = endingOf(() => connection.api.hold());
        await kit.observer.held();
        const later = await endingOf(() => connection.api.add(1, 2));
        await kit.observer.release();
        await slow;
        return later.state === 'resolved' ? pass('the later one answers') : fail(describe(later));
      },
    },
    {
      id: 'between-pipelining',
      question: 'Can a call be made on a result that has not arrived?',
      passes:
        'The called object runs the second call before the caller has heard of the first one’s result.',
      documented: {
        says: 'Workers RPC calls it promise pipelining: one round trip for both.',
        href: 'https://developers.cloudflare.com/workers/runtime-apis/rpc/#promise-pipelining',
      },
      async run(kit) {
        using connection = await kit.connect();
        const cursor = connection.api.cursor();
        // If the second call waited here for the first, this would leave before it.
        const first = endingOf(async () => {
          await cursor;
          await kit.observer.note('heard');
        });
        const second = await endingOf(() => cursor.next());
        if (second.state !== 'resolved') return fail(describe(second));
        const ending = await first;
        if (ending.state !== 'resolved') return fail(describe(ending));
        const log = await kit.observer.log();
        const before = log.indexOf('next') < log.indexOf('heard');
        return before ? pass('it runs before') : fail('it runs after');
      },
      own: {
        'fetch-json': notApplicable('JSON passes no object that could be called.'),
        'raw-websocket': notApplicable('JSON passes no object that could be called.'),
      },
    },
    {
      id: 'between-cancel',
      question: 'Can a call be given up so that the called object hears of it?',
      passes: 'The caller passes an AbortSignal and aborts; the called object’s signal says so.',
      documented: {
        says: 'A request’s signal tells that its sender gave up; a signal as an argument of Workers RPC is experimental.',
        href: 'https://developers.cloudflare.com/changelog/2025-05-22-handle-request-cancellation/',
      },
      async run(kit) {
        using connection = await kit.connect();
        const controller = new AbortController();
        const call = endingOf(() => connection.api.hold(controller.signal));
        const first = await Promise.race([call, kit.observer.held()]);
        if (first?.state === 'rejected') return fail(`the signal: ${messageOf(first.error)}`);
        const arrived = (await kit.observer.log()).includes('held with a signal');
        controller.abort();
        const outcome = arrived
          ? await heard(kit, 'given up')
          : fail('the signal does not arrive as one');
        await kit.observer.release();
        await call;
        return outcome;
      },
      own: {
        async 'fetch-json'(kit) {
          using connection = await kit.connect();
          const controller = new AbortController();
          const call = endingOf(() => connection.request('hold', [], controller.signal));
          await kit.observer.held();
          controller.abort();
          const outcome = await heard(kit, 'given up');
          await kit.observer.release();
          await call;
          return outcome;
        },
        'raw-websocket': notApplicable('There is a message for it only if one writes one.'),
      },
    },
  ],
};
