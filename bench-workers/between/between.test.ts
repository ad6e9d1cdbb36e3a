/** Batches of calls between objects on workerd, in every way that is listed. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { LocalBench } from '../../src/cli/shared/bench.ts';
import { readWranglerConfig } from '../../src/cli/shared/workerd.ts';
import { Stalled } from '../../src/core/plan/index.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { ways } from '../../src/wire/objects/list.ts';
import { type Batch, effectOf } from '../../src/wire/objects/protocol.ts';
import {
  addressOf,
  countBeside,
  frameOf,
  memoryOf,
  openBetween,
  openByHand,
  openPlain,
  useBenches,
} from '../testing/clients.ts';
import { times } from '../testing/messages.ts';
import { valuesOfObjects } from '../testing/rows.ts';

const start = useBenches();
let bench: LocalBench;
/** Origin of the same Worker with objects that fail. */
let failing: string;

beforeAll(async () => {
  const folder = process.cwd();
  const config = await readWranglerConfig(folder);
  const main = 'bench-workers/between/testing/worker.ts';
  const GATE = JSON.stringify({ batchSeconds: 2 });
  const vars = { ...config.vars, SETTING: 'workerd', GATE };
  const worker = { id: 'failing', folder, config: { ...config, main, vars } };
  bench = await start({}, {}, { extraWorkers: [worker] });
  failing = bench.extraOrigins.get('failing') ?? '';
});

const open = (way: string, origin = bench.origin, object?: string) =>
  openBetween(origin, way, object);

const batch = (given: Partial<Batch> = {}): Batch => ({
  calls: 7,
  order: 'at-once',
  first: 0,
  writes: false,
  ...given,
});
const seven = batch();
/** What the calls of a batch have to return. */
const resultsOf = ({ calls, first }: Batch) => times(calls, (at) => effectOf(first + at));

/** Numbers of calls that testing/worker.ts does not answer, and that reset their object. */
const [WAITING, RESETTING] = [1000, 2000];

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
      const results = await connection.batch(asked, () => (begun += 1));
      expect([results, begun]).toEqual([resultsOf(asked), 1]);
      done += asked.calls;
      expect(await connection.effects()).toBe(done);
    }
    connection.close();
  });

  it('passes on the error of the called object, and goes on', async () => {
    const connection = await open(way);
    const tooFar = batch({ calls: 3, first: 2 ** 40 - 1 });
    await expect(connection.batch(tooFar)).rejects.toThrow('expected at most 1099511627776');
    expect(await connection.batch(seven)).toEqual(resultsOf(seven));
    connection.close();
  });

  it.skipIf(way === 'no-call')('fails when the called object is reset, and goes on', async () => {
    const connection = await open(way, failing);
    expect(await connection.batch(seven)).toEqual(resultsOf(seven));
    const resetting = batch({ first: RESETTING - 3 });
    await expect(connection.batch(resetting)).rejects.toThrow();
    expect(await connection.batch(seven)).toEqual(resultsOf(seven));
    connection.close();
  });
});

