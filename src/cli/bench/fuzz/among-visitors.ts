/** Honest visitors while somebody means harm: their waits, and whether what they are told is right. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { allCounterArms } from '../../../places/bench/counter-arms.ts';
import { messageOf } from '../../../bench-client/failure.ts';
import { benchChannel } from '../../../places/bench/bench.ts';
import { type LocalBench, type LocalBenchOptions, startBench } from '../../shared/bench.ts';
import { runToEnd } from '../../shared/process-end.ts';
import { inTime, memoryOf } from '../figures.ts';
import type { Attack } from './hostile.ts';

/** A socket in memory, one that hibernates, a library’s, and requests, each of which the gate admits. */
const USUAL = [
  'raw-websocket/in-memory',
  'lumenize/hibernating',
  'capnweb/in-memory',
  'fetch-json/http',
];
/** Longest that an honest visitor may wait for any answer during an attack, in ms. */
export const MOST_WAIT_MS = 1500;
/** Most that workerd may have grown by once the attacker has left, in MiB. */
const MOST_GROWTH_MIB = 300;
/** Time that workerd has to give memory back, in ms; what is bounded is what it holds then. */
const SETTLE_MS = 10_000;
const LOOK_EVERY_MS = 250;
/** Longest that an attack may take, in ms, before its process is ended. */
const LONGEST_ATTACK_MS = 90_000;
/** How long a visitor waits for an answer before it gives the bench up, in ms. */
const PATIENCE_MS = 60_000;
/** Calls that visitors make before the harm begins and after it ended. */
const CALLS_AROUND = 20;

/** The counts of an honest visitor, once it was told to end. */
type Ended = Awaited<ReturnType<Awaited<ReturnType<typeof honest>>['end']>>;

interface Hostile {
  /** Besides those of this machine. */
  bench: Partial<LocalBenchOptions>;
  /** Arms that honest visitors use, one each. */
  visited: readonly string[];
  /** A text that each says once, and nobody else may ever be told. */
  secret?: string;
  /** Arguments of the process that means harm, besides the bench’s origin. */
  args: readonly string[];
  longestMs: number;
}

interface Found {
  /** The output of the process, or how it or workerd ended before. */
  said: string;
  ends: Ended[];
  /** Of workerd; null where the system does not tell. */
  memoryMiB: { before: number | null; peak: number; after: number | null };
}

/** Lets one process mean harm to a bench of its own, among visitors that count. */
export async function amongVisitors({
  bench: options,
  visited,
  secret,
  args,
  longestMs,
}: Hostile): Promise<Found> {
  const { promise: lost, resolve: onLost } = Promise.withResolvers<string>();
  const bench = await startBench({ root: process.cwd(), port: 0, onLost, ...options });
  const before = await memoryOf(bench.pid());
  let peak = before ?? 0;
  const watch = setInterval(() => {
    void memoryOf(bench.pid()).then((now) => (peak = Math.max(peak, now ?? 0)));
  }, LOOK_EVERY_MS);
  try {
    const visitors = await Promise.all(visited.map((arm) => honest(bench, arm, lost, secret)));
    const someCalls = () => Promise.all(visitors.map(({ calls }) => calls(CALLS_AROUND)));
    await someCalls();
    const said = await Promise.race([
      inProcess([bench.origin, ...args], longestMs),
      lost.then(() => 'workerd ended by itself'),
    ]);
    await someCalls();
    const ends = await Promise.all(visitors.map(({ end }) => end()));
    const after = before === null ? null : await settled(bench, before);
    return { said, ends, memoryMiB: { before, peak, after } };
  } finally {
    clearInterval(watch);
    await bench.stop();
  }
}

/** Runs `process.ts`. @returns what it printed, or that it was ended */
async function inProcess(given: readonly string[], longestMs: number): Promise<string> {
  const path = new URL('process.ts', import.meta.url).pathname;
  const args = ['--import', import.meta.resolve('tsx'), path, ...given];
  const ended = await runToEnd(process.execPath, args, {
    ...{ timeout: longestMs, killSignal: 'SIGKILL' },
  });
  process.stderr.write(ended.stderr);
  return ended.ok ? ended.stdout.trim() : `not over after ${longestMs / 1000} s`;
}

