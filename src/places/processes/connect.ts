/** Connections of an arm from this process, and processes that are started for one question alone. */
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Begin, Connect, Meter } from '../../harness/plan/index.ts';
import { Child, commandOf } from './child.ts';
import type { Extent, MemoryResult } from './memory.ts';
import { type ProcessArm, READY } from './names.ts';
import type { CallerSide, ProcessOperations, Transport, TransportWithin } from './service.ts';
import { ServedProcess, type SidesOf, transportOf } from './transport.ts';

const CALLER = fileURLToPath(new URL('memory-caller.ts', import.meta.url));

/** A process that ends with the question, or with whoever asked it. */
interface Started {
  ended: Promise<unknown>;
  close(): void;
}

/**
 * Processes like those of an arm’s connections, for the questions that are about starting and memory.
 *
 * @param own counts what passes to those processes; that they end is no loss
 */
export function freshProcesses(arm: SidesOf, transport: Transport, own: Meter) {
  const running = new Set<Started>();
  const nothing = () => undefined;
  const count: Meter['count'] = (way, data) => own.count(way, data);
  const meter: Meter = { count, opened: nothing, lost: nothing };

  /** Waits until what was started before has ended, so that its end is not timed with what comes next. */
  const quiet = () => Promise.all([...running].map(({ ended }) => ended));
  const keep = <Process extends Started>(started: Process): Process => {
    running.add(started);
    void started.ended.then(() => running.delete(started));
    return started;
  };
  const start = () => keep(new ServedProcess(arm, transport, meter));

  return {
    started: async (begin?: Begin): Promise<void> => {
      await quiet();
      begin?.();
      const server = start();
      await server.ready();
      count('in', READY);
      void server.close();
    },
    handshaken: async (begin?: Begin): Promise<number> => {
      await quiet();
      const server = start();
      await server.ready();
      begin?.();
      const side = await server.before(transport.open(server, meter));
      const answer = await server.before(side.operations.echo(1));
      side.close();
      void server.close();
      return answer;
    },
    memory: async (extent: Partial<Extent> = {}): Promise<MemoryResult> => {
      await quiet();
      const script = [CALLER, JSON.stringify(arm), JSON.stringify(extent)];
      const caller = new Child(commandOf(arm.client, ...script), {
        name: 'the caller’s process',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const lines: string[] = [];
      const output = createInterface(caller.process.stdout).on('line', (line) => lines.push(line));
      const read = new Promise((resolve) => output.once('close', resolve));
      keep({
        ended: caller.ended,
        close() {
          void caller.close();
          // Its own child would not hear of that.
          end(Number(lines[0]));
        },
      });
      const [how] = await Promise.all([caller.ended, read]);
      const [, result] = lines;
      if (result === undefined) throw new Error(how);
      return JSON.parse(result) as MemoryResult;
    },
    /** Ends what is still running. */
    close(): void {
      for (const started of running) started.close();
    },
  };
}

function end(pid: number): void {
  try {
    // Of nought, a signal would go to this process and all its kin.
    if (pid > 0) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/**
 * Opens connections of an arm from this process: each starts a process of its own, and is there once
 * a first call has been answered.
 */
export function connect(arm: ProcessArm): Connect<ProcessOperations> {
  return async ({ meter }) => {
    const transport = await transportOf(arm);
    let closed = false;
    const own: Meter = {
      count: (way, data) => meter.count(way, data),
      opened: (extensions) => meter.opened(extensions),
      lost: (how) => {
        if (!closed) meter.lost(how);
      },
    };
    const remote =
      'openWithin' in transport ? within(transport, own) : between(arm, transport, own);
    let side: CallerSide | undefined;
    const close = () => {
      closed = true;
      side?.close();
      remote.close();
    };
    try {
      side = await remote.open();
      await remote.before(side.operations.answered());
    } catch (error) {
      close();
      throw error;
    }
    meter.opened();
    const { operations, aside } = side;
    const { started, handshaken, memory } = remote.fresh;
    return {
      operations: { ...operations, started, handshaken, memory },
      ...(aside !== undefined && { aside }),
      close,
    };
  };
}

/** The called side, and processes like it that a question starts. */
function between(arm: SidesOf, transport: Transport, meter: Meter) {
  const server = new ServedProcess(arm, transport, meter);
  const fresh = freshProcesses(arm, transport, meter);
  return {
    open: () => transport.open(server, meter),
    before: <Value>(promise: Promise<Value>) => server.before(promise),
    fresh,
    close() {
      void server.close();
      fresh.close();
    },
  };
}

function within({ openWithin }: TransportWithin, meter: Meter): ReturnType<typeof between> {
  const refuse = () =>
    Promise.reject(new Error('got both sides in one process, expected another to be started'));
  const close = () => undefined;
  return {
    open: () => openWithin(meter),
    before: (promise) => promise,
    fresh: { started: refuse, handshaken: refuse, memory: refuse, close },
    close,
  };
}
