import {
  type Check,
  checkFrame,
  expectFrame,
  frameLimits,
  isFields,
  limitFrame,
  parseFrame,
} from '../../../bench-workers/guard/frame.ts';

const MOST = {
  /** Messages of a batch over HTTP: three for each of 1,000 calls, doubled. */
  lines: 8192,
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
  /** Characters of calls whose results the client holds: those under way. */
  held: 2_500_000,
  /** The same of calls that may wait for the client for ever: a release does not end them. */
  waiting: 24 * 1024 * 1024,
  /** Characters of an answer of the client, which a result may hold. */
  answered: 65_536,
  /** Calls of one result and of what comes of it, which wait for it even once they are released: a stream has 1,001. */
  dependents: 1100,
  /** Characters in pipes that are open: a stream has 8 MiB. */
  piped: 12 * 1024 * 1024,
} as const;
/** What a result and a pipe take beside the characters of their message. */
const RESULT = 128;
const PIPE = 4096;
/** Methods whose answers are long although their calls are short. */
const LONG: readonly unknown[] = ['download', 'askClient'];

/** How the messages begin that a session mostly consists of, and how long these are at most. */
const PULL = '["pull",';
const RELEASE = '["release",';
const CALL = '["push",["pipeline",0,["';
const USUAL = 512;

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

/**
 * Lets messages through whose work and memory are in proportion to their size. The library evaluates an
 * expression when it arrives and copies a result into each place that refers to it. So an expression
 * may refer only to a result whose own call had no references.
 */
export function guard(): Check {
  const session = new Session();
  return (text) => {
    checkFrame(text);
    const lines = text === '' ? [] : text.split('\n');
    limitFrame('lines', lines.length, MOST.lines);
    for (const line of lines) {
      if (!session.takeUsual(line)) session.take(parseFrame(line), line.length);
    }
  };
}

/** The call that others wait for: how many they are, and whether it waits for the client itself. */
interface Root {
  dependents: number;
  waits: boolean;
}

interface Result {
  size: number;
  /** Whether others may refer to it. */
  use: 'any' | 'stream' | 'none';
  root: Root;
}

class Session implements Scope {
  /** Results that the client holds, by the numbers that both ends count. */
  readonly #results = new Map<unknown, Result>();
  #made = 0;
  #held = 0;
  #waiting = 0;
  #piped = 0;
  /** Of the message at hand. */
  #root: Root = { dependents: 0, waits: false };

  /** Takes a call of the main object with plain values, a pull or a release, without parsing it. */
  takeUsual(line: string): boolean {
    if (line.length > USUAL) return false;
    if (line.startsWith(PULL)) return true;
    if (line.startsWith(RELEASE)) {
      const [id, count] = line.slice(RELEASE.length, -1).split(',');
      this.#release(Number(id), Number(count));
      return true;
    }
    if (!line.startsWith(CALL)) return false;
    const end = line.indexOf('"],[', CALL.length);
    // All that is no plain value begins with a bracket.
    if (end < 0 || line.includes('[', end + 4) || line.includes('{', end + 4)) return false;
    if (LONG.some((name) => line.slice(0, end).endsWith(`"${String(name)}`))) return false;
    this.#root = { dependents: 0, waits: false };
    this.#hold(line.length, 'any');
    return true;
  }

  take(message: unknown, size: number): void {
    const [kind, first, second] = listOf(message);
    if (kind === 'pull') return;
    if (kind === 'release') return this.#release(first, second);
    const contents = new Contents(this);
    this.#root = { dependents: 0, waits: false };
    switch (kind) {
      case 'push':
        return this.#push(listOf(first), size, contents);
      case 'pipe':
        return this.#hold(0, 'stream');
      case 'stream': {
        const [call, id, , args] = listOf(first);
        const pipe = this.#results.get(id);
        expectFrame(call === 'pipeline' && pipe?.use === 'stream', 'a write to a pipe');
        contents.list(args);
        expectFrame(contents.isPlain, 'data for a stream');
        this.#made += 1;
        pipe.size += size;
        this.#piped += size;
        return limitFrame('piped', this.#piped, MOST.piped);
      }
      case 'resolve':
      case 'reject':
        contents.value(second);
        limitFrame('answered', size + contents.copied, MOST.answered);
        return this.#wait(contents, size);
      case 'abort':
        return contents.value(first);
      default:
        expectFrame(false, 'a message of Cap’n Web');
    }
  }

  #push(expression: readonly unknown[], size: number, contents: Contents): void {
    const [kind, , path, args] = expression;
    if (kind === 'remap') contents.map(expression);
    else contents.call(expression);
    this.#wait(contents, size);
    const isCall = kind !== 'remap' && args !== undefined;
    const use = isCall && contents.isPlain && !isLong(path) ? 'any' : 'none';
    this.#hold(size + contents.copied, use);
  }

  /** Whether a call may go to it: the main object, an object that the server told of, or a result. */
  isTarget(id: unknown): boolean {
    if (numberOf(id) <= 0) return true;
    const result = this.#results.get(id);
    if (result === undefined || result.use === 'stream') return false;
    this.#depend(result);
    return true;
  }

  /** Characters that a reference copies. The main object, whose methods may answer at length, is no value. */
  sizeOf(id: unknown): number {
    if (numberOf(id) < 0) return 0;
    const result = this.#results.get(id);
    expectFrame(result?.use === 'any', 'a reference to the result of a plain call');
    this.#depend(result);
    return result.size;
  }

  #depend({ root }: Result): void {
    root.dependents += 1;
    limitFrame('dependents', root.dependents, MOST.dependents);
    if (root.waits) this.#waiting += RESULT;
    this.#root = root;
  }

  #hold(size: number, use: Result['use']): void {
    this.#made += 1;
    this.#results.set(this.#made, { size, use, root: this.#root });
    this.#held += RESULT + (use === 'stream' ? PIPE : size);
    limitFrame('held', this.#held, MOST.held);
  }

  #release(id: unknown, count: unknown): void {
    expectFrame(Number.isSafeInteger(count) && Number(count) >= 0, 'a number of references');
    const result = this.#results.get(id);
    if (result === undefined || count === 0) return;
    this.#results.delete(id);
    if (result.use === 'stream') this.#piped -= result.size;
    this.#held -= RESULT + (result.use === 'stream' ? PIPE : result.size);
  }

  #wait({ count }: Contents, size: number): void {
    if (count.export === 0) return;
    this.#root.waits = true;
    limitFrame('special', size, frameLimits.special);
    this.#waiting += RESULT + size;
    limitFrame('waiting', this.#waiting, MOST.waiting);
  }
}

/** What the numbers in an expression stand for. */
interface Scope {
  isTarget(id: unknown): boolean;
  sizeOf(id: unknown): number;
}

/** What one message has in it. */
class Contents {
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
      expectFrame(!isLong(listOf(instruction)[2]), 'a call with a short answer');
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

const isLong = (path: unknown): boolean => LONG.includes(listOf(path).at(-1));
const numberOf = (id: unknown): number => (typeof id === 'number' ? id : NaN);
const lengthOf = (text: unknown): number => (typeof text === 'string' ? text.length : NaN);

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
