/** Connections of an arm from this process, and the processes that are started for them. */
import type { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Begin, Connect, Meter } from '../../harness/plan/index.ts';
import type { PeerService } from '../peers/service.ts';
import { Child, commandOf } from './child.ts';
import { type ProcessArm, READY } from './names.ts';
import type { CallerSide, ProcessOperations, ServingProcess, Transport } from './service.ts';

const SERVE = fileURLToPath(new URL('serve.ts', import.meta.url));

/** The part of an arm that says which code is on either side, and in which runtime. */
type SidesOf = Pick<ProcessArm, 'client' | 'server' | 'system' | 'transport' | 'module'>;

/** Both sides of a contestant’s module, which is told which of its arms is meant. */
interface OutsideModule {
  open: (server: ServingProcess, meter: Meter, arm: string) => Promise<CallerSide>;
  serve: (service: PeerService, arm: string) => void | Promise<void>;
}

/**
 * Loads an arm’s transport.
 *
 * @throws RangeError naming the transport, where the system has none of that name
 */
export async function transportOf({
  system,
  transport,
  module,
}: Pick<SidesOf, 'system' | 'transport' | 'module'>): Promise<Transport> {
  if (module !== undefined) {
    const { open, serve } = (await import(pathToFileURL(module).href)) as OutsideModule;
    return {
      open: (server, meter) => open(server, meter, transport),
      serve: (service) => serve(service, transport),
    };
  }
  const file = new URL(`../../systems/${system}/process.ts`, import.meta.url);
  const { transports } = (await import(file.href)) as {
    transports: Readonly<Record<string, Transport>>;
  };
  const found = transports[transport];
  if (found !== undefined) return found;
  const known = Object.keys(transports).join(', ');
  throw new RangeError(`transport: got "${transport}" of ${system}, expected one of ${known}`);
}

/** A process that serves one connection, started for it and ended with it. */
class ServedProcess extends Child implements ServingProcess {
  /** Starts it. Once it has ended by itself, the meter hears how. */
  constructor({ server, system, transport, module }: SidesOf, meter: Meter) {
    const script = [SERVE, system, transport, ...(module === undefined ? [] : [module])];
    super(
      { ...commandOf(server, ...script), environment: { NO_COLOR: '1' } },
      {
        name: 'the other process',
        words: (said) => said.replace(READY, ''),
      },
    );
    this.onLoss((how) => meter.lost(how));
  }

  /** Resolves once it serves, as it says itself. */
  async ready(): Promise<void> {
    await this.#says(this.process.stderr, /^(ready)\n/m);
  }

  /** The place that its first line names; what it prints later is dropped. */
  listening(): Promise<string> {
    return this.#says(this.process.stdout, /^listening (.*)\n/m);
  }

  /** Waits for a line. @throws Error with its last words, where it ends before */
  #says(stream: Readable, form: RegExp): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    let said = '';
    const hear = (text: string) => {
      said += text;
      const [, part] = form.exec(said) ?? [];
      if (part === undefined) return;
      stream.off('data', hear).resume();
      resolve(part);
    };
    stream.setEncoding('utf8').on('data', hear);
    return this.before(promise);
  }
}

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
    const server = new ServedProcess(arm, meter);
    const fresh = freshProcesses(arm, transport, meter);
    let side: CallerSide | undefined;
    const close = () => {
      side?.close();
      void server.close();
      fresh.close();
    };
    try {
      side = await transport.open(server, meter);
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
