/** The calls to another process: what it offers, and what a system has to bring to carry them. */
import type { Begin, Meter } from '../../harness/plan/index.ts';
import type { PeerMethods, PeerOperations } from '../peers/operations.ts';
import { PeerService } from '../peers/service.ts';
import type { Child } from './child.ts';
import type { MemoryResult } from './memory.ts';
import type { Runtime } from './names.ts';

/** The methods that another process offers. */
export interface ProcessMethods extends PeerMethods {
  /** Resident set of its process as its runtime counts it, in bytes. */
  residentSet(): number;
}

/** The service as a process of its own offers it. */
export class ProcessService extends PeerService implements ProcessMethods {
  constructor() {
    super(['residentSet']);
  }

  residentSet(): number {
    return process.memoryUsage().rss;
  }
}

/** The same methods as a caller has them over one connection. */
export type ServedOperations = PeerOperations & { residentSet(): Promise<number> };

/** The operations of a workload: over the connection, or of processes that are started for the question alone. */
export interface ProcessOperations extends ServedOperations {
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
  /** Resident sets of a caller and a server of their own, from rest to after the last payload. */
  memory(): Promise<MemoryResult>;
}

/** The caller’s side of a connection. */
export interface CallerSide {
  operations: ServedOperations;
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
  serve: (service: ProcessService) => void | Promise<void>;
  /** How messages of `process.send` are written, where it needs a channel for them. */
  serialization?: 'json' | 'advanced';
}

/** One whose sides are both within one process. */
export interface TransportWithin {
  openWithin: (meter: Meter) => Promise<CallerSide>;
}

/** The runtime that runs this. */
export function thisRuntime(): Runtime {
  const { versions } = process;
  return versions['bun'] !== undefined ? 'bun' : versions['deno'] !== undefined ? 'deno' : 'node';
}

/** Says where this process listens, in the line that whoever started it waits for. */
export function announce(place: string): void {
  process.stdout.write(`listening ${place}\n`);
}
