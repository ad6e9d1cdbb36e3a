/** gRPC servers that are measured: those that are started here, and those that run already. */
import { messageOf } from '../../bench-client/failure.ts';
import {
  arms,
  type GrpcArm,
  outsideArms,
  systemOf,
  type OutsideServer,
} from '../../places/grpc/arms.ts';
import { GrpcProcesses, type Pinned, pinning } from '../../places/grpc/run/processes.ts';
import { describeOutside } from '../../harness/plan/index.ts';
import {
  type ArmConditions,
  type Environment,
  type Outside,
  OUTSIDE_ID,
} from '../../harness/record/index.ts';
import { installed } from '../../places/processes/child.ts';
import type { BuildInfo } from '../shared/checkout.ts';
import { endWithThis } from '../shared/process-end.ts';
import { type Ends, ofProcesses, worldHere } from './measure-in.ts';
import type { MeasureOptions } from './options.ts';
import { buildGo, type GoProgram } from '../../places/grpc/run/go.ts';
import { MissingProgram, UsageError } from '../shared/args.ts';

/**
 * Starts the gRPC servers of this project, a proxy where an arm needs one and the load generator; they end
 * with the stack, or once the signal is aborted.
 *
 * @param tree the checkout that is measured, which is also the one that measures
 * @param say hears on which processors what runs
 * @throws Error where a server does not come up, or one that runs already does not answer as RouteGuide
 */
export async function openGrpc(
  options: MeasureOptions & { grpc: GrpcTools },
  tree: BuildInfo,
  cleanUp: AsyncDisposableStack,
  signal: AbortSignal,
  say: (text: string) => void,
): Promise<Ends> {
  const { grpc: tools } = options;
  const pinned = pinning();
  const through = new GrpcProcesses({ go: tools.program.file, pinned, endWithThis });
  cleanUp.defer(() => through.close());
  signal.addEventListener('abort', () => void through.close(), { once: true });
  say(pinningText(pinned, tools.servers.length > 0));
  await through.start(chosen(options, [...arms, ...tools.servers.flatMap(outsideArms)]));
  await expectRouteGuide(through, options, tools);
  const environment = environmentOf(options, tools, tree, pinned);
  return { world: { ...worldHere(), through }, environment };
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
  const node = installed(['node']);
  const conditionsOf = ({ server }: GrpcArm): ArmConditions | undefined => {
    if ('address' in server) return undefined;
    if (server.runsIn === 'node') return { runtimes: node };
    return { runtimes: { go: program.go }, builds: { go: program.flags } };
  };
  const own = new Map(arms.map((arm) => [arm.id, conditionsOf(arm)]));
  const withConditions = study.arms.map((arm) => {
    const conditions = own.get(arm.id);
    return conditions === undefined ? arm : { ...arm, conditions };
  });
  const tools = [
    { id: 'node', versions: node },
    { id: 'go', versions: { go: program.go, 'grpc-go': program.grpc } },
  ];
  const facts = { runtime: `Go ${program.go}` };
  const environment = ofProcesses({ ...study, arms: withConditions }, tree, tools, facts);
  return { ...environment, generator: 'http2-frames', ...(pinned && { pinned }) };
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

// The tools to measure gRPC servers with: the programs in Go, and servers that run already.

export const serverForm =
  'name=host:port[,redial=<bytes>][,one-connection][,version=<text>][,runtime=<name> <version>][,build=<compiler> <flags>], such as mine=127.0.0.1:50051';

/** Bytes of request messages after which a client may open a new connection. */
const REDIAL = { least: 100, most: 2 ** 31 - 1 } as const;

export interface GrpcTools {
  /** The load generator and the servers in Go. */
  program: GoProgram;
  /** Servers that run already. */
  servers: readonly OutsideServer[];
}

/**
 * Reads what `--server` names, and builds the programs in Go.
 *
 * @throws UsageError naming the value got and what was expected; MissingProgram that says how to get Go
 */
export async function readGrpcTools(given: readonly string[]): Promise<GrpcTools> {
  const servers = readServers(given);
  const program = await buildGo();
  if ('missing' in program) throw new MissingProgram(`${program.missing}.`);
  return { program, servers };
}

/**
 * Reads all that `--server` names.
 *
 * @throws UsageError naming the value got and what was expected, and where two have one name
 */
export function readServers(given: readonly string[]): OutsideServer[] {
  const found = given.map(readServer);
  const names = found.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice === undefined) return found;
  throw new UsageError(`--server: got the name "${twice}" twice, expected it once`);
}

function readServer(given: string): OutsideServer {
  const fail = (got: string, expected: string) =>
    new UsageError(`--server ${given}: got ${got}, expected ${expected}`);
  const [named = '', ...options] = given.split(',');
  const [, name, address] = /^([^=]*)=(.*)$/.exec(named) ?? [];
  if (name === undefined || address === undefined) throw fail(`"${named}"`, serverForm);
  if (!OUTSIDE_ID.test(name)) {
    throw fail(`the name "${name}"`, 'small letters, digits and single hyphens');
  }
  const [, host = '', port = ''] = /^(\[[\da-f:.]+\]|[^:\s]+):(\d+)$/i.exec(address) ?? [];
  if (host === '' || Number(port) < 1 || Number(port) > 65_535) {
    throw fail(`the address "${address}"`, 'host and port, such as 127.0.0.1:50051');
  }
  if (host.toLowerCase() === 'localhost') {
    // The name stands for two addresses, and a client may wait for the one on which nobody listens.
    throw fail(
      'localhost',
      `the address that the server listens on, 127.0.0.1:${port} or [::1]:${port}`,
    );
  }
  const server: OutsideServer = { name, address };
  const seen = new Set<string>();
  for (const option of options) {
    const [, key = '', value] = /^([^=]*)(?:=(.*))?$/.exec(option) ?? [];
    if (seen.has(key)) throw fail(`${key} twice`, 'it once');
    seen.add(key);
    if (key === 'redial') server.redialBytes = redialOf(value, fail);
    else if (key === 'version' && value) server.version = value;
    else if (key === 'runtime' || key === 'build') {
      const field = key === 'build' ? 'builds' : 'runtimes';
      server.conditions = { ...server.conditions, [field]: byTool(key, value, fail) };
    } else if (option === 'one-connection') server.oneConnection = true;
    else
      throw fail(
        `"${option}"`,
        'redial=<bytes>, one-connection or version, runtime or build with a text',
      );
  }
  return server;
}

/** A text by the name in front of it: `go 1.26.8`. */
function byTool(
  key: string,
  value = '',
  fail: (got: string, expected: string) => UsageError,
): Record<string, string> {
  const [, name, text] = /^(\S+) +(\S.*)$/.exec(value) ?? [];
  if (name !== undefined && text !== undefined) return { [name]: text };
  throw fail(`${key}=${value}`, `a name and a text behind a space, such as ${key}=go 1.26.8`);
}

function redialOf(value = '', fail: (got: string, expected: string) => UsageError): number {
  const bytes = Number(value);
  if (/^\d+$/.test(value) && bytes >= REDIAL.least && bytes <= REDIAL.most) return bytes;
  const expected = `a whole number of bytes from ${REDIAL.least} to ${REDIAL.most}`;
  throw fail(`redial=${value}`, expected);
}
