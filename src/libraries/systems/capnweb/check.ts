import {
  type Check,
  expectFrame,
  frameLimits,
  limitFrame,
  parseFrame,
} from '../../../../bench-workers/guard/frame.ts';
import { BY_REFERENCE, Contents, listOf, LONG, nameOf, numberOf, type Scope } from './contents.ts';
import { EVENTS } from './system.ts';

const MOST = {
  /** Characters of calls whose results the client holds: those under way. */
  held: 2_500_000,
  /** The same of messages with special values: they may wait for the client for ever, and no release ends them. */
  waiting: 24 * 1024 * 1024,
  /** Characters of an answer of the client, which a result may hold. */
  answered: 65_536,
  /** Calls of one result and of what comes of it, which wait for it even once they are released: a stream has 1,001. */
  dependents: 1100,
  /** Characters in pipes that are open: a stream has 8 MiB. */
  piped: 12 * 1024 * 1024,
} as const;
/** Bytes of a result and a pipe beside their message, and of an object that the client was told of. */
const [RESULT, PIPE, STUB] = [128, 4096, 1024];
/** Bytes by which what is kept has to change before the sum for all clients is told. */
const STEP = 65_536;

/** How the messages begin that a session mostly consists of, and how long these are at most. */
const PULL = '["pull",';
const RELEASE = '["release",';
const CALL = '["push",["pipeline",0,["';
const USUAL = 512;

/**
 * Lets messages through whose work and memory are in proportion to their size. The library copies a result into each
 * expression that refers to it. So an expression may refer only to a result whose own call had no references.
 */
export function makeCheck(arm?: string, hold?: (bytes: number) => void): Check {
  if (arm === EVENTS) return () => expectFrame(false, 'no message');
  const session = new Session();
  let told = 0;
  return (text) => {
    const lines = text === '' ? [] : text.split('\n');
    limitFrame('lines', lines.length, frameLimits.lines);
    const before = session.made;
    for (const line of lines) {
      if (!session.takeUsual(line)) session.take(parseFrame(line), line.length);
      // Of what is read and not called, too, there is an answer.
      limitFrame('calls', session.made - before, frameLimits.calls);
    }
    if (hold === undefined || Math.abs(session.kept - told) < STEP) return;
    told = session.kept;
    hold(told);
  };
}

interface Result {
  size: number;
  /** Objects and functions that its answer tells the client of; undefined once it was asked for. */
  stubs: number | undefined;
  /** Who may refer to it. */
  use: 'any' | 'stream' | 'none';
  /** Of the call that it waits for. */
  root: { dependents: number };
}

class Session implements Scope {
  /** Results that the client holds, by the numbers that both ends count. */
  readonly #results = new Map<unknown, Result>();
  /** Results and writes to pipes so far. */
  made = 0;
  #held = 0;
  #waiting = 0;
  #piped = 0;
  /** Of the message at hand. */
  #root = { dependents: 0 };

  /** Characters that are kept for the client. */
  get kept(): number {
    return this.#held + this.#waiting + this.#piped;
  }

  /** Takes a call of the main object with plain values, a pull or a release, without parsing it. */
  takeUsual(line: string): boolean {
    if (line.length > USUAL) return false;
    if (line.startsWith(PULL)) {
      this.#pull(Number(line.slice(PULL.length, -1)));
      return true;
    }
    if (line.startsWith(RELEASE)) {
      const [id, count] = line.slice(RELEASE.length, -1).split(',');
      this.#release(Number(id), Number(count));
      return true;
    }
    if (!line.startsWith(CALL)) return false;
    const end = line.indexOf('"],[', CALL.length);
    // All that is no plain value begins with a bracket.
    if (end < 0 || line.includes('[', end + 4) || line.includes('{', end + 4)) return false;
    const name = line.slice(line.lastIndexOf('"', end - 1) + 1, end);
    if (LONG.has(name) || BY_REFERENCE.has(name)) return false;
    this.#root = { dependents: 0 };
    this.#hold(line.length, 'any', 0);
    return true;
  }

  take(message: unknown, size: number): void {
    const [kind, first, second] = listOf(message);
    if (kind === 'pull') return this.#pull(first);
    if (kind === 'release') return this.#release(first, second);
    const contents = new Contents(this);
    this.#root = { dependents: 0 };
    switch (kind) {
      case 'push':
        return this.#push(listOf(first), size, contents);
      case 'pipe':
        return this.#hold(0, 'stream', 0);
      case 'stream': {
        const [call, id, , args] = listOf(first);
        const pipe = this.#results.get(id);
        expectFrame(call === 'pipeline' && pipe?.use === 'stream', 'a write to a pipe');
        contents.list(args);
        expectFrame(contents.isPlain, 'data for a stream');
        this.made += 1;
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
    const isMap = kind === 'remap';
    if (isMap) contents.map(expression);
    else contents.call(expression);
    this.#wait(contents, size);
    const name = nameOf(path);
    const use =
      !isMap && args !== undefined && contents.isPlain && !LONG.has(name) ? 'any' : 'none';
    const returned = args === undefined || BY_REFERENCE.has(name) ? 1 : 0;
    const stubs = name === 'echo' ? contents.count.reference : returned;
    this.#hold(size + contents.copied, use, isMap ? 0 : stubs);
  }

  /** A client asks for each result once: each answer would tell it of the same objects anew. */
  #pull(id: unknown): void {
    const result = this.#results.get(id);
    expectFrame(result?.stubs !== undefined, 'one pull of each result');
    this.#held += result.stubs * STUB;
    limitFrame('held', this.#held, MOST.held);
    result.stubs = undefined;
  }

  /** True if a call may go to it: the main object, an object that the server told of, or a result. */
  isTarget(id: unknown): boolean {
    if (numberOf(id) <= 0) return true;
    const result = this.#results.get(id);
    if (result === undefined || result.use === 'stream') return false;
    this.#depend(result);
    return true;
  }

  /** The main object, whose methods may answer at length, is no value. */
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
    this.#root = root;
  }

  #hold(size: number, use: Result['use'], stubs: number): void {
    this.made += 1;
    this.#results.set(this.made, { size, stubs, use, root: this.#root });
    this.#held += RESULT + (use === 'stream' ? PIPE : size);
    limitFrame('held', this.#held, MOST.held);
  }

  #release(id: unknown, count: unknown): void {
    expectFrame(Number.isSafeInteger(count) && Number(count) >= 0, 'a number of references');
    // The library itself refuses a release of more than there is.
    if (numberOf(id) < 0) this.#held -= Math.min(Number(count) * STUB, this.#held);
    const result = this.#results.get(id);
    if (result === undefined || count === 0) return;
    this.#results.delete(id);
    if (result.use === 'stream') this.#piped -= result.size;
    this.#held -= RESULT + (result.use === 'stream' ? PIPE : result.size);
  }

  #wait({ count }: Contents, size: number): void {
    if (count.special === 0) return;
    limitFrame('special', size, frameLimits.special);
    this.#waiting += RESULT + size;
    limitFrame('waiting', this.#waiting, MOST.waiting);
  }
}
