/** `npm run bench -- crowds`: what many calls and many clients cost with each library, in memory and in time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { seeded, shuffle } from '../../core/plan/index.ts';
import { acceptOf, findSystem, probedHere } from '../../libraries/systems/index.ts';
import {
  type CrowdRecord,
  type CrowdRow,
  CROWDS,
  resultOfCrowds,
  rounded,
  type Subject,
  subjects,
  writeCrowds,
} from '../../matrix/crowds/record.ts';
import { crowdTables } from '../../results/tables/crowds.ts';
import { messageOf } from '../../wire/bench-client/failure.ts';
import { machineDuring } from '../measure/node-run.ts';
import { folderOf, readRelease } from '../measure/outside/release.ts';
import { oneOf, readSeed, runCommand, wholeNumber } from '../shared/args.ts';
import { startBench } from '../shared/bench.ts';
import { ClientProcess } from '../shared/client-process.ts';
import { type OwnRun, takeRecord } from '../shared/own-run.ts';
import type { CrowdFunctions, Library } from './client.ts';
import { isolateHeap } from './heap.ts';

/** Longest that the clients may take for a request, in ms: 40,000 calls take minutes on a busy machine. */
const LONGEST_MS = 300_000;
/** Time without a message after which an object sleeps that can, in ms; the platform waits ten seconds. */
const SLEEP_MS = 13_000;
/** Measurements of memory at once: how fast they are is no matter. */
const AT_ONCE = 3;
/** Calls and clients that do not count, at least. */
const WARM_UP = { calls: 2000, clients: 50 };
/** Calls of one client beside the others, messages to all, and rounds of all calling at once, at least. */
const [CALLS, MESSAGES, ROUNDS] = [1000, 20, 5];

export interface CrowdRun extends OwnRun {
  libraries: readonly Library[];
  /** Calls on one connection; a twentieth as many subscriptions are opened and left. */
  calls: number;
  /** Numbers of connections, from few to many. */
  sizes: readonly number[];
  /** Subjects that are measured: all unless given. */
  subjects?: readonly Subject[];
}

interface Job {
  library: Library;
  of: Subject;
  repeat: number;
}

/** The means of a measurement: functions of the clients, and the heap of the server. */
interface Means {
  ask: <Name extends keyof CrowdFunctions>(
    name: Name,
    ...args: Parameters<CrowdFunctions[Name]>
  ) => Promise<Awaited<ReturnType<CrowdFunctions[Name]>>>;
  serverHeap: () => Promise<number>;
}

/** Measures with a bench and a process of clients of its own: what others left behind does not count. */
async function measure(run: CrowdRun, { library, of, repeat }: Job): Promise<CrowdRow[]> {
  const { sizes, signal } = run;
  const { id, root } = library;
  await using stack = new AsyncDisposableStack();
  const inspected = of !== 'crowd';
  // All clients of the largest crowd listen, and those that have just left.
  const vars = { GATE: JSON.stringify({ mostHeld: 2 * Math.max(...sizes) + 100 }) };
  const bench = await startBench({ root: root ?? run.root, port: 0, inspected, vars });
  stack.defer(() => bench.stop());
  const script = new URL('./client.ts', import.meta.url);
  const clients = new ClientProcess<CrowdFunctions>(script, ['--expose-gc']);
  stack.defer(() => clients.child.close());
  // An interrupt ends the measurement under way, which the record leaves out.
  const end = () => void clients.child.close();
  signal.addEventListener('abort', end);
  stack.defer(() => signal.removeEventListener('abort', end));
  signal.throwIfAborted();
  const means: Means = {
    ask: (name, ...args) => clients.ask(LONGEST_MS, name, ...args),
    serverHeap: () => isolateHeap(bench),
  };
  await means.ask('open', library, bench.origin);
  await means.ask('join', 1);
  const found = await (of === 'crowd'
    ? crowds(run, means)
    : of === 'idle'
      ? idle(run, means)
      : left(run, means, of));
  return found.map(({ count, numbers }) => ({ library: id, of, count, repeat, numbers }));
}

