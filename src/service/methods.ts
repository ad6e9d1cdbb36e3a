/** What the one service offers, as its server half has it. Types and names alone, for both ends. */
import type { Received, Shape } from './items.ts';

/** The counter: every study of calls uses these. */
interface CounterMethods {
  increment(amount: number): number;
  getValue(): number;
  reset(): number;
  echo<Value>(value: Value): Value;
  add(a: number, b: number): number;
  upload(text: string): number;
  download(length: number): string;
  /** Always throws: as `kind` says, or a RangeError with a cause and a code. */
  fail(kind?: Failure): never;
  /** Ten ids, one after the other. */
  ids(first: number): number[];
  /** The name that belongs to an id. */
  nameOf(id: number): string;
  /** Calls a function of the client with each number below `count`, and adds its answers up. */
  calledBack(count: number, call: CalledRemotely): Promise<number>;
  /** A cursor at 0, for libraries that pass objects by reference or continue calls. */
  cursor(): Cursor;
  /** The same for libraries that pass data alone, where a cursor is its position. */
  cursorStart(): number;
  cursorNext(position: number): number;
  cursorPosition(position: number): number;
}

/** Streams of items that both ends know. */
interface StreamMethods {
  /** The items of a stream, made as they are asked for. */
  down(shape: Shape): AsyncGenerator<string, void>;
  /** Reads a stream of the client. */
  up(shape: Shape, items: AsyncIterable<unknown>): Promise<Received>;
  /** Calls a function with each item and waits for none of its answers. */
  downTo(shape: Shape, take: (item: string) => unknown): Promise<void>;
  /** Calls a function with each item and waits for each answer. */
  flowTo(shape: Shape, take: (item: string) => unknown): Promise<void>;
  /** Reads a stream of the client that comes by calls, one for each item. */
  sink(shape: Shape): Promise<Sink>;
  /** Items that were sent and read so far. */
  passed(): number;
}

/** What the questions of the capability matrix ask for besides. */
interface QuestionMethods {
  /** The chunks of a stream, once it has ended. */
  collect(stream: ReadableStream<string>): Promise<string[]>;
  /** One object twice, in a list. */
  twins(): unknown[];
  /** The type of the value that arrived, whatever was declared. */
  typeOf(value: number): string;
  user(id: number): User;
  /** A cursor, as the first call of a chain: it adds one to the counter, so that its runs are counted. */
  link(): Cursor;
  /** Whether this server made the cursor. */
  isOwnCursor(cursor: unknown): boolean;
  /** How many cursors were given up by those who held them. */
  released(): number;
  /** A function that adds `first` to its argument. */
  adder(first: number): (second: number) => number;
  /** A function among data. */
  toolbox(): { label: string; add: (a: number, b: number) => number };
  /** Calls a function of the client and gives its answer back. */
  callBack(callback: (value: number) => unknown, value: number): Promise<unknown>;
  /** Calls a function of the client with each step on the way. */
  steps(count: number, onStep: (step: number) => unknown): Promise<string>;
  /** Keeps a function of the client under a name, for as long as the object lives. */
  subscribe(name: string, callback: (payload: unknown) => unknown): void;
  /** Keeps one under the name `plain`, without telling the library that it is kept. */
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
  /** An account for a token; throws on any but `sesame`. */
  authenticate(token: string): Account;
  /** A cursor of another Durable Object, reached by the RPC built into Workers. */
  nativeCursor(): Promise<Pick<Cursor, 'advance'>>;
  /** Counts from the number after `after`, 1 unless given, to `count`; forty numbers a second at most. */
  numbers(count: number, after?: number): ReadableStream<number>;
  /** How many streams of numbers were given up before their end. */
  stopped(): number;
}

export type ServiceMethods = CounterMethods & StreamMethods & QuestionMethods;

/** A function of the client that the server calls. */
export type Called = (index: number) => number;

/** The same as the server has it. */
export type CalledRemotely = (index: number) => number | Promise<number>;

/** Ways in which a call fails. */
export type Failure = 'type' | 'cause' | 'code' | 'named' | 'text';

export interface User {
  id: number;
  name: string;
  address: { city: string };
}

/** A place in a sequence without end, passed by reference where a library can do that. */
export interface Cursor {
  /** The cursor one place further on. */
  next(): Cursor;
  position(): number;
  /** Moves this cursor on; its position then. */
  advance(): number;
  /** Its position: a getter. */
  readonly place: number;
}

export const cursorMembers = ['next', 'position', 'advance', 'place'] as const;

export interface Account {
  whoami(): string;
}

/** A stream of the client that comes item by item. */
export interface Sink {
  take(item: string): void;
  received(): Received;
}

/** What a client offers to the server. */
export interface ClientMethods {
  clientName(): string | Promise<string>;
}

type Name = keyof ServiceMethods;

/** Methods that only libraries with objects or functions by reference can make sense of. */
const byReference = [
  ...([
    'cursor',
    'link',
    'isOwnCursor',
    'adder',
    'toolbox',
    'authenticate',
    'nativeCursor',
  ] as const),
  ...(['sink', 'downTo', 'flowTo', 'up', 'down', 'numbers', 'collect'] as const),
] as const satisfies readonly Name[];

/** Methods that take and give data, or functions as arguments. */
const plain = [
  ...(['increment', 'getValue', 'reset', 'echo', 'add', 'upload', 'download', 'fail'] as const),
  ...(['ids', 'nameOf', 'calledBack', 'cursorStart', 'cursorNext', 'cursorPosition'] as const),
  ...(['twins', 'typeOf', 'user', 'released', 'callBack', 'steps', 'subscribe'] as const),
  ...(['keepPlainly', 'publish', 'askClient', 'hold', 'release', 'waiting', 'life'] as const),
  ...(['hibernatingSockets', 'announce', 'stopped', 'passed'] as const),
] as const satisfies readonly Name[];

/** All methods: a client may call these, and nothing else of an object is within reach. */
export const methodNames: readonly Name[] = [...plain, ...byReference];
