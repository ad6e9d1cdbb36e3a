/**
 * Cap’n Web sizes the window of a stream by `performance.now()`. Where a chunk is sent and acknowledged
 * within one step of the clock, its round trip is nought and its bandwidth infinite; their product is no
 * number, and a writer that waits for room waits for good. This fails once a newer version mends it.
 */
import { newMessagePortRpcSession, RpcTarget } from 'capnweb';
import { iterated } from '../../../wire/service/items.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';

const CHUNK = 'x'.repeat(65_536);
const CHUNKS = 64;
/** Answers in a row that tell nothing new: by then every message that was sent has arrived. */
const ASKED = 50;

class Taker extends RpcTarget {
  #taken = 0;

  async up(chunks: ReadableStream<string>): Promise<number> {
    for await (const chunk of iterated(chunks)) {
      if (chunk.length === CHUNK.length) this.#taken += 1;
    }
    return this.#taken;
  }

  taken(): number {
    return this.#taken;
  }
}

afterEach(() => void vi.restoreAllMocks());

/** Chunks that arrive of a stream where the clock goes as given, and whether it came to its end. */
async function sent(clock: () => number): Promise<{ taken: number; ended: boolean }> {
  vi.spyOn(performance, 'now').mockImplementation(clock);
  const { port1, port2 } = new MessageChannel();
  newMessagePortRpcSession(port1, new Taker());
  using api = newMessagePortRpcSession<Taker>(port2);
  let left = CHUNKS;
  const chunks = new ReadableStream<string>({
    pull(controller) {
      if (left === 0) return controller.close();
      left -= 1;
      controller.enqueue(CHUNK);
    },
  });
  let ended = false;
  const end = () => (ended = true);
  void Promise.resolve(api.up(chunks)).then(end, () => undefined);
  let taken = 0;
  for (let same = 0; !ended && same < ASKED;) {
    const now = await api.taken();
    same = now === taken ? same + 1 : 0;
    taken = now;
  }
  port1.close();
  port2.close();
  return { taken: ended ? CHUNKS : taken, ended };
}

describe('a stream of Cap’n Web to another end', () => {
  it('ends where the clock moves between sending and acknowledging', async () => {
    let now = 1;
    expect(await sent(() => (now += 0.25))).toEqual({ taken: CHUNKS, ended: true });
  });

  it('stops for good where the clock stands still', async () => {
    const { taken, ended } = await sent(() => 1);
    expect(ended).toBe(false);
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThan(CHUNKS);
  });
});
