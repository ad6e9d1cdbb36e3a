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

/** Starts processes like those of an arm’s connections, for the questions that are about starting and memory. */
export class FreshProcesses implements Pick<
  ProcessOperations,
  'started' | 'handshaken' | 'memory'
> {
  readonly #arm: SidesOf;
  readonly #transport: Transport;
  readonly #meter: Meter;
  readonly #running = new Set<Started>();

  /** @param meter counts what passes to those processes; that they end is no loss */
  constructor(arm: SidesOf, transport: Transport, meter: Meter) {
    this.#arm = arm;
    this.#transport = transport;
    this.#meter = {
      count: (way, data) => meter.count(way, data),
      opened: () => undefined,
      lost: () => undefined,
    };
  }

  readonly started = async (begin?: Begin): Promise<void> => {
    await this.#quiet();
    begin?.();
    const server = this.#start();
    await server.ready();
    this.#meter.count('in', READY);
    void server.close();
  };

  readonly handshaken = async (begin?: Begin): Promise<number> => {
    await this.#quiet();
    const server = this.#start();
    await server.ready();
    begin?.();
    const side = await server.before(this.#transport.open(server, this.#meter));
    const answer = await server.before(side.operations.echo(1));
    side.close();
    void server.close();
    return answer;
  };

  readonly memory = async (extent: Partial<Extent> = {}): Promise<MemoryResult> => {
    await this.#quiet();
    const command = commandOf(
      this.#arm.client,
      ...[CALLER, JSON.stringify(this.#arm), JSON.stringify(extent)],
    );
    const caller = new Child(command, {
      name: 'the caller’s process',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    const output = createInterface(caller.process.stdout).on('line', (line) => lines.push(line));
    const read = new Promise((resolve) => output.once('close', resolve));
    this.#keep({
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
  };

  /** Ends what is still running. */
  close(): void {
    for (const started of this.#running) started.close();
  }

  #start(): ServedProcess {
    const server = new ServedProcess(this.#arm, this.#transport, this.#meter);
    this.#keep({ ended: server.ended, close: () => void server.close() });
    return server;
  }

  #keep(started: Started): void {
    this.#running.add(started);
    void started.ended.then(() => this.#running.delete(started));
  }

  /** Waits until what was started before has ended, so that its end is not timed with what comes next. */
  async #quiet(): Promise<void> {
    await Promise.all([...this.#running].map(({ ended }) => ended));
  }
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
