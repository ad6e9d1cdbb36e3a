/** What a client that means harm can do whatever it speaks, with an honest visitor beside it on the same workerd. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBench, type LocalBench } from '../../src/cli/shared/bench.ts';
import { benchChannel } from '../../src/places/bench/bench.ts';
import { allCounterArms } from '../../src/places/bench/counter-arms.ts';
import { limits } from '../limits.ts';
import {
  apply,
  attackOn,
  call,
  get,
  limitOf,
  lumenize,
  one,
  orpc,
  superjson,
  trpc,
} from '../testing/hostile-frames.ts';
import { addressOf, send } from '../testing/hostile.ts';

let bench: LocalBench;
let log = '';

beforeAll(async () => {
  bench = await startBench({
    root: process.cwd(),
    port: 0,
    onSaid: (text) => (log += text),
  });
});

afterAll(async () => {
  await bench.stop();
  expect(log).not.toMatch(/[Uu]ncaught|unhandled|\n\s+at /);
});

const attack = attackOn(() => bench.origin);

type CallingBack = [arm: string, callOf: (id: number, count: number) => string[]];
const callingBack: readonly CallingBack[] = [
  ...['in-memory', 'hibernating'].map((name): CallingBack => [
    `raw-websocket/${name}`,
    (id, count) => [JSON.stringify({ id, method: 'calledBack', args: [count] })],
  ]),
  [
    'capnweb/in-memory',
    (id, count) => [
      `["push",["pipeline",0,["calledBack"],[${count},["export",${-id}]]]]`,
      `["pull",${id}]`,
    ],
  ],
  ...['json', 'superjson'].map((name): CallingBack => [
    `kkrpc/${name}`,
    (id, count) => [superjson([count, id], {}).replace('echo', 'calledBack')],
  ]),
];

describe.each(callingBack)('%s calls a client’s function', (arm, callOf) => {
  const refused = (answers: readonly string[]) =>
    answers.at(-1)?.includes('calledBack: got') === true;

  it('no more often than one call may ask for', async () => {
    for (const count of [limits.callbacks.perCall + 1, 1e9]) {
      const { answers, bytes } = await attack(arm, callOf(1, count), refused);
      expect(answers.join()).toContain('expected a whole number from 0 to 100');
      expect(bytes).toBeLessThan(1000);
    }
  });

  it('no more often than may wait for answers, until the one that does not answer is gone', async () => {
    const { perCall, waiting } = limits.callbacks;
    const address = addressOf(bench.origin, arm);
    const calls = Array.from({ length: waiting / perCall + 1 }, (_, at) => callOf(at + 1, perCall));
    const first = await send(address, calls.flat(), refused);
    expect(first.answers.at(-1)).toContain(`at most ${waiting} that wait for answers`);
    const again = async () => {
      const ends = (answers: readonly string[]) => answers.length === perCall || refused(answers);
      return refused((await send(address, callOf(1, perCall), ends)).answers);
    };
    while (await again());
  });
});

describe('every arm over a socket', () => {
  const increments: ReadonlyArray<[arm: string, frames: string[]]> = [
    ['raw-websocket/in-memory', ['{"id":1,"method":"increment","args":[1]}']],
    ['raw-websocket/hibernating', ['{"id":1,"method":"increment","args":[1]}']],
    ['lumenize/in-memory', [lumenize([call(get('increment'), apply(1))])]],
    ['lumenize/hibernating', [lumenize([call(get('increment'), apply(1))])]],
    ['capnweb/in-memory', ['["push",["pipeline",0,["increment"],[1]]]']],
    ['kkrpc/json', [superjson([1], {}).replace('echo', 'increment')]],
    ['kkrpc/superjson', [superjson([1], {}).replace('echo', 'increment')]],
    ['trpc/in-memory', [trpc('increment', 1)]],
    ['orpc/hibernating', [orpc('increment', 1)]],
    ['orpc/in-memory', [orpc('increment', 1)]],
  ];

  it.each(increments)('%s closes on bytes that are too many', async (arm) => {
    const frames = [new Uint8Array(limits.maxMessageBytes + 1)];
    const { closed } = await send(addressOf(bench.origin, arm), frames);
    expect([closed?.code, limitOf(closed)]).toEqual([1009, 'maxMessageBytes']);
  });

  it.each(increments)('%s runs nothing behind a message that is too big', async (arm, calls) => {
    const object = crypto.randomUUID();
    const behind = Array.from({ length: 10 }, () => calls).flat();
    const frames = [...calls, 'x'.repeat(limits.maxMessageBytes + 1), ...behind];
    const { closed } = await send(addressOf(bench.origin, arm, object), frames);
    expect([closed?.code, limitOf(closed)]).toEqual([1009, 'maxMessageBytes']);
    expect(await valueOf(arm, object)).toBe(1);
  });
});

async function valueOf(id: string, object: string): Promise<number> {
  const arm = allCounterArms().find((each) => each.id === id);
  if (arm === undefined) throw new Error(`arms: got none called ${id}, expected one`);
  const client = await (
    await arm.load()
  )(benchChannel({ origin: bench.origin, object, WebSocketClass: WebSocket }));
  const value = await client.operations.getValue();
  client.close();
  return value;
}

it('writes nothing of what visitors send to the log, and little else', async () => {
  const frames = Array.from({ length: 2000 }, (_, index) => `{"json":{"secret${index}":1}}\n`);
  await attack('kkrpc/superjson', frames);
  // What superjson alone can tell, and the library then writes to the console.
  const wrong = superjson(['secret'], { 'args.0': ['URL'] });
  const unreadable = Array.from({ length: 100 }, () => wrong);
  await attack('kkrpc/json', [...unreadable, superjson([1], {})], one);
  expect(log).not.toContain('secret');
  expect(log.length).toBeLessThan(20_000);
});
