/** Honest visitors beside an attack: how long they wait, and whether what they are told is right. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { allCounterArms } from '../../../../places/bench/counter-arms.ts';
import { messageOf } from '../../../../bench-client/failure.ts';
import { benchChannel } from '../../../../places/bench/bench.ts';
import { type LocalBench, startBench } from '../../../shared/bench.ts';
import { memoryOf } from '../../memory.ts';
import type { Attack } from './attack.ts';

/** A socket in memory, one that hibernates, a library’s, and requests, each of which the gate admits. */
const USUAL = [
  'raw-websocket/in-memory',
  'lumenize/hibernating',
  'capnweb/in-memory',
  'fetch-json/http',
];
/** Longest that an honest visitor may wait for any answer beside an attack, in ms. */
export const MOST_WAIT_MS = 1500;
/** Most that workerd may have grown by once the attacker has left, in MiB. */
export const MOST_GROWTH_MIB = 300;
/** Time that workerd has to give memory back, in ms; what is bounded is what it holds then. */
const SETTLE_MS = 10_000;
/** Longest that an attack may take, in ms, before its process is ended. */
const LONGEST_ATTACK_MS = 90_000;
/** How long a visitor waits for an answer before it gives the bench up, in ms. */
const PATIENCE_MS = 60_000;
/** Calls that visitors make before an attack begins and after it ended. */
const CALLS_AROUND = 20;

/** What an attack did to the others. */
export interface Harm {
  id: string;
  /** How the attack ended, in its own words. */
  ending: string;
  /** Longest time that an honest visitor waited for an answer, in ms. */
  longestMs: number;
  /** What workerd holds more than before, in MiB: at most, and after the attacker left. */
  growthMiB: { peak: number; after: number };
  /** Why this is not to be borne; empty where it is. */
  wrong: string[];
}

/** Tries one attack on a bench of its own, among visitors that count. */
export async function besideAttack(attack: Attack, mostWaitMs = MOST_WAIT_MS): Promise<Harm> {
  const { promise: lost, resolve: onLost } = Promise.withResolvers<string>();
  const { vars = {} } = attack;
  const bench = await startBench({ root: process.cwd(), port: 0, vars, onLost });
  try {
    return await besideOn(bench, attack, lost, mostWaitMs);
  } finally {
    await bench.stop();
  }
}

async function besideOn(
  bench: LocalBench,
  attack: Attack,
  lost: Promise<string>,
  mostWaitMs: number,
): Promise<Harm> {
  const before = (await memoryOf(bench.pid())) ?? 0;
  const visitors = await Promise.all(
    (attack.beside ?? USUAL).map((arm) => honest(bench, arm, lost)),
  );
  let peak = before;
  const watch = setInterval(() => {
    void memoryOf(bench.pid()).then((now) => (peak = Math.max(peak, now ?? 0)));
  }, 250);
  let ending = '';
  try {
    await Promise.all(visitors.map(({ calls }) => calls(CALLS_AROUND)));
    ending = await Promise.race([
      inProcess('./process.ts', [attack.id, bench.origin], LONGEST_ATTACK_MS),
      lost.then(() => 'workerd ended'),
    ]);
    await Promise.all(visitors.map(({ calls }) => calls(CALLS_AROUND)));
  } finally {
    clearInterval(watch);
  }
  const ends = await Promise.all(visitors.map(({ end }) => end()));
  const after = await settled(bench, before);
  const longestMs = Math.round(Math.max(...ends.map(({ longestMs }) => longestMs)));
  const growth = after - before;
  const wrong = ends.flatMap(({ wrong }) => wrong);
  if (longestMs > mostWaitMs) {
    wrong.push(`a visitor waited ${longestMs} ms for an answer, expected ${mostWaitMs} at most`);
  }
  if (growth > MOST_GROWTH_MIB) {
    wrong.push(`workerd holds ${growth} MiB more, expected ${MOST_GROWTH_MIB} at most`);
  }
  return {
    id: attack.id,
    ending,
    longestMs,
    growthMiB: { peak: peak - before, after: growth },
    wrong,
  };
}

/**
 * Runs a file beside this one in a process of its own, so that its work keeps no visitor here from the
 * clock.
 *
 * @returns what it printed, or that it was ended
 */
export async function inProcess(
  file: string,
  given: readonly string[],
  longestMs: number,
): Promise<string> {
  const path = new URL(file, import.meta.url).pathname;
  const args = ['--import', import.meta.resolve('tsx'), path, ...given];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const timer = setTimeout(kill, longestMs);
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
  clearTimeout(timer);
  process.removeListener('exit', kill);
  return child.signalCode === null ? said.trim() : `not over after ${longestMs / 1000} s`;
}

/**
 * A visitor that counts, one call after the other, and checks each answer, until it is told to end.
 *
 * @param secret what it says once, and nobody else may ever be told
 */
export async function honest(
  { origin }: LocalBench,
  arm: string,
  lost: Promise<string>,
  secret?: string,
) {
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
  const listeners = new Set<() => void>();
  const gone = lost.then(() => Promise.reject(new Error('workerd ended by itself')));
  /** What is answered; rejects once workerd is gone, or nobody can be expected to wait any longer. */
  const answered = async (answer: Promise<number>): Promise<number> => {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const waited = `waited ${PATIENCE_MS} ms for an answer`;
    const timer = setTimeout(() => reject(new Error(waited)), PATIENCE_MS);
    return Promise.race([answer, gone, late]).finally(() => clearTimeout(timer));
  };
  const counting = (async () => {
    while (!ended) {
      const startedAt = performance.now();
      const value = await answered(counter.increment(1));
      longestMs = Math.max(longestMs, performance.now() - startedAt);
      counted += 1;
      if (value !== counted) throw new Error(`got ${value}, expected ${counted}`);
      for (const listener of listeners) listener();
    }
    held = await answered(counter.getValue());
    if (held !== counted) throw new Error(`holds ${held}, expected ${counted}`);
  })()
    .catch((error: unknown) => void wrong.push(`${arm}: ${messageOf(error)}`))
    .finally(() => {
      ended = true;
      for (const listener of listeners) listener();
    });
  return {
    /** Resolves after so many answers more, or once the visitor was given a wrong one or none. */
    calls: (more: number): Promise<void> => {
      const until = counted + more;
      return new Promise((resolve) => {
        const listener = () => {
          if (counted < until && !ended) return;
          listeners.delete(listener);
          resolve();
        };
        listeners.add(listener);
        listener();
      });
    },
    end: async () => {
      ended = true;
      await counting;
      connection.close();
      return { arm, counted, held, longestMs, wrong };
    },
  };
}

/** What workerd holds once it has given back what it will, or the time for that is over, in MiB. */
export async function settled(bench: LocalBench, before: number): Promise<number> {
  const until = performance.now() + SETTLE_MS;
  for (;;) {
    const now = (await memoryOf(bench.pid())) ?? 0;
    if (now - before <= MOST_GROWTH_MIB || performance.now() > until) return now;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