describe('an object that calls', () => {
  it('writes with each call of a batch that writes, and with none of a later one', async () => {
    const stored = () => valuesOfObjects(bench.disk, 'effects');
    const before = new Set(await stored());
    const connection = await open('workers-rpc');
    await connection.batch(batch({ calls: 111, writes: true }));
    const written = (await stored()).filter((value) => !before.has(value));
    expect(written).toHaveLength(1);
    await connection.batch(batch({ calls: 5 }));
    expect(await connection.effects()).toBe(116);
    expect((await stored()).filter((value) => !before.has(value))).toEqual(written);
    connection.close();
  });

  const number = 'expected a whole number from';
  const asking = (given: object) => JSON.stringify({ id: 3, batch: { ...seven, ...given } });
  it.each<[string, string | ArrayBuffer, number, string]>([
    [
      'no JSON',
      '{"id":1,',
      -1,
      'frame: got no JSON, expected {"id": number} or {"id": number, "batch"',
    ],
    ['bytes', new Uint8Array([1, 2]).buffer, -1, 'frame: got bytes, expected text'],
    ['no number', '{"batch":{}}', -1, 'frame: got {"batch":{}}, expected {"id": number'],
    ['no batch', '{"id":3,"batch":null}', 3, 'order: got undefined, expected "at-once"'],
    ['null', 'null', -1, 'frame: got null, expected'],
    ['no calls', asking({ calls: 0 }), 3, `calls: got 0, ${number} 1 to 10000`],
    ['too many calls', asking({ calls: 10_001 }), 3, `calls: got 10001, ${number} 1 to 10000`],
    ['a text of calls', asking({ calls: 'x'.repeat(1000) }), 3, `"${'x'.repeat(80)}", ${number}`],
    ['a negative number', asking({ first: -1 }), 3, `first: got -1, ${number} 0 to 1099511627776`],
    ['an unknown order', asking({ order: 'backwards' }), 3, 'order: got "backwards", expected "at'],
    ['an object as an order', asking({ order: {} }), 3, 'order: got an object, expected "at-once"'],
    ['a number that writes', asking({ writes: 1 }), 3, 'writes: got 1, expected true or false'],
    ['too many at once', asking({ calls: 2001 }), 3, '2001 calls at once, expected at most 2000'],
  ])('answers a question with %s in words, and goes on', async (_what, frame, id, message) => {
    const socket = await openPlain(addressOf(bench.origin, 'between/workers-rpc'));
    const answers: unknown[] = [];
    socket.addEventListener('message', ({ data }) => answers.push(JSON.parse(String(data))));
    socket.send(frame);
    socket.send('{"id":9}');
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
      const connection = await open(way, undefined, object);
      expect(await connection.batch(seven)).toEqual(resultsOf(seven));
      connection.close();
    }
  });

  it('holds little for a client that reads no answer', async () => {
    const asked = JSON.stringify({ id: 1, batch: batch({ calls: 2000 }) });
    await countBeside(bench.origin, async () => {
      const unread = await openByHand(addressOf(bench.origin, 'between/no-call'));
      // Each answer has two thousand numbers.
      for (let sent = 0; sent < 100; sent += 1) unread.write(frameOf(asked));
      const connection = await open('lumenize');
      const small = batch({ calls: 160 });
      expect(await connection.batch(small)).toEqual(resultsOf(small));
      connection.close();
      unread.destroy();
    });
    expect(await memoryOf(bench)).toBeLessThan(2 ** 20);
  });
});

describe.concurrent('a called object that does not answer', () => {
  const waiting = batch({ first: WAITING - 3 });

  it('ends the batch when time is up, with the number of calls that had returned', async () => {
    const connection = await open('workers-rpc', failing);
    const hung = connection.batch(waiting);
    await expect(connection.batch(seven)).rejects.toThrow(
      'batch: got a second one, expected it after the first',
    );
    await expect(hung).rejects.toThrow(new Stalled('6 calls had returned when time was up'));
    expect(await connection.batch(seven)).toEqual(resultsOf(seven));
    connection.close();
  });

  it('is waited for no more when the client leaves', async () => {
    const object = crypto.randomUUID();
    const leaving = await open('workers-rpc', failing, object);
    const begun = Promise.withResolvers<void>();
    const left = leaving.batch(waiting, begun.resolve).catch(String);
    await begun.promise;
    leaving.close();
    expect(await left).toContain('the socket closed');
    const connection = await open('workers-rpc', failing, object);
    const results = await eventually(() => connection.batch(seven));
    expect(results).toEqual(resultsOf(seven));
    connection.close();
  });

  it('keeps the room of its calls, of which others have half the rest', async () => {
    const large = await open('workers-rpc', failing);
    const begun = Promise.withResolvers<void>();
    // It has the call that waits, and takes 1,400 of 3,000 beside the few calls of other tests.
    const hung = large.batch(batch({ calls: 1400 }), begun.resolve).catch(String);
    await begun.promise;
    const other = await open('no-call', failing);
    const many = batch({ calls: 1000 });
    await expect(other.batch(many)).rejects.toThrow(/batch: got 1000 calls beside \d+/);
    const few = batch({ calls: 300 });
    expect(await other.batch(few)).toEqual(resultsOf(few));
    expect(await hung).toContain('calls had returned when time was up');
    for (const connection of [large, other]) connection.close();
  });
});
