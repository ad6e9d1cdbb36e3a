/**
 * The load generator of the gRPC study, which must not be what is measured. In each round, one client calls the server in Go from the generator and from a bare loop in the same
 * process, which times nothing but the whole; then a hundred clients call that server, and one within
 * the generator that does nothing.
 */
import { median } from 'simple-statistics';
import { timersHere } from '../../../bench-client/world.ts';
import type { Connect, Workload } from '../../../harness/plan/index.ts';
import type { GrpcArm, Target } from '../../../places/grpc/arms.ts';
import { buildGo } from '../../../places/grpc/run/go.ts';
import { GrpcProcesses } from '../../../places/grpc/run/processes.ts';
import { pinning } from '../../../places/grpc/run/pinning.ts';
import { type GrpcOperations, workloads } from '../../../places/grpc/workloads.ts';
import { MissingProgram } from '../../shared/args.ts';
import { endWithThis } from '../../shared/keeper.ts';
import { besideBareLoop, type Times } from './beside.ts';
import { memoryOf } from '../memory.ts';
import { pairedRatio, ratioText } from '../ratio.ts';

/** Least that the generator has to reach, as a multiple of the server’s rate. */
const ENOUGH = 3;
const SERVER: GrpcArm = {
  ...{ id: 'grpc-go', system: 'grpc-go', label: 'Go (grpc-go)', server: 'grpc-go' },
  protocol: 'grpc',
};
/** Turns of either way in a round, and how long one of each takes about, in µs. */
const LONE = { id: 'unary-1', rounds: 40, roundUs: 10_000 } as const;
const HUNDRED = { id: 'unary-100', rounds: 5, roundUs: 60_000 } as const;

/** What a round found. */
interface Round {
  lone: Times;
  /** The turn is of the server in Go, and the bare one of the server that does nothing. */
  hundred: Times;
  memoryMiB: number | null;
}

/**
 * Times the load generator beside a bare loop and without a server.
 *
 * @throws MissingProgram where Go is not there
 */
export async function timeGenerator(rounds: number): Promise<{ document: object; text: string }> {
  const built = await buildGo();
  if ('missing' in built) throw new MissingProgram(`${built.missing}.`);
  const processes = new GrpcProcesses({ go: built.file, pinned: pinning(), endWithThis });
  try {
    await processes.start([SERVER]);
    const found = summaryOf(await take(processes, rounds));
    return { document: { rounds, ...found }, text: textOf(found) };
  } finally {
    await processes.close();
  }
}

async function take(processes: GrpcProcesses, rounds: number): Promise<Round[]> {
  const found: Round[] = [];
  const toServer: Connect<GrpcOperations> = (channel) => processes.connect(SERVER, channel);
  const bare: Connect<GrpcOperations> = (channel) =>
    processes.connect(SERVER, channel, { bare: true });
  const toNothing: Connect<GrpcOperations> = (channel) =>
    processes.generator().client.connect('nothing', channel, {
      ...{ protocol: 'nothing', address: '' },
    } satisfies Target);
  // One round that is not counted: nothing is warm yet.
  for (let session = 0; session <= rounds; session += 1) {
    const world = timersHere();
    const lone = await besideBareLoop({
      ...{ ...LONE, ...loadOf(LONE.id), session, world },
      ...{ connect: toServer, bare },
    });
    const hundred = await besideBareLoop({
      ...{ ...HUNDRED, ...loadOf(HUNDRED.id), session, world },
      ...{ connect: toServer, bare: toNothing },
    });
    const memoryMiB = await memoryOf(processes.generator().pid);
    if (session > 0) found.push({ lone, hundred, memoryMiB });
    process.stderr.write(
      `round ${session} of ${rounds}: ${lone.turnUs.toFixed(1)} µs, bare ${lone.bareUs.toFixed(1)} µs; ` +
        `100 clients ${perSecond(hundred.turnUs)} a second, without a server ${perSecond(hundred.bareUs)}\n`,
    );
  }
  return found;
}

function loadOf(id: string): { workload: Workload<GrpcOperations>; operations: number } {
  const workload = workloads.find((each) => each.id === id);
  if (workload?.turn === undefined) throw new Error(`got no turn of ${id}, expected one`);
  return { workload, operations: workload.turn };
}

function summaryOf(found: readonly Round[]) {
  const memory = found.flatMap(({ memoryMiB }) => memoryMiB ?? []);
  const middle = (of: (round: Round) => number) => median(found.map(of));
  return {
    bareUs: middle(({ lone }) => lone.bareUs),
    overhead: pairedRatio(found.map(({ lone }) => [lone.turnUs, lone.bareUs])),
    grpcGoPerSecond: Math.round(1e6 / middle(({ hundred }) => hundred.turnUs)),
    reachPerSecond: Math.round(1e6 / middle(({ hundred }) => hundred.bareUs)),
    reach: pairedRatio(found.map(({ hundred }) => [hundred.turnUs, hundred.bareUs])),
    memoryMiB: memory.length === 0 ? null : Math.max(...memory),
  };
}

function textOf(found: ReturnType<typeof summaryOf>): string {
  const { bareUs, overhead, grpcGoPerSecond, reachPerSecond, reach, memoryMiB } = found;
  const limit =
    reach.low >= ENOUGH
      ? 'so that it is not what is measured'
      : reach.high < ENOUGH
        ? `less than ${ENOUGH}×: at 100 clients it is a part of what is measured`
        : `which these rounds cannot tell from ${ENOUGH}×`;
  return [
    `1 client: a call takes ${ratioText(overhead, 2)} the time of one in a bare loop, which is ${bareUs.toFixed(1)} µs.`,
    `100 clients: ${grpcGoPerSecond} calls a second of grpc-go, ${reachPerSecond} without a server: ${ratioText(reach, 2)}, ${limit}.`,
    `Memory of the generator: ${memoryMiB === null ? 'not told by this system' : `at most ${memoryMiB} MiB`}.`,
  ].join('\n');
}

function perSecond(us: number): string {
  return Math.round(1e6 / us).toString();
}
