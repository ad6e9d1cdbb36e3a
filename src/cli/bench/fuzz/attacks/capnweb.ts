/** What Cap’n Web’s references make of small messages. */
import { randomUUID } from 'node:crypto';
import type { Attack } from './attack.ts';
import { addressOf, endingOf, type Heard, send } from './sockets.ts';

const ARM = 'capnweb/in-memory';
const BATCH = 'capnweb/http-batch';
type Expression = unknown;

/** A call of the main object. */
const call = (name: string, ...args: unknown[]): Expression => ['pipeline', 0, [name], args];
const echo = (value: Expression): Expression => call('echo', value);
const of = (id: number): Expression => ['pipeline', id];
/** A list, as the protocol spells one. */
const list = (items: readonly Expression[]): Expression => [items];
const many = <Item>(length: number, item: (at: number) => Item): Item[] =>
  Array.from({ length }, (_, at) => item(at));

const push = (expression: Expression): string => JSON.stringify(['push', expression]);
const release = (id: number, count: number): string => `["release",${id},${count}]`;
const pull = (id: number): string => `["pull",${id}]`;

/** A call behind all others, whose answer says that the server has dealt with them. */
const last = (before: readonly string[]): string[] => {
  const made = before.filter((frame) => /^\["(push|stream|pipe)"/.test(frame)).length;
  return [...before, push(call('getValue')), pull(made + 1)];
};

/** Sends frames until one behind them is answered. */
async function sendAll(origin: string, frames: readonly string[], arm = ARM): Promise<string> {
  const all = last(frames);
  const id = all.at(-1)?.replace(/\D/g, '');
  const isLast = (answers: readonly string[]) =>
    answers.at(-1)?.startsWith(`["resolve",${id},`) === true;
  return endingOf(await send(addressOf(origin, arm), all, isLast));
}

async function post(origin: string, frames: readonly string[]): Promise<string> {
  const answer = await fetch(addressOf(origin, BATCH), { method: 'POST', body: frames.join('\n') });
  return `status ${answer.status} ${(await answer.text()).slice(0, 120)}`;
}

/** A value doubled so many times: each result is twice the one before. */
const doubled = (
  times: number,
  double: (id: number) => Expression,
  kind = 'push',
  releases?: number,
): string[] => [
  push(echo('x')),
  ...many(times, (at) => [
    JSON.stringify([kind, double(at + 1)]),
    ...(releases === undefined ? [] : [release(at + 1, releases)]),
  ]).flat(),
];
const twice = (id: number): Expression => list([of(id), of(id)]);
const VALUES = list(many(60_000, () => 0));

/** The server’s call of a client’s function waits for this: the results of others depend on it. */
const WAITING = call('calledBack', 1, ['export', -1]);

export const capnwebAttacks: readonly Attack[] = [
  {
    id: 'capnweb-doubling',
    about: 'A list doubled 17 times, each result released by nought: 730 bytes.',
    run: (origin) => sendAll(origin, [...doubled(17, twice, 'push', 0), pull(18)]),
  },
  {
    id: 'capnweb-doubling-batch',
    about: 'The same in one request.',
    run: (origin) => post(origin, [...doubled(17, twice, 'push', 0), pull(18)]),
  },
  {
    id: 'capnweb-doubling-unpulled',
    about: 'A list doubled 20 times, each result released, none asked for.',
    run: (origin) => sendAll(origin, doubled(20, twice, 'push', 1)),
  },
  {
    id: 'capnweb-doubling-streamed',
    about: 'A list doubled 17 times by messages whose results are answered unasked.',
    run: (origin) => sendAll(origin, doubled(17, twice, 'stream')),
  },
  {
    id: 'capnweb-doubling-imported',
    about: 'A list doubled 18 times, with references by another name.',
    run: (origin) =>
      sendAll(
        origin,
        doubled(18, (id) =>
          list([
            ['import', id],
            ['import', id],
          ]),
        ),
      ),
  },
  {
    id: 'capnweb-doubling-waiting',
    about: 'What waits for the client is doubled 14 times, then answered.',
    async run(origin) {
      const frames = [push(WAITING), ...many(14, (at) => push(twice(at + 1))), pull(15)];
      return sendAll(origin, [...frames, '["resolve",1,1]']);
    },
  },
  {
    id: 'capnweb-references',
    about: '60,000 values echoed by reference 5,000 times, neither pulled nor released.',
    run: (origin) => sendAll(origin, [push(VALUES), ...many(5000, () => push(echo(of(1))))]),
  },
  {
    id: 'capnweb-references-released',
    about: '60,000 values echoed by reference 5,000 times, each result released at once.',
    run: (origin) =>
      sendAll(origin, [
        push(VALUES),
        ...many(5000, (at) => [push(echo(of(1))), release(at + 2, 1)]).flat(),
      ]),
  },
  {
    id: 'capnweb-references-batch',
    about: 'One request, 60,000 values echoed 300 times.',
    run: (origin) => post(origin, [push(VALUES), ...many(300, () => push(echo(of(1)))), pull(2)]),
  },
  {
    id: 'capnweb-answered-by-client',
    about: 'A function of the client answers with 60,000 values, to which 1,000 calls refer.',
    async run(origin) {
      const frames = [push(echo(['export', -1])), push(['pipeline', 1, [], []])];
      const refer = many(1000, (at) => [push(echo(of(2))), release(at + 3, 1)]).flat();
      const answer = JSON.stringify(['resolve', 1, VALUES]);
      return sendAll(origin, [...frames, pull(2), ...refer, answer]);
    },
  },
  {
    id: 'capnweb-held-back',
    about: '1,000 lists of 60,000 values wait for the client, released; then it answers.',
    async run(origin) {
      const given = JSON.stringify(['push', echo(list([VALUES, of(1)]))]);
      const waiting = many(1000, (at) => [given, release(at + 2, 1)]).flat();
      return sendAll(origin, [push(WAITING), ...waiting, '["resolve",1,1]']);
    },
  },
  {
    id: 'capnweb-maps',
    about: '100 times 20 calls for each item of a list of 900.',
    run(origin) {
      const calls = many(20, () => ['pipeline', -1, ['getValue'], []]);
      const map = push(['remap', 1, [], [['import', 0]], calls]);
      return sendAll(origin, [push(list(many(900, (at) => at))), ...many(100, () => map)]);
    },
  },
  {
    id: 'capnweb-maps-nested',
    about:
      'A call for each item of a list, for each item of a list, for each item of a list of 100.',
    run(origin) {
      const calls = [['pipeline', -1, ['getValue'], []]];
      const inner = [['remap', -2, [], [['import', -1]], calls]];
      const captures = [
        ['import', -1],
        ['import', -2],
      ];
      const middle = [['remap', -2, [], captures, inner]];
      const outer = [
        ['import', 0],
        ['import', 1],
      ];
      return sendAll(origin, [
        push(list(many(100, (at) => at))),
        push(['remap', 1, [], outer, middle]),
      ]);
    },
  },
  ...(
    [
      ['errors', 15_000, ['error', 'Error', ''], 20],
      ['urls', 15_000, ['url', 'http://a'], 20],
      ['bigints', 120, ['bigint', '9'.repeat(16_000)], 20],
    ] as const
  ).map(([name, count, value, messages]): Attack => ({
    id: `capnweb-${name}`,
    about: `${count} of them in a message, ${messages} times.`,
    run(origin) {
      const given = push(list(many(count, () => value)));
      return sendAll(
        origin,
        many(messages, () => given),
      );
    },
  })),
  {
    id: 'capnweb-requests',
    about: '12,000 Requests, echoed by reference 100 times.',
    run(origin) {
      const given = push(list(many(12_000, () => ['request', 'http://a', {}])));
      return sendAll(origin, [given, ...many(100, () => push(echo(of(1))))]);
    },
  },
  {
    id: 'capnweb-held-texts',
    about: '1,000 texts of 2 MB held on one socket.',
    async run(origin) {
      const given = push(echo('x'.repeat(2_000_000)));
      const address = addressOf(origin, ARM, randomUUID());
      function* texts() {
        for (let sent = 0; sent < 1000; sent += 1) yield given;
        yield push(call('getValue'));
        yield pull(1001);
      }
      const done = (answers: readonly string[]) => answers.length > 0;
      const heard: Heard = await send(address, texts(), done);
      return endingOf(heard);
    },
  },
  {
    id: 'capnweb-told',
    about: 'The client is told of 10,000 references to the main object, 200 times.',
    run(origin) {
      const stubs = push(list(many(10_000, () => ['pipeline', 0])));
      return sendAll(origin, many(200, (at) => [stubs, pull(at + 1), release(at + 1, 1)]).flat());
    },
  },
];
