/** Connections of an arm from this process, and processes that are started for one question alone. */
import type { Begin, Connect, Meter } from '../../harness/plan/index.ts';
import { type ProcessArm, READY } from './names.ts';
import type { CallerSide, ProcessOperations, Transport } from './service.ts';
import { ServedProcess, type SidesOf, transportOf } from './transport.ts';

/**
 * Processes like those of an arm’s connections, for the questions that are about starting.
 *
 * @param own counts what passes to those processes; that they end is no loss
 */
export function freshProcesses(arm: SidesOf, transport: Transport, own: Meter) {
  const running = new Set<ServedProcess>();
  const nothing = () => undefined;
  const count: Meter['count'] = (way, data) => own.count(way, data);
  const meter: Meter = { count, opened: nothing, lost: nothing };

  /** Waits until what was started before has ended, so that its end is not timed with what comes next. */
  const quiet = () => Promise.all([...running].map(({ ended }) => ended));
  const start = () => {
    const server = new ServedProcess(arm, meter);
    running.add(server);
    void server.ended.then(() => running.delete(server));
    return server;
  };

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
    /** Ends what is still running. */
    close(): void {
      for (const server of running) void server.close();
    },
  };
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
    const server = new ServedProcess(arm, own);
    const fresh = freshProcesses(arm, transport, own);
    let side: CallerSide | undefined;
    const close = () => {
      closed = true;
      side?.close();
      void server.close();
      fresh.close();
    };
    try {
      side = await transport.open(server, own);
      await server.before(side.operations.answered());
    } catch (error) {
      close();
      throw error;
    }
    meter.opened();
    const { operations, aside } = side;
    const { started, handshaken } = fresh;
    return {
      operations: { ...operations, started, handshaken },
      ...(aside !== undefined && { aside }),
      close,
    };
  };
}