type Found = Pick<CrowdRow, 'count' | 'numbers'>;

/** @returns reads both heaps again, and gives their growth by each call or client, in bytes */
async function growth({ ask, serverHeap }: Means) {
  const heaps = () => Promise.all([ask('heap'), serverHeap()]);
  const [clientBefore, serverBefore] = await heaps();
  return async (count: number): Promise<Found> => {
    const [client, server] = await heaps();
    const each = (bytes: number) => rounded(bytes / count);
    const numbers = { client: each(client - clientBefore), server: each(server - serverBefore) };
    return { count, numbers };
  };
}

/** Bytes kept by calls, subscriptions or connections that are over. */
async function left({ calls }: CrowdRun, means: Means, of: Subject): Promise<Found[]> {
  const count = of === 'calls' ? calls : Math.ceil(calls / 20);
  const make = async (many: number): Promise<void> => {
    if (of === 'calls') await means.ask('call', many);
    else await means.ask('leave', many, of === 'subscriptions');
  };
  // Code is compiled and tables grow once, for the first of them.
  await make(Math.max(of === 'calls' ? WARM_UP.calls : WARM_UP.clients, Math.ceil(count / 8)));
  const grownBy = await growth(means);
  await make(count);
  return [await grownBy(count)];
}

/** Bytes that idle connections keep, and that they keep while their object sleeps, if it can. */
async function idle({ sizes, signal }: CrowdRun, means: Means): Promise<Found[]> {
  await means.ask('leave', 20, true);
  const grownBy = await growth(means);
  const found: Found[] = [];
  for (const size of sizes) {
    await means.ask('join', 1 + size);
    found.push(await grownBy(size));
  }
  const life = await means.ask('life');
  const [awake] = found.slice(-1);
  if (life === undefined || awake === undefined) return found;
  await sleep(SLEEP_MS, undefined, { signal });
  const { server: asleep } = (await grownBy(awake.count)).numbers;
  const slept = (await means.ask('life')) !== life;
  if (slept && asleep !== undefined) awake.numbers.asleep = asleep;
  return found;
}

async function crowds({ sizes }: CrowdRun, { ask }: Means): Promise<Found[]> {
  await ask('call', CALLS);
  const found: Found[] = [];
  for (const count of sizes) {
    await ask('join', count);
    // The first message finds out whether all of them listen.
    await ask('tell', 1);
    const [oneP50, oneP99] = await ask('call', CALLS);
    const [allP50, allP99] = await ask('together', Math.max(ROUNDS, Math.ceil(CALLS / count)));
    const told = await ask('tell', MESSAGES);
    found.push({ count, numbers: { oneP50, oneP99, allP50, allP99, ...told } });
  }
  return found;
}

/** Only the calls of a release are measured. Of a library over requests nothing is open between two calls. */
const isMeasured = ({ root, requests }: Library, of: Subject): boolean =>
  of === 'calls' || (root === undefined && (!requests || of === 'crowd'));

