/** A system over one transport between two processes: what either side has to bring. */
import type { AddressInfo } from 'node:net';
import type { Meter } from '../../harness/plan/index.ts';
import type { PeerOperations } from '../peers/operations.ts';
import type { PeerService } from '../peers/service.ts';
import type { Child } from './child.ts';
import type { Runtime } from './names.ts';

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
  /** Where it listens; empty where its transport is its standard streams. */
  address: string;
}

/** Both sides. */
export interface Transport {
  open: (server: ServingProcess, meter: Meter) => CallerSide | Promise<CallerSide>;
  /** Begins to serve one connection. @returns where it listens, unless its standard streams carry the calls */
  serve: (service: PeerService) => Address | Promise<Address>;
}

type Address = string | void;

/** The runtime that runs this. */
export function thisRuntime(): Runtime {
  const { versions } = process;
  return versions['bun'] !== undefined ? 'bun' : versions['deno'] !== undefined ? 'deno' : 'node';
}

/** The address of a WebSocket server of this process. */
export const addressAt = (port: number): string => `ws://127.0.0.1:${port}`;

/**
 * Serves WebSockets with the package `ws`.
 *
 * @param take is handed the socket of each connection
 * @returns its address
 */
export async function serveSockets(take: (socket: WebSocket) => void): Promise<string> {
  // No caller needs it, and to load it takes time and memory.
  const { WebSocketServer } = await import('ws');
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => take(socket as unknown as WebSocket));
  await new Promise<void>((resolve, reject) =>
    server.once('listening', resolve).once('error', reject),
  );
  return addressAt((server.address() as AddressInfo).port);
}
