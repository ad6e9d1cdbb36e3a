/** The processes of a run: servers and load generators. */
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';
import type { Channel, Connection } from '../../../harness/plan/index.ts';
import type { ReachesProcesses } from '../../processes/names.ts';
import {
  Child,
  Children,
  type Command,
  commandOf,
  type EndWithThis,
} from '../../processes/child.ts';
import { AgentProcess } from '../../processes/processes.ts';
import { readLines } from '../../../links/stdio.ts';
import type { GrpcArm, OwnServer } from '../arms.ts';
import { type GrpcOperations, loadSpecs } from '../workloads.ts';
import type { Environment } from '../../../harness/record/index.ts';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const FEATURES = pathOf('../../../../bench-servers/features.json');
const SERVE = pathOf('../servers/serve.ts');
/** Longest that a server may take until it listens, in ms. */
const START_MS = 20_000;

/** A process that says on which port it listens, and serves until it is ended. */
export class ServerProcess extends Child {
  /**
   * `127.0.0.1:50051`, once it listens. It rejects with the last line that it said, where it ends before or
   * says nothing in time.
   */
  readonly address: Promise<string>;

  /**
   * @param name its name in a sentence: `the server grpc-js`
   * @param startMs longest until it listens, in ms
   */
  constructor(command: Command, name: string, endWithThis: EndWithThis, startMs = START_MS) {
    super(command, { name, group: true, endWithThis, words: lastLine });
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const late = setTimeout(() => {
      const expected = `expected {"port": …} on its first line; ${lastLine(this.said)}`;
      reject(new Error(`${name}: got no port within ${startMs} ms, ${expected}`));
      void this.close();
    }, startMs);
    readLines<{ port?: unknown }>(this.process.stdout, ({ port }) => {
      clearTimeout(late);
      if (typeof port === 'number') resolve(`127.0.0.1:${port}`);
      else reject(new Error(`${name}: got the port ${String(port)}, expected a number`));
    });
    this.address = this.before(promise);
    // Whoever started it may not be waiting when it ends.
    this.address.catch(() => undefined);
    void this.ended.then(() => clearTimeout(late));
  }
}

function lastLine(said: string): string {
  return said.trim().split('\n').at(-1) ?? '';
}

export interface GrpcSetup {
  /** Path of the program in Go, which has the load generator and servers. */
  go: string;
  /** Processors of callers and servers; undefined where nothing is bound. */
  pinned: Pinned | undefined;
  endWithThis: EndWithThis;
}

/**
 * The processes of a run: a server for each that its arms call, and one load generator, which calls
 * them all; another one, and another server, for what is bound to no processor. A server that
 * ended by itself is started anew for the next connection.
 */
export class GrpcProcesses implements ReachesProcesses<GrpcArm, GrpcOperations> {
  readonly #setup: GrpcSetup;
  readonly #servers = new Children<ServerProcess>();
  readonly #generators = new Children<AgentProcess>();

  constructor(setup: GrpcSetup) {
    this.#setup = setup;
  }

  /** Starts what arms need, so that no connection waits for it. @throws Error as {@link connect} does */
  async start(arms: readonly GrpcArm[]): Promise<void> {
    for (const { unpinned } of arms) this.generator(unpinned);
    await Promise.all(arms.map((arm) => this.#serve(arm)));
  }

  /**
   * Has the generator open a connection.
   *
   * @throws Error where a server does not come up, with what it said last; what the generator says of a
   *   connection that does not open
   */
  async connect(arm: GrpcArm, channel: Channel): Promise<Connection<GrpcOperations>> {
    const { address, process } = await this.#serve(arm);
    const stop = process?.onLoss((how) => channel.meter.lost(how));
    const { protocol, redialBytes, oneConnection } = arm;
    // What is undefined is left out of JSON.
    const target = { protocol, address, redialBytes, oneConnection };
    return this.generator(arm.unpinned).client.connect(arm.id, channel, target, stop);
  }

  /** The load generator, started where it does not run. @param unpinned the one bound to no processor */
  generator(unpinned = false): AgentProcess {
    const { go, pinned, endWithThis } = this.#setup;
    const command = bound(generatorOf(go), unpinned ? undefined : pinned?.client);
    const start = () => new AgentProcess(command, 'the load generator', endWithThis);
    return this.#generators.of(String(unpinned), start);
  }

  /** Ends all of them; resolves once they are gone. */
  async close(): Promise<void> {
    await Promise.all([this.#generators.close(), this.#servers.close()]);
  }

  /** The address that an arm calls, and the process behind it where this run started that. */
  async #serve(arm: GrpcArm): Promise<{ address: string; process?: ServerProcess }> {
    const { server, unpinned = false } = arm;
    const { go, pinned, endWithThis } = this.#setup;
    if (unpinned && pinned === undefined) {
      const expected = 'expected taskset and two processors or more';
      throw new Error(`${arm.id}: got a machine on which nothing is bound, ${expected}`);
    }
    if ('address' in server) return server;
    const key = `${server.id}${unpinned ? ', bound to no processor' : ''}`;
    const command = bound(serverOf(server, go), unpinned ? undefined : pinned?.servers);
    const start = () => new ServerProcess(command, `the server ${key}`, endWithThis);
    const process = this.#servers.of(key, start);
    return { address: await process.address, process };
  }
}

/** The load generator, whose loads are those given. */
export function generatorOf(go: string, specs = loadSpecs): Command {
  return { file: go, args: ['load', JSON.stringify(specs)] };
}

/** @param go path of the program in Go, which some of them are parts of */
export function serverOf({ system, protocol, runsIn }: OwnServer, go: string): Command {
  return runsIn === 'go'
    ? { file: go, args: ['serve', protocol, '--features', FEATURES] }
    : commandOf('node', SERVE, system);
}

// Binding callers and servers to different processors, so that neither takes the other’s time.

export type Pinned = NonNullable<Environment['pinned']>;

/** Numbers of a list as `taskset` prints it: `0-2,5`. */
export function processorsOf(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [first = NaN, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
}

/** The first half of the processors for callers, the others for servers; undefined of fewer than two. */
export function halvesOf(processors: readonly number[]): Pinned | undefined {
  if (processors.length < 2) return undefined;
  const half = Math.floor(processors.length / 2);
  return { client: processors.slice(0, half), servers: processors.slice(half) };
}

/** The halves of this machine’s processors; undefined where there is no `taskset`, or only one. */
export function pinning(): Pinned | undefined {
  const { stdout, status } = spawnSync('taskset', ['-cp', String(process.pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const [, list] = /: ([\d,-]+)\s*$/.exec(stdout ?? '') ?? [];
  return status === 0 && list !== undefined ? halvesOf(processorsOf(list)) : undefined;
}

/** The same command, bound to processors where any are given. */
export function bound(command: Command, processors: readonly number[] | undefined): Command {
  if (processors === undefined) return command;
  const { file, args } = command;
  return { ...command, file: 'taskset', args: ['-c', processors.join(','), file, ...args] };
}
