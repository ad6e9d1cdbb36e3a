/** The calls to another process: what a system has to bring to carry them. */
import type { AddressInfo } from 'node:net';
import type { Begin, Meter } from '../../harness/plan/index.ts';
import type { PeerOperations, PeerService } from '../peers/service.ts';
import type { Child } from './child.ts';
import type { Runtime } from './names.ts';

/** The operations of a workload: over the connection, or of processes that are started for the question alone. */
export interface ProcessOperations extends PeerOperations {
  /**
   * Starts another process of the same kind. Begins right before it is started; resolves once it
   * says that it is ready to serve.
   */
  started(begin?: Begin): Promise<void>;
  /**
   * Opens a connection to another process of the same kind that is ready already, and has it echo a
   * number. Begins before it is opened; resolves to the number.
   */
  handshaken(begin?: Begin): Promise<number>;
}

/** The caller’s side of a connection. */
export interface CallerSide {
  operations: PeerOperations;
  /** Beginning of those of its messages that ask for nothing. */
  aside?: string;
  /** Closes it; calls still pending are rejected. Never throws. The process is ended by who started it. */
  close(): void;
}

/** A process that serves, as the caller’s side of a transport sees it. */
export interface ServingProcess {
  process: Child['process'];
  /** Resolves once it has ended, with a sentence that says how. */
  ended: Promise<string>;
  /** @throws Error that says how it ended, if it does before the promise is settled */
  before<Value>(promise: Promise<Value>): Promise<Value>;
  /** The place that it says it listens on. */
  listening(): Promise<string>;
}

/** A system over one transport between two processes, both sides of it. */
export interface Transport {
  open: (server: ServingProcess, meter: Meter) => Promise<CallerSide>;
  serve: (service: PeerService) => void | Promise<void>;
}

/** The runtime that runs this. */
export function thisRuntime(): Runtime {
  const { versions } = process;
  return versions['bun'] !== undefined ? 'bun' : versions['deno'] !== undefined ? 'deno' : 'node';
}

/** Says on which port this process listens, in the line that whoever started it waits for. */
export function announce(port: number): void {
  process.stdout.write(`listening ws://127.0.0.1:${port}\n`);
}

/**
 * Serves WebSockets with the package `ws`, and says where.
 *
 * @param take is handed the socket of each connection
 */
export async function serveSockets(take: (socket: WebSocket) => void): Promise<void> {
  // No caller needs it, and to load it takes time and memory.
  const { WebSocketServer } = await import('ws');
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => take(socket as unknown as WebSocket));
  await new Promise<void>((resolve, reject) =>
    server.once('listening', resolve).once('error', reject),
  );
  announce((server.address() as AddressInfo).port);
}
