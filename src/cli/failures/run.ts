/** A run of failures: a process for each configuration, a bench, and what happens between them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { version as partysocket } from '../../../node_modules/partysocket/package.json';
import {
  type Configuration,
  type Failure,
  isTried,
  LIMIT_MS,
} from '../../matrix/failures/cases.ts';
import { FAILURES, type FailureRecord } from '../../matrix/failures/record.ts';
import { seeded, shuffle } from '../../core/plan/index.ts';
import { machineDuring } from '../measure/node-run.ts';
import { type LocalBench, startBench } from '../shared/bench.ts';
import { ClientProcess } from '../shared/client-process.ts';
import { type FailingProxy, startFailingProxy } from '../shared/network/proxy.ts';
import type { ProxyFailure } from '../shared/network/proxy-worker.ts';
import type { ClientFunctions } from './client.ts';
import { now } from './trial.ts';

/** Failures that wait for their outcomes at once, each behind a proxy of its own. */
const AT_ONCE = 3;
/** Time for which the clients are frozen, in ms. */
const FROZEN_MS = 20_000;
/** Time for all clients of a configuration to connect, in ms: a busy machine starts processes slowly. */
const CONNECT_MS = 120_000;

/** Bounds of the bench, above the limit: a call may wait as long as a trial lasts. */
const GATE = JSON.stringify({ answerSeconds: 300, callbackSeconds: 300 });

export interface FailureRun {
  root: string;
  configurations: readonly Configuration[];
  failures: readonly Failure[];
  repeats: number;
  seed: number;
  limitMs?: number;
  signal: AbortSignal;
  /** Hears how far the run is. */
  onProgress: (text: string) => void;
}

const CLIENT = new URL('./client.ts', import.meta.url);

/** The process of one configuration. */
type Clients = ClientProcess<ClientFunctions>;

type Found = Pick<FailureRecord, 'trials' | 'errors'>;

/** Tries every failure on every configuration. @returns the record; a partial one after an interrupt */
export async function runFailures(run: FailureRun): Promise<FailureRecord> {
  const { root, configurations, failures, repeats, seed, signal, limitMs = LIMIT_MS } = run;
  const startedAt = new Date().toISOString();
  const machine = await machineDuring(root);
  await using cleanUp = new AsyncDisposableStack();
  const bench = await startBench({ root, port: 0, vars: { GATE, EVICTS: 'true' } });
  cleanUp.defer(() => bench.stop());
  const clients = new Map<Configuration, Clients>();
  for (const each of configurations) clients.set(each, new ClientProcess(CLIENT));
  cleanUp.defer(
    async () => void (await Promise.all([...clients.values()].map(({ child }) => child.close()))),
  );
  const found: Found = { trials: [], errors: [] };
  const { promise: aborted, resolve: abort } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => abort(), { once: true });
  const random = seeded(seed);
  const round = new Round({ ...run, limitMs }, bench, clients, random);
  for (const group of roundsOf(shuffle(failures, random))) {
    if (signal.aborted) break;
    run.onProgress(group.map(({ label }) => label).join(', '));
    const tried = group.map((failure) => round.try(failure));
    // An interrupt leaves out what is under way, and keeps what was complete.
    const all = await Promise.race([Promise.all(tried), aborted.then(() => [])]);
    for (const { trials, errors } of all) {
      found.trials.push(...trials);
      found.errors.push(...errors);
    }
  }
  return {
    schema: 1,
    kind: FAILURES,
    startedAt,
    seed,
    repeats,
    limitMs,
    partial: signal.aborted ? (true as const) : undefined,
    environment: machine(
      configurations.map(({ system }) => system),
      { partysocket },
    ),
    configurations: configurations.map(({ id }) => id),
    failures: failures.map(({ id }) => id),
    ...found,
  };
}

/** Failures that can be tried at once: what ends the bench or stops the clients is tried by itself. */
function roundsOf(failures: readonly Failure[]): Failure[][] {
  const together = failures.filter(({ cause }) => cause === 'proxy' || cause === 'evict');
  const alone = failures.filter((each) => !together.includes(each));
  const rounds = together.map((_, at) =>
    at % AT_ONCE === 0 ? together.slice(at, at + AT_ONCE) : [],
  );
  return [...rounds.filter(({ length }) => length > 0), ...alone.map((each) => [each])];
}

/** One failure for every configuration. */
class Round {
  constructor(
    readonly run: FailureRun & { limitMs: number },
    readonly bench: LocalBench,
    readonly clients: ReadonlyMap<Configuration, Clients>,
    readonly random: () => number,
  ) {}

  async try(failure: Failure): Promise<Found> {
    const { repeats, limitMs } = this.run;
    const proxy = await startFailingProxy(this.bench.origin);
    const errors: Found['errors'] = [];
    const kept = async <Value>(configuration: Configuration, made: Promise<Value>) => {
      try {
        return [{ configuration, value: await made }];
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        errors.push({ configuration: configuration.id, failure: failure.id, message });
        return [];
      }
    };
    /** Asks the processes of these configurations, and keeps those that answered. */
    const askAll = async <Answer>(
      asked: readonly Configuration[],
      ask: (own: Clients, configuration: Configuration) => Promise<Answer>,
    ) => {
      const answers = asked.map(async (configuration) => {
        const own = this.clients.get(configuration);
        const answer = own && ask(own, configuration);
        return kept(configuration, answer ?? Promise.reject(new Error('it has no process')));
      });
      return (await Promise.all(answers)).flat();
    };
    const configurationsOf = (answered: ReadonlyArray<{ configuration: Configuration }>) =>
      answered.map(({ configuration }) => configuration);
    const { id } = failure;
    try {
      const tried = [...this.clients.keys()].filter((each) => isTried(failure, each));
      const connected = await askAll(tried, (own, configuration) => {
        const place = { configuration, direct: this.bench.origin, proxied: proxy.origin };
        const seed = Math.floor(this.random() * 2 ** 32);
        const evicts = failure.cause === 'evict';
        return own.ask(CONNECT_MS, 'connect', id, place, { repeats, seed, evicts });
      });
      const waiting = await askAll(configurationsOf(connected), (own) =>
        own.ask(CONNECT_MS, 'hold', id),
      );
      const at = await this.#cause(failure, proxy);
      const watched = await askAll(configurationsOf(waiting), (own) =>
        own.ask(limitMs + CONNECT_MS, 'watch', id, limitMs, at),
      );
      return { trials: watched.flatMap(({ value }) => value), errors };
    } finally {
      await proxy.stop();
    }
  }

  /** Brings a failure about; resolves to when it came, which of an evicted object its clients say. */
  async #cause({ cause, id }: Failure, proxy: FailingProxy): Promise<number | undefined> {
    if (cause === 'evict') return undefined;
    if (cause === 'proxy') return proxy.fail(id as ProxyFailure);
    const at = now();
    if (cause === 'restart') {
      const pid = this.bench.pid();
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      // Its clients go on meanwhile, and say what they miss where it does not start.
      const restart = this.bench.kill().then(() => this.bench.restart());
      restart.catch(() => undefined);
      return at;
    }
    for (const each of this.clients.values()) each.child.process.kill('SIGSTOP');
    await sleep(FROZEN_MS);
    for (const each of this.clients.values()) each.child.process.kill('SIGCONT');
    return at;
  }
}
