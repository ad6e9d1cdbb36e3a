import type { MessageBudget } from './budget.ts';
import type { Cursor } from './objects.ts';

/** What an object gives its service: storage, and what the platform alone can do. */
export interface Host {
  storage: { get(key: string): number | undefined; put(key: string, value: number): void };
  /** Reads the storage, or writes so many rows: in order, and once the day has paid for them. */
  store<Result>(rows: number, act: () => Result): Result | Promise<Result>;
  budget: MessageBudget;
  /** How many of its sockets can outlive it. */
  hibernatingSockets(): number;
  /** Sends a payload to the sockets with a tag; how many they are. */
  announce(tag: string, payload: unknown): Promise<number>;
  nativeCursor(): Promise<Pick<Cursor, 'advance'>>;
  /** Counts messages of the day before anything is sent. @throws RangeError where the day has less */
  pay(messages: number): Promise<void>;
  /** Resolves once other objects had the thread. */
  others: () => Promise<void>;
  /** Longest that a call waits for a client, in ms. */
  callbackMs: number;
  /** Most calls that wait, functions that are kept, clients that listen and streams of numbers, each. */
  mostHeld: number;
  /** Closes all that is open to the object. */
  end(reason: string): void;
}
