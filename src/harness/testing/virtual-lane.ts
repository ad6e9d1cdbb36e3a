/** One lane on a virtual bench. */
import type { Elsewhere, Workload } from '../plan/index.ts';
import { Lane } from '../run/lane.ts';
import { NO_TRAFFIC } from '../run/meters.ts';
import type { World } from '../run/world.ts';
import { type Behaviour, type Tally, virtualBench } from './virtual-bench.ts';
import { VirtualClock } from './virtual-clock.ts';

interface Setup {
  behave?: (clock: VirtualClock) => Behaviour;
  world?: (clock: VirtualClock) => Partial<World>;
  operations?: number;
  /** Whether the turn is timed as one. */
  together?: boolean;
  /** Takes its turns in another place. */
  elsewhere?: (clock: VirtualClock) => Partial<Elsewhere>;
  /** Time of a bare round trip, in ms; the socket has none without it. */
  bareMs?: number;
}

/** One arm’s session with one turn, of eight calls unless told otherwise. */
export async function laneOf(change: Partial<Workload<Tally>>, setup: Setup = {}) {
  const clock = new VirtualClock();
  const { study, world, opened, closed } = virtualBench(clock, setup.behave?.(clock));
  const [, long] = study.workloads as [Workload<Tally>, Workload<Tally>];
  const connect = await study.arms[0]?.load();
  if (connect === undefined) throw new Error('the virtual bench has no arm');
  const lane = new Lane({
    arm: 'floor',
    workload: { ...long, ...change },
    connect: async (options) => {
      const connection = await connect(options);
      const { bareMs, elsewhere } = setup;
      const taken = { timed: { ...NO_TRAFFIC, samplesUs: [7] } };
      const others: Elsewhere = {
        prepare: () => Promise.resolve(),
        turn: () => Promise.resolve(taken),
        check: () => Promise.resolve(undefined),
      };
      return {
        ...connection,
        ...(bareMs !== undefined && { roundTrip: () => clock.sleep(bareMs) }),
        ...(elsewhere && { elsewhere: { ...others, ...elsewhere(clock) } }),
      };
    },
    deadlineMs: 1000,
    world: { ...world, ...setup.world?.(clock) },
    signal: new AbortController().signal,
  });
  if (change.cold !== true) await clock.drive(lane.open().then(() => lane.prepare()));
  await clock.drive(lane.timeNetwork());
  const turn = await clock.drive(lane.turn(0, setup.operations ?? 8, setup.together));
  await clock.drive(lane.check());
  lane.close();
  return { turn, lane, clock, opened, closed };
}
