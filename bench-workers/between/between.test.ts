/** Batches of calls between objects on real workerd, in every way that is listed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalBench, startBench } from '../../src/cli/shared/bench.ts';
import { readWranglerConfig } from '../../src/cli/shared/workerd.ts';
import { Stalled } from '../../src/core/plan/index.ts';
import { openSocket } from '../../src/wire/links/socket.ts';
import {
  addressOf,
  countBeside,
  frameOf,
  memoryOf,
  openByHand as openUnread,
} from '../testing/clients.ts';
import { valuesOfObjects } from '../testing/rows.ts';
import { open as openBatches } from '../../src/wire/objects/client.ts';
import { linkTo } from '../../src/wire/links/link.ts';
import { ways } from '../../src/wire/objects/list.ts';
import { type BatchAnswer, type Batch, effectOf } from '../../src/wire/objects/protocol.ts';
import { eventually } from '../../src/testing/eventually.ts';

const root = process.cwd();
let bench: LocalBench;
let log = '';
/** Where the same Worker runs with objects that fail. */
let failing: string;

beforeAll(async () => {
  const config = await readWranglerConfig(root);
  const main = 'bench-workers/between/testing/worker.ts';
  const GATE = JSON.stringify({ batchSeconds: 2 });
  const vars = { ...config.vars, SETTING: 'workerd', GATE };
  bench = await startBench({
    ...{ root, port: 0, onSaid: (text: string) => (log += text) },
    extraWorkers: [{ id: 'failing', folder: root, config: { ...config, main, vars } }],
  });
  failing = bench.extraOrigins.get('failing') ?? '';
});

afterAll(async () => {
  await bench.stop();
  expect(log).not.toMatch(/[Uu]ncaught|unhandled|\n\s+at /);
});

const open = (way: string, object: string = crypto.randomUUID(), origin = bench.origin) =>
  openBatches(linkTo({ system: 'between', arm: way }, { origin, object }));

const batch = (given: Partial<Batch> = {}): Batch => ({
  ...{ calls: 7, order: 'at-once', first: 0, writes: false },
  ...given,
});

/** What the calls of a batch have to return. */
const resultsOf = ({ calls, first }: Batch) =>
  Array.from({ length: calls }, (_, at) => effectOf(first + at));

/** A socket to an object that is asked by hand, and the answers so far. */
async function openByHand(way: string, object: string = crypto.randomUUID()) {
  const address = `${bench.origin.replace(/^http/, 'ws')}/bench/between/${way}/${object}`;
  const socket = await openSocket(new WebSocket(address));
  const answers: BatchAnswer[] = [];
  socket.addEventListener('message', ({ data }) =>
    answers.push(JSON.parse(String(data)) as BatchAnswer),
  );
  return { socket, answers };
}

describe.each(ways.map(({ name }) => name))('%s', (way) => {
  it('returns what each call has to, in every order', async () => {
    const connection = await open(way);
    let done = 0;
    for (const given of [
      { order: 'at-once' },
      { order: 'in-a-row' },
      { writes: true },
    ] satisfies Array<Partial<Batch>>) {
      const asked = batch({ ...given, first: done });
      let begun = 0;
      const results = await connection.operations.batch(asked, () => (begun += 1));
      expect([results, begun]).toEqual([resultsOf(asked), 1]);
      done += asked.calls;
      expect(await connection.operations.effects()).toBe(done);
    }
    connection.close();
  });

  it('passes on what the object throws that is called, and goes on', async () => {
    const connection = await open(way);
    const tooFar = batch({ calls: 3, first: 2 ** 40 - 1 });
    await expect(connection.operations.batch(tooFar)).rejects.toThrow(
      'expected at most 1099511627776',
    );
    expect(await connection.operations.batch(batch())).toEqual(resultsOf(batch()));
    connection.close();
  });
});

