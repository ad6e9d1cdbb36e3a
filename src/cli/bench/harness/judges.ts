/** The ways in which people compare two calls, and this project’s: each says which of two arms is slower. */
import { randomUUID } from 'node:crypto';
import { runtimeWorld } from '../../../bench-client/world.ts';
import type { Plan, Workload } from '../../../harness/plan/index.ts';
import { clockStepUs, runUntil } from '../../../harness/run/index.ts';
import { compare } from '../../../harness/statistics/index.ts';
import { benchChannel } from '../../../places/bench/bench.ts';
import { pairedRatio } from '../figures.ts';
import type { GetValue, Slowed } from './slowed.ts';

/** What one judge says of the second arm. */
export interface Said {
  verdict: 'slower' | 'faster' | 'same';
  /** The second arm’s time as a multiple of the first’s. */
  ratio: number;
  /** How far off it may be, as a fraction to either side; absent where the judge does not say. */
  within?: number;
}

export const names = ['one', 'other'] as const;
type Name = (typeof names)[number];

/** What is judged, and for how long. */
interface Job {
  origin: string;
  /** In the order in which a user wrote them down. */
  arms: ReadonlyArray<readonly [name: Name, slowed: Slowed]>;
  ms: number;
  seed: number;
}

type Call = () => Promise<unknown>;
/** The two calls, in that order. */
type Calls = ReadonlyArray<readonly [name: Name, call: Call]>;

const said = (ofOne: number, ofOther: number): Said => ({
  ratio: ofOther / ofOne,
  verdict: ofOther > ofOne ? 'slower' : ofOther < ofOne ? 'faster' : 'same',
});

/** For judges that are handed calls: opens both connections. */
const ofCalls =
  (judge: (calls: Calls, ms: number) => Promise<Said>) =>
  async ({ origin, arms, ms }: Job): Promise<Said> => {
    const opened = await Promise.all(
      arms.map(async ([name, slowed]) => {
        const object = randomUUID();
        const channel = benchChannel({ origin, object, WebSocketClass: WebSocket });
        return [name, await slowed.connect(channel)] as const;
      }),
    );
    try {
      const calls = opened.map(([name, each]) => [name, () => each.operations.getValue()] as const);
      return await judge(calls, ms);
    } finally {
      for (const [, each] of opened) each.close();
    }
  };

/** Calls between two looks at the clock, of a loop that ends with its time. */
const STRETCH = 100;

/** The mean time of a call, in a loop over so many ms. */
async function meanOf(call: Call, ms: number): Promise<number> {
  const startedAt = performance.now();
  let [calls, tookMs] = [0, 0];
  do {
    for (let at = 0; at < STRETCH; at += 1) await call();
    calls += STRETCH;
    tookMs = performance.now() - startedAt;
  } while (tookMs < ms);
  return tookMs / calls;
}

/** Tries of each arm in turn; its fastest counts. */
const fastestOf = (tries: number) =>
  ofCalls(async (calls, ms) => {
    const fastest: Record<Name, number> = { one: Infinity, other: Infinity };
    for (let at = 0; at < tries; at += 1) {
      for (const [name, call] of calls) {
        fastest[name] = Math.min(fastest[name], await meanOf(call, ms / tries / calls.length));
      }
    }
    return said(fastest.one, fastest.other);
  });

/** What tinybench warms each task up for unless told otherwise, in ms. */
const TINYBENCH_WARM_UP_MS = 250;

/** As its README has it: both are tasks, and each average has its margin of error. */
async function tinybench(calls: Calls, ms: number): Promise<Said> {
  const { Bench } = await import('tinybench');
  const time = Math.max(100, ms / calls.length - TINYBENCH_WARM_UP_MS);
  const bench = new Bench({ name: 'two arms', time });
  for (const [name, call] of calls) bench.add(name, call);
  await bench.run();
  const latencyOf = (name: Name) => {
    const result = bench.getTask(name)?.result;
    if (result?.state === 'completed') return result.latency;
    throw new Error(`tinybench: got ${name} ${result?.state}, expected it completed`);
  };
  const [one, other] = [latencyOf('one'), latencyOf('other')];
  const apart = Math.abs(one.mean - other.mean) > one.moe + other.moe;
  return {
    ...said(one.mean, other.mean),
    ...(!apart && { verdict: 'same' }),
    within: Math.max(one.rme, other.rme) / 100,
  };
}

/** What of mitata is called here. */
interface Mitata {
  bench: (name: string, call: Call) => unknown;
  summary: (scope: () => void) => void;
  run: (options: object) => Promise<{ benchmarks: Array<{ alias: string; runs: Run[] }> }>;
  measure: (call: Call, options: { min_cpu_time: number }) => Promise<Run['stats']>;
}
interface Run {
  stats: { avg: number };
}

/** Loaded by the process that judges with it, and by no other. */
const mitataOf = (name = 'mitata') => import(name) as Promise<Mitata>;

