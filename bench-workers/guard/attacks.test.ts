/**
 * Attacks on workerd: those that only a library or the service refuses, and for each arm messages that are too large
 * or too deep. `ALL_CASES=1` adds those that the checks of libraries refuse.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { LocalBench } from '../../src/cli/shared/bench.ts';
import { systems } from '../../src/libraries/systems/index.ts';
import { mutations } from '../../src/libraries/systems/trpc/system.ts';
import { flat, refused } from '../../src/libraries/testing/attacks.ts';
import { allCases } from '../../src/testing/all-cases.ts';
import { PAGE_ORIGIN } from '../../src/testing/bench.ts';
import { limits } from '../../src/wire/limits.ts';
import { addressOf, countBeside, memoryOf, open, send, useBenches } from '../testing/clients.ts';
import {
  type Frame,
  knownWriterOf,
  lumenize,
  pull,
  pushed,
  stepsOf,
  superjson,
  times,
  writerOf,
} from '../testing/messages.ts';

/** Most memory of workerd, in kB. Without checks, half a minute of most attacks takes more. */
const MOST_MEMORY = 1_200_000;

/**
 * The end has parts of the last answer, or of the code and the reason of the Close. Unless given, the counter
 * is 0 afterwards, and the method in the address of an arm that has one there is `echo`.
 */
type Attack = readonly [
  what: string,
  end: string,
  frames: readonly Frame[],
  more?: { counter?: number; path?: string },
];

/** Attacks on every arm. Around them go no calls, if the messages of its library are not known here. */
function commonOf(arm: string, isRequest: boolean): Attack[] {
  const writeCall = knownWriterOf(arm);
  const increment = isRequest ? [] : (writeCall?.('increment', 1) ?? []);
  const tooBig = new Uint8Array(limits.maxMessageBytes + 1);
  const around = [...increment, tooBig, ...times(10, () => increment).flat()];
  const counter = increment.length === 0 ? 0 : 1;
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const echoes = writeCall?.('echo', '?').map((frame) => frame.replace('"?"', deep)) ?? [deep];
  const lists = isRequest ? [echoes.join('\n')] : echoes;
  const [big, nested] = isRequest ? ['413 too-big', 400] : ['1009 maxMessageBytes', 1008];
  return [
    ['2 MiB and a byte', big, around, { counter }],
    ['20,000 lists in each other', `${nested} message.depth`, lists],
  ];
}

// A list that holds itself twice, 27 deep: as a text it has 2 ** 27 places.
const DEPTH = 27;
const aliases = Object.fromEntries(
  times(DEPTH, (at) => [at, at === DEPTH - 1 ? 'x' : [{ $ref: at + 1 }, { $ref: at + 1 }]]),
);
const twice = (method: string) => lumenize([stepsOf(method, { $ref: 0 })], { aliases });
const nested = times(DEPTH, () => 0).reduce<unknown>((inner) => [inner, null], 'x');
const equalities = times(DEPTH, (at) => {
  const path = `args.0${'.0'.repeat(DEPTH - 1 - at)}`;
  return [`${path}.0`, [`${path}.1`]];
});
const same = { referentialEqualities: Object.fromEntries(equalities) as object };

const { calls: CALLS } = limits.message;
const increment = stepsOf('increment', 1);
const argument = { __isNestedOperation: true, __operationChain: increment };
const argumentsOf = lumenize([stepsOf('echo', ...[times(1600, () => argument)])]);
const names = times(2700, () => increment.slice(0, 1));
const download = (at: number) => `${pushed('download', 1_000_000)}\n${pull(at + 1)}`;
const subscribe = (at: number) => pushed('subscribe', `name ${at}`, ['export', -1 - at]);
const publish = pushed('publishAll', 'x'.repeat(1_900_000));
const callbacks = times(11, () => writerOf('raw-websocket')('calledBack', 100)).flat();

const add = { url: 'http://elsewhere/add', body: { json: { a: 2, b: 3 } } };

