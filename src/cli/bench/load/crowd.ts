import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { randomUUID } from 'node:crypto';
import { quantile } from 'simple-statistics';
import type { CounterOperations } from '../../../places/bench/operations.ts';
import type { Arm } from '../../../harness/plan/index.ts';
import { callingWith } from '../../shared/identify.ts';
import { pairedRatio } from '../ratio.ts';
import type { Crowd, CrowdOrder, CrowdTask } from './crowd-worker.ts';
import { VISITOR_HEADER } from './visitor.ts';
import { benchChannel } from '../../../places/bench/bench.ts';

/** Honest visitors beside the crowd, and how long they call in each phase. */
const VISITORS = 5;
const PHASE_MS = 300;

/** What one visitor who wants all does meanwhile. */
type Phase =
  /** It asks another bench on this machine: what its own work takes from the processors. */
  | 'elsewhere'
  /** It asks the honest visitors’ bench. */
  | 'asking'
  /** It holds what it got there. */
  | 'holding';

/** Median of the honest visitors’ calls beside a crowd, as ratios to the same without it. */
export interface Beside {
  /** Sockets that one visitor asked for in each round, and most of them that it held at once. */
  asked: number;
  held: number;
  rounds: number;
  /** Medians over the rounds, in ms. */
  medianMs: Record<'alone' | Phase, number>;
  /** To what they are alone; and while it asks, to what they are while it asks elsewhere. */
  ratio: Record<Phase | 'askingToElsewhere', ReturnType<typeof pairedRatio>>;
}

/**
 * Lets one visitor open as many sockets as it can, beside honest ones who go on calling.
 *
 * @param elsewhere origin of another bench on this machine, which nobody else uses
 */
export async function besideCrowd(
  origin: string,
  elsewhere: string,
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
      return connect(benchChannel({ origin, object: randomUUID(), ...calling }));
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
  const [here, away] = [origin, elsewhere].map((asked) => startCrowd(asked, sockets));
  if (here === undefined || away === undefined) throw new Error('crowds: got none, expected two');
  await Promise.all([here.order('close'), away.order('close')]);
  // What nothing has compiled yet is in no round.
  await phase();
  const rows: Array<Record<'alone' | Phase, number>> = [];
  let held = 0;
  /** What the calls take while a crowd asks for all its sockets. */
  const whileAsking = async (crowd: typeof here): Promise<[medianMs: number, Crowd]> => {
    let arrived: Crowd | undefined;
    const arriving = crowd.order('open').then((answer) => (arrived = answer));
    const medianMs = await median(() => arrived === undefined);
    return [medianMs, await arriving];
  };
  for (let round = 0; round < rounds; round += 1) {
    const alone = await phase();
    const [besideAway] = await whileAsking(away);
    await away.order('close');
    const [asking, { opened }] = await whileAsking(here);
    held = Math.max(held, opened);
    rows.push({ alone, elsewhere: besideAway, asking, holding: await phase() });
    await here.order('close');
    process.stderr.write(`crowd: round ${round + 1} of ${rounds}\n`);
  }
  await Promise.all([here.stop(), away.stop()]);
  for (const connection of visitors) connection.close();
  const medianOf = (name: 'alone' | Phase) =>
    quantile(
      rows.map((row) => row[name]),
      0.5,
    );
  const ratio = (name: Phase, to: 'alone' | Phase = 'alone') =>
    pairedRatio(rows.map((row) => [row[name], row[to]]));
  return {
    ...{ asked: sockets, held, rounds },
    medianMs: {
      alone: medianOf('alone'),
      elsewhere: medianOf('elsewhere'),
      asking: medianOf('asking'),
      holding: medianOf('holding'),
    },
    ratio: {
      elsewhere: ratio('elsewhere'),
      asking: ratio('asking'),
      holding: ratio('holding'),
      askingToElsewhere: ratio('asking', 'elsewhere'),
    },
  };
}

/** One visitor in a thread of its own. */
function startCrowd(origin: string, sockets: number) {
  const worker = new Worker(new URL('./crowd-worker.ts', import.meta.url), {
    workerData: { origin, sockets } satisfies CrowdTask,
  });
  return {
    async order(what: CrowdOrder): Promise<Crowd> {
      worker.postMessage(what);
      const [answer] = (await once(worker, 'message')) as [Crowd];
      return answer;
    },
    stop: () => worker.terminate(),
  };
}
