import { fileURLToPath } from 'node:url';
import type { Channel, Connection } from '../../harness/plan/index.ts';
import type { Generator } from '../../harness/record/index.ts';
import {
  AgentProcess,
  type Command,
  type EndWithThis,
} from '../../peers/processes/agent-process.ts';
import { commandOf } from '../../peers/processes/runtimes.ts';
import type { ReachesProcesses } from '../../peers/processes/through.ts';
import { type GrpcArm, needsGo, type ServerId } from '../arms.ts';
import { loadSpecs } from '../specs.ts';
import type { Target } from '../target.ts';
import type { GrpcOperations } from '../workloads.ts';
import { bound, type Pinned } from './pinning.ts';
import { ServerProcess } from './server-process.ts';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const FEATURES = pathOf('../../../bench-servers/features.json');
const SERVE = pathOf('../servers/serve.ts');
const PROXY = pathOf('../proxy/serve.ts');
const GENERATOR = pathOf('../load/generator.ts');

/** What a run’s processes are started with. */
export interface GrpcSetup {
  generator: Generator;
  /** Path of the program in Go; undefined where there is none. */
  go: string | undefined;
  /** Processors of callers and servers; undefined where nothing is bound. */
  pinned: Pinned | undefined;
  endWithThis: EndWithThis;
}

/**
 * The processes of a run: a server for each that its arms call, proxies, and one load generator, which
 * calls them all; another one, and another server, for what is bound to no processor. A server that
 * ended by itself is started anew for the next connection.
 */
export class GrpcProcesses implements ReachesProcesses<GrpcArm, GrpcOperations> {
  readonly #setup: GrpcSetup;
  readonly #servers = new Map<string, ServerProcess>();
  readonly #generators = new Map<boolean, AgentProcess>();

  constructor(setup: GrpcSetup) {
    this.#setup = setup;
  }

  /** Starts what arms need, so that no connection waits for it. @throws Error as {@link connect} does */
  async start(arms: readonly GrpcArm[]): Promise<void> {
    for (const { unpinned } of arms) this.generator(unpinned);
    await Promise.all(arms.map((arm) => this.#reach(arm)));
  }

  /**
   * Has the generator open a connection.
   *
   * @param more what else is asked of the generator’s calls
   * @throws Error where a server does not come up, with what it said last; what the generator says of a
   *   connection that does not open
   */
  async connect(
    arm: GrpcArm,
    channel: Channel,
    more: Pick<Target, 'bare'> = {},
  ): Promise<Connection<GrpcOperations>> {
    const { address, servers } = await this.#reach(arm);
    const unwatch = servers.map((server) => server.onEnd((how) => channel.meter.lost(how)));
    const stop = () => unwatch.forEach((each) => each());
    const { protocol, redialBytes, oneConnection } = arm;
    const target: Target = {
      ...{ protocol, address },
      ...(redialBytes !== undefined && { redialBytes }),
      ...(oneConnection && { oneConnection }),
      ...more,
    };
    try {
      const opened = await this.generator(arm.unpinned).client.connect(arm.id, channel, target);
      const close = opened.close.bind(opened);
      return Object.assign(opened, {
        close() {
          stop();
          close();
        },
      });
    } catch (error) {
      stop();
      throw error;
    }
  }

  /** The load generator, started where it does not run. @param unpinned the one bound to no processor */
  generator(unpinned = false): AgentProcess {
    const running = this.#generators.get(unpinned);
    if (running !== undefined && !running.hasEnded) return running;
    const { generator, pinned, endWithThis } = this.#setup;
    const specs = JSON.stringify(loadSpecs);
    const command = generator === 'grpc-go' ? this.#inGo('load', specs) : inNode(GENERATOR, specs);
    const agent = new AgentProcess(
      bound(command, unpinned ? undefined : pinned?.client),
      'the load generator',
      endWithThis,
    );
    this.#generators.set(unpinned, agent);
    return agent;
  }

  /** Ends all of them; resolves once they are gone. */
  async close(): Promise<void> {
    const all = [...this.#generators.values(), ...this.#servers.values()];
    await Promise.all(all.map((each) => each.close()));
  }

  /** What an arm calls, and the processes that it depends on. */
  async #reach(arm: GrpcArm): Promise<{ address: string; servers: ServerProcess[] }> {
    const { server, proxied, unpinned = false } = arm;
    if (unpinned && this.#setup.pinned === undefined) {
      const expected = 'expected taskset and two processors or more';
      throw new Error(`${arm.id}: got a machine on which nothing is bound, ${expected}`);
    }
    if (typeof server !== 'string') return { ...server, servers: [] };
    const own = this.#server(server, () => this.#serving(server), unpinned);
    const address = await own.address;
    if (proxied === undefined) return { address, servers: [own] };
    const name = `proxy of ${server}, ${proxied}, to ${address}`;
    const nodelay = String(proxied === 'nodelay');
    const proxy = this.#server(name, () => inNode(PROXY, '--to', address, '--nodelay', nodelay));
    return { address: await proxy.address, servers: [own, proxy] };
  }

  #server(name: string, command: () => Command, unpinned = false): ServerProcess {
    const key = `${name}${unpinned ? ', bound to no processor' : ''}`;
    const running = this.#servers.get(key);
    if (running !== undefined && running.endedHow === undefined) return running;
    const { pinned, endWithThis } = this.#setup;
    const processors = unpinned ? undefined : pinned?.servers;
    const server = new ServerProcess(
      bound(command(), processors),
      `the server ${key}`,
      endWithThis,
    );
    this.#servers.set(key, server);
    return server;
  }

  #serving(server: ServerId): Command {
    const [kind = ''] = server.split('/');
    if (!needsGo(server)) return inNode(SERVE, kind);
    return this.#inGo('serve', kind === 'grpc-go' ? 'grpc' : kind, '--features', FEATURES);
  }

  #inGo(...args: string[]): Command {
    const { go } = this.#setup;
    if (go === undefined) throw new Error('got no program in Go, expected it built');
    return { file: go, args };
  }
}

function inNode(script: string, ...rest: string[]): Command {
  const { file, args } = commandOf('node');
  return { file, args: [...args, script, ...rest] };
}
