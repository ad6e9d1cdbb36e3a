import type { Amount } from './flow.ts';

/**
 * What every system serves for the capability probes, as a client sees it. Larger than the counter:
 * errors, objects by reference, callbacks, calls that wait. Types alone, for both halves.
 */
export interface ProbeMethods {
  /** Gives back what it got. */
  echo<Value>(value: Value): Value;
  /** The chunks of a stream, once it has ended. */
  collect(stream: ReadableStream<string>): Promise<string[]>;
  /** The same object twice, in a list. */
  twins(): unknown[];
  /** The type of what arrived, whatever was declared. */
  typeOf(value: number): string;
  add(a: number, b: number): number;
  /** Throws, in one of several ways. */
  fail(kind: Failure): never;
  user(id: number): User;
  /** The ids of three users. */
  userIds(): number[];
  greet(name: string): string;
  /** Counts its own calls within one life of the object. */
  count(): number;
  /** How often {@link count} was called, without a call of it. */
  counted(): number;
  /** An object that remembers how far it is. */
  cursor(): Cursor;
  /** The first call of a chain, counted as {@link count} counts its own. */
  link(): Link;
  /** Whether this is a cursor that this server made. */
  isOwnCursor(cursor: unknown): boolean;
  /** How many cursors were given up by those who held them. */
  released(): number;
  /** A function that adds `first` to what it is given. */
  adder(first: number): (second: number) => number;
  /** A function among data. */
  toolbox(): { label: string; add: (a: number, b: number) => number };
  /** Calls a function of the client and gives back what that answered. */
  callBack(callback: (value: number) => unknown, value: number): Promise<unknown>;
  /** Tells a function of the client each step on the way. */
  steps(count: number, onStep: (step: number) => unknown): Promise<string>;
  /** Keeps a function of the client under a name, for as long as the object lives. */
  subscribe(name: string, callback: (payload: unknown) => unknown): void;
  /** The same under the name `plain`, without telling the library that it is kept. */
  keepPlainly(callback: (payload: unknown) => unknown): void;
  /** Calls the function kept under a name; false where there is none. */
  publish(name: string, payload: unknown): Promise<boolean>;
  /** Asks the interface that the client itself offers. */
  askClient(): Promise<unknown>;
  /** Answers once {@link release} was called with the same key, by whomever. */
  hold(key: string): Promise<string>;
  release(key: string): boolean;
  /** Key of each call that waits. */
  waiting(): string[];
  /** Changes with each life of the object. */
  life(): string;
  /** How many of the object's sockets can outlive it. */
  hibernatingSockets(): number;
  /** Sends a payload to one client without being asked; how many sockets it went to. */
  announce(clientId: string, payload: unknown): Promise<number>;
  /** What a token opens; throws on any but `sesame`. */
  authenticate(token: string): Account;
  /** A cursor of another Durable Object, reached by the RPC built into Workers. */
  nativeCursor(): Promise<Cursor>;
  /** Counts from the number after `after`, 1 unless given, to `count`; a hundred numbers a second at most. */
  numbers(count: number, after?: number): ReadableStream<number>;
  /** A stream of so many texts, without a pause between them. */
  flow(amount: Amount): ReadableStream<string>;
  /** The same by calls of a function, each awaited. */
  flowTo(amount: Amount, take?: (piece: string) => unknown): Promise<void>;
  /** Characters of all such texts that were made so far. */
  flowed(): number;
  /** How many streams of numbers were given up before their end. */
  stopped(): number;
}

/** Ways in which a call fails. */
export type Failure = 'type' | 'cause' | 'code' | 'named' | 'text';

export interface User {
  id: number;
  name: string;
  address: { city: string };
}

export interface Cursor {
  /** How far it is after one step more. */
  next(): number;
  /** How far it is: a getter. */
  readonly position: number;
}

/** What a chain goes on with. */
export interface Link {
  next(): Link;
  end(): string;
}

export interface Account {
  whoami(): string;
}

/** What a client offers to the server. */
export interface ClientMethods {
  clientName(): string | Promise<string>;
}

/** What clients may call; `secret`, which TypeScript alone hides, is not among them. */
export const probeMethods = [
  'echo',
  'collect',
  'twins',
  'typeOf',
  'add',
  'fail',
  'user',
  'userIds',
  'greet',
  'count',
  'counted',
  'cursor',
  'link',
  'isOwnCursor',
  'released',
  'adder',
  'toolbox',
  'callBack',
  'steps',
  'subscribe',
  'keepPlainly',
  'publish',
  'askClient',
  'hold',
  'release',
  'waiting',
  'life',
  'hibernatingSockets',
  'announce',
  'authenticate',
  'nativeCursor',
  'numbers',
  'flow',
  'flowTo',
  'flowed',
  'stopped',
] as const satisfies ReadonlyArray<keyof ProbeMethods>;
