/** Connections of an arm from this process, and the processes that are started for them. */
import type { AddressInfo } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Meter, Open } from '../../core/plan/index.ts';
import { MARK } from '../links/stdio.ts';
import type { CallerSide, PeerOperations } from '../peers/operations.ts';
import type { PeerService } from '../peers/service.ts';
import { Child, commandOf } from './child.ts';
import type { ProcessArm } from './names.ts';

const SERVE = fileURLToPath(new URL('serve.ts', import.meta.url));

/** Both halves of a system between processes: the exports of its `process.ts`, or of a module from outside. */
export interface ProcessSystem {
  open: (
    server: ServedProcess,
    meter: Meter,
    transport: string,
  ) => CallerSide | Promise<CallerSide>;
  /** Begins to serve one connection. @returns its address, unless its standard streams carry the calls */
  serve: (service: PeerService, transport: string) => Address | Promise<Address>;
}

type Address = string | void;

/** Loads both halves of a system, from the folder of its id or from a module. */
export async function loadProcessSystem(system: string, module?: string): Promise<ProcessSystem> {
  const own = new URL(`../../libraries/systems/${system}/process.ts`, import.meta.url);
  const { href } = module === undefined ? own : pathToFileURL(module);
  return (await import(href)) as ProcessSystem;
}

/** Serves WebSockets with the package `ws`, and hands each to `take`. @returns the address */
export async function serveSockets(take: (socket: WebSocket) => void): Promise<string> {
  // Loaded here, because no caller needs it.
  const { WebSocketServer } = await import('ws');
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => take(socket as unknown as WebSocket));
  await new Promise<void>((resolve, reject) =>
    server.once('listening', resolve).once('error', reject),
  );
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The line by which a process says that it serves, with its address. */
const READY = new RegExp(`${MARK}ready (.*)\n`);
export const readyLine = (address = ''): string => `${MARK}ready ${address}\n`;

/** A process that serves one connection, started for it and ended with it. */
export class ServedProcess extends Child {
  /** Its address; empty if its standard streams carry the calls. */
  address = '';

  /** Starts it. Once it has ended by itself, the meter hears how. */
  constructor({ server, system, transport, module }: ProcessArm, meter: Meter) {
    const script = [SERVE, system, transport];
    if (module !== undefined) script.push(module);
    super(
      { ...commandOf(server, ...script), environment: { NO_COLOR: '1' } },
      { name: 'the other process' },
    );
    this.onLoss((how) => meter.lost(how));
  }

  /** Resolves once it serves. Other output is dropped. @throws Error with its last words, if it ends before */
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

/** Opens connections of an arm from this process. Each starts a process, and is open once a first call is answered. */
export function openerOf(arm: ProcessArm): Open<PeerOperations> {
  return async ({ meter }) => {
    const { open } = await loadProcessSystem(arm.system, arm.module);
    const server = new ServedProcess(arm, meter);
    let side: CallerSide | undefined;
    const close = () => {
      side?.close();
      void server.close();
    };
    try {
      await server.ready();
      side = await open(server, meter, arm.transport);
      await server.before(side.operations.answered());
    } catch (error) {
      close();
      throw error;
    }
    meter.opened();
    return { ...side, close };
  };
}
