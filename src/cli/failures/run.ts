/** A run of failures: a process for each configuration, a bench, and what happens between them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { version as partysocket } from '../../../node_modules/partysocket/package.json';
import { type Configuration, type Failure, isTried, LIMIT_MS } from '../../failures/cases.ts';
import type { FailureRecord } from '../../failures/record.ts';
import { seeded, shuffle } from '../../harness/plan/index.ts';
import { Child, installed } from '../../places/processes/child.ts';
import { versionsOf } from '../../systems/index.ts';
import { nodeFacts } from '../measure/measure-in.ts';
import { type LocalBench, startBench } from '../shared/bench.ts';
import { readBuildInfo } from '../shared/checkout.ts';
import { type FailingProxy, startFailingProxy } from '../shared/network/proxy.ts';
import type { ProxyFailure } from '../shared/network/proxy-worker.ts';
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
  readonly child = new Child(
    {
      file: process.execPath,
      args: [
        '--import',
        import.meta.resolve('tsx'),
        fileURLToPath(new URL('./client.ts', import.meta.url)),
      ],
    },
    {
      ...{ name: 'the process of the clients', group: true, endWithThis },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  );

  constructor() {
    // Each failure under way listens for its own answer.
    this.child.process.setMaxListeners(0);
  }

  /** Asks, and resolves to the answer. @throws Error with what went wrong there, or when it comes too late */
  async ask(message: ToClients, withinMs: number): Promise<FromClients> {
    const { promise, resolve, reject } = Promise.withResolvers<FromClients>();
    const listener = (answer: FromClients) => {
      if (answer.failure === message.failure) resolve(answer);
    };
    this.child.process.on('message', listener);
    const late = new Error(`${message.ask}: got no answer within ${withinMs} ms`);
    const timer = setTimeout(() => reject(late), withinMs);
    try {
      this.child.process.send(message);
      const answer = await this.child.before(promise);
      if ('error' in answer) throw new Error(answer.error);
      return answer;
    } finally {
      clearTimeout(timer);
      this.child.process.off('message', listener);
    }
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
  const packages = configurations.flatMap(({ system }) => Object.entries(versionsOf(system)));
  return {
    ...{ schema: 1, kind: 'failures', startedAt, seed, repeats, limitMs },
    ...(signal.aborted && { partial: true as const }),
    environment: {
      ...{ runtime, platform, ...(cpu !== undefined && { cpu }), cpuCount },
      loadAverage: [loadAverage, nodeFacts().loadAverage ?? 0],
      ...{ commit, dirty },
      versions: { ...Object.fromEntries(packages), partysocket, ...installed(['workerd']) },
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
    /** Asks the processes of these configurations, and keeps those that answered. */
    const askAll = async (
      asked: readonly Configuration[],
      message: (configuration: Configuration) => ToClients,
      withinMs = CONNECT_MS,
    ) => {
      const answers = asked.map(async (configuration) => {
        const own = this.clients.get(configuration);
        const answer = own?.ask(message(configuration), withinMs);
        return kept(configuration, answer ?? Promise.reject(new Error('it has no process')));
      });
      return (await Promise.all(answers)).flat();
    };
    const configurationsOf = (answered: ReadonlyArray<{ configuration: Configuration }>) =>
      answered.map(({ configuration }) => configuration);
    const { id } = failure;
    try {
      const tried = [...this.clients.keys()].filter((each) => isTried(failure, each));
      const connected = await askAll(tried, (configuration) => ({
        ...{ ask: 'connect', failure: id, repeats, evicts: failure.cause === 'evict' },
        place: { configuration, direct: this.bench.origin, proxied: proxy.origin },
        seed: Math.floor(this.random() * 2 ** 32),
      }));
      const hold = { ask: 'hold', failure: id } as const;
      const waiting = await askAll(configurationsOf(connected), () => hold);
      const at = await this.#cause(failure, proxy);
      const watch = { ask: 'watch', failure: id, at, limitMs } as const;
      const watched = await askAll(configurationsOf(waiting), () => watch, limitMs + CONNECT_MS);
      const trials = watched.flatMap(({ value }) => ('trials' in value ? value.trials : []));
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
