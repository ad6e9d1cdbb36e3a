/** Direction: whether the server can begin. */
import type { Kit } from './kit/kit.ts';
import {
  answerOf,
  answers,
  callAnswers,
  describe,
  endingOf,
  fail,
  notApplicable,
  pass,
  until,
} from './kit/outcome.ts';
import { show } from './kit/same.ts';
import type { Outcome, ProbeGroup } from './probe.ts';

const client = { clientName: () => 'the client of the probe' };
const floor = {
  'raw-websocket': notApplicable('The raw WebSocket answers calls and sends nothing else.'),
};

/** A client gives the server a function to keep; another client's call has it called. */
async function pushedByCallback(kit: Kit): Promise<Outcome> {
  using waiting = await kit.connect();
  using other = await kit.connect();
  const got: unknown[] = [];
  await answerOf(() => waiting.api.subscribe('news', (payload) => got.push(payload)));
  const published = await endingOf(() => other.api.publish('news', { news: true }));
  if (await until(() => got.length > 0)) return pass(`arrives: ${show(got[0])}`);
  return fail(`nothing arrives, and ${describe(published)}`);
}

export const direction: ProbeGroup = {
  id: 'direction',
  label: 'Direction',
  probes: [
    {
      id: 'direction-symmetric',
      question: 'Can the server call methods that the client offers?',
      passes: 'The client offers an interface of its own; the server calls it and gets its answer.',
      own: {
        // Its client takes nothing to offer, so the server has nobody to ask.
        lumenize: (kit) => callAnswers(kit, (api) => api.askClient(), client.clientName()),
        async capnweb(kit) {
          const { RpcTarget } = await import('capnweb');
          class Client extends RpcTarget {
            clientName() {
              return client.clientName();
            }
          }
          using connection = await kit.connect(new Client());
          return await answers(() => connection.api.askClient(), client.clientName());
        },
        async kkrpc(kit) {
          using connection = await kit.connect(client);
          return await answers(() => connection.api.askClient(), client.clientName());
        },
        ...floor,
      },
    },
    {
      id: 'direction-push',
      question: 'Can the server send to a client without being asked?',
      passes: 'A client that waits gets a payload that another client’s call set off.',
      run: pushedByCallback,
      own: {
        async lumenize(kit) {
          const got: unknown[] = [];
          const onDownstream = (payload: unknown) => void got.push(payload);
          using waiting = await kit.connect({ clientId: 'one', onDownstream });
          using other = await kit.connect();
          await waiting.api.life();
          await other.api.announce('one', { news: true });
          const came = await until(() => got.length > 0);
          return came ? pass(`arrives: ${show(got[0])}`) : fail('nothing arrives');
        },
        ...floor,
      },
    },
    {
      id: 'direction-one-client',
      question: 'Can it choose which of several clients to send to?',
      passes:
        'Of two clients that wait, the one that was named gets the payload, the other nothing.',
      async run(kit) {
        using one = await kit.connect();
        using other = await kit.connect();
        const got: string[] = [];
        await answerOf(() => one.api.subscribe('one', () => got.push('one')));
        await other.api.subscribe('other', () => got.push('other'));
        await other.api.publish('one', 'for one');
        await until(() => got.length > 0);
        return got.join() === 'one' ? pass('the one that was named') : fail(`got: ${got.join()}`);
      },
      own: {
        async lumenize(kit) {
          const got: string[] = [];
          const listen = (clientId: string) =>
            kit.connect({ clientId, onDownstream: () => void got.push(clientId) });
          using one = await listen('one');
          using other = await listen('other');
          await one.api.life();
          await other.api.announce('one', 'for one');
          await until(() => got.length > 0);
          return got.join() === 'one' ? pass('the one that was named') : fail(`got: ${got.join()}`);
        },
        ...floor,
      },
    },
    {
      id: 'direction-progress',
      question: 'Can a call report its progress while it runs?',
      passes:
        'A function given to a call is told of three steps, in order, before the call answers.',
      async run(kit) {
        using connection = await kit.connect();
        const seen: unknown[] = [];
        const answer = await answerOf(() => connection.api.steps(3, (step) => seen.push(step)));
        const order = [...seen, answer].join(', ');
        return order === '1, 2, 3, done' ? pass(order) : fail(order);
      },
      own: floor,
    },
  ],
};
