/** gRPC servers that are measured: those that are started here, and those that run already. */
import { z } from 'zod';
import { describeOutside } from '../../core/plan/index.ts';
import { issuesText, type Outside, OUTSIDE_ID } from '../../core/record/index.ts';
import { arms } from '../../libraries/studies/grpc-go-vs-lisp/study.ts';
import type { AnyStudy } from '../../libraries/studies/study-types.ts';
import { messageOf } from '../../wire/bench-client/failure.ts';
import { type GrpcArm, outsideArms, type OutsideServer, systemOf } from '../../wire/grpc/arms.ts';
import { buildGo, type GoPrograms } from '../../wire/grpc/run/go.ts';
import { GrpcProcesses, type Pinned, pinning } from '../../wire/grpc/run/processes.ts';
import { noMeter } from '../../wire/links/link.ts';
import { installed } from '../../wire/processes/child.ts';
import { twiceIn, UsageError } from '../shared/args.ts';
import type { BuildInfo } from '../shared/checkout.ts';
import { endWithThis } from '../shared/process-end.ts';
import { ofProcesses, type RunWorld, worldHere } from './node-run.ts';

export const serverForm =
  'name=host:port[,redial=<bytes>][,version=<text>][,runtime=<name> <version>][,build=<compiler> <flags>], such as mine=127.0.0.1:50051';

export interface GrpcTools {
  programs: GoPrograms;
  /** Servers that run already. */
  servers: readonly OutsideServer[];
}

/**
 * Starts the gRPC servers of this project and the load generator; they end with the stack, or once the signal
 * is aborted.
 *
 * @param tree the checkout that is measured, which is also the one that measures
 * @param say hears on which processors what runs
 * @throws Error where a server does not come up, or one that runs already does not answer as RouteGuide
 */
export async function openGrpc(
  study: AnyStudy,
  { programs, servers }: GrpcTools,
  tree: BuildInfo,
  cleanUp: AsyncDisposableStack,
  signal: AbortSignal,
  say: (text: string) => void,
): Promise<RunWorld> {
  const pinned = pinning();
  const processes = new GrpcProcesses({ programs, pinned, endWithThis });
  cleanUp.defer(() => processes.close());
  signal.addEventListener('abort', () => void processes.close(), { once: true });
  say(pinningText(pinned));
  await processes.start(arms);
  for (const server of servers) {
    const opening = { object: crypto.randomUUID(), meter: noMeter, deadlineMs: study.deadlineMs };
    try {
      (await processes.open(outsideArms(server)[0] as GrpcArm, opening)).close();
    } catch (cause) {
      throw new Error(`--server ${server.name}: ${messageOf(cause)}`, { cause });
    }
  }
  const node = installed(['node']);
  const inGo = { runtimes: { go: programs.go }, builds: { go: programs.flags } };
  const withConditions = study.arms.map((arm) => {
    const server = arms.find(({ id }) => id === arm.id)?.server;
    if (server === undefined || 'address' in server) return arm;
    return { ...arm, conditions: server.runsIn === 'node' ? { runtimes: node } : inGo };
  });
  const tools = [
    { id: 'node', versions: node },
    { id: 'go', versions: { go: programs.go, 'grpc-go': programs.grpc } },
  ];
  const facts = { runtime: `Go ${programs.go}` };
  const environment = ofProcesses({ ...study, arms: withConditions }, tree, tools, facts);
  return {
    world: { ...worldHere(), ends: { processes } },
    environment: { ...environment, generator: 'grpc-go', pinned },
  };
}

/** Servers that were called by their address, as a record has them. */
export function outsideServers(tools: GrpcTools | undefined): Outside[] {
  return (tools?.servers ?? []).map((server) =>
    describeOutside(systemOf(server), { served: 'elsewhere', origin: server.address }),
  );
}

function pinningText(pinned: Pinned | undefined): string {
  if (pinned === undefined) {
    return 'The load generator and the servers share all processors: there is no taskset here, or only one processor.';
  }
  const [client, servers] = [pinned.client.join(), pinned.servers.join()];
  return `The load generator is bound to processor ${client}, and each server to ${servers}. Start one of your own with taskset -c ${servers} too.`;
}

/** @throws UsageError that says what is wrong, or how to get Go */
export async function readGrpcTools(given: readonly string[]): Promise<GrpcTools> {
  const servers = given.map(readServer);
  const twice = twiceIn(servers.map(({ name }) => name));
  if (twice !== undefined) {
    throw new UsageError(`--server: got the name "${twice}" twice, expected it once`);
  }
  const programs = await buildGo();
  if ('missing' in programs) throw new UsageError(`${programs.missing}.`);
  return { programs, servers };
}

/** A tool and its version or flags, as conditions have them. */
const tool = z
  .string()
  .regex(/^\S+ +\S/, { error: 'expected a name and a text behind a space, such as go 1.26.8' })
  .transform((text) => {
    const [name = '', ...rest] = text.split(' ');
    return { [name]: rest.join(' ').trim() };
  });
const serverSchema = z.strictObject({
  name: z
    .string()
    .regex(OUTSIDE_ID, { error: 'expected small letters, digits and single hyphens' }),
  address: z
    .string()
    .refine((text) => /^(\[.+\]|[^:/]+):[1-9]\d*$/.test(text) && URL.canParse(`http://${text}`), {
      error: 'expected host and port, such as 127.0.0.1:50051',
    })
    // The server may listen on only one of the two addresses of localhost.
    .refine((text) => !/^localhost:/i.test(text), {
      error: 'expected 127.0.0.1 or [::1]: localhost stands for both',
    }),
  version: z.string().min(1).exactOptional(),
  redial: z.coerce
    .number()
    .int()
    .min(100)
    .max(2 ** 31 - 1)
    .optional(),
  runtime: tool.optional(),
  build: tool.optional(),
});

/** @throws UsageError naming the value got and what was expected */
export function readServer(given: string): OutsideServer {
  const [[name, address] = [], ...options] = given.split(',').map((part) => {
    const [key = '', ...value] = part.split('=');
    return [key, value.join('=')];
  });
  const fields = { name, address, ...(Object.fromEntries(options) as object) };
  const { data, error } = serverSchema.safeParse(fields);
  if (data === undefined) {
    throw new UsageError(
      `--server ${given}: ${issuesText(error, fields)}\nIts form: ${serverForm}`,
    );
  }
  const { redial: redialBytes, runtime, build, ...server } = data;
  const conditions = { runtimes: runtime, builds: build };
  return { ...server, redialBytes, conditions };
}
