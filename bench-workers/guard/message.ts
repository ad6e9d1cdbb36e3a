/** The text of a message looked over without parsing it, and the cost of its values, paid in advance. */
import { closeCodes, limits, refusal, type Refusal, unreadable } from '../limits.ts';

const { cost } = limits;
const SECOND_MS = 1000;

/** Thrown where a message passes a limit or is none of its protocol, however deep inside it that is found. */
export class MessageRefused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`message: got one that this bench does not take: ${refusal.reason}`);
    this.refusal = refusal;
  }
}

/**
 * @param limit its path in {@link limits}
 * @throws MessageRefused where more was got, or what is no number
 */
export function ensure(limit: string, got: number, most: number, code: number = closeCodes.policy) {
  if (!(got <= most)) throw new MessageRefused(refusal(code, limit, most));
}

/** @throws MessageRefused with what was expected, unless that is so */
export function ensureReadable(holds: boolean, expected: string): asserts holds {
  if (!holds) throw new MessageRefused(unreadable(expected));
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The refusal with which some work ends; undefined where it goes well. */
export function refusalIn(work: () => void): Refusal | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof MessageRefused) return error.refusal;
    throw error;
  }
}

/**
 * The limit that a JSON passes which has too many values or nests too deep; undefined for others. It
 * stops at the first value too many. Of what is no JSON it says something too: that is for whoever
 * parses it.
 */
export function limitPassed(
  text: string,
  most: { depth: number; values: number },
): 'depth' | 'values' | undefined {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfText(text, at);
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth += 1;
      values += 1;
      if (depth > most.depth) return 'depth';
      if (values > most.values) return 'values';
    } else if (code === COMMA) {
      values += 1;
      if (values > most.values) return 'values';
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      depth -= 1;
    }
  }
  return undefined;
}

/** The place of the quotation mark that ends the text which begins at one; the end where none does. */
function endOfText(text: string, start: number): number {
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return text.length;
    let before = quote - 1;
    while (before >= from && text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((quote - 1 - before) % 2 === 0) return quote;
    from = quote + 1;
  }
}

/** The longest text that {@link skeleton} leaves as it is, in characters. */
const SHORT = 1024;
/** The beginning of what stands for a longer one, before its length and its place: no two are alike, for they may be keys. */
const LONG = '\0text of ';

/**
 * The same JSON with its long texts replaced by their lengths, so that parsing it costs next to
 * nothing where a message is large because of its texts.
 */
export function skeleton(text: string): string {
  if (text.length <= SHORT) return text;
  const parts: string[] = [];
  let kept = 0;
  for (let at = text.indexOf('"'); at >= 0;) {
    const end = endOfText(text, at);
    if (end - at - 1 > SHORT) {
      parts.push(text.slice(kept, at), JSON.stringify(`${LONG}${end - at - 1} at ${at}`));
      kept = end + 1;
    }
    at = text.indexOf('"', end + 1);
  }
  return parts.length === 0 ? text : `${parts.join('')}${text.slice(kept)}`;
}

/** The length of a text as it was before {@link skeleton}. */
export function lengthOf(text: string): number {
  if (!text.startsWith(LONG)) return text.length;
  // A client can write the same, and no less than there is of it.
  return Math.max(parseInt(text.slice(LONG.length), 10) || 0, text.length);
}

/** The JSON of a text whose long texts do not matter; undefined for what is no JSON. */
export function parseSkeleton(text: string): unknown {
  try {
    return JSON.parse(skeleton(text));
  } catch {
    return undefined;
  }
}

/** Whether a value is an object of JSON. */
export function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The types that a library makes of JSON and that cost more than their size. */
export type CostlyType = 'set' | 'map' | 'error' | 'bigint' | 'url' | 'regexp';

/**
 * The work that the messages of one socket, or one request, make for the server beyond reading them. It
 * is paid before anything is done. Every method throws {@link MessageRefused} where that is too much.
 */
export class CostBudget {
  #second = { at: -Infinity, spent: 0 };
  #message = 0;
  #members = 0;
  #bigints = 0;

  /** A new message has arrived. */
  begin(): void {
    this.#message = 0;
    this.#members = 0;
    this.#bigints = 0;
  }

  /** Refuses a message that could not make so much more, in bytes, without paying for it. */
  ensure(bytes: number): void {
    ensure('cost.message', this.#message + bytes, cost.message);
  }

  /** Pays for what a message makes, in bytes: see {@link limits.cost}. */
  spend(bytes: number): void {
    if (bytes <= 0) return;
    this.ensure(bytes);
    const before = Math.max(this.#message, cost.common);
    this.#message += bytes;
    const uncommon = Math.max(this.#message, cost.common) - before;
    if (uncommon === 0) return;
    const now = Date.now();
    if (now - this.#second.at >= SECOND_MS) this.#second = { at: now, spent: 0 };
    this.#second.spent += uncommon;
    ensure('cost.perSecond', this.#second.spent, cost.perSecond, closeCodes.tryLater);
  }

  /** Pays for a value that takes more than a plain one. */
  type(type: keyof typeof cost.types): void {
    this.spend(cost.types[type]);
  }

  /** @param digits of which converting takes more than linear time */
  bigint(digits: number): void {
    ensure('message.digits', digits, limits.message.digits);
    this.#bigints += 1;
    ensure('cost.bigints', this.#bigints, cost.bigints);
    // Those before it in one bucket are compared with it: 30 ns each, and 6 bytes.
    this.spend(6 * (this.#bigints - 1));
  }

  /** Members of a Set, or keys of a Map. */
  members(count: number): void {
    this.#members += count;
    ensure('cost.members', this.#members, cost.members);
    // Half of those in one bucket are compared with each: 5 ns, and a byte.
    this.spend((count * this.#members) / 2);
  }

  /** A class by a property of Unicode, as in `\p{L}`, is a list of hundreds of ranges. */
  regexp(source: string, flags: string): void {
    const isCostly = /\\p/i.test(source) || flags.includes('v');
    ensure('cost.pattern', isCostly ? Infinity : lengthOf(source), cost.pattern);
    this.type('regexp');
  }

  /**
   * Pays for a value that a library makes of JSON: a Set or a Map of the list of its members, an error
   * of its fields, all else of a text.
   *
   * @returns whether the JSON is such a one
   */
  madeOf(json: unknown, type: CostlyType): boolean {
    if (type === 'set' || type === 'map') {
      if (!Array.isArray(json)) return false;
      this.members(json.length);
    } else if (type === 'error') {
      if (!isFields(json)) return false;
      this.type(type);
    } else {
      if (typeof json !== 'string') return false;
      if (type === 'bigint') this.bigint(lengthOf(json));
      else if (type === 'url') this.type(type);
      else this.regexp(json, json.slice(json.lastIndexOf('/') + 1));
    }
    return true;
  }
}
