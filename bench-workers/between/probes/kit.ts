/** What the questions about calls from one object to another are asked through, whichever the way. */
import type { RemoteMembers } from '../../../src/systems/lumenize/rpc/client.ts';

/** The ways that are asked, by the ids of their systems. */
export const wayIds = [
  'workers-rpc',
  'fetch-json',
  'raw-websocket',
  'capnweb',
  'lumenize',
] as const;
export type WayId = (typeof wayIds)[number];

/** Ways in which a method may fail. */
export type Failure = 'type' | 'cause' | 'fields';

/** The methods of the called object that callers reach in every way. */
export interface AskedMethods {
  add(a: number, b: number): number;
  /** Gives back what it was given. */
  echo(value: unknown): unknown;
  /** @throws what its kind says */
  fail(kind: Failure): never;
  /** A text of so many characters. */
  text(length: number): string;
  /** A byte after another, from 1 to as many as asked for. */
  bytes(count: number): ReadableStream<Uint8Array>;
  /** Calls a function of the caller with 4, and gives back what that returned. */
  callBack(report: (value: number) => unknown): unknown;
  /** Keeps a function of the caller for {@link Observer.callKept}. */
  keep(report: (value: number) => unknown): void;
  /** An object that counts from 1. */
  cursor(): Cursor;
  /** Notes a call by its number. */
  arrive(n: number): void;
  /** Waits until it is released, and counts as an effect then. */
  hold(signal?: AbortSignal): Promise<'released'>;
}

export interface Cursor {
  next(): number;
}

export const askedMethods = [
  'add',
  'echo',
  'fail',
  'text',
  'bytes',
  'callBack',
  'keep',
  'cursor',
  'arrive',
  'hold',
] as const satisfies ReadonlyArray<keyof AskedMethods>;

/** What has happened in the called object, and what is done to it: by Workers RPC, whatever the way. */
export interface Observer {
  /** What happened, in order: `arrive 3`, `held`, `given up`, `effect`, `next`, `heard` … */
  log(): Promise<string[]>;
  note(text: string): Promise<void>;
  /** Resolves once a call is held. */
  held(): Promise<void>;
  /** Lets the calls go that are held. */
  release(): Promise<void>;
  /** Calls the function that was kept. */
  callKept(value: number): Promise<unknown>;
  /** Tells one life of the object in memory from the next. */
  life(): Promise<string>;
  /** Ends this life of the object, as an eviction or a crash would. */
  lose(): Promise<void>;
  /** Ends this life, and has the constructor of the next one throw. */
  loseAndRefuse(): Promise<void>;
}

/** One way to the called object, open. Leaving its scope closes it. */
export interface Connection extends Disposable {
  api: RemoteMembers<AskedMethods>;
}

/** What a question is given: an object of its own that is called, and one way to it. */
export interface Kit {
  way: WayId;
  connect(): Promise<Connection>;
  observer: Observer;
  /**
   * Has another object make a call that is held, and ends the life of that object then.
   *
   * @returns whether what was to follow the answer was done, asked after the held call is let go
   */
  loseCaller(): Promise<() => Promise<boolean>>;
}

/** Calls by `stub.fetch` can be given up. */
export interface FetchKit extends Kit {
  connect(): Promise<
    Connection & { request(method: string, args: unknown[], signal: AbortSignal): Promise<unknown> }
  >;
}

export interface Kits {
  'workers-rpc': Kit;
  'fetch-json': FetchKit;
  'raw-websocket': Kit;
  capnweb: Kit;
  lumenize: Kit;
}
