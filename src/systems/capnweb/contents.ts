/** What one message of Cap’n Web has in it: values, calls and maps, within limits of their own. */
import {
  expectFrame,
  frameLimits,
  isFields,
  limitFrame,
} from '../../../bench-workers/guard/frame.ts';

const MOST = {
  /** References of a message to results, as which a question sends 50; and those within a map. */
  reference: 64,
  mappedReference: 8,
  /** Functions, promises and streams of the client in a message. */
  export: 100,
  /** Errors, each with a stack, and other values that take more than data. */
  costly: 100,
  data: frameLimits.values,
  /** Expressions within each other: the library itself reads 256. */
  depth: 256,
  /** Captures and instructions of a map, and characters of the call for its list, which has few items then. */
  instructions: 4,
  mapped: 256,
} as const;
/** Methods whose answers are long although their calls are short. */
const LONG: readonly unknown[] = ['download', 'askClient'];
/** Methods that answer with an object or a function, which stays until the client releases it by its own number. */
const BY_REFERENCE: readonly unknown[] = [
  ...['cursor', 'link', 'next', 'adder', 'toolbox', 'authenticate', 'nativeCursor', 'sink'],
];

/** What an array with a name at its head is. */
const kinds = new Map<unknown, 'data' | 'costly' | 'reference' | 'export'>([
  ...(['undefined', 'nan', 'inf', '-inf', 'date', 'bytes', 'bigint'] as const).map(
    (kind) => [kind, 'data'] as const,
  ),
  ...(['url', 'headers', 'error', 'blob'] as const).map((kind) => [kind, 'costly'] as const),
  ...(['pipeline', 'import'] as const).map((kind) => [kind, 'reference'] as const),
  ...(['export', 'promise', 'readable', 'writable'] as const).map(
    (kind) => [kind, 'export'] as const,
  ),
]);

/** What the numbers in an expression stand for. */
export interface Scope {
  isTarget(id: unknown): boolean;
  sizeOf(id: unknown): number;
}

export class Contents {
  readonly count = { data: 0, costly: 0, reference: 0, export: 0 };
  /** Characters of the calls whose results are copied. */
  copied = 0;
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  get isPlain(): boolean {
    return this.count.reference + this.count.export === 0;
  }

  /** A call, or a part of a result where it has no arguments. */
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
    for (const [at, instruction] of listOf(instructions).entries()) {
      const inner = new Contents({
        isTarget: (from) => numberOf(from) >= -length && numberOf(from) <= at,
        sizeOf: (from) => (numberOf(from) >= 0 && numberOf(from) <= at ? 0 : NaN),
      });
      inner.count.reference = this.count.reference;
      const path = listOf(instruction)[2];
      expectFrame(!isLong(path) && !isByReference(path), 'a call with a short answer');
      inner.call(listOf(instruction));
      expectFrame(inner.count.export === 0 && inner.copied === 0, 'references within the map');
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
    this.count[kind] += 1;
    limitFrame(kind, this.count[kind], MOST[kind]);
    if (kind === 'reference') {
      expectFrame(listOf(value).length <= 3, 'no call as an argument');
      this.copied += this.#scope.sizeOf(first);
    } else if (head === 'bigint') limitFrame('digits', lengthOf(first), frameLimits.digits);
    // The stream of a file, the fields of an error.
    else if (kind === 'costly') this.list(listOf(value).slice(head === 'error' ? 4 : 2), depth);
  }
}

export const isLong = (path: unknown): boolean => LONG.includes(listOf(path).at(-1));
export const isByReference = (path: unknown): boolean => BY_REFERENCE.includes(listOf(path).at(-1));

/** Objects and functions that the answer to an expression tells the client of, at the most. */
export function stubsOf([kind, , path, args]: readonly unknown[], { count }: Contents): number {
  if (kind === 'remap') return 0;
  if (listOf(path).at(-1) === 'echo') return count.reference;
  return args === undefined || isByReference(path) ? 1 : 0;
}

export const numberOf = (id: unknown): number => (typeof id === 'number' ? id : NaN);
const lengthOf = (text: unknown): number => (typeof text === 'string' ? text.length : NaN);

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
