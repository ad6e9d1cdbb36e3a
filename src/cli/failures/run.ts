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
import { messageOf } from '../../wire/bench-client/failure.ts';
import { machineDuring } from '../measure/node-run.ts';
import { type LocalBench, startBench } from '../shared/bench.ts';
import { ClientProcess } from '../shared/client-process.ts';
import type { OwnRun } from '../shared/own-run.ts';
import { type FailingProxy, startFailingProxy } from '../shared/network/proxy.ts';
import type { ProxyFailure } from '../shared/network/proxy-worker.ts';
import type { FailureFunctions } from './client.ts';
import { now } from './trial.ts';

/** Failures that wait for their outcomes at once, each behind a proxy of its own. */
const AT_ONCE = 3;
/** Time for which the clients are frozen, in ms. */
const FROZEN_MS = 20_000;
/** Time for all clients of a configuration to connect, in ms: a busy machine starts processes slowly. */
const CONNECT_MS = 120_000;

/** Bounds of the bench, above the limit: a call may wait as long as a trial lasts. */
const GATE = JSON.stringify({ answerSeconds: 300, callbackSeconds: 300 });

export interface FailureRun extends OwnRun {
  configurations: readonly Configuration[];
  failures: readonly Failure[];
}

const CLIENT = new URL('./client.ts', import.meta.url);

/** The process of each configuration. */
type Clients = ReadonlyMap<Configuration, ClientProcess<FailureFunctions>>;

type Found = Pick<FailureRecord, 'trials' | 'errors'>;

/** The means of trying a failure. */
interface Lab extends Pick<FailureRun, 'repeats'> {
  bench: LocalBench;
  clients: Clients;
  random: () => number;
}

/** Tries every failure on every configuration. @returns the record; a partial one after an interrupt */
export async function runFailures(run: FailureRun): Promise<FailureRecord> {
  const { root, configurations, failures, repeats, seed, signal } = run;
  const startedAt = new Date().toISOString();
  const machine = await machineDuring(root);
  await using cleanUp = new AsyncDisposableStack();
  const bench = await startBench({ root, port: 0, vars: { GATE, EVICTS: 'true' } });
  cleanUp.defer(() => bench.stop());
  const clients: Clients = new Map(configurations.map((each) => [each, new ClientProcess(CLIENT)]));
  for (const { child } of clients.values()) cleanUp.defer(() => child.close());
  const found: Found = { trials: [], errors: [] };
  const { promise: aborted, resolve: abort } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => abort(), { once: true });
  const random = seeded(seed);
  const lab: Lab = { repeats, bench, clients, random };
  for (const group of roundsOf(shuffle(failures, random))) {
    if (signal.aborted) break;
    run.onProgress(group.map(({ label }) => label).join(', '));
    const tried = group.map((failure) => tryFailure(failure, lab));
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
    limitMs: LIMIT_MS,
    partial: signal.aborted ? true : undefined,
    environment: machine(
      configurations.map(({ system }) => system),
      { partysocket },
    ),
    configurations: configurations.map(({ id }) => id),
    failures: failures.map(({ id }) => id),
    ...found,
  };
}

/** Failures that can be tried at once. One that ends the bench or stops the clients is tried alone. */
function roundsOf(failures: readonly Failure[]): Failure[][] {
  const together = failures.filter(({ cause }) => cause === 'proxy' || cause === 'evict');
  const alone = failures.filter((each) => !together.includes(each));
  const rounds: Failure[][] = [];
  while (together.length > 0) rounds.push(together.splice(0, AT_ONCE));
  return [...rounds, ...alone.map((each) => [each])];
}

/** Tries one failure on every configuration. */
async function tryFailure(failure: Failure, lab: Lab): Promise<Found> {
  const { repeats, bench, clients, random } = lab;
  const { id } = failure;
  const proxy = await startFailingProxy(bench.origin);
  const errors: Found['errors'] = [];
  /** Asks the processes of configurations. @returns those that answered, with their answers */
  const askAll = async <Answer>(
    asked: ReadonlyArray<{ configuration: Configuration }>,
    ask: (own: ClientProcess<FailureFunctions>, configuration: Configuration) => Promise<Answer>,
  ) => {
    const answers = asked.map(async ({ configuration }) => {
      try {
        const own = clients.get(configuration);
        if (own === undefined) throw new Error('it has no process');
        return [{ configuration, answer: await ask(own, configuration) }];
      } catch (error) {
        errors.push({ configuration: configuration.id, failure: id, message: messageOf(error) });
        return [];
      }
    });
    return (await Promise.all(answers)).flat();
  };
  try {
    const tried = [...clients.keys()].filter((each) => isTried(failure, each));
    const connected = await askAll(
      tried.map((configuration) => ({ configuration })),
      (own, configuration) => {
        const place = { configuration, direct: bench.origin, proxied: proxy.origin };
        const seed = Math.floor(random() * 2 ** 32);
        const evicts = failure.cause === 'evict';
        return own.ask(CONNECT_MS, 'connect', id, place, { repeats, seed, evicts });
      },
    );
    const waiting = await askAll(connected, (own) => own.ask(CONNECT_MS, 'hold', id));
    const at = await cause(failure, lab, proxy);
    const watched = await askAll(waiting, (own) => own.ask(LIMIT_MS + CONNECT_MS, 'watch', id, at));
    return { trials: watched.flatMap(({ answer }) => answer), errors };
  } finally {
    await proxy.stop();
  }
}

/** Brings a failure about; resolves to when it came, which of an evicted object its clients say. */
async function cause(
  { cause: kind, id }: Failure,
  { bench, clients }: Lab,
  proxy: FailingProxy,
): Promise<number | undefined> {
  if (kind === 'evict') return undefined;
  if (kind === 'proxy') return proxy.fail(id as ProxyFailure);
  const at = now();
  if (kind === 'restart') {
    const pid = bench.pid();
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    // Its clients go on meanwhile, and say what they miss where it does not start.
    const restart = bench.kill().then(() => bench.restart());
    restart.catch(() => undefined);
    return at;
  }
  for (const { child } of clients.values()) child.process.kill('SIGSTOP');
  await sleep(FROZEN_MS);
  for (const { child } of clients.values()) child.process.kill('SIGCONT');
  return at;
}
