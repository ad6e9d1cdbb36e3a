/** What the questions about windows and workers are asked through, whichever the system. */
import type { NotingApi, Observer, Open } from '../probes/probed.ts';

export type AskedPlace = 'worker' | 'frame';

/** What a question asks of a system besides the library’s defaults. A system that has none of it passes it by. */
export interface WindowOptions {
  /** Whose messages the called side takes. */
  allowedOrigins?: string[];
  /** After how many ms a call without an answer is rejected. */
  timeout?: number;
  /** A function that the caller offers from the start. */
  report?: (value: number) => unknown;
}

export interface WindowApi extends NotingApi {
  /** Without a function, the other end calls the one that was offered from the start. */
  callBack(report: ((value: number) => unknown) | undefined, value: number): unknown;
  /** Hands a buffer over, or passes it where that cannot be; answers how many bytes came. */
  handOver(buffer: ArrayBuffer): unknown;
}

export interface WindowObserver extends Observer {
  /** Collects garbage at both ends, and says how many cursors have been collected by then. */
  collected(): Promise<number>;
  /** What the last message held that came to the window from its page; undefined without one. */
  heard(): Promise<unknown>;
  /** How many messages have come to the window from another one than its page. */
  strangers(): Promise<number>;
}

/** One open channel. Leaving its scope ends the other side. */
export interface WindowConnection extends Open<WindowApi> {
  observer: WindowObserver;
  /** Lets go of an object of the other end, where there is a documented way. */
  letGo?: ((cursor: unknown) => void) | undefined;
  /** Ends the other side, without a word to the library: terminates the worker, removes the frame. */
  end(): void;
  /** Has a sandboxed frame, of an origin that is nobody’s, post a message to the frame. */
  strangerPosts(message: unknown): Promise<void>;
}

export interface WindowKit {
  connect(options?: WindowOptions): Promise<WindowConnection>;
  /** Whether the library has {@link WindowOptions.timeout}, with a longer one as its default. */
  hasTimeout: boolean;
  /** Origin of the page. */
  origin: string;
}
