import type { Connect, Meter } from '../../harness/plan/index.ts';
import type { ProcessArm } from './arm.ts';
import { FreshProcesses } from './fresh.ts';
import type { CallerSide, ProcessOperations, Transport, TransportWithin } from './service.ts';
import { ServedProcess, type SidesOf, transportOf } from './transport.ts';

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
    return {
      operations: { ...operations, ...remote.fresh },
      ...(aside !== undefined && { aside }),
      close,
    };
  };
}

/** The side that is called, and processes like it that a question starts. */
interface Remote {
  open(): Promise<CallerSide>;
  /** @throws Error that says how it ended, if it does before the promise is settled */
  before<Value>(promise: Promise<Value>): Promise<Value>;
  fresh: Pick<ProcessOperations, 'started' | 'handshaken' | 'memory'>;
  close(): void;
}

function between(arm: SidesOf, transport: Transport, meter: Meter): Remote {
  const server = new ServedProcess(arm, transport, meter);
  const fresh = new FreshProcesses(arm, transport, meter);
  const { started, handshaken, memory } = fresh;
  return {
    open: () => transport.open(server, meter),
    before: (promise) => server.before(promise),
    fresh: { started, handshaken, memory },
    close() {
      void server.close();
      fresh.close();
    },
  };
}

function within({ openWithin }: TransportWithin, meter: Meter): Remote {
  const refuse = () =>
    Promise.reject(new Error('got both sides in one process, expected another to be started'));
  return {
    open: () => openWithin(meter),
    before: (promise) => promise,
    fresh: { started: refuse, handshaken: refuse, memory: refuse },
    close: () => undefined,
  };
}
