/**
 * The load generator of the gRPC study, which must not be what is measured. In each round, one client
 * calls the server in Go from the generator and from a bare loop in the same process, which times
 * nothing but the whole; then a hundred clients call that server, and one within the generator that
 * does nothing.
 */
import { median } from 'simple-statistics';
import { timersHere } from '../../../bench-client/world.ts';
import type { GrpcArm, Target } from '../../../places/grpc/arms.ts';
import { buildGo } from '../../../places/grpc/run/go.ts';
import { GrpcProcesses, pinning } from '../../../places/grpc/run/processes.ts';
import { workloads } from '../../../places/grpc/workloads.ts';
import { MissingProgram } from '../../shared/args.ts';
import { endWithThis } from '../../shared/process-end.ts';
import { memoryOf, pairedRatio, ratioText } from '../figures.ts';
import { type Timed, timeBothWays, type Times } from './session.ts';

/** Least that the generator has to reach, as a multiple of the server’s rate. */
const ENOUGH = 3;
const SERVER: GrpcArm = {
  ...{ id: 'grpc-go', system: 'grpc-go', label: 'Go (grpc-go)', protocol: 'grpc' },
  server: { id: 'grpc-go', system: 'grpc-go', protocol: 'grpc', runsIn: 'go' },
};
/** Turns of either way in a session, and how long one of each takes about, in µs. */
const SESSIONS: Readonly<Record<string, { rounds: number; roundUs: number }>> = {
  'unary-1': { rounds: 40, roundUs: 10_000 },
  'unary-100': { rounds: 5, roundUs: 60_000 },
};

/**
 * The load generator, one client beside a bare loop, and a hundred without a server.
 *
 * @throws MissingProgram where Go is not there
 */
export const generatorBesideLoop: Timed = {
  arms: Object.keys(SESSIONS),
  async start() {
    const built = await buildGo();
    if ('missing' in built) throw new MissingProgram(`${built.missing}.`);
    const processes = new GrpcProcesses({ go: built.file, pinned: pinning(), endWithThis });
    const stop = () => processes.close();
    try {
      await processes.start([SERVER]);
    } catch (error) {
      await stop();
      throw error;
    }
    const nothing = { protocol: 'nothing', address: '' } satisfies Target;
    let memoryMiB: number | null = null;
    return {
      async take(id, session) {
        const workload = workloads.find((each) => each.id === id);
        const length = SESSIONS[id];
        if (workload?.turn === undefined || length === undefined) {
          throw new Error(`got no turn of ${id}, expected one`);
        }
        const times = await timeBothWays({
          ...{ ...length, workload, operations: workload.turn, session, world: timersHere() },
          connect: (channel) => processes.connect(SERVER, channel),
          bare: (channel) =>
            id === 'unary-1'
              ? processes.connect(SERVER, channel, { bare: true })
              : processes.generator().client.connect('nothing', channel, nothing),
        });
        const now = await memoryOf(processes.generator().pid);
        if (now !== null) memoryMiB = Math.max(memoryMiB ?? 0, now);
        return times;
      },
      report(found) {
        const summary = { ...summaryOf(found), memoryMiB };
        return { document: summary, text: textOf(summary) };
      },
      stop,
    };
  },
};

function summaryOf(found: ReadonlyMap<string, readonly Times[]>) {
  const [lone = [], hundred = []] = Object.keys(SESSIONS).map((id) => found.get(id));
  const middle = (all: readonly Times[], of: 'turnUs' | 'bareUs') =>
    median(all.map((times) => times[of]));
  const ratio = (all: readonly Times[]) =>
    pairedRatio(all.map(({ turnUs, bareUs }) => [turnUs, bareUs]));
  return {
    bareUs: middle(lone, 'bareUs'),
    overhead: ratio(lone),
    grpcGoPerSecond: Math.round(1e6 / middle(hundred, 'turnUs')),
    reachPerSecond: Math.round(1e6 / middle(hundred, 'bareUs')),
    reach: ratio(hundred),
  };
}

function textOf(found: ReturnType<typeof summaryOf> & { memoryMiB: number | null }): string {
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
