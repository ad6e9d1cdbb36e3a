/**
 * Simulated runs: the plan, the run and the statistics are those of a measurement; only the clock,
 * the timers and the sockets are made up. Since the truth is known, the statistics can be tested.
 */
import {
  type Connect,
  makePlan,
  type Operation,
  type Plan,
  seeded,
  type Study,
  type Workload,
} from '../plan/index.ts';
import { type Block, TWIN } from '../record/index.ts';
import { openSocket, run } from '../run/index.ts';
import { compare, type Comparisons, look } from '../statistics/index.ts';
import { ADD, READ, simulatedAddress, simulatedWorld, type Weather } from './world.ts';

/** What the simulated server can do. */
interface Counter {
  /** Adds one and resolves to the number reached. */
  increment(): Promise<number>;
  /** Resolves to the number reached. */
  read(): Promise<number>;
}

const OPERATIONS = 5;
const WARM_UP = 1;
const REFERENCE = 'reference';

/** True ratios of the subjects' times to the reference's. */
export const RATIOS = [1, 1.05, 1.2, 2] as const;
export type TrueRatio = (typeof RATIOS)[number];

/** The subject with a ratio of 1 is the twin. */
const subjectOf = (ratio: TrueRatio) => (ratio === 1 ? TWIN : `takes ${ratio}`);

/** A study with two workloads and a subject for every true ratio. */
export function simulatedStudy(): Study<Counter> {
  const arm = (id: string, scale: number) => ({
    id,
    label: id,
    system: id,
    accept: 'in-memory' as const,
    load: async () => connectTo(scale),
  });
  const slower = RATIOS.filter((ratio) => ratio !== 1);
  return {
    id: 'simulation',
    title: 'Simulation',
    question: 'Do the statistics find what is there?',
    arms: [arm(REFERENCE, 1), ...slower.map((ratio) => arm(subjectOf(ratio), ratio))],
    workloads: [workload('first'), workload('second')],
    floor: REFERENCE,
    reference: REFERENCE,
    subjects: RATIOS.map(subjectOf),
    margin: 0.05,
    deadlineMs: 10_000,
  };
}

function workload(id: string): Workload<Counter> {
  const increment: Operation<Counter> = (counter) => counter.increment();
  return {
    id,
    label: id,
    question: 'How long does one call take?',
    operations: Array.from({ length: OPERATIONS }, () => increment),
    warmUp: Array.from({ length: WARM_UP }, () => increment),
    async check(counter) {
      const [got, expected] = [await counter.read(), WARM_UP + OPERATIONS];
      return got === expected ? undefined : `got ${got}, expected ${expected}`;
    },
  };
}

function connectTo(scale: number): Connect<Counter> {
  return async ({ WebSocketClass }) => {
    const socket = await openSocket(new WebSocketClass(simulatedAddress(scale)));
    let answer: (count: number) => void = () => undefined;
    socket.addEventListener('message', ({ data }: MessageEvent<Uint8Array>) =>
      answer(data[0] ?? 0),
    );
    const call = (request: Uint8Array<ArrayBuffer>) =>
      new Promise<number>((resolve) => {
        answer = resolve;
        socket.send(request);
      });
    return {
      operations: { increment: () => call(ADD), read: () => call(READ) },
      close: () => socket.close(),
    };
  };
}

/** What is to be simulated. */
interface Simulation {
  weather: Weather;
  /** Most rounds a run until decided may take. */
  maxRounds: number;
  /** Numbers of rounds, none above `maxRounds`, at which a run of fixed length ends. */
  fixedRounds: readonly number[];
  /** 32-bit seed of the order of the blocks. */
  planSeed: number;
  /** 32-bit seed of everything the world leaves to chance. */
  worldSeed: number;
}

/** What came of it for one subject. */
interface SimulatedOutcome {
  ratio: TrueRatio;
  /** In the order of `fixedRounds`. */
  fixed: Comparisons[];
  untilDecided: Comparisons;
}

/**
 * Runs a simulated study from plan to verdicts. One run answers for every subject and length: each
 * subject is judged as if it were the study's only one, and since a plan for fewer rounds is the
 * beginning of a plan for more, the run is judged as one of fixed length at each of them, looked
 * at by the stopping rule as it goes, and carried on to the last round.
 *
 * @throws Error when the run ends before its plan does
 */
export async function simulate(simulation: Simulation): Promise<SimulatedOutcome[]> {
  const { weather, maxRounds, planSeed, worldSeed } = simulation;
  const study = simulatedStudy();
  const plan = makePlan(study, { rounds: maxRounds }, planSeed);
  const world = simulatedWorld(weather, seeded(worldSeed));
  const observers = RATIOS.map((ratio) => observe(ratio, study, plan, simulation.fixedRounds));
  const { signal } = new AbortController();
  for await (const event of run(study, plan, 'http://simulation', world, signal)) {
    if (event.type !== 'block-ended') continue;
    for (const observer of observers) observer.see(event.block, world.now());
  }
  return observers.map((observer) => observer.outcome());
}

/** Follows a run with eyes for the reference, the twin and one subject only. */
function observe(
  ratio: TrueRatio,
  { reference, margin }: Pick<Study<Counter>, 'reference' | 'margin'>,
  whole: Plan,
  fixedRounds: readonly number[],
) {
  const subject = subjectOf(ratio);
  const arms = [...new Set([reference, subject, TWIN])];
  const plan = { ...whole, arms };
  const blocksPerRound = arms.length * plan.workloads.length;
  const options = { reference, subjects: [subject], margin };
  const blocks: Block[] = [];
  const fixed: Comparisons[] = [];
  let untilDecided: Comparisons | undefined;
  return {
    see(block: Block, elapsedMs: number): void {
      if (!arms.includes(block.arm)) return;
      blocks.push(block);
      const rounds = blocks.length / blocksPerRound;
      if (fixedRounds.includes(rounds)) {
        const record = { plan: { ...plan, rounds }, blocks };
        fixed.push(compare(record, { ...options, rule: 'fixed' }));
      }
      if (untilDecided !== undefined || !Number.isInteger(rounds)) return;
      const looked = look({ plan, blocks }, { ...options, elapsedMs, maxMs: Infinity });
      if (looked.type === 'stop') untilDecided = looked.comparisons;
    },
    outcome(): SimulatedOutcome {
      if (untilDecided !== undefined) return { ratio, fixed, untilDecided };
      const planned = blocksPerRound * plan.rounds;
      throw new Error(`simulated run: got ${blocks.length} blocks, expected ${planned}`);
    },
  };
}
