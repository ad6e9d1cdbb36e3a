import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { randomUUID } from 'node:crypto';
import { quantile } from 'simple-statistics';
import type { CounterOperations } from '../../../../bench-workers/operations.ts';
import type { Arm } from '../../../harness/plan/index.ts';
import { callingWith } from '../../shared/identify.ts';
import { pairedRatio } from '../ratio.ts';
import type { Crowd, CrowdOrder, CrowdTask } from './crowd-worker.ts';
import { VISITOR_HEADER } from './visitor.ts';

/** Honest visitors beside the crowd, and how long they call in each phase. */
const VISITORS = 5;
const PHASE_MS = 300;

/** Median of the honest visitors' calls beside a crowd, as ratios to the same without it. */
export interface Beside {
  /** Sockets that one visitor asked for in each round, and most of them that it held at once. */
  asked: number;
  held: number;
  rounds: number;
  /** Medians over the rounds, in ms: alone, while the crowd asks, while it holds what it got. */
  medianMs: Record<'alone' | 'asking' | 'holding', number>;
  ratio: Record<'asking' | 'holding', ReturnType<typeof pairedRatio>>;
}

/** Lets one visitor open as many sockets as it can, beside honest ones who go on calling. */
export async function besideCrowd(
  origin: string,
  arms: ReadonlyArray<Arm<CounterOperations>>,
  sockets: number,
  rounds: number,
): Promise<Beside> {
  const visitors = await Promise.all(
    Array.from({ length: VISITORS }, async (_, index) => {
      const arm = arms[index % arms.length];
      if (arm === undefined) throw new RangeError('arms: got none, expected some');
      const connect = await arm.load();
      const calling = callingWith({ [VISITOR_HEADER]: `beside-${index}` });
      return connect({ origin, object: randomUUID(), ...calling });
    }),
  );
  /** Median time of the calls that they make while a condition holds, in ms. */
  const median = async (goesOn: (elapsedMs: number) => boolean): Promise<number> => {
    const [times, startedAt]: [number[], number] = [[], performance.now()];
    const call = async (counter: CounterOperations): Promise<void> => {
      do {
        const calledAt = performance.now();
        await counter.getValue();
        times.push(performance.now() - calledAt);
      } while (goesOn(performance.now() - startedAt));
    };
    await Promise.all(visitors.map(({ operations }) => call(operations)));
    return quantile(times, 0.5);
  };
  const phase = () => median((elapsedMs) => elapsedMs < PHASE_MS);
  const crowd = new Worker(new URL('./crowd-worker.ts', import.meta.url), {
    workerData: { origin, sockets } satisfies CrowdTask,
  });
  const order = async (what: CrowdOrder): Promise<Crowd> => {
    crowd.postMessage(what);
    const [answer] = (await once(crowd, 'message')) as [Crowd];
    return answer;
  };
  await order('close');
  // What nothing has compiled yet is in no round.
  await phase();
  const [asking, holding]: Array<Array<[number, number]>> = [[], []];
  const alones: number[] = [];
  let held = 0;
  for (let round = 0; round < rounds; round += 1) {
    const alone = await phase();
    let arrived: Crowd | undefined;
    const arriving = order('open').then((answer) => (arrived = answer));
    asking?.push([await median(() => arrived === undefined), alone]);
    held = Math.max(held, (await arriving).opened);
    holding?.push([await phase(), alone]);
    alones.push(alone);
    await order('close');
    process.stderr.write(`crowd: round ${round + 1} of ${rounds}\n`);
  }
  await crowd.terminate();
  for (const connection of visitors) connection.close();
  const medianOf = (pairs: ReadonlyArray<readonly [number, number]> = []) =>
    quantile(
      pairs.map(([value]) => value),
      0.5,
    );
  return {
    ...{ asked: sockets, held, rounds },
    medianMs: {
      alone: quantile(alones, 0.5),
      asking: medianOf(asking),
      holding: medianOf(holding),
    },
    ratio: { asking: pairedRatio(asking ?? []), holding: pairedRatio(holding ?? []) },
  };
}
