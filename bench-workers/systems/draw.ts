/** What hostile frames are made of: the contract of a system’s `fuzz.ts`, and what it draws with. */
import type { Random } from '../../src/harness/plan/index.ts';

/** How `npm run bench -- fuzz` speaks to a system: its folder exports one as `fuzz`. */
export interface Fuzz {
  /** A message as the protocol has it, of values that it may not know. It is sent as JSON. */
  message: (draw: Draw, target: FuzzTarget) => unknown;
  /** A value that the protocol makes something of, `depth` levels below a message. */
  special?: (draw: Draw, depth: number) => unknown;
  /** What stands behind each message, for a protocol that ends them. */
  end?: string;
  /** What the address of a request goes on with, where it names what is called. */
  path?: (draw: Draw) => string;
  /**
   * A frame that the server answers once it has dealt with those before it, and a part of that
   * answer. Absent for a system without sockets.
   */
  last?: (target: FuzzTarget) => { frame: string; answer: string };
}

/** What of an address a message may have to know. */
export interface FuzzTarget {
  /** What addresses begin with, without a slash: `bench/lumenize`. */
  prefix: string;
  /** Whether it is sent in a request, and not over a socket. */
  overHttp: boolean;
}

/** Names of members: of the counter, of the probes, of every object, of what is no client’s business. */
const names = [
  ...['increment', 'getValue', 'reset', 'echo', 'add', 'upload', 'download', 'fail', 'cursor'],
  ...['ids', 'nameOf', 'calledBack'],
  ...['cursorNext', 'hold', 'release', 'subscribe', 'publish', 'steps', 'callBack', 'announce'],
  ...['nativeCursor', 'askClient', 'user', 'collect', 'toolbox', 'authenticate', 'waiting'],
  ...['constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'then', 'hasOwnProperty'],
  ...['ctx', 'env', 'storage', 'fetch', 'alarm', 'service', '', 'echo.apply', '__defineGetter__'],
];

/** Names of fields, many of which some protocol reads. */
const keys = [
  ...['$type', '$ref', '$$', 'type', 'json', 'meta', 'id', 'args', 'method', 'batch', 'operations'],
  ...['__isNestedOperation', '__refId', '__operationChain', '__isRemoteFunction', 'key', 'value'],
  ...['toJSON', 'length', '0', ...names],
];

/** How deep a value may nest. */
const DEEPEST = 5;

/** Draws parts of messages. The same numbers give the same parts. */
export class Draw {
  readonly #random: Random;
  readonly #special: Fuzz['special'];

  /** @param special the system’s own values, drawn among the others */
  constructor(random: Random, special: Fuzz['special']) {
    this.#random = random;
    this.#special = special;
  }

  /** A number from 0 up to 1. */
  chance(): number {
    return this.#random();
  }

  /** A whole number from 0 up to a limit. */
  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  /** One of the items, of which there is at least one. */
  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** Name of a member. @param own of the system’s, drawn among the others */
  name(...own: readonly string[]): string {
    return this.pick([...names, ...own]);
  }

  /** Name of a field. */
  key(): string {
    return this.pick(keys);
  }

  /** Digits, now and then more than any number has. */
  digits(): string {
    return '9'.repeat(this.below(3) === 0 ? 5000 : 20);
  }

  /** A value for JSON that may be anything, the most unlikely things rather often. */
  value(depth = 0): unknown {
    if (depth > DEEPEST) return null;
    const inner = () => this.value(depth + 1);
    const special = this.#special;
    const kinds: ReadonlyArray<() => unknown> = [
      () => this.below(10) - 5,
      () => this.pick([1e308, -0.5, 2e9, Number.MAX_SAFE_INTEGER, 4_294_967_294, 1_048_576]),
      () => this.pick([null, true, '', '\0', '\ud800', '__callback__x', ...names]),
      () => 'x'.repeat(this.below(3) === 0 ? this.below(70_000) : this.below(50)),
      () => Array.from({ length: this.below(5) }, inner),
      () => Object.fromEntries([0, 1].map(() => [this.key(), inner()])),
      ...(special === undefined ? [] : [() => special(this, depth)]),
    ];
    return this.pick(kinds)();
  }
}
