/** The processes of a run: servers and load generators. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Connection, Ends, Opening } from '../../../core/plan/index.ts';
import type { Environment } from '../../../core/record/index.ts';
import {
  Child,
  Children,
  type Command,
  commandOf,
  type EndWithThis,
} from '../../processes/child.ts';
import { AgentProcess } from '../../processes/processes.ts';
import {
  type GrpcArm,
  type GrpcOperations,
  loadSpecs,
  type OwnServer,
  type CallTarget,
} from '../arms.ts';
import type { GoPrograms } from './go.ts';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const FEATURES = pathOf('../../../../bench-servers/features.json');
const SERVE = pathOf('../servers/serve.ts');
/** Longest time until a server listens, and the pause between two looks for it, in ms. */
const START_MS = 20_000;
const LOOK_MS = 20;

/** A process that serves on a port of 127.0.0.1 until it is ended. */
export class ServerProcess extends Child {
  /** `127.0.0.1:50051`, once it listens. It rejects if the process ends before, or does not listen in time. */
  readonly address: Promise<string>;

  /** @param port the one that its command names; @param startMs longest until it listens, in ms */
  constructor(
    command: Command,
    name: string,
    port: number,
    endWithThis: EndWithThis,
    startMs = START_MS,
  ) {
    super(command, { name, group: true, endWithThis, words: lastLine, stdoutToo: true });
    this.address = this.before(this.#reached(name, port, startMs));
    // Nobody may be waiting when it ends.
    this.address.catch(() => undefined);
  }

  async #reached(name: string, port: number, startMs: number): Promise<string> {
    const until = performance.now() + startMs;
    while (performance.now() < until && this.endedHow === undefined) {
      const socket = connect(port, '127.0.0.1');
      try {
        await once(socket, 'connect');
        return `127.0.0.1:${port}`;
      } catch {
        await wait(LOOK_MS);
      } finally {
        socket.destroy();
      }
    }
    void this.close();
    const expected = `expected it to listen on port ${port}; ${lastLine(this.said)}`;
    throw new Error(`${name}: got nobody there within ${startMs} ms, ${expected}`);
  }
}

const lastLine = (said: string): string => said.trim().split('\n').at(-1) ?? '';

export interface GrpcSetup {
  programs: GoPrograms;
  /** Processors of callers and servers; undefined if nothing is bound. */
  pinned: Pinned | undefined;
  endWithThis: EndWithThis;
}

/** The processes of a run: its servers, and one load generator. A server that ended is started anew when it is needed. */
export class GrpcProcesses implements NonNullable<Ends['processes']> {
  readonly #setup: GrpcSetup;
  readonly #ports = new Map<string, Promise<number>>();
  readonly #servers = new Children<ServerProcess>();
  readonly #generators = new Children<AgentProcess>();

  constructor(setup: GrpcSetup) {
    this.#setup = setup;
  }

  /** Starts the servers of arms, so that no connection waits for one. @throws Error as {@link open} does */
  async start(arms: readonly GrpcArm[]): Promise<void> {
    await Promise.all(arms.map((arm) => this.#serve(arm)));
  }

  /** Has the generator open a connection. @throws Error with the last words of a server or the generator */
  async open(arm: GrpcArm, opening: Opening): Promise<Connection<GrpcOperations>> {
    const { address, process } = await this.#serve(arm);
    process?.onLoss((how) => opening.meter.lost(how));
    const { programs, pinned, endWithThis } = this.#setup;
    const command = bound(generatorOf(programs), pinned?.client);
    const start = () => new AgentProcess(command, 'the load generator', endWithThis);
    const { client } = this.#generators.of('', start);
    const target: CallTarget = { protocol: arm.protocol, address, redialBytes: arm.redialBytes };
    return client.open(arm.id, opening, target);
  }

  /** Ends all of them; resolves once they are gone. */
  async close(): Promise<void> {
    await Promise.all([this.#generators.close(), this.#servers.close()]);
  }

  /** The address that an arm calls, and its process if this run started it. */
  async #serve({ server }: GrpcArm): Promise<{ address: string; process?: ServerProcess }> {
    if ('address' in server) return server;
    const { programs, pinned, endWithThis } = this.#setup;
    const { system } = server;
    const free = this.#ports.get(system) ?? freePort();
    this.#ports.set(system, free);
    const port = await free;
    const command = bound(serverOf(server, programs, port), pinned?.servers);
    const start = () => new ServerProcess(command, `the server ${system}`, port, endWithThis);
    const process = this.#servers.of(system, start);
    return { address: await process.address, process };
  }
}

/** A port of 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}

/** The load generator. It makes much garbage and keeps little, so it collects less often than Go does by default. */
export function generatorOf({ generator }: GoPrograms, specs = loadSpecs): Command {
  const environment = { GOGC: '800', GOMEMLIMIT: '128MiB' };
  return { file: generator, args: ['load', FEATURES, JSON.stringify(specs)], environment };
}

export function serverOf(
  { system, protocol, runsIn }: OwnServer,
  { generator, server }: GoPrograms,
  port: number,
): Command {
  if (runsIn === 'node') return commandOf('node', SERVE, system, String(port));
  return protocol === 'tcp'
    ? { file: generator, args: ['serve', FEATURES, String(port)] }
    : { file: server, args: ['-json_db_file', FEATURES, '-port', String(port)] };
}

/** Processors that callers and servers are bound to, so that neither takes the other’s time. */
export type Pinned = NonNullable<Environment['pinned']>;

/** The halves of this machine’s processors; undefined without a second one, or a `taskset` that binds to them. */
export function pinning(): Pinned | undefined {
  const processors = Array.from({ length: availableParallelism() }, (_, at) => at);
  const half = Math.floor(processors.length / 2);
  const pinned = { client: processors.slice(0, half), servers: processors.slice(half) };
  const binds = (own: readonly number[]) =>
    spawnSync('taskset', ['-c', own.join(), 'true']).status === 0;
  return half > 0 && binds(pinned.client) && binds(pinned.servers) ? pinned : undefined;
}

/** The same command, bound to processors if any are given. */
function bound(command: Command, processors: readonly number[] | undefined): Command {
  if (processors === undefined) return command;
  const { file, args } = command;
  return { ...command, file: 'taskset', args: ['-c', processors.join(), file, ...args] };
}
