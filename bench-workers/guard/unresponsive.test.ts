/** Clients that keep a socket and leave undone what the server waits for: reading, or answering a Close. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalBench, startBench } from '../../src/cli/shared/bench.ts';
import { openSocket } from '../../src/links/socket.ts';
import { limits } from '../limits.ts';
import { addressOf, countBeside, frameOf, openByHand, send } from '../testing/hostile.ts';

/** Answers that a visitor gets at the least while another makes 20,000 calls. */
const TURNS = 15;

let bench: LocalBench;
let shortLived: LocalBench;
let log = '';

beforeAll(async () => {
  const options = { root: process.cwd(), port: 0, onSaid: (text: string) => (log += text) };
  [bench, shortLived] = await Promise.all([
    startBench(options),
    startBench({ ...options, vars: { IDLE_SECONDS: '1' } }),
  ]);
});

afterAll(async () => {
  await Promise.all([bench.stop(), shortLived.stop()]);
  expect(log).not.toMatch(/[Uu]ncaught|unhandled|\n\s+at /);
});

// What each waits for is as long as a client has to answer a Close.
describe.concurrent('ends the object of a client', () => {
  it('that asks, and neither reads nor answers the Close', async () => {
    const asking = {
      'raw-websocket/in-memory': ['{"id":1,"method":"download","args":[1000000]}'],
      'raw-websocket/hibernating': ['{"id":1,"method":"download","args":[1000000]}'],
      'capnweb/in-memory': ['["push",["pipeline",0,["download"],[1000000]]]', '["pull",N]'],
    };
    const { result, counted, held } = await countBeside(bench.origin, () =>
      Promise.all(Object.entries(asking).map(([arm, calls]) => bytesQueuedFor(arm, calls))),
    );
    expect(held).toBe(counted);
    // With what lies in the buffers of the system, at both ends.
    for (const bytes of result) expect(bytes).toBeLessThan(3 * limits.socket.queuedBytes);
  });

  it('that does not answer the Close of an idle one', async () => {
    const arms = ['raw-websocket/hibernating', 'lumenize/hibernating', 'capnweb/in-memory'];
    const ends = [...arms, 'kkrpc/json'].map(async (arm) => {
      const socket = await openByHand(addressOf(shortLived.origin, arm));
      const ended = new Promise((resolve) => socket.once('close', resolve));
      socket.resume();
      return ended;
    });
    await Promise.all(ends);
  });
});

it('gives others their turns while one sends without waiting for answers', async () => {
  const frames = Array.from({ length: 20_000 }, () => '{"id":1,"method":"getValue"}');
  const { counted, held } = await countBeside(bench.origin, () =>
    send(
      addressOf(bench.origin, 'raw-websocket/in-memory'),
      frames,
      (answers) => answers.length === frames.length,
    ),
  );
  expect(held).toBe(counted);
  // Without turns it is answered five times, in the gaps between what the runtime reads at once.
  expect(counted).toBeGreaterThan(TURNS);
});

/** Bytes that lie ready for a client which asked 650 times for a megabyte, once its object has ended. */
async function bytesQueuedFor(arm: string, calls: readonly string[]): Promise<number> {
  const address = addressOf(bench.origin, arm);
  const witness = await openSocket(new WebSocket(address.replace(/^http/, 'ws')));
  const ended = new Promise((resolve) => witness.addEventListener('close', resolve));
  const socket = await openByHand(address);
  for (let id = 1; id <= 650; id += 1) {
    for (const call of calls) socket.write(frameOf(call.replace('N', String(id))));
  }
  await ended;
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.resume();
  await closed;
  return socket.bytesRead;
}