/** As its README has it, with its summary: `1.02x faster than other`. Its length is its own. */
async function mitata(calls: Calls): Promise<Said> {
  const { bench, run, summary } = await mitataOf();
  summary(() => {
    for (const [name, call] of calls) bench(name, call);
  });
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const { benchmarks } = await run({ throw: true, colors: false, print });
  const [one = NaN, other = NaN] = names.map(
    (name) => benchmarks.find(({ alias }) => alias === name)?.runs[0]?.stats.avg,
  );
  const [, times, than] = /^ +([\d.]+)x faster than (.+)$/m.exec(lines.join('\n')) ?? [];
  if (than === undefined) throw new Error(`mitata: got no summary in ${lines.join('\n')}`);
  const verdict = Number(times) === 1 ? 'same' : than === 'one' ? 'faster' : 'slower';
  return { ratio: other / one, verdict };
}

/** By the function for power users of its README, which takes a time; read as its summary is. */
async function mitataMeasure(calls: Calls, ms: number): Promise<Said> {
  const { measure } = await mitataOf();
  const averages: Record<Name, number> = { one: NaN, other: NaN };
  for (const [name, call] of calls) {
    averages[name] = (await measure(call, { min_cpu_time: (ms / calls.length) * 1e6 })).avg;
  }
  const { one, other } = averages;
  const times = Number((Math.max(one, other) / Math.min(one, other)).toFixed(2));
  return { ...said(one, other), ...(times === 1 && { verdict: 'same' }) };
}

const workload: Workload<GetValue> = {
  id: 'get-value',
  label: 'sequential getValue()',
  question: 'Which of both is slower?',
  operation: () => (counter) => counter.getValue(),
  wrong: (answers) => (answers.every((answer) => answer === 0) ? undefined : 'expected 0'),
  check: async (counter) => ((await counter.getValue()) === 0 ? undefined : 'expected 0'),
};

/** A run of this project of that time, with these two arms. */
async function harness({ origin, arms, ms, seed }: Job): Promise<Said> {
  const world = runtimeWorld(origin);
  const plan: Plan = {
    ...{ study: 'peers', seed, arms: [...names], workloads: [workload.id], deadlineMs: 10_000 },
    ...{ rule: 'time', budgetMs: ms },
  };
  const judged = { reference: 'one', subjects: ['other'], margin: 0.05 };
  const { end, ...found } = await runUntil<GetValue, unknown>({
    study: {
      ...{ id: 'peers', title: 'Two arms', question: workload.question, baseline: 'one' },
      ...{ deadlineMs: plan.deadlineMs, workloads: [workload], ...judged },
      arms: arms.map(([id, { connect }]) => ({
        ...{ id, label: id, system: 'capnweb', load: () => Promise.resolve(connect) },
      })),
    },
    ...{ plan, world, clockStepUs: clockStepUs(() => world.now()) },
    // All time counts, as it does for the others: also what it takes to connect.
    signal: AbortSignal.timeout(ms),
  });
  if (end.type === 'lost') throw new Error(`harness: got a run that was lost: ${end.why}`);
  const [{ ratio, verdict = 'undecided' } = {}] = compare({ plan, ...found }, judged).subjects;
  if (ratio === undefined) throw new Error('harness: got no session in that time, expected one');
  const { estimate, interval } = ratio;
  return {
    ratio: estimate,
    verdict: verdict === 'slower' || verdict === 'faster' ? verdict : 'same',
    ...(interval && { within: Math.sqrt(interval.high / interval.low) - 1 }),
  };
}

/** Calls of a stretch of one arm; pairs of stretches at least, and at most. */
const CHECKED = { calls: 50, fewest: 10, most: 2000 };

/** What the second arm really takes: both in stretches by turns, and the ratio of each two that follow. */
async function check(calls: Calls, ms: number): Promise<Said> {
  const pairs: Array<readonly [time: number, by: number]> = [];
  const startedAt = performance.now();
  const goesOn = () => performance.now() - startedAt < ms && pairs.length < CHECKED.most;
  while (pairs.length < CHECKED.fewest || goesOn()) {
    const took: Record<Name, number> = { one: NaN, other: NaN };
    for (const [name, call] of pairs.length % 2 === 0 ? calls : calls.toReversed()) {
      const stretchAt = performance.now();
      for (let at = 0; at < CHECKED.calls; at += 1) await call();
      took[name] = performance.now() - stretchAt;
    }
    pairs.push([took.other, took.one]);
  }
  // The first of them still warm up.
  const { ratio, low, high } = pairedRatio(pairs.slice(Math.round(pairs.length / 10)));
  const verdict = low > 1 ? 'slower' : high < 1 ? 'faster' : 'same';
  return { ratio, verdict, within: Math.sqrt(high / low) - 1 };
}

/** Whoever judges, by its id. */
export const judges: Readonly<Record<string, (job: Job) => Promise<Said>>> = {
  loop: fastestOf(1),
  'best-of-three': fastestOf(3),
  tinybench: ofCalls(tinybench),
  mitata: ofCalls(mitata),
  'mitata-measure': ofCalls(mitataMeasure),
  harness,
  check: ofCalls(check),
};
