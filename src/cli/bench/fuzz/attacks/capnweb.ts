/** Small messages of which Cap’n Web’s references make something large. */
import { addressOf, type Attack, endingOf, many, send } from '../hostile.ts';

const ARM = 'capnweb/in-memory';
type Expression = unknown;

/** A call of the main object. */
const call = (name: string, ...args: unknown[]): Expression => ['pipeline', 0, [name], args];
const echo = (value: Expression): Expression => call('echo', value);
const of = (id: number): Expression => ['pipeline', id];
/** A list, as the protocol spells one. */
const list = (items: readonly Expression[]): Expression => [items];

const push = (expression: Expression): string => JSON.stringify(['push', expression]);
const release = (id: number, count: number): string => `["release",${id},${count}]`;
const pull = (id: number): string => `["pull",${id}]`;

type SendAll = (origin: string, frames: readonly string[]) => Promise<string>;

/** Sends frames until a call behind all of them is answered: the server has dealt with them then. */
const sendAll: SendAll = async (origin, frames) => {
  const id = frames.filter((frame) => /^\["(push|stream|pipe)"/.test(frame)).length + 1;
  const isLast = (answers: readonly string[]) =>
    answers.at(-1)?.startsWith(`["resolve",${id},`) === true;
  const all = [...frames, push(call('getValue')), pull(id)];
  return endingOf(await send(addressOf(origin, ARM), all, isLast));
};

const post: SendAll = async (origin, frames) => {
  const address = addressOf(origin, 'capnweb/http-batch');
  const answer = await fetch(address, { method: 'POST', body: frames.join('\n') });
  return `status ${answer.status} ${(await answer.text()).slice(0, 120)}`;
};

const attack = (
  id: string,
  about: string,
  frames: () => readonly string[],
  by: SendAll = sendAll,
): Attack => ({ id: `capnweb-${id}`, about, run: (origin) => by(origin, frames()) });

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
const again = (id: number): Expression => list(many(2, () => ['import', id]));
const VALUES = list(many(60_000, () => 0));
const numbers = (count: number): string => push(list(many(count, (at) => at)));

/** The server’s call of a client’s function waits for this: the results of others depend on it. */
const WAITING = call('calledBack', 1, ['export', -1]);
/** A call for each item that a map is given. */
const EACH = ['pipeline', -1, ['getValue'], []];
const imported = (...ids: number[]) => ids.map((id) => ['import', id]);

export const capnwebAttacks: readonly Attack[] = [
  attack('doubling', 'A list doubled 17 times, each result released by nought: 730 bytes.', () => [
    ...[...doubled(17, twice, 'push', 0), pull(18)],
  ]),
  attack(
    'doubling-batch',
    'The same in one request.',
    () => [...doubled(17, twice, 'push', 0), pull(18)],
    post,
  ),
  attack(
    'doubling-unpulled',
    'A list doubled 20 times, each result released, none asked for.',
    () => doubled(20, twice, 'push', 1),
  ),
  attack(
    'doubling-streamed',
    'A list doubled 17 times by messages whose results are answered unasked.',
    () => doubled(17, twice, 'stream'),
  ),
  attack('doubling-imported', 'A list doubled 18 times, with references by another name.', () =>
    doubled(18, again),
  ),
  attack(
    'doubling-waiting',
    'What waits for the client is doubled 14 times, then answered.',
    () => [
      ...[push(WAITING), ...many(14, (at) => push(twice(at + 1))), pull(15), '["resolve",1,1]'],
    ],
  ),
  attack(
    'references',
    '60,000 values echoed by reference 5,000 times, neither pulled nor released.',
    () => [push(VALUES), ...many(5000, () => push(echo(of(1))))],
  ),
  attack(
    'references-released',
    '60,000 values echoed by reference 5,000 times, each result released at once.',
    () => [push(VALUES), ...many(5000, (at) => [push(echo(of(1))), release(at + 2, 1)]).flat()],
  ),
  attack(
    'references-batch',
    'One request, 60,000 values echoed 300 times.',
    () => [push(VALUES), ...many(300, () => push(echo(of(1)))), pull(2)],
    post,
  ),
  attack(
    'answered-by-client',
    'A function of the client answers with 60,000 values, to which 1,000 calls refer.',
    () => [
      ...[push(echo(['export', -1])), push(['pipeline', 1, [], []]), pull(2)],
      ...many(1000, (at) => [push(echo(of(2))), release(at + 3, 1)]).flat(),
      JSON.stringify(['resolve', 1, VALUES]),
    ],
  ),
  attack(
    'held-back',
    '1,000 lists of 60,000 values wait for the client, released; then it answers.',
    () => {
      const given = JSON.stringify(['push', echo(list([VALUES, of(1)]))]);
      const waiting = many(1000, (at) => [given, release(at + 2, 1)]).flat();
      return [push(WAITING), ...waiting, '["resolve",1,1]'];
    },
  ),
  attack('maps', '100 times 20 calls for each item of a list of 900.', () => {
    const map = push(['remap', 1, [], imported(0), many(20, () => EACH)]);
    return [numbers(900), ...many(100, () => map)];
  }),
  attack(
    'maps-nested',
    'A call for each item of a list, for each item of a list, for each item of a list of 100.',
    () => {
      const inner = [['remap', -2, [], imported(-1), [EACH]]];
      const middle = [['remap', -2, [], imported(-1, -2), inner]];
      return [numbers(100), push(['remap', 1, [], imported(0, 1), middle])];
    },
  ),
  ...(
    [
      ['errors', 15_000, ['error', 'Error', '']],
      ['urls', 15_000, ['url', 'http://a']],
      ['bigints', 120, ['bigint', '9'.repeat(16_000)]],
    ] as const
  ).map(([name, count, value]) =>
    attack(name, `${count} of them in a message, 20 times.`, () => {
      const given = push(list(many(count, () => value)));
      return many(20, () => given);
    }),
  ),
  attack('requests', '12,000 Requests, echoed by reference 100 times.', () => [
    push(list(many(12_000, () => ['request', 'http://a', {}]))),
    ...many(100, () => push(echo(of(1)))),
  ]),
  attack('held-texts', '1,000 texts of 2 MB held on one socket.', () => {
    const given = push(echo('x'.repeat(2_000_000)));
    return many(1000, () => given);
  }),
  attack('told', 'The client is told of 10,000 references to the main object, 200 times.', () => {
    const stubs = push(list(many(10_000, () => ['pipeline', 0])));
    return many(200, (at) => [stubs, pull(at + 1), release(at + 1, 1)]).flat();
  }),
];
