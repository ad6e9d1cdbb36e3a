/**
 * Judges two arms in a process of its own, as `node bench.js` would, in one of the ways that people have:
 * started by peers.ts. Both call Cap’n Web, each over a socket of its own; one may be slowed down.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runtimeWorld } from '../../../bench-client/world.ts';
import type { Arm, Connect, Plan, Workload } from '../../../harness/plan/index.ts';
import { clockStepUs, runUntil } from '../../../harness/run/index.ts';
import { compare } from '../../../harness/statistics/index.ts';
import { benchChannel } from '../../../places/bench/bench.ts';
import { allCounterArms } from '../../../places/bench/counter-arms.ts';
import type { WebSocketClass } from '../../../places/bench/options.ts';
import type { CounterOperations } from '../../../places/bench/operations.ts';
import '../../shared/identify.ts';
import { pairedRatio } from '../figures.ts';

/** What one judge says of the second arm. */
export interface Said {
  verdict: 'slower' | 'faster' | 'same';
  /** The second arm’s time as a multiple of the first’s. */
  ratio: number;
  /** How far off it may be, as a fraction to either side; absent where the judge does not say. */
  within?: number;
}

/** The same with what it took. */
export interface Judgement extends Said {
  /** Time on the clock, from the first connection to the verdict, in ms. */
  tookMs: number;
  /** Calls of both arms, those included that nothing counts. */
  calls: number;
  /** What was really added to the calls of the second arm, as a part of their time. */
  added: number;
}

type Call = () => Promise<unknown>;
/** The two calls, by the names of the arms, in the order in which a user wrote them down. */
type Calls = ReadonlyArray<readonly [name: Name, call: Call]>;
const names = ['one', 'other'] as const;
type Name = (typeof names)[number];
type GetValue = Pick<CounterOperations, 'getValue'>;

/**
 * Calls of an arm that take a part longer. The client waits, busy, when an answer has come in and before
 * the library hears of it: the server has nothing to do then. Behind the call it would have, because
 * Cap’n Web sends a frame when it has its answer, and the wait would cost nobody its whole length.
 */
class Slowed {
  calls = 0;
  tookMs = 0;
  addedMs = 0;
  /** Sockets whose answers wait. */
  readonly WebSocketClass: WebSocketClass;
  readonly #part: number;
  #startedAt = 0;
  /** When the answer to the call was handed on, and how long after that the newest call was over. */
  #handedOnAt: number | undefined;
  #restMs = 0;

  constructor(part: number, Base: WebSocketClass) {
    this.#part = part;
    const hear = () => this.#hear();
    this.WebSocketClass = class extends Base {
      constructor(url: string, protocols?: string | string[]) {
        super(url, protocols);
        // The first listener that there is hears first.
        this.addEventListener('message', hear);
      }
    };
  }

  async call<Answer>(call: () => PromiseLike<Answer>): Promise<Answer> {
    this.#handedOnAt = undefined;
    this.#startedAt = performance.now();
    const answer = await call();
    const endedAt = performance.now();
    this.#restMs = endedAt - (this.#handedOnAt ?? endedAt);
    this.calls += 1;
    this.tookMs += endedAt - this.#startedAt;
    return answer;
  }

  #hear(): void {
    if (this.#handedOnAt !== undefined) return;
    const heardAt = performance.now();
    const until = heardAt + this.#part * (heardAt - this.#startedAt + this.#restMs);
    let now = heardAt;
    while (now < until) now = performance.now();
    this.addedMs += now - heardAt;
    this.#handedOnAt = now;
  }
}

/** What is judged, and for how long. */
interface Job {
  origin: string;
  /** In the order in which a user wrote them down. */
  arms: ReadonlyArray<readonly [name: Name, slowed: Slowed]>;
  ms: number;
  seed: number;
}

const said = (ofOne: number, ofOther: number): Said => ({
  ratio: ofOther / ofOne,
  verdict: ofOther > ofOne ? 'slower' : ofOther < ofOne ? 'faster' : 'same',
});