describe('an object that calls', () => {
  it('writes with each call of a batch that writes, and with none of a later one', async () => {
    const stored = () => valuesOfObjects(bench.disk, 'effects');
    const before = new Set(await stored());
    const connection = await open('workers-rpc');
    await connection.operations.batch(batch({ calls: 111, writes: true }));
    const written = (await stored()).filter((value) => !before.has(value));
    expect(written).toHaveLength(1);
    await connection.operations.batch(batch({ calls: 5 }));
    expect(await connection.operations.effects()).toBe(116);
    expect((await stored()).filter((value) => !before.has(value))).toEqual(written);
    connection.close();
  });

  const number = 'expected a whole number from';
  it.each<[string, unknown, string]>([
    ['calls', 0, `calls: got 0, ${number} 1 to 10000`],
    ['calls', 10_001, `calls: got 10001, ${number} 1 to 10000`],
    ['calls', 'x'.repeat(1000), `calls: got "${'x'.repeat(80)}", ${number}`],
    ['first', -1, `first: got -1, ${number} 0 to 1099511627776`],
    ['order', 'backwards', 'order: got "backwards", expected "at-once" or "in-a-row"'],
    ['writes', 1, 'writes: got 1, expected true or false'],
    ['order', {}, 'order: got an object, expected "at-once"'],
    ['calls', 2001, 'batch: got 2001 calls at once, expected at most 2000: more go in a row'],
  ])('refuses a batch whose %s is %j, and loses nothing', async (name, value, message) => {
    const connection = await open('workers-rpc');
    const bad = { ...batch(), [name]: value };
    await expect(connection.operations.batch(bad)).rejects.toThrow(message);
    expect(await connection.operations.batch(batch())).toEqual(resultsOf(batch()));
    connection.close();
  });

  it.each<[string, string | ArrayBuffer, number, string]>([
    ['no JSON', '{"id":1,', -1, 'frame: got no JSON, expected {"id": number, "batch": {…}} or'],
    ['bytes', new Uint8Array([1, 2]).buffer, -1, 'frame: got bytes, expected text'],
    ['no number', '{"batch":{}}', -1, 'frame: got {"batch":{}}, expected {"id": number'],
    ['no question', '{"id":3}', 3, 'frame: got neither of them, expected'],
    ['two questions', '{"id":4,"batch":{},"effects":true}', 4, 'frame: got both, expected'],
    ['null', 'null', -1, 'frame: got null, expected'],
  ])('answers a frame of %s', async (_, frame, id, message) => {
    const { socket, answers } = await openByHand('workers-rpc');
    socket.send(frame);
    socket.send('{"id":9,"effects":true}');
    await eventually(() => expect(answers).toHaveLength(2));
    const error = expect.stringContaining(message) as string;
    expect(answers).toEqual([
      { id, error },
      { id: 9, effects: 0 },
    ]);
    socket.close();
  });

  it('closes what it opened with its client, and opens it anew for the next', async () => {
    const object = crypto.randomUUID();
    for (const way of ['websocket', 'capnweb', 'lumenize', 'websocket']) {
      const connection = await open(way, object);
      expect(await connection.operations.batch(batch())).toEqual(resultsOf(batch()));
      connection.close();
    }
  });
});

// It does its work while those below wait.
describe.concurrent('a client that means harm', () => {
  it('makes the bench hold little, and takes nothing from another visitor', async () => {
    const asking = { id: 1, batch: batch({ calls: 2000 }) };
    const small = batch({ calls: 160 });
    const { counted, held } = await countBeside(bench.origin, async () => {
      // It reads no answer, of which each has two thousand numbers.
      const unread = await openUnread(addressOf(bench.origin, 'between/no-call'));
      for (let asked = 0; asked < 100; asked += 1) unread.write(frameOf(JSON.stringify(asking)));
      for (const way of ['workers-rpc', 'lumenize']) {
        const connection = await open(way);
        const results = await connection.operations.batch(small);
        expect(results).toEqual(resultsOf(small));
        connection.close();
      }
      unread.destroy();
    });
    expect([counted > 0, held]).toEqual([true, counted]);
    expect(await memoryOf(bench)).toBeLessThan(2 ** 20);
  });
});

describe.concurrent('where an object that is called', () => {
  /** Numbers of calls, as testing/worker.ts has them. */
  const [WAITING, RESETTING] = [1000, 2000];
  const waiting = batch({ first: WAITING - 3 });

  it('does not answer, says how many calls had returned when time was up, and goes on', async () => {
    const connection = await open('workers-rpc', undefined, failing);
    const hung = connection.operations.batch(waiting);
    await expect(connection.operations.batch(batch())).rejects.toThrow(
      'batch: got a second one, expected it after the first',
    );
    await expect(hung).rejects.toThrow(new Stalled('6 calls had returned when time was up'));
    expect(await connection.operations.batch(batch())).toEqual(resultsOf(batch()));
    connection.close();
  });

  it('does not answer, waits no more for a client that has left', async () => {
    const object = crypto.randomUUID();
    const leaving = await open('workers-rpc', object, failing);
    const begun = Promise.withResolvers<void>();
    const left = leaving.operations.batch(waiting, begun.resolve).catch(String);
    await begun.promise;
    leaving.close();
    expect(await left).toContain('the socket closed');
    const connection = await open('workers-rpc', object, failing);
    const results = await eventually(() => connection.operations.batch(batch()));
    expect(results).toEqual(resultsOf(batch()));
    connection.close();
  });

  const noticing = ways.filter(({ name }) => name !== 'no-call');
  it.each(noticing.map(({ name }) => name))(
    'is reset, fails the batch in the way %s, and reaches it anew with the next',
    async (way) => {
      const connection = await open(way, undefined, failing);
      expect(await connection.operations.batch(batch())).toEqual(resultsOf(batch()));
      await expect(connection.operations.batch(batch({ first: RESETTING - 3 }))).rejects.toThrow();
      expect(await connection.operations.batch(batch())).toEqual(resultsOf(batch()));
      connection.close();
    },
  );
});
