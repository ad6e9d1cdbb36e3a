/** A run of failures: a process for each configuration, a bench, and what happens between them. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Configuration, type Failure, isTried, LIMIT_MS } from '../../failures/cases.ts';
import type { FailureRecord, Trial } from '../../failures/record.ts';
import { seeded } from '../../harness/plan/index.ts';
import { installed } from '../../places/processes/child.ts';
import { versionsOf } from '../../systems/index.ts';
import { nodeFacts } from '../measure/measure-in.ts';
import { type LocalBench, startBench } from '../shared/bench.ts';
import { readBuildInfo } from '../shared/checkout.ts';
import { type FailingProxy, startFailingProxy } from '../shared/network/failing-proxy.ts';
import type { ProxyFailure } from '../shared/network/failing-worker.ts';
import { endWithThis } from '../shared/process-end.ts';
import type { FromClients, ToClients } from './client.ts';
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

/** The process of one configuration. */
class Clients {
  readonly #process: ChildProcess;
  readonly #ended: Promise<never>;
  readonly #release: (() => void) | undefined;

  constructor() {
    this.#process = fork(new URL('./client.ts', import.meta.url), {
      execArgv: ['--import', import.meta.resolve('tsx')],
    });
    const { pid } = this.#process;
    this.#release = pid === undefined ? undefined : endWithThis(pid);
    this.#ended = once(this.#process, 'exit').then(([code, by]) => {
      throw new Error(`the clients’ process ended with ${String(code ?? by)}`);
    });
    this.#ended.catch(() => undefined);
    // Each failure under way listens for its own answer.
    this.#process.setMaxListeners(0);
  }

  /** Asks, and resolves to the answer. @throws Error with what went wrong there, or when it comes too late */
  async ask(message: ToClients, withinMs: number): Promise<FromClients> {
    const { promise, resolve } = Promise.withResolvers<FromClients>();
    const listener = (answer: FromClients) => {
      if (answer.failure === message.failure) resolve(answer);
    };
    this.#process.on('message', listener);
    const late = new AbortController();
    try {
      this.#process.send(message);
      const answer = await Promise.race([
        promise,
        this.#ended,
        sleep(withinMs, undefined, { signal: late.signal }).then(() => {
          throw new Error(`${message.ask}: got no answer within ${withinMs} ms`);
        }),
      ]);
      if ('error' in answer) throw new Error(answer.error);
      return answer;
    } finally {
      late.abort();
      this.#process.off('message', listener);
    }
  }

  signal(name: NodeJS.Signals): void {
    this.#process.kill(name);
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const exited = once(this.#process, 'exit');
      this.#process.kill('SIGKILL');
      await exited;
    }
    this.#release?.();
  }
}

type Found = Pick<FailureRecord, 'trials' | 'errors'>;

/** Tries every failure on every configuration. @returns the record; a partial one after an interrupt */
export async function runFailures(run: FailureRun): Promise<FailureRecord> {
  const { root, configurations, failures, repeats, seed, signal, limitMs = LIMIT_MS } = run;
  const startedAt = new Date().toISOString();
  const { loadAverage = 0, runtime, platform = '', cpu, cpuCount = 1 } = nodeFacts();
  const { commit, dirty } = await readBuildInfo(root);
  await using cleanUp = new AsyncDisposableStack();
  const bench = await startBench({ root, port: 0, vars: { GATE, EVICTS: 'true' } });
  cleanUp.defer(() => bench.stop());
  const clients = new Map(
    configurations.map((configuration) => [configuration, new Clients()] as const),
  );
  cleanUp.defer(async () => void (await Promise.all([...clients.values()].map((c) => c.stop()))));
  const found: Found = { trials: [], errors: [] };
  const { promise: aborted, resolve: abort } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => abort(), { once: true });
  const random = seeded(seed);
  const round = new Round({ ...run, limitMs }, bench, clients, random);
  for (const group of roundsOf(failures)) {
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
  const after = nodeFacts().loadAverage ?? loadavg()[0] ?? 0;
  const packages = configurations.flatMap(({ system }) => Object.entries(versionsOf(system)));
  return {
    ...{ schema: 1, kind: 'failures', startedAt, seed, repeats, limitMs },
    ...(signal.aborted && { partial: true as const }),
    environment: {
      ...{ runtime, platform, ...(cpu !== undefined && { cpu }), cpuCount },
      loadAverage: [loadAverage, after],
      ...{ commit, dirty },
      versions: { ...Object.fromEntries(packages), ...installed(['partysocket', 'workerd']) },
    },
    configurations: configurations.map(({ id }) => id),
    failures: failures.map(({ id }) => id),
    ...found,
  };
}

/** Failures that can be tried at once: what ends the bench or stops the clients is tried alone. */
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
    try {
      const connected = [...this.clients].flatMap(([configuration, own]) => {
        if (!isTried(failure, configuration)) return [];
        const place = { configuration, direct: this.bench.origin, proxied: proxy.origin };
        const evicts = failure.cause === 'evict';
        const seed = Math.floor(this.random() * 2 ** 32);
        const asked = own.ask(
          { ask: 'connect', failure: failure.id, place, repeats, seed, evicts },
          CONNECT_MS,
        );
        return [kept(configuration, asked)];
      });
      const ready = (await Promise.all(connected)).flat();
      const at = await this.#cause(failure, proxy);
      const watched = ready.map(({ configuration }) => {
        const own = this.clients.get(configuration);
        const message = { ask: 'watch', failure: failure.id, at, limitMs } as const;
        const withinMs = limitMs + CONNECT_MS;
        return kept(
          configuration,
          own?.ask(message, withinMs) ?? Promise.reject(new Error('gone')),
        );
      });
      const trials = (await Promise.all(watched))
        .flat()
        .flatMap(({ value }): Trial[] => ('trials' in value ? value.trials : []));
      return { trials, errors };
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
      // Its clients go on meanwhile.
      void this.bench.kill().then(() => this.bench.restart());
      return at;
    }
    for (const each of this.clients.values()) each.signal('SIGSTOP');
    await sleep(FROZEN_MS);
    for (const each of this.clients.values()) each.signal('SIGCONT');
    return at;
  }
}
