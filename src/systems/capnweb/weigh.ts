import type { CostBudget } from '../../../bench-workers/guard/message.ts';
import { isFields, lengthOf } from '../../../bench-workers/guard/message.ts';
import { limits } from '../../../bench-workers/limits.ts';
import { MAX_TEXT_LENGTH } from '../../service/payloads.ts';

const { cost } = limits;
const { valueBytes: VALUE } = limits.answer;
/** Expressions within each other; the library itself reads 256 at most. */
const DEEPEST = 512;

/** A result as it is known before it is there: at least what the library will hold. */
export interface Result {
  /** Its size, each value counted as {@link limits.answer.valueBytes} at least. */
  bytes: number;
  /** References in it, for each of which the client gets one of its own once it is told. */
  stubs: number;
  /** Whether it may have to wait for the client. */
  waits: boolean;
}

/** A number, a truth value or a short text. */
const scalar: Result = { bytes: 2 * VALUE, stubs: 0, waits: false };
const object: Result = { bytes: 1024, stubs: 1, waits: false };
const list = (length: number): Result => ({ bytes: (1 + length) * VALUE, stubs: 0, waits: false });

/** Methods of the counter and the probes whose results are small whatever they are given. */
const results = new Map<string, Result>([
  ...[
    ...['increment', 'getValue', 'reset', 'add', 'upload', 'nameOf', 'fail', 'position'],
    ...['cursorStart', 'cursorNext', 'cursorPosition'],
    ...['typeOf', 'count', 'counted', 'release', 'released', 'life', 'stopped'],
  ].map((name) => [name, scalar] as const),
  ...['cursor', 'next', 'authenticate'].map((name) => [name, object] as const),
  ...['calledBack', 'hold', 'steps', 'publish'].map(
    (name) => [name, { ...scalar, waits: true }] as const,
  ),
  ['ids', list(10)],
  ['userIds', list(3)],
  ['twins', list(8)],
]);
/** Methods whose results hold what they are given. */
const echoing = new Set(['echo', 'greet', 'user']);

/** Whether a result of the counter is a number or a short text whatever the method is given. */
export const isScalar = (name: string): boolean => results.get(name) === scalar;

/** What an expression costs, and what comes of it. */
export class Sum implements Result {
  bytes = 0;
  stubs = 0;
  waits = false;
  /** Size of the expression itself, which is read again for each item of a list. */
  read = 0;
  /** What it takes beyond that: copies, calls, costly values. */
  extra = 0;

  /** Adds what is written in the expression. */
  own(bytes: number): void {
    this.bytes += bytes;
    this.read += bytes;
  }

  /** Adds what is made of it. */
  make(bytes: number, extra: number): void {
    this.bytes += bytes;
    this.extra += extra;
  }

  /** Adds a result that stands in the expression, and is copied for that. */
  refer({ bytes, stubs, waits }: Result): void {
    this.make(bytes + cost.reference, bytes + cost.reference);
    this.stubs += stubs + 1;
    this.waits ||= waits;
  }
}

/** What an id of an expression stands for. */
type Known = (id: number) => Result;

/** Weighs the expressions of a message as the library evaluates them: each reference where it stands. */
export class Scale {
  readonly #costs: CostBudget;

  /** @param costs is asked for what an expression takes, and throws where that is too much */
  constructor(costs: CostBudget) {
    this.#costs = costs;
  }

  weigh(expression: unknown, known: Known): Sum {
    const sum = new Sum();
    this.#add(expression, sum, known, 0);
    // Each message may make one call, which is what it is for.
    sum.extra -= isCall(expression) ? cost.call : 0;
    this.#costs.spend(sum.extra);
    return sum;
  }

