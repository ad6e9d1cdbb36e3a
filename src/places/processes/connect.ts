/** Connections of an arm from this process, and the processes that are started for them. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Connect, Meter } from '../../harness/plan/index.ts';
import { MARK } from '../../links/stdio.ts';
import type { PeerOperations } from '../peers/operations.ts';
import type { PeerService } from '../peers/service.ts';
import { Child, commandOf } from './child.ts';
import type { ProcessArm } from './names.ts';
import type { CallerSide, ServingProcess, Transport } from './transport.ts';

const SERVE = fileURLToPath(new URL('serve.ts', import.meta.url));

/** Both sides of a contestant’s module, which is told which of its arms is meant. */
interface OutsideModule {
  open: (
    ...given: [...Parameters<Transport['open']>, arm: string]
  ) => ReturnType<Transport['open']>;
  serve: (service: PeerService, arm: string) => ReturnType<Transport['serve']>;
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
}: Pick<ProcessArm, 'system' | 'transport' | 'module'>): Promise<Transport> {
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

/** The line by which a process says that it serves, with its address. */
const READY = new RegExp(`${MARK}ready (.*)\n`);
export const readyLine = (address = ''): string => `${MARK}ready ${address}\n`;

/** A process that serves one connection, started for it and ended with it. */
class ServedProcess extends Child implements ServingProcess {
  address = '';

  /** Starts it. Once it has ended by itself, the meter hears how. */
  constructor({ server, system, transport, module }: ProcessArm, meter: Meter) {
    const script = [SERVE, system, transport, ...(module === undefined ? [] : [module])];
    super(
      { ...commandOf(server, ...script), environment: { NO_COLOR: '1' } },
      { name: 'the other process' },
    );
    this.onLoss((how) => meter.lost(how));
  }

  /**
   * Resolves once it serves. What else is printed before that is dropped: a file that its runtime loads first
   * may print too.
   *
   * @throws Error with its last words, where it ends before
   */
  ready(): Promise<void> {
    const { stdout } = this.process;
    const { promise, resolve } = Promise.withResolvers<void>();
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      const [, address] = READY.exec(said) ?? [];
      if (address === undefined) return;
      this.address = address;
      stdout.off('data', hear).resume();
      resolve();
    };
    stdout.on('data', hear);
    return this.before(promise);
  }
}

/**
 * Opens connections of an arm from this process: each starts a process of its own, and is there once
 * a first call has been answered.
 */
export function connect(arm: ProcessArm): Connect<PeerOperations> {
  return async ({ meter }) => {
    const transport = await transportOf(arm);
    const server = new ServedProcess(arm, meter);
    let side: CallerSide | undefined;
    const close = () => {
      side?.close();
      void server.close();
    };
    try {
      await server.ready();
      side = await transport.open(server, meter);
      await server.before(side.operations.answered());
    } catch (error) {
      close();
      throw error;
    }
    meter.opened();
    const { operations, aside } = side;
    return { operations, ...(aside !== undefined && { aside }), close };
  };
}
