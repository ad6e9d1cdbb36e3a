/** The contents of one message of Cap’n Web: values, calls and maps, each within limits. */
import {
  expectFrame,
  frameLimits,
  isFields,
  limitFrame,
} from '../../../../bench-workers/guard/frame.ts';

const MOST = {
  /** References of a message to results, as which a question sends 50; and those within a map. */
  reference: 64,
  mappedReference: 8,
  /** Functions, promises, streams, errors and other values of a message that take more than data. */
  special: 100,
  /** Expressions within each other: the library itself reads 256. */
  depth: 256,
  /** Captures and instructions of a map, and characters of the call for its list, which has few items then. */
  instructions: 4,
  mapped: 256,
} as const;

/** Methods whose answers are long although their calls are short. */
export const LONG = new Set<unknown>(['download', 'askClient']);
/** Methods that answer with an object or a function, which stays until the client releases it by its own number. */
export const BY_REFERENCE = new Set<unknown>([
  'cursor',
  'link',
  'next',
  'adder',
  'toolbox',
  'authenticate',
  'nativeCursor',
  'sink',
]);

const kindOf = (kind: 'data' | 'reference' | 'special', ...heads: readonly string[]) =>
  heads.map((head) => [head, kind] as const);
/** Kinds of arrays, by the name at their head. */
const kinds = new Map<unknown, 'data' | 'reference' | 'special'>([
  ...kindOf('data', 'undefined', 'nan', 'inf', '-inf', 'date', 'bytes', 'bigint'),
  ...kindOf('reference', 'pipeline', 'import'),
  ...kindOf('special', 'url', 'headers', 'error', 'blob'),
  ...kindOf('special', 'export', 'promise', 'readable', 'writable'),
]);

/** The meaning of the numbers in an expression. */
export interface Scope {
  isTarget(id: unknown): boolean;
  /** Characters that a reference copies. */
  sizeOf(id: unknown): number;
}

export class Contents {
  readonly count = { reference: 0, special: 0 };
  /** Characters of the calls whose results are copied. */
  copied = 0;
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  get isPlain(): boolean {
    return this.count.reference + this.count.special === 0;
  }

  /** A call; without arguments, a part of a result. */
  call(expression: readonly unknown[]): void {
    const [kind, id, , args] = expression;
    expectFrame(kind === 'pipeline', 'a call');
    if (args === undefined) return this.value(expression);
    expectFrame(this.#scope.isTarget(id), 'a call of what the client holds');
    this.list(args);
  }

  /** Calls for each item of a list: on what is captured, on the item and on results before. */
  map([, id, , captures, instructions]: readonly unknown[]): void {
    this.value(['pipeline', id]);
    limitFrame('mapped', numberOf(id) > 0 ? this.copied : NaN, MOST.mapped);
    const { length } = listOf(captures);
    limitFrame('instructions', Math.max(length, listOf(instructions).length), MOST.instructions);
    for (const [kind, captured] of listOf(captures).map(listOf)) {
      expectFrame(kind === 'import' && numberOf(captured) <= 0, 'an object as a capture');
    }
    for (const [at, instruction] of listOf(instructions).map(listOf).entries()) {
      const isBefore = (from: unknown) => numberOf(from) <= at;
      const inner = new Contents({
        isTarget: (from) => numberOf(from) >= -length && isBefore(from),
        sizeOf: (from) => (numberOf(from) >= 0 && isBefore(from) ? 0 : NaN),
      });
      inner.count.reference = this.count.reference;
      const name = nameOf(instruction[2]);
      expectFrame(!LONG.has(name) && !BY_REFERENCE.has(name), 'a call with a short answer');
      inner.call(instruction);
      expectFrame(inner.count.special === 0 && inner.copied === 0, 'references within the map');
      this.count.reference = inner.count.reference;
    }
    limitFrame('mappedReference', this.count.reference, MOST.mappedReference);
  }

  list(values: unknown, depth = 0): void {
    expectFrame(Array.isArray(values), 'a list of values');
    for (const item of values as unknown[]) this.value(item, depth + 1);
  }

  value(value: unknown, depth = 0): void {
    if (typeof value !== 'object' || value === null) return;
    limitFrame('depth', depth, MOST.depth);
    if (isFields(value)) return this.list(Object.values(value), depth);
    const [head, first] = listOf(value);
    // A list stands in a list, which tells it from the values that JSON lacks.
    if (Array.isArray(head) && listOf(value).length === 1) return this.list(head, depth);
    const kind = kinds.get(head);
    expectFrame(kind !== undefined, 'a value of Cap’n Web');
    if (kind !== 'data') limitFrame(kind, (this.count[kind] += 1), MOST[kind]);
    if (kind === 'reference') {
      expectFrame(listOf(value).length <= 3, 'no call as an argument');
      this.copied += this.#scope.sizeOf(first);
    } else if (head === 'bigint') {
      limitFrame('digits', typeof first === 'string' ? first.length : NaN, frameLimits.digits);
    }
    // The stream of a file, the fields of an error.
    else if (kind === 'special') this.list(listOf(value).slice(head === 'error' ? 4 : 2), depth);
  }
}

export const nameOf = (path: unknown): unknown => listOf(path).at(-1);
export const numberOf = (id: unknown): number => (typeof id === 'number' ? id : NaN);

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
