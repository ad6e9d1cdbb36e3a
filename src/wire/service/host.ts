import type { MessageBudget } from './budget.ts';
import type { Cursor } from './objects.ts';

/** The object as its service sees it: storage, and things that only the platform can do. */
export interface Host {
  storage: { get(key: string): number | undefined; put(key: string, value: number): void };
  /** Reads the storage, or writes so many rows, in the order of the calls and once the rows are paid for. */
  store<Result>(rows: number, act: () => Result): Result | Promise<Result>;
  budget: MessageBudget;
  /** How many of its sockets hibernate. */
  hibernatingSockets(): number;
  /** Sends a payload to the sockets with a tag. @returns how many clients listen */
  announce(tag: string, payload: unknown): Promise<number>;
  nativeCursor(): Promise<Pick<Cursor, 'advance'>>;
  /** Pays for messages before anything is sent. @throws RangeError if the day has fewer */
  pay(messages: number): Promise<void>;
  /** Resolves once other objects have had the thread. */
  letOthersRun: () => Promise<void>;
  /** Longest time that a call waits for a client, in ms. */
  callbackMs: number;
  /** Most calls that wait; also functions that are kept, clients that listen, and streams of numbers. */
  mostHeld: number;
  /** Closes everything that is open to the object. */
  end(reason: string): void;
}