/** The harm that an attack did to the others. */
export interface Harm {
  id: string;
  /** How the attack ended, in its own words. */
  ending: string;
  /** Longest time that an honest visitor waited for an answer, in ms. */
  longestMs: number;
  /** Growth of workerd’s memory, in MiB: at most, and after the attacker left. */
  growthMiB: { peak: number; after: number };
  /** Why this is not to be borne; empty where it is. */
  wrong: string[];
}

/** Tries one attack. */
export async function harmOf(
  { id, vars = {}, visited = USUAL }: Attack,
  mostWaitMs: number,
): Promise<Harm> {
  const { said, ends, memoryMiB } = await amongVisitors({
    ...{ bench: { vars }, visited, args: [id], longestMs: LONGEST_ATTACK_MS },
  });
  const before = memoryMiB.before ?? 0;
  const longestMs = Math.round(Math.max(...ends.map((each) => each.longestMs)));
  const growth = (memoryMiB.after ?? before) - before;
  const wrong = ends.flatMap((each) => each.wrong);
  if (longestMs > mostWaitMs) {
    wrong.push(`a visitor waited ${longestMs} ms for an answer, expected ${mostWaitMs} at most`);
  }
  if (growth > MOST_GROWTH_MIB) {
    wrong.push(`workerd holds ${growth} MiB more, expected ${MOST_GROWTH_MIB} at most`);
  }
  const growthMiB = { peak: memoryMiB.peak - before, after: growth };
  return { id, ending: said, longestMs, growthMiB, wrong };
}

/** A visitor that counts, one call after the other, and checks each answer, until it is told to end. */
async function honest({ origin }: LocalBench, arm: string, lost: Promise<string>, secret?: string) {
  const found = allCounterArms().find(({ id }) => id === arm);
  if (found === undefined) throw new Error(`arm: got ${arm}, expected one of the registry`);
  const connect = await found.load();
  const object = randomUUID();
  const connection = await connect(
    benchChannel({ origin, object, WebSocketClass: WebSocket, fetch }),
  );
  const counter = connection.operations;
  if (secret !== undefined) await counter.echo(secret);
  const wrong: string[] = [];
  let [counted, held, longestMs, ended] = [0, 0, 0, false];
  let step = Promise.withResolvers<void>();
  const gone = lost.then(() => Promise.reject(new Error('workerd ended by itself')));
  /** The answer; rejects once workerd is gone, or nobody can be expected to wait any longer. */
  const answered = (answer: Promise<number>): Promise<number> => {
    const late = () => new Error(`waited ${PATIENCE_MS} ms for an answer`);
    return inTime(Promise.race([answer, gone]), PATIENCE_MS, late);
  };
  const counting = (async () => {
    while (!ended) {
      const startedAt = performance.now();
      const value = await answered(counter.increment(1));
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      counted += 1;
      if (value !== counted) throw new Error(`got ${value}, expected ${counted}`);
      step.resolve();
      step = Promise.withResolvers();
    }
    held = await answered(counter.getValue());
    if (held !== counted) throw new Error(`holds ${held}, expected ${counted}`);
  })()
    .catch((error: unknown) => void wrong.push(`${arm}: ${messageOf(error)}`))
    .finally(() => {
      ended = true;
      step.resolve();
    });
  return {
    /** Resolves after so many answers more, or once the visitor was given a wrong one or none. */
    calls: async (more: number): Promise<void> => {
      for (const until = counted + more; counted < until && !ended;) await step.promise;
    },
    end: async () => {
      ended = true;
      await counting;
      connection.close();
      return { arm, counted, held, longestMs, wrong };
    },
  };
}

/** The memory of workerd once it has given back some, or the time for that is over, in MiB. */
async function settled(bench: LocalBench, before: number): Promise<number> {
  const until = performance.now() + SETTLE_MS;
  for (;;) {
    const now = (await memoryOf(bench.pid())) ?? 0;
    if (now - before <= MOST_GROWTH_MIB || performance.now() > until) return now;
    await delay(LOOK_EVERY_MS);
  }
}
