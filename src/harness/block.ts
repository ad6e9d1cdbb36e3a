import { Guard, type Interruption } from './guard.ts';
import type { PlannedBlock } from './plan.ts';
import type { Block } from './record.ts';
import { meterSockets, type Traffic } from './socket-meter.ts';
import type { Connect, Operation, Session, Workload } from './study.ts';
import type { World } from './world.ts';

/** Longest stretch, in ms, in which a block says nothing of how far it is. */
const REPORT_EVERY_MS = 1000;

/** How far the timed operations are, or the finished block. */
export type BlockStep = { operations: number } | { block: Block };

/** What one block needs. */
export interface BlockJob<Operations> {
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
 * two operations, so that whoever draws does so outside of what is timed. Yields the block
 * last, void with its reason if anything went wrong.
 *
 * @throws the signal's reason when aborted. However it ends, the connection is closed.
 */
export async function* runBlock<Operations>(
  job: BlockJob<Operations>,
): AsyncGenerator<BlockStep, void> {
  const { planned, workload, world, signal } = job;
  signal.throwIfAborted();
  const samplesUs: number[] = [];
  const timedOperations = workload.operations.length;
  let phase: 'connect' | 'warm-up' | 'timed' | 'check' = 'connect';
  const describe = () =>
    phase === 'timed' ? `operation ${samplesUs.length + 1} of ${timedOperations}` : `the ${phase}`;

  const meter = meterSockets(world.WebSocketClass);
  const guard = new Guard(world, job.deadlineMs, signal, describe);
  meter.onClose((how) =>
    guard.interrupt(phase === 'connect' ? 'connect' : 'closed', `${how} during ${describe()}`),
  );
  let session: Session<Operations> | undefined;
  let connectUs: number | undefined;
  let counted: Traffic | undefined;
  let before: Traffic | undefined;
  let failure: Interruption | undefined;

  try {
    const opening = open(job, meter.WebSocketClass, guard);
    const startedAt = guard.stepStartedAt;
    session = await guard.race(opening);
    connectUs = toMicroseconds(world.now() - startedAt);

    phase = 'warm-up';
    await guard.race(runAll(workload.warmUp, session.operations, world, guard));

    phase = 'timed';
    before = meter.read();
    while (samplesUs.length < timedOperations) {
      await guard.race(timeSome(workload.operations, session.operations, samplesUs, world, guard));
      if (samplesUs.length < timedOperations) yield { operations: samplesUs.length };
    }
    counted = since(before, meter.read());

    phase = 'check';
    const mismatch = await guard.race(workload.check(session.operations));
    if (mismatch !== undefined) failure = { reason: 'check', detail: mismatch };
  } catch (error) {
    signal.throwIfAborted();
    failure = guard.interruption ?? {
      reason: phase === 'connect' ? 'connect' : meter.closed ? 'closed' : 'error',
      detail: `${describe()}: ${error instanceof Error ? error.message : String(error)}`,
    };
  } finally {
    guard.stop();
    session?.close();
  }

  counted ??= before === undefined ? nothing() : since(before, meter.read());
  yield {
    block: {
      round: planned.round,
      arm: planned.arm,
      workload: planned.workload,
      ...(connectUs === undefined ? {} : { connectUs, extensions: meter.extensions() }),
      samplesUs,
      ...counted,
      ...(failure === undefined ? {} : { void: failure.reason, detail: failure.detail }),
    },
  };
}

async function open<Operations>(
  job: BlockJob<Operations>,
  WebSocketClass: World['WebSocketClass'],
  guard: Guard,
): Promise<Session<Operations>> {
  const session = await job.connect({
    origin: job.origin,
    object: job.world.freshObject(),
    WebSocketClass,
  });
  // Nobody else would close a connection that opens after its block has given up on it.
  if (guard.over) session.close();
  return session;
}

async function runAll<Operations>(
  operations: ReadonlyArray<Operation<Operations>>,
  target: Operations,
  world: World,
  guard: Guard,
): Promise<void> {
  for (const operation of operations) {
    guard.stepStartedAt = world.now();
    await operation(target);
  }
}

/** Times operations one after the other until all are done or it is time to report. */
async function timeSome<Operations>(
  operations: ReadonlyArray<Operation<Operations>>,
  target: Operations,
  samplesUs: number[],
  world: World,
  guard: Guard,
): Promise<void> {
  const reportAt = world.now() + REPORT_EVERY_MS;
  for (const operation of operations.slice(samplesUs.length)) {
    const startedAt = world.now();
    guard.stepStartedAt = startedAt;
    await operation(target);
    const endedAt = world.now();
    if (guard.over) return;
    samplesUs.push(toMicroseconds(endedAt - startedAt));
    if (endedAt >= reportAt) return;
  }
}

function toMicroseconds(ms: number): number {
  return Math.max(0, Math.round(ms * 1000));
}

function since(before: Traffic, after: Traffic): Traffic {
  return {
    frames: { out: after.frames.out - before.frames.out, in: after.frames.in - before.frames.in },
    bytes: { out: after.bytes.out - before.bytes.out, in: after.bytes.in - before.bytes.in },
  };
}

function nothing(): Traffic {
  return { frames: { out: 0, in: 0 }, bytes: { out: 0, in: 0 } };
}
