/** Transports by the names that arms have for them, and the process at the remote side of each. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Meter } from '../../harness/plan/index.ts';
import { Child, commandOf } from './child.ts';
import { type ProcessArm, READY } from './names.ts';
import type { PeerService } from '../peers/service.ts';
import type { CallerSide, ServingProcess, Transport } from './service.ts';

const SERVE = fileURLToPath(new URL('serve.ts', import.meta.url));

/** The part of an arm that says which code is on either side, and in which runtime. */
export type SidesOf = Pick<ProcessArm, 'client' | 'server' | 'system' | 'transport' | 'module'>;

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
export class ServedProcess extends Child implements ServingProcess {
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

  /**
   * Resolves once it serves, as it says itself.
   *
   * @throws Error with its last words, where it ends before
   */
  ready(): Promise<void> {
    const said = new Promise<void>((resolve) => {
      const look = () => {
        if (this.said.includes(READY)) resolve();
      };
      this.process.stderr.on('data', look);
      look();
    });
    return this.before(said);
  }

  /**
   * The place that its first line names; what it prints later is dropped.
   *
   * @throws Error with its last words, where it ends before
   */
  listening(): Promise<string> {
    const said = new Promise<string>((resolve) => {
      let line = '';
      this.process.stdout.setEncoding('utf8').on('data', (text: string) => {
        line += line.includes('\n') ? '' : text;
        const [, place] = /^listening (.*)\n/m.exec(line) ?? [];
        if (place !== undefined) resolve(place);
      });
    });
    return this.before(said);
  }
}
