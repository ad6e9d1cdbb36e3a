/** How a system that calls windows and workers is asked: what its `probe-windows.ts` exports as `probed`. */
import { type Asked, askedMethods } from '../probes/asked.ts';
import type { Answering, NotingApi } from '../probes/probed.ts';
import type { End, Host } from './channel.ts';
import type { WindowKit, WindowOptions } from './probe.ts';

/** The called side in a window or a worker. */
export interface AskedWindow extends Asked {
  cursor(): Cursor;
  /** How many bytes came. */
  take(buffer: ArrayBuffer): number;
}

export const windowMethods = [...askedMethods, 'take'] as const;
export type WindowMethods = NotingApi & Pick<AskedWindow, 'take'>;

/** An object that counts from 1. */
export class Cursor {
  at = 0;

  next(): number {
    this.at += 1;
    return this.at;
  }
}

/** A system’s calling half. */
export interface Caller {
  call(method: string, args: unknown[]): unknown;
  /** What stands for a function that is passed; the function itself where this is left out. */
  pass?(report: (value: never) => unknown): unknown;
  /** Hands a buffer over for good; passes it as any value where this is left out. */
  handOver?(buffer: ArrayBuffer): unknown;
  /** Lets go of an object of the other end, where there is a documented way. */
  letGo?: (cursor: unknown) => void;
  close(): void;
}

/** Both halves of a system, each in the idiom of its documentation. */
export interface WindowProbed extends Answering<WindowKit> {
  serve: (host: Host, asked: AskedWindow, options: WindowOptions) => void;
  open: (end: End, options: WindowOptions) => Caller;
  /** Whether its documentation has it speak through a port everywhere. */
  throughPort?: true;
  /** See {@link WindowKit.hasTimeout}. */
  hasTimeout?: true;
}

/** Calls by name through a proxy that a library makes. */
export function callsOf(remote: object): Caller['call'] {
  const methods = remote as Record<string, (...args: unknown[]) => unknown>;
  return (method, args) => methods[method]?.(...args);
}