/** Takes all measurements. @returns the record; a partial one after an interrupt */
export async function runCrowds(run: CrowdRun): Promise<CrowdRecord> {
  const { root, libraries, repeats, seed, signal } = run;
  const chosen = subjects.filter((of) => run.subjects?.includes(of) ?? true);
  const startedAt = new Date().toISOString();
  const machine = await machineDuring(root);
  const random = seeded(seed);
  // Libraries take turns, in another order each time.
  const jobs = Array.from({ length: repeats }, (_, repeat) =>
    shuffle(libraries, random).flatMap((library) =>
      chosen.filter((of) => isMeasured(library, of)).map((of): Job => ({ library, of, repeat })),
    ),
  ).flat();
  const rows: CrowdRow[] = [];
  const errors: CrowdRecord['errors'] = [];
  let begun = 0;
  const work = async (queue: Job[]): Promise<void> => {
    for (let job = queue.shift(); job !== undefined && !signal.aborted; job = queue.shift()) {
      const { library, of } = job;
      run.onProgress(`${(begun += 1)} of ${jobs.length}: ${library.id}, ${of}`);
      try {
        rows.push(...(await measure(run, job)));
      } catch (error) {
        if (!signal.aborted)
          errors.push({ library: library.id, what: of, message: messageOf(error) });
      }
    }
  };
  // Idle connections come first, because they wait until their object sleeps.
  const isIdle = ({ of }: Job) => of === 'idle';
  const memory = [
    ...jobs.filter(isIdle),
    ...jobs.filter((job) => !isIdle(job) && job.of !== 'crowd'),
  ];
  await Promise.all(Array.from({ length: AT_ONCE }, () => work(memory)));
  await work(jobs.filter(({ of }) => of === 'crowd'));
  return {
    schema: 1,
    kind: CROWDS,
    startedAt,
    seed,
    repeats,
    partial: signal.aborted ? true : undefined,
    environment: machine(
      // The id of a release says its version.
      libraries.flatMap(({ system, root: release }) => (release === undefined ? [system] : [])),
    ),
    libraries: libraries.map(({ id }) => id),
    errors,
    rows,
  };
}

function installedLibrary(system: string): Library {
  const { probed = '' } = findSystem(system);
  return { id: system, system, requests: acceptOf(system, probed) === 'request' };
}

/** The library that a name stands for: one that is here, or a release as `capnweb@0.5.0`. */
async function libraryOf(name: string): Promise<Library> {
  const release = readRelease(name);
  if (release === undefined) return installedLibrary(oneOf('--system', name, probedHere));
  const root = await folderOf(release, process.cwd());
  return { ...installedLibrary(release.system), id: name, root };
}

export const run = (argv: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: [
        'npm run bench -- crowds',
        'npm run bench -- crowds --system capnweb,capnweb@0.5.0 --connections 10',
        'npm run bench -- crowds --out .local/crowds.json',
      ],
      about: `Starts a bench on workerd for each library, makes many calls, connects many clients, and prints what
they keep in memory and how long calls and messages take. A full run takes about half an hour.`,
      flags: {
        system: {
          value: '<ids>',
          help: `of ${probedHere.join(', ')}, or a release as capnweb@0.5.0`,
        },
        repeats: { value: '<n>', help: 'of each measurement, 3 unless given' },
        calls: {
          value: '<n>',
          help: 'on one connection, 40000 unless given; a twentieth as many subscriptions',
        },
        connections: { value: '<ns>', help: 'to one object, 10,100,1000 unless given' },
        seed: { value: '<n>', help: 'of the order of the libraries' },
        out: { value: '<file>', help: 'writes the record, for content/records/crowds/' },
        json: { help: 'the record instead of the tables' },
      },
    },
    async ({ values }) => {
      const names = values.system?.split(',').map((name) => name.trim()) ?? probedHere;
      const sizes = (values.connections ?? '10,100,1000').split(',');
      const plan = {
        repeats: wholeNumber('--repeats', values.repeats ?? '3', 1, 20),
        calls: wholeNumber('--calls', values.calls ?? '40000', 20, 1_000_000),
        sizes: sizes
          .map((size) => wholeNumber('--connections', size, 1, 1000))
          .toSorted((one, other) => one - other),
        seed: readSeed(values.seed),
      };
      const libraries: Library[] = [];
      for (const name of new Set(names)) libraries.push(await libraryOf(name));
      return takeRecord(values, {
        take: (run) => runCrowds({ ...run, ...plan, libraries }),
        write: writeCrowds,
        tables: (record) => crowdTables(resultOfCrowds(record)),
      });
    },
    argv,
  );
