/** `npm run bench -- failures`: fails connections on purpose and records what each library does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { version as partysocket } from '../../../node_modules/partysocket/package.json';
import { seeded, shuffle } from '../../core/plan/index.ts';
import {
  type Configuration,
  configurations,
  type Failure,
  failures,
  isTried,
  LIMIT_MS,
} from '../../matrix/failures/cases.ts';
import {
  type FailureRecord,
  FAILURES,
  resultOfFailures,
  writeFailures,
} from '../../matrix/failures/record.ts';
import { failureTables } from '../../results/tables/failures.ts';
import { messageOf } from '../../wire/bench-client/failure.ts';
import { machineDuring } from '../measure/node-run.ts';
import { listOf, readSeed, runCommand, wholeNumber } from '../shared/args.ts';
import { type LocalBench, startBench } from '../shared/bench.ts';
import { ClientProcess } from '../shared/client-process.ts';
import type { ProxyFailure } from '../shared/network/proxy-worker.ts';
import { type FailingProxy, startFailingProxy } from '../shared/network/proxy.ts';
import { type OwnRun, takeRecord } from '../shared/own-run.ts';
import type { FailureFunctions } from './client.ts';

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

type Clients = ReadonlyMap<Configuration, ClientProcess<FailureFunctions>>;

type Found = Pick<FailureRecord, 'trials' | 'errors'>;

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
  const at = performance.timeOrigin + performance.now();
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

const systems = [...new Set(configurations.map(({ system }) => system))];
const failureIds = failures.map(({ id }) => id);

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: [
        'npm run bench -- failures',
        'npm run bench -- failures --system trpc,orpc --failure stop,reset --repeats 3',
        'npm run bench -- failures --out .local/failures.json',
      ],
      about: `Starts the bench on workerd and a proxy in front of it, fails the open connections on purpose, and
prints what each library notices and does. A full run takes about 15 minutes, most of them waiting.`,
      flags: {
        system: { value: '<ids>', help: `of ${systems.join(', ')}` },
        failure: { value: '<ids>', help: `of ${failureIds.join(', ')}` },
        repeats: {
          value: '<n>',
          help: 'clients of each configuration for each failure, 20 unless given',
        },
        seed: { value: '<n>', help: 'of the moments at which clients connect' },
        out: { value: '<file>', help: 'writes the record, for content/records/failures/' },
        json: { help: 'the record instead of the tables' },
      },
    },
    async ({ values }) => {
      const chosen = listOf('--system', values.system ?? systems.join(), systems);
      const ids = listOf('--failure', values.failure ?? failureIds.join(), failureIds);
      const plan = {
        configurations: configurations.filter(({ system }) => chosen.includes(system)),
        failures: failures.filter(({ id }) => ids.includes(id)),
        repeats: wholeNumber('--repeats', values.repeats ?? '20', 1, 100),
        seed: readSeed(values.seed),
      };
      return takeRecord(values, {
        take: (run) => runFailures({ ...run, ...plan }),
        write: writeFailures,
        tables: (record) => failureTables(resultOfFailures(record)),
      });
    },
    argv,
  );