/** Opens both connections, for judges that are handed calls. */
async function withCalls(
  { origin, arms }: Job,
  judge: (calls: Calls) => Promise<Said>,
): Promise<Said> {
  const connect = await capnweb().load();
  const opened = await Promise.all(
    arms.map(async ([name, slowed]) => {
      const object = randomUUID();
      const { WebSocketClass } = slowed;
      const channel = benchChannel({ origin, object, WebSocketClass });
      const { operations, close } = await connect(channel);
      return { name, call: () => slowed.call(() => operations.getValue()), close: () => close() };
    }),
  );
  try {
    return await judge(opened.map(({ name, call }) => [name, call] as const));
  } finally {
    for (const { close } of opened) close();
  }
}

function capnweb(): Arm<CounterOperations> {
  const arm = allCounterArms().find(({ id }) => id === 'capnweb/in-memory');
  if (arm === undefined) throw new Error('arm: got no capnweb/in-memory, expected it');
  return arm;
}

/** Calls between two looks at the clock, of a loop that ends with its time. */
const STRETCH = 100;

/** The mean time of a call, in a loop over so many ms. */
async function meanOf(call: Call, ms: number): Promise<number> {
  const startedAt = performance.now();
  for (let calls = 0; ;) {
    for (let at = 0; at < STRETCH; at += 1) await call();
    calls += STRETCH;
    const tookMs = performance.now() - startedAt;
    if (tookMs >= ms) return tookMs / calls;
  }
}

/** Tries of each arm in turn; its fastest counts. */
async function fastestOf(calls: Calls, tries: number, ms: number): Promise<Said> {
  const fastest: Record<Name, number> = { one: Infinity, other: Infinity };
  for (let at = 0; at < tries; at += 1) {
    for (const [name, call] of calls) {
      fastest[name] = Math.min(fastest[name], await meanOf(call, ms / tries / calls.length));
    }
  }
  return said(fastest.one, fastest.other);
}

/** What tinybench warms each task up for unless told otherwise, in ms. */
const TINYBENCH_WARM_UP_MS = 250;

/** As its README has it: both are tasks, and each average has its margin of error. */
async function tinybench(calls: Calls, ms: number): Promise<Said> {
  const { Bench } = await import('tinybench');
  const time = Math.max(100, ms / calls.length - TINYBENCH_WARM_UP_MS);
  const bench = new Bench({ name: 'two arms', time });
  for (const [name, call] of calls) bench.add(name, call);
  await bench.run();
  const [one, other] = names.map((name) => {
    const result = bench.getTask(name)?.result;
    if (result?.state === 'completed') return result.latency;
    throw new Error(`tinybench: got ${name} ${result?.state}, expected it completed`);
  });
  if (one === undefined || other === undefined) throw new Error('tinybench: got no two tasks');
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
  const connect = await capnweb().load();
  const world = runtimeWorld(origin);
  const armOf = (name: Name, slowed: Slowed): Arm<GetValue> => {
    const opening: Connect<GetValue> = async (channel) => {
      const { WebSocketClass } = slowed;
      const through = { ...world.through, WebSocketClass };
      const { operations, close } = await connect({ ...channel, through });
      const getValue = () => slowed.call(() => operations.getValue());
      return { operations: { getValue }, close: () => close() };
    };
    return { id: name, label: name, system: 'capnweb', load: () => Promise.resolve(opening) };
  };
  const plan: Plan = {
    ...{ study: 'peers', seed, arms: [...names], workloads: [workload.id], deadlineMs: 10_000 },
    ...{ rule: 'time', budgetMs: ms },
  };
  const judged = { reference: 'one', subjects: ['other'], margin: 0.05 };
  const { end, ...found } = await runUntil<GetValue, unknown>({
    study: {
      ...{ id: 'peers', title: 'Two arms', question: workload.question, baseline: 'one' },
      ...{ deadlineMs: plan.deadlineMs, workloads: [workload], ...judged },
      arms: arms.map(([name, slowed]) => armOf(name, slowed)),
    },
    ...{ plan, world, clockStepUs: clockStepUs(() => world.now()) },
    // Its budget leaves out what it takes to connect; here that counts, as it does for all others.
    signal: AbortSignal.timeout(ms),
  });
  if (end.type === 'lost') throw new Error(`harness: got a run that was lost: ${end.why}`);
  const { subjects } = compare({ plan, ...found }, judged);
  const [{ ratio, verdict = 'undecided' } = {}] = subjects;
  if (ratio?.interval === undefined) throw new Error('harness: got too few sessions');
  const { low, high } = ratio.interval;
  return {
    ratio: ratio.estimate,
    verdict: verdict === 'slower' || verdict === 'faster' ? verdict : 'same',
    within: Math.sqrt(high / low) - 1,
  };
}

