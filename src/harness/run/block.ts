import {
  type Connect,
  type Connection,
  type ConnectOptions,
  overlaps,
  type PlannedBlock,
  type Workload,
} from '../plan/index.ts';
import type { Block } from '../record/index.ts';
import { Guard, type Interruption } from './guard.ts';
import { meterFetch, meterSockets, type Traffic, TrafficMeter } from './meters.ts';
import {
  Ledger,
  REPORT_EVERY_MS,
  runAll,
  timeClosed,
  timeCold,
  timeOpen,
  timeSome,
  toMicroseconds,
} from './timed.ts';
import type { World } from './world.ts';

/** How far the timed operations are, or the finished block. */
type BlockStep = { operations: number } | { block: Block };

/** What one block needs. */
interface BlockJob<Operations> {
  planned: PlannedBlock;
  workload: Workload<Operations>;
  connect: Connect<Operations>;
  /** Origin of the bench. */
  origin: string;
  /** Longest a single operation may take, in ms. */
  deadlineMs: number;
  world: World;
  signal: AbortSignal;
}

/**
 * Runs one block: fresh connection and fresh object, warm-up, timed operations, check of the
 * outcome. Yields the number of timed operations done, at most once a second and only between
 * two operations or in a pause, so that whoever draws does so outside of what is timed; nothing
 * is yielded while operations overlap. Yields the block last, void with its reason if anything
 * went wrong.
 *
 * @throws the signal's reason when aborted. However it ends, the connection is closed.
 */
export async function* runBlock<Operations>(
  job: BlockJob<Operations>,
): AsyncGenerator<BlockStep, void> {
  const { planned, workload, world, signal } = job;
  signal.throwIfAborted();
  const { operations, concurrency, ratePerSecond, cold = false, pauseMs = 0 } = workload;
  const { callsPerOperation = 1 } = workload;
  const ledger = new Ledger();
  let phase: 'connect' | 'warm-up' | 'pause' | 'timed' | 'check' = 'connect';
  const describe = () =>
    phase === 'timed' ? `operation ${ledger.oldest + 1} of ${operations.length}` : `the ${phase}`;

  const traffic = new TrafficMeter();
  const meter = meterSockets(world.WebSocketClass, traffic);
  const guard = new Guard(world, job.deadlineMs, signal, describe);
  meter.onClose((how) =>
    guard.interrupt(phase === 'connect' ? 'connect' : 'closed', `${how} during ${describe()}`),
  );
  let connection: Connection<Operations> | undefined;
  let connectUs: number | undefined;
  let totalUs: number | undefined;
  let counted: Traffic | undefined;
  let before: Traffic | undefined;
  let failure: Interruption | undefined;

  try {
    const opening = open(
      job,
      {
        WebSocketClass: meter.WebSocketClass,
        ...(world.fetch && { fetch: meterFetch(world.fetch, traffic) }),
      },
      guard,
    );
    const startedAt = guard.stepStartedAt;
    connection = await guard.race(opening);
    connectUs = toMicroseconds(world.now() - startedAt);

    phase = 'warm-up';
    await guard.race(runAll(workload.warmUp, connection.operations, world, guard));

    phase = 'pause';
    const pauseEndsAt = world.now() + pauseMs;
    for (let left = pauseMs; left > 0; left = pauseEndsAt - world.now()) {
      await guard.wait(Math.min(left, REPORT_EVERY_MS));
      yield { operations: 0 };
    }

    phase = 'timed';
    before = cold ? nothing() : traffic.read();
    const timing = { operations, target: connection.operations, world, guard, ledger };
    if (cold) await guard.race(timeCold(timing, startedAt));
    else if (concurrency !== undefined) totalUs = await timeClosed(timing, concurrency);
    else if (ratePerSecond !== undefined) totalUs = await timeOpen(timing, ratePerSecond);
    else {
      while (ledger.done < operations.length) {
        await guard.race(timeSome(timing));
        if (ledger.done < operations.length) yield { operations: ledger.done };
      }
    }
    counted = since(before, traffic.read());

    phase = 'check';
    const mismatch = await guard.race(workload.check(connection.operations, ledger.answers));
    if (mismatch !== undefined) failure = { reason: 'check', detail: mismatch };
  } catch (error) {
    signal.throwIfAborted();
    failure = guard.interruption ?? {
      reason: phase === 'connect' ? 'connect' : meter.closed ? 'closed' : 'error',
      detail: `${describe()}: ${error instanceof Error ? error.message : String(error)}`,
    };
  } finally {
    guard.stop();
    connection?.close();
  }

  counted ??= before === undefined ? nothing() : since(before, traffic.read());
  const { frames, bytes, roundTrips } = counted;
  yield {
    block: {
      ...planned,
      ...(connectUs === undefined ? {} : { connectUs, extensions: meter.extensions() }),
      samplesUs: ledger.samplesUs,
      ...(totalUs === undefined ? {} : { totalUs }),
      ...(ratePerSecond === undefined ? {} : { lateUs: toMicroseconds(ledger.lateMs) }),
      frames,
      bytes,
      // With several calls under way, an answer says nothing of who waited for it.
      ...(overlaps(workload) || callsPerOperation > 1 ? {} : { roundTrips }),
      ...(failure === undefined ? {} : { void: failure.reason, detail: failure.detail }),
    },
  };
}

async function open<Operations>(
  job: BlockJob<Operations>,
  through: Pick<ConnectOptions, 'WebSocketClass' | 'fetch'>,
  guard: Guard,
): Promise<Connection<Operations>> {
  const connection = await job.connect({
    origin: job.origin,
    object: job.world.freshObject(),
    ...through,
  });
  // Nobody else would close a connection that opens after its block has given up on it.
  if (guard.over) connection.close();
  return connection;
}

function since(before: Traffic, after: Traffic): Traffic {
  return {
    frames: { out: after.frames.out - before.frames.out, in: after.frames.in - before.frames.in },
    bytes: { out: after.bytes.out - before.bytes.out, in: after.bytes.in - before.bytes.in },
    roundTrips: after.roundTrips - before.roundTrips,
  };
}

function nothing(): Traffic {
  return { frames: { out: 0, in: 0 }, bytes: { out: 0, in: 0 }, roundTrips: 0 };
}
