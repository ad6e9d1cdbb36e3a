import { describe, expect, it } from 'vitest';
import { type RemoteCaller, Stalled } from '../plan/index.ts';
import type { VirtualClock } from '../testing/virtual-bench.ts';
import { laneOf } from '../testing/virtual-run.ts';
import { NO_TRAFFIC } from './meters.ts';

const never = new Promise<void>(() => undefined);

describe('what is taken elsewhere', () => {
  it('may take longer than one operation may', async () => {
    const slow = (clock: VirtualClock): Partial<RemoteCaller> => ({
      async turn() {
        await clock.sleep(30_000);
        return { timed: { ...NO_TRAFFIC, samplesUs: [7, 8] } };
      },
      prepare: () => clock.sleep(2000),
      async check() {
        await clock.sleep(2000);
        return undefined;
      },
    });
    const prepare = () => Promise.resolve();
    const { turn, lane } = await laneOf({ prepare }, { elsewhere: slow });
    expect(turn).toEqual({ round: 0, arm: 'floor', samplesUs: [7, 8], ...NO_TRAFFIC });
    expect(lane.failure).toBeUndefined();
  });

  it('stalls in the words of whoever took it', async () => {
    const told = '1 of 10 clients stalled: no answer within 5,000 ms';
    const { turn } = await laneOf(
      {},
      { elsewhere: () => ({ turn: () => Promise.reject(new Stalled(told)) }) },
    );
    expect([turn.void, turn.detail]).toEqual(['stalled', told]);
  });

  it('is given up where nobody says anything any more', async () => {
    const { turn, clock } = await laneOf(
      {},
      { elsewhere: () => ({ turn: () => never as Promise<never> }) },
    );
    expect([turn.void, turn.detail]).toEqual(['stalled', 'a turn got no answer within 60000 ms']);
    expect(clock.now()).toBeLessThan(62_000);
  });
});