/** Calls of a stretch of one arm. */
const STRETCH_CHECKED = 50;

/** What the second arm really takes: both in stretches by turns, and the ratio of each two that follow. */
async function check(calls: Calls, ms: number): Promise<Said> {
  const pairs: Array<readonly [time: number, by: number]> = [];
  const startedAt = performance.now();
  while (performance.now() - startedAt < ms) {
    const took: Record<Name, number> = { one: NaN, other: NaN };
    for (const [name, call] of pairs.length % 2 === 0 ? calls : calls.toReversed()) {
      const stretchAt = performance.now();
      for (let at = 0; at < STRETCH_CHECKED; at += 1) await call();
      took[name] = performance.now() - stretchAt;
    }
    pairs.push([took.other, took.one]);
  }
  // The first of them still warm up.
  const { ratio, low, high } = pairedRatio(
    pairs.slice(Math.round(pairs.length / 10)).slice(0, 2000),
  );
  const verdict = low > 1 ? 'slower' : high < 1 ? 'faster' : 'same';
  return { ratio, verdict, within: Math.sqrt(high / low) - 1 };
}

/** Whoever judges, by its id; `check` none does but the recording. */
const judges: Readonly<Record<string, (job: Job) => Promise<Said>>> = {
  loop: (job) => withCalls(job, (calls) => fastestOf(calls, 1, job.ms)),
  'best-of-three': (job) => withCalls(job, (calls) => fastestOf(calls, 3, job.ms)),
  tinybench: (job) => withCalls(job, (calls) => tinybench(calls, job.ms)),
  mitata: (job) => withCalls(job, mitata),
  'mitata-measure': (job) => withCalls(job, (calls) => mitataMeasure(calls, job.ms)),
  harness,
  check: (job) => withCalls(job, (calls) => check(calls, job.ms)),
};

async function judgement(): Promise<Judgement> {
  const { values } = parseArgs({
    options: {
      judge: { type: 'string', default: '' },
      origin: { type: 'string', default: '' },
      ms: { type: 'string', default: '' },
      seed: { type: 'string', default: '' },
      added: { type: 'string', default: '' },
      first: { type: 'string', default: '' },
    },
  });
  const judge = judges[values.judge];
  if (judge === undefined)
    throw new Error(
      `judge: got ${values.judge}, expected one of ${Object.keys(judges).join(', ')}`,
    );
  const slowed = {
    one: new Slowed(0, WebSocket),
    other: new Slowed(Number(values.added), WebSocket),
  };
  const arms = names.map((name) => [name, slowed[name]] as const);
  if (values.first === 'other') arms.reverse();
  const startedAt = performance.now();
  const found = await judge({
    origin: values.origin,
    arms,
    ms: Number(values.ms),
    seed: Number(values.seed),
  });
  const { one, other } = slowed;
  return {
    ...found,
    tookMs: performance.now() - startedAt,
    calls: one.calls + other.calls,
    added: other.addedMs / (other.tookMs - other.addedMs),
  };
}

console.log(JSON.stringify(await judgement()));
// A tool may leave a timer behind.
process.exit();
