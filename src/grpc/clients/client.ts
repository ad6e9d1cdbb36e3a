/** A caller of RouteGuide over one connection, however it calls. */
import { Stalled } from '../../harness/plan/index.ts';
import type { Kind } from '../specs.ts';
import type { Request } from './request.ts';

export interface Client {
  /** Resolves once the connection is there. @throws Failed; NoAnswer */
  ready(): Promise<void>;
  /**
   * Makes a call.
   *
   * @returns the answer’s messages, for {@link words}
   * @throws Failed; NoAnswer where the answer was not whole in time
   */
  call(request: Request): Promise<readonly unknown[]>;
  /** What of the messages of an answer is looked at: see {@link Request.expected}. */
  words(kind: Kind, answer: readonly unknown[]): string[];
  /** Never throws. Calls under way fail. */
  close(): void;
}

/** A call was answered with an error, or its connection was lost. */
export class Failed extends Error {
  override readonly name = 'Failed';
  /** By gRPC’s name, which a baseline borrows for a lost connection: `UNAVAILABLE`; or `HTTP 404`. */
  readonly status: string;

  constructor(status: string, details: string) {
    super(details);
    this.status = status;
  }
}

/** Nothing, or not all, came in time. */
export class NoAnswer extends Stalled {
  constructor(deadlineMs: number) {
    super(`no answer within ${deadlineMs.toLocaleString('en')} ms`);
  }
}

/** That a connection was not to be had, or was lost, as gRPC calls it. */
export const UNAVAILABLE = 'UNAVAILABLE';

/** What the system said of a connection, as a failure. */
export function failureOf(error: unknown): Failed {
  return new Failed(UNAVAILABLE, (error as Error).message);
}

/** How a call settles. */
export interface Settle {
  done(answer: readonly unknown[]): void;
  failed(error: unknown): void;
}

/**
 * Makes a call that is given up at its deadline.
 *
 * @param begin begins it; what it returns is called where it is given up
 */
export function within(
  deadlineMs: number,
  begin: (settle: Settle) => () => void,
): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new NoAnswer(deadlineMs));
      giveUp();
    }, deadlineMs);
    const giveUp = begin({
      done(answer) {
        clearTimeout(timer);
        resolve(answer);
      },
      failed(error) {
        clearTimeout(timer);
        reject(error instanceof Failed ? error : failureOf(error));
      },
    });
  });
}
