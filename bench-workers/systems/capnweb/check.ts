import { skeleton } from '../../guard/scan.ts';
import { type Check, closeCodes, limits, refusal, type Refusal } from '../../limits.ts';
import { MAX_TEXT_LENGTH } from '../../payload-text.ts';

/** A reference to what an earlier message made, or to the main object: `["pipeline", 3, …`. */
const REFERENCE = /"(?:pipeline|import|remap)"\s*,\s*([-+.\deE]+)/g;
const MESSAGE = /^\s*\[\s*"([a-z]+)"(?:\s*,\s*([-+.\deE]+))?/;

/** How the usual messages begin, and the longest of them, in characters. */
const CALL = '["push",["pipeline",0,';
const PULL = '["pull",';
const RELEASE = '["release",';
const SHORT = 512;
/** What makes a call refer to other results or have a large one; also where it is spelt otherwise. */
const UNUSUAL = ['"pipeline"', '"import"', '"remap"', '"download"', '\\u'];

/** What a result weighs at least, in bytes. */
const LEAST = 64;
const { bytes: MOST } = limits.answer;

/**
 * Follows a session of Cap’n Web from outside, and bounds what its references make of small messages:
 * each message makes a result that others may refer to as often as they like, and a result that is
 * answered is written out at each place. So a result weighs as much as its own message with all that
 * it refers to, and none may weigh more than an answer may have.
 */
export class CapnwebSession {
  /** Results that the client holds, by number; the main object, 0, weighs nothing. */
  readonly #held = new Map<number, number>();
  #made = 0;
  #pulled = 0;

  /** For a socket: each answer by itself. */
  readonly check: Check = (text) => this.#look(text);

  /** For a batch over HTTP: all its answers together. */
  checkBatch(lines: readonly string[]): Refusal | undefined {
    if (lines.length > limits.message.lines) {
      return refusal(closeCodes.policy, 'message.lines', limits.message.lines);
    }
    for (const line of lines) {
      const found = this.#look(line);
      if (found !== undefined) return found;
      if (this.#pulled > MOST) return refusal(closeCodes.policy, 'answer.bytes', MOST);
    }
    return undefined;
  }

  #look(message: string): Refusal | undefined {
    return this.#usual(message) ? undefined : this.#any(message);
  }

  /** Takes note of what a session mostly consists of: a plain call of the main object, its pull, its release. */
  #usual(message: string): boolean {
    if (message.length > SHORT) return false;
    if (message.startsWith(CALL)) {
      const rest = CALL.length;
      if (UNUSUAL.some((word) => message.includes(word, rest))) return false;
      if (this.#held.size >= limits.references) return false;
      this.#made += 1;
      this.#held.set(this.#made, LEAST + message.length);
      return true;
    }
    const isPull = message.startsWith(PULL);
    if (!isPull && !message.startsWith(RELEASE)) return false;
    const end = isPull ? message.indexOf(']') : message.indexOf(',', RELEASE.length);
    // As JSON reads it: 1e1 is 10.
    const id = Number(message.slice(isPull ? PULL.length : RELEASE.length, end));
    if (isPull) this.#pulled += this.#held.get(id) ?? 0;
    else this.#held.delete(id);
    return true;
  }

  #any(message: string): Refusal | undefined {
    const text = spelt(message);
    const [, kind, id] = MESSAGE.exec(text) ?? [];
    if (kind === 'release') this.#held.delete(Number(id));
    if (kind === 'pull') this.#pulled += this.#held.get(Number(id)) ?? 0;
    if (kind !== 'push' && kind !== 'stream' && kind !== 'pipe') return undefined;

    const weight = this.#weigh(text, message.length);
    if (weight > MOST) return refusal(closeCodes.policy, 'answer.bytes', MOST);
    this.#made += 1;
    // What a stream is given is released by its answer.
    if (kind !== 'stream') this.#held.set(this.#made, weight);
    if (this.#held.size <= limits.references) return undefined;
    return refusal(closeCodes.policy, 'references', limits.references);
  }

  #weigh(text: string, length: number): number {
    let weight = LEAST + length;
    for (const [, id] of text.matchAll(REFERENCE)) weight += this.#held.get(Number(id)) ?? 0;
    if (text.includes('"download"')) weight += MAX_TEXT_LENGTH;
    // Instructions for each item of a list; a list of n weighs 2 n at the least.
    const maps = text.split('"remap"').length - 1;
    return maps === 0 ? weight : ((weight / 2) * length) ** maps;
  }
}

/** A message with its long texts cut, and nothing in it that only looks different. */
function spelt(message: string): string {
  const text = skeleton(message);
  if (!text.includes('\\u')) return text;
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
