import { timersHere } from '../../bench-client/world.ts';
import { messageOf } from '../../bench-client/failure.ts';
import { arms, type GrpcArm, outsideArms, systemOf } from '../../places/grpc/arms.ts';
import { GrpcProcesses, type Pinned, pinning } from '../../places/grpc/run/processes.ts';
import { describeOutside, NEAR } from '../../harness/plan/index.ts';
import type { Environment, Outside } from '../../harness/record/index.ts';
import { installed } from '../../places/processes/child.ts';
import type { BuildInfo } from '../shared/checkout.ts';
import { endWithThis } from '../shared/process-end.ts';
import type { Measured } from './browser.ts';
import type { GrpcTools } from './outside/servers.ts';
import { measureIn, nodeLoad, ofProcesses } from './measure-in.ts';
import type { MeasureOptions } from './options.ts';

/**
 * Takes a run of gRPC servers: starts those of this project, a proxy where an arm needs one and the load
 * generator, and ends them.
 *
 * @param tree the checkout that is measured, which is also the one that measures
 * @param say hears on which processors what runs
 * @throws Error where a server does not come up, or one that runs already does not answer as RouteGuide
 */
export async function measureGrpc(
  options: MeasureOptions,
  tools: GrpcTools,
  tree: BuildInfo,
  signal: AbortSignal,
  say: (text: string) => void,
): Promise<Measured> {
  const pinned = pinning();
  const processes = new GrpcProcesses({ go: tools.program.file, pinned, endWithThis });
  const stop = () => void processes.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    say(pinningText(pinned, tools.servers.length > 0));
    await processes.start(chosen(options, [...arms, ...tools.servers.flatMap(outsideArms)]));
    await expectRouteGuide(processes, options, tools);
    signal.throwIfAborted();
    const world = { ...timersHere(), load: nodeLoad(), through: processes };
    const environment = environmentOf(options, tools, tree, pinned);
    return await measureIn(world, environment, NEAR.msPerOperation, options, signal);
  } finally {
    signal.removeEventListener('abort', stop);
    await processes.close();
  }
}

/** Servers that were called by their address, as a record has them. */
export function outsideServers(tools: GrpcTools | undefined): Outside[] {
  return (tools?.servers ?? []).map((server) =>
    describeOutside(systemOf(server), { served: 'elsewhere', origin: server.address }),
  );
}

/** The arms that a run has: those asked for, or the usual ones; baseline and reference in any case. */
function chosen({ study, arms: asked }: MeasureOptions, all: readonly GrpcArm[]): GrpcArm[] {
  const { baseline, reference } = study;
  return all.filter(
    ({ id, optional }) =>
      id === baseline || id === reference || (asked === undefined ? !optional : asked.includes(id)),
  );
}

/** @throws Error naming the server that does not answer, and why */
async function expectRouteGuide(
  processes: GrpcProcesses,
  { study }: MeasureOptions,
  { servers }: GrpcTools,
): Promise<void> {
  const meter = { count: () => undefined, opened: () => undefined, lost: () => undefined };
  const { deadlineMs } = study;
  for (const server of servers) {
    const [arm] = outsideArms(server) as [GrpcArm];
    const channel = { id: crypto.randomUUID(), meter, deadlineMs, through: processes };
    try {
      (await processes.connect(arm, channel)).close();
    } catch (cause) {
      throw new Error(`--server ${server.name}: ${messageOf(cause)}`, { cause });
    }
  }
}

function environmentOf(
  { study }: MeasureOptions,
  { program }: GrpcTools,
  tree: BuildInfo,
  pinned: Pinned | undefined,
): Environment {
  const tools = [
    { id: 'node', versions: installed(['node']) },
    { id: 'go', versions: { go: program.go, 'grpc-go': program.grpc } },
  ];
  return {
    ...ofProcesses(study, tree, tools, { runtime: `Go ${program.go}` }),
    generator: 'http2-frames',
    ...(pinned && { pinned }),
  };
}

function pinningText(pinned: Pinned | undefined, others: boolean): string {
  if (pinned === undefined) {
    return 'The load generator and the servers share all processors: there is no taskset here, or only one processor.';
  }
  const { client, servers } = pinned;
  const own = `The load generator runs on ${processors(client)}, servers that are started here on ${processors(servers)}.`;
  if (!others) return own;
  return `${own} To give a server of yours the same, start it with taskset -c ${servers.join(',')} before its command.`;
}

function processors(list: readonly number[]): string {
  return `processor${list.length === 1 ? '' : 's'} ${list.join(', ')}`;
}
