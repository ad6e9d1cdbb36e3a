import type { End, Host } from '../../places/windows/channel.ts';
import type { Asked, AskedMethod } from './asked.ts';

/** What a question asks of the called side besides the library’s defaults. */
export interface HostOptions {
  /** Comlink: whose messages it takes. */
  allowedOrigins?: string[];
}

/** The same of the calling side. */
export interface CallerOptions {
  /** birpc: after how many ms a call without an answer is rejected. */
  timeout?: number;
  /** birpc: a function that the caller offers from the start. */
  report?: (value: number) => unknown;
}

/** A system’s calling half. */
export interface Caller {
  call(method: AskedMethod, args: unknown[]): unknown;
  /** What stands for a function that is passed; the function itself where this is left out. */
  pass?(report: (value: number) => unknown): unknown;
  /** Hands a buffer over for good; passes it as any value where this is left out. */
  handOver?(buffer: ArrayBuffer): unknown;
  /** Lets go of an object of the other end, where there is a documented way. */
  letGo?: (cursor: unknown) => void;
  close(): void;
}

/** Both halves of a system, each in the idiom of its documentation. */
export interface WindowSystem {
  serve(host: Host, asked: Asked, options: HostOptions): void;
  open(end: End, options: CallerOptions): Caller;
  /** Whether its documentation has it speak through a port everywhere. */
  throughPort?: true;
}