/** Attacks that only a library or the service refuses. */
const onlyOnWorkerd: Readonly<Record<string, readonly Attack[]>> = {
  'raw-websocket/in-memory': [['1,100 functions at once', 'at most 1000 that wait', callbacks]],
  'lumenize/hibernating': [
    ['1,600 calls', 'parse-error', [lumenize(times(1600, () => increment))]],
    // The call that they are arguments of is one too.
    ['1,600 calls as arguments', 'more calls', [argumentsOf], { counter: CALLS - 1 }],
    ['1,000 calls of nothing', 'parse-error', [lumenize(times(1000, () => []))]],
    ['2,700 names of a method', 'parse-error', [lumenize(names)]],
    ['1,000 texts', 'answer', [lumenize(times(1000, () => stepsOf('download', 1_048_576)))]],
    ['a list twice in itself', 'safe integer', [twice('increment')]],
    ['… to echo', 'a value of at most', [twice('echo')]],
  ],
  'capnweb/in-memory': [
    ['a payload to three functions', '4194304', [...times(3, subscribe), publish, pull(4)]],
  ],
  'capnweb/in-worker': [
    ['a method that only other objects call', 'not a function', [pushed('evict'), pull(1)]],
    ['2,000 calls at once', 'message.calls', times(2000, () => pushed('getValue'))],
  ],
  'capnweb/events': [['a call', 'no message', [pushed('getValue')]]],
  'capnweb/http-batch': [['1,000 texts', 'answer', [times(1000, download).join('\n')]]],
  'kkrpc/superjson': [
    ['a list twice in itself', 'safe integer', [superjson('increment', [nested], {}, same)]],
    ['… to echo', 'a value of at most', [superjson('echo', [nested], {}, same)]],
  ],
  'orpc/http-batch': [
    ['11 calls', '4', [JSON.stringify(times(11, () => add))], { path: 'add/__batch__' }],
  ],
};

/** The attacks of the checks’ table. Each ends its socket, perhaps for a limit that comes first. */
const refusedOf = (arm: string): Attack[] =>
  (refused[arm] ?? []).map(([what, , ...frames]) => [what, '100', flat(frames)]);

/** The arms that the bench serves. An arm for streams is a socket as another. */
const attacked = systems.flatMap(({ id: system, arms }) =>
  arms
    .filter(({ streams }) => streams?.only !== true)
    .map(({ name, accept, paths }) => {
      return { system, arm: `${system}/${name}`, isRequest: accept === 'request', paths };
    }),
);

describe('on workerd', () => {
  const start = useBenches();
  let bench: LocalBench;
  beforeAll(async () => {
    bench = await start({}, {}, { allowedOrigins: [PAGE_ORIGIN] });
  });

  /** Status and body of the answer to a request of a page, which may read what was wrong with it. */
  async function post(address: string, body: Frame, isQuery: boolean): Promise<string> {
    const headers = new Headers({ Origin: PAGE_ORIGIN, 'Content-Type': 'application/json' });
    if (address.endsWith('__batch__')) headers.set('X-ORPC-Batch', 'streaming');
    const answered = isQuery
      ? await fetch(`${address}?input=${encodeURIComponent(String(body))}`, { headers })
      : await fetch(address, { method: 'POST', body, headers });
    expect(answered.headers.get('access-control-allow-origin')).toBe(PAGE_ORIGIN);
    return `${answered.status} ${await answered.text()}`;
  }

  type Attacked = (typeof attacked)[number];
  /** What is wrong with the end of an attack; undefined for nothing. */
  async function faultOf({ system, arm, isRequest, paths }: Attacked, attack: Attack) {
    const [what, end, frames, { counter = 0, path = 'echo' } = {}] = attack;
    const object = crypto.randomUUID();
    const isEnd = (text: string) => end.split(' ').every((part) => text.includes(part));
    let said = '';
    let isEarly = false;
    if (isRequest) {
      const address = addressOf(bench.origin, arm, object) + (paths ? `/${path}` : '');
      // tRPC has the input of a query in the address.
      const isQuery = system === 'trpc' && !mutations.has(path) && typeof frames[0] === 'string';
      for (const body of frames) said = await post(address, body, isQuery);
    } else {
      const isDone = (answers: readonly string[]) => isEnd(answers.at(-1) ?? '');
      const { answers, closed } = await send(addressOf(bench.origin, arm, object), frames, isDone);
      said = closed === undefined ? (answers.at(-1) ?? '') : `${closed.code} ${closed.reason}`;
      // A message that ends the socket gets no answer, only the calls before it do.
      isEarly = closed !== undefined && counter > 0 && answers.length > counter;
    }
    const { connection, counter: visitor } = await open(bench.origin, system, object);
    const got = await visitor.getValue();
    connection.close();
    if (isEnd(said) && !isEarly && got === counter) return undefined;
    return `${arm}, ${what}: got ${said.slice(0, 200)} and ${got}, expected ${end} and ${counter}`;
  }

  it.each(attacked)('$arm refuses what no client sends, and others count on', async (to) => {
    const attacks = [...commonOf(to.arm, to.isRequest), ...(onlyOnWorkerd[to.arm] ?? [])];
    if (allCases && !to.isRequest) attacks.push(...refusedOf(to.arm));
    const faults = await countBeside(bench.origin, () =>
      Promise.all(attacks.map((each) => faultOf(to, each))),
    );
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
    expect(await memoryOf(bench)).toBeLessThan(MOST_MEMORY);
  });
});
