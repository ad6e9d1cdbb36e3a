import { type CostBudget, ensure, skeleton } from '../../../bench-workers/guard/message.ts';
import type { Check } from '../../../bench-workers/guard/socket-guard.ts';
import { limits } from '../../../bench-workers/limits.ts';
import { isScalar, type Result, Scale, type Sum } from './weigh.ts';

/** How the usual messages begin, and the longest of them, in characters. */
const CALL = '["push",["pipeline",0,["';
const PULL = '["pull",';
const RELEASE = '["release",';
const SHORT = 512;

const [PUSHED, PULLED, RELEASED] = ['h', 'l', 'e'].map((letter) => letter.charCodeAt(0));

const { valueBytes: VALUE, bytes: MOST } = limits.answer;
const { cost, references: MOST_HELD } = limits;
/** The main object, and what is none of the client's results. */
const main: Result = { bytes: VALUE, stubs: 1, waits: false };

/** A result that the client holds: as often as it says, for a release may be for less than all. */
interface Held extends Result {
  count: number;
}

/**
 * Follows a session of Cap’n Web from outside, and bounds what its references make of small messages.
 * The library evaluates an expression when it arrives, whether or not anybody asks for the result, and
 * copies each result wherever it is referred to. So an expression costs what it has become by then,
 * which is paid at once and not given back; a result is held until its last release.
 */
export class CapnwebSession {
  /** Results that the client holds, by number, and the main object, which no release takes away. */
  readonly #held = new Map<number, Held>([[0, { ...main, count: Infinity }]]);
  #heldBytes = 0;
  /** Results made so far: their numbers are counted by both ends. */
  #made = 0;
  /** For references to what has no number here: the most of what streams made, and of what was told. */
  #streamed: Result = main;
  #told: Result = main;
  #stubs = 0;
  #pulled = 0;
  #waiting = { results: 0, bytes: 0 };

  readonly #mostWaiting: { results: number; bytes: number };

  /** @param mostWaiting where what calls wait for ends by itself; {@link limits} has that of the rest */
  constructor(mostWaiting: { results: number; bytes: number } = cost.waiting) {
    this.#mostWaiting = mostWaiting;
  }

  /** For a socket: each answer by itself. */
  readonly check: Check = (text, costs) => {
    if (!this.#usual(text)) this.#any(text, costs);
  };

  /** For a batch over HTTP: all its answers together. */
  checkBatch(lines: readonly string[], costs: CostBudget): void {
    ensure('message.lines', lines.length, limits.message.lines);
    for (const line of lines) {
      this.check(line, costs);
      ensure('answer.bytes', this.#pulled, MOST);
    }
  }

  /** Takes note of what a session mostly consists of: a plain call of the main object, its pull, its release. */
  #usual(message: string): boolean {
    if (message.length > SHORT) return false;
    // The letter that tells `push`, `pull` and `release` apart.
    const letter = message.charCodeAt(5);
    if (letter === PUSHED) {
      if (!isPlainCall(message)) return false;
      this.#hold({ bytes: 2 * VALUE + message.length, stubs: 0, waits: false });
      return true;
    }
    if (letter === PULLED && message.startsWith(PULL)) {
      const result = this.#held.get(numberIn(message, PULL.length, message.length - 1));
      if (result === undefined || result.stubs > 0) return false;
      this.#pulled += result.bytes;
      return true;
    }
    if (letter !== RELEASED || !message.startsWith(RELEASE)) return false;
    const comma = message.indexOf(',', RELEASE.length);
    const id = numberIn(message, RELEASE.length, comma);
    const count = numberIn(message, comma + 1, message.length - 1);
    return !Number.isNaN(count) && this.#release(id, count);
  }

  #any(message: string, costs: CostBudget): void {
    const parsed: unknown = JSON.parse(skeleton(message));
    if (!Array.isArray(parsed)) return;
    const [kind, first, second] = parsed as unknown[];
    const weigh = (expression: unknown) =>
      new Scale(costs).weigh(expression, (id) => this.#known(id));
    if (kind === 'push') this.#hold(this.#checked(weigh(first)));
    else if (kind === 'stream') {
      // Released by its answer, which may come before or after the next message.
      this.#made += 1;
      this.#streamed = mostOf(this.#streamed, this.#checked(weigh(first)));
    } else if (kind === 'pipe') {
      costs.type('stream');
      this.#hold({ bytes: cost.types.stream, stubs: 1, waits: true });
    } else if (kind === 'pull') this.#pull(Number(first), costs);
    else if (kind === 'release') this.#release(Number(first), Number(second));
    else if (kind === 'resolve' || kind === 'reject') {
      const { bytes } = weigh(second);
      ensure('cost.answered', bytes, cost.answered);
      this.#wait(0, bytes);
    } else if (kind === 'abort') weigh(first);
  }

  /** A result that may be made. */
  #checked(sum: Sum): Sum {
    ensure('answer.bytes', sum.bytes, MOST);
    if (sum.waits) this.#wait(1, sum.read + sum.extra);
    return sum;
  }