  #add(value: unknown, sum: Sum, known: Known, depth: number): void {
    if (depth > DEEPEST) throw new RangeError(`value: got one deeper, expected ${DEEPEST} at most`);
    if (typeof value === 'string') sum.own(VALUE + lengthOf(value));
    else if (Array.isArray(value)) this.#addArray(value, sum, known, depth + 1);
    else if (isFields(value)) {
      sum.own(VALUE);
      for (const key in value) {
        sum.own(lengthOf(key));
        this.#add(value[key], sum, known, depth + 1);
      }
    } else sum.own(VALUE);
  }

  #addArray(value: readonly unknown[], sum: Sum, known: Known, depth: number): void {
    const [kind, id] = value;
    sum.own(VALUE);
    if (kind === 'pipeline' || kind === 'import') {
      const target = known(Number(id));
      this.#add(value[2], sum, known, depth);
      if (value.length < 4) sum.refer(target);
      else this.#addCall(value, target, sum, known, depth);
      return;
    }
    if (kind === 'remap') return this.#addMap(value, sum, known, depth);
    if (kind === 'export' || kind === 'promise') {
      const { stub } = cost.types;
      sum.make(stub + (kind === 'promise' ? cost.answered : 0), stub);
      sum.stubs += 1;
      sum.waits = true;
      return;
    }
    if (kind === 'bigint' && typeof id === 'string') this.#costs.bigint(lengthOf(id));
    const type = typeof kind === 'string' ? costly.get(kind) : undefined;
    if (type !== undefined) {
      sum.make(cost.types[type], cost.types[type]);
      sum.waits ||= type === 'stream' || kind === 'blob';
    }
    for (const item of value) this.#add(item, sum, known, depth);
  }

  /** A call does not copy what it is made on; its result takes the place of its arguments. */
  #addCall(
    [, , path, args]: readonly unknown[],
    target: Result,
    sum: Sum,
    known: Known,
    depth: number,
  ): void {
    const given = new Sum();
    this.#add(args, given, known, depth);
    const name: unknown = Array.isArray(path) ? path.at(-1) : undefined;
    const result = resultOf(name, target, given, args);
    sum.make(result.bytes, cost.call + given.extra);
    sum.read += given.read;
    sum.stubs += result.stubs;
    sum.waits ||= given.waits || result.waits;
  }

  /** Instructions for each item of a list, of which nothing is known but the size. */
  #addMap(value: readonly unknown[], sum: Sum, known: Known, depth: number): void {
    const [, id, path, captures, instructions] = value;
    const subject = known(Number(id));
    const items = Math.max(1, Math.floor(subject.bytes / VALUE));
    sum.own(VALUE * listOf(path).length);
    const captured = listOf(captures).map((each): Result => {
      const one = new Sum();
      const [kind, captive] = listOf(each);
      if (kind === 'import') one.refer(known(Number(captive)));
      else this.#add(each, one, known, depth);
      sum.extra += one.extra;
      sum.read += one.read;
      return one;
    });
    const made: Result[] = [subject];
    const ofItem: Known = (at) => (at < 0 ? captured[-at - 1] : made[at]) ?? scalar;
    let each = 0;
    for (const instruction of listOf(instructions)) {
      const one = new Sum();
      this.#add(instruction, one, ofItem, depth);
      each += cost.instruction + one.read + one.extra;
      sum.read += one.read;
      made.push(one);
      // Stops before numbers are no longer numbers.
      this.#costs.ensure(items * each);
    }
    const last = made.at(-1) ?? scalar;
    sum.make(items * last.bytes, subject.bytes + items * each);
    sum.stubs += 1 + items * last.stubs;
    sum.waits ||= made.some(({ waits }) => waits) || captured.some(({ waits }) => waits);
  }
}

const costly = new Map<string, keyof typeof cost.types>([
  ['error', 'error'],
  ['url', 'url'],
  ...['headers', 'request', 'response', 'blob'].map((kind) => [kind, 'web'] as const),
  ...['readable', 'writable'].map((kind) => [kind, 'stream'] as const),
]);

/** What a call answers with at most. */
function resultOf(name: unknown, target: Result, given: Result, args: unknown): Result {
  const { waits } = target;
  // A function by reference, which may be any, or one of the client's, or a method of the probes.
  const unknown = { bytes: cost.answered + given.bytes, stubs: given.stubs + 8, waits: true };
  if (waits) return unknown;
  if (typeof name !== 'string') return { ...unknown, bytes: MAX_TEXT_LENGTH + given.bytes };
  if (echoing.has(name)) return { ...given, bytes: given.bytes + 4 * VALUE };
  if (name === 'download') {
    const [length] = listOf(args);
    const isLength = typeof length === 'number' && length >= 0 && length <= MAX_TEXT_LENGTH;
    return { ...scalar, bytes: VALUE + (isLength ? length : MAX_TEXT_LENGTH) };
  }
  return results.get(name) ?? unknown;
}

function isCall(value: unknown): boolean {
  return Array.isArray(value) && value[0] === 'pipeline' && value.length === 4;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