  /** Takes note of what may be kept for as long as the client likes. */
  #wait(results: number, bytes: number): void {
    this.#waiting.results += results;
    this.#waiting.bytes += Math.max(0, bytes - cost.waiting.free);
    ensure('cost.waiting.results', this.#waiting.results, this.#mostWaiting.results);
    ensure('cost.waiting.bytes', this.#waiting.bytes, this.#mostWaiting.bytes);
  }

  #hold({ bytes, stubs, waits }: Result): void {
    this.#made += 1;
    this.#held.set(this.#made, { bytes, stubs, waits, count: 1 });
    this.#heldBytes += bytes;
    ensure('references', this.#held.size - 1, MOST_HELD);
    ensure('cost.held', this.#heldBytes, cost.held);
  }

  /** @returns whether the result is known */
  #release(id: number, count: number): boolean {
    if (id < 0) this.#stubs = Math.max(0, this.#stubs - count);
    const result = this.#held.get(id);
    if (result === undefined) return false;
    result.count -= count;
    // Of a count that is no number, nothing is given back.
    if (!(result.count <= 0)) return true;
    this.#held.delete(id);
    this.#heldBytes -= result.bytes;
    return true;
  }

  #pull(id: number, costs: CostBudget): void {
    const { bytes, stubs, waits } = this.#known(id);
    this.#pulled += bytes;
    if (stubs === 0) return;
    costs.spend(stubs * cost.told);
    this.#stubs += stubs;
    ensure('references', this.#stubs, MOST_HELD);
    this.#told = mostOf(this.#told, { bytes, stubs, waits });
  }

  #known(id: number): Result {
    if (id < 0) return this.#told;
    return this.#held.get(id) ?? this.#streamed;
  }
}

/** The whole number that stands between two places, as the library writes it; NaN for anything else. */
function numberIn(text: string, from: number, end: number): number {
  if (end <= from || end - from > 15) return NaN;
  let value = 0;
  for (let at = from; at < end; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return NaN;
    value = 10 * value + digit;
  }
  return value;
}

/** Calls that were found plain: a session makes the same one again and again. */
const plainCalls = new Set<string>();
const MOST_REMEMBERED = 256;

/** Whether a message calls a method of the main object with plain values. */
function isPlainCall(message: string): boolean {
  if (plainCalls.has(message)) return true;
  if (!message.startsWith(CALL)) return false;
  const end = message.indexOf('"', CALL.length);
  // Whatever is no plain value begins with a bracket, behind that of the arguments.
  if (!message.startsWith('"],[', end) || message.includes('[', end + 4)) return false;
  const name = message.slice(CALL.length, end);
  if (name !== 'echo' && !isScalar(name)) return false;
  if (message.includes('{', end + 4)) return false;
  if (plainCalls.size >= MOST_REMEMBERED) plainCalls.clear();
  plainCalls.add(message);
  return true;
}

function mostOf(one: Result, other: Result): Result {
  return {
    bytes: Math.max(one.bytes, other.bytes),
    stubs: Math.max(one.stubs, other.stubs),
    waits: one.waits || other.waits,
  };
}
