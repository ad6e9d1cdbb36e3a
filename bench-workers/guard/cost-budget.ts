import { closeCodes, limits, refusal, type Refusal } from '../limits.ts';
import { lengthOf } from './scan.ts';

const { cost } = limits;
const SECOND_MS = 1000;

/** Thrown where a message passes a limit, however deep inside it that is found. */
export class LimitPassed extends Error {
  readonly refusal: Refusal;

  constructor(code: number, limit: string, most: number) {
    super(`message: got one over ${limit}, expected at most ${most}`);
    this.refusal = refusal(code, limit, most);
  }
}

/** A kind of value that takes more than a plain one. */
export type CostlyType = keyof typeof cost.types;

/**
 * What the messages of one socket, or one request, make the server compute beyond reading them. It is
 * paid before anything is done. Every method throws a {@link LimitPassed} where that is too much.
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

  /** Looks whether a message may make so much more, in bytes, without paying for it. */
  ensure(bytes: number): void {
    if (this.#message + bytes <= cost.message) return;
    throw new LimitPassed(closeCodes.policy, 'cost.message', cost.message);
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
    if (this.#second.spent > cost.perSecond) {
      throw new LimitPassed(closeCodes.tryLater, 'cost.perSecond', cost.perSecond);
    }
  }

  type(type: CostlyType): void {
    this.spend(cost.types[type]);
  }

  /** @param digits of which converting takes more than linear time */
  bigint(digits: number): void {
    const { policy } = closeCodes;
    const most = limits.message.digits;
    if (digits > most) throw new LimitPassed(policy, 'message.digits', most);
    this.#bigints += 1;
    if (this.#bigints > cost.bigints) throw new LimitPassed(policy, 'cost.bigints', cost.bigints);
    // Those before it in one bucket are compared with it: 30 ns each, and 6 bytes.
    this.spend(6 * (this.#bigints - 1));
  }

  /** Members of a Set, or keys of a Map. */
  members(count: number): void {
    this.#members += count;
    if (this.#members > cost.members) {
      throw new LimitPassed(closeCodes.policy, 'cost.members', cost.members);
    }
    // Half of those in one bucket are compared with each: 5 ns, and a byte.
    this.spend((count * this.#members) / 2);
  }

  /** A class by a property of Unicode, as in `\p{L}`, is a list of hundreds of ranges. */
  regexp(source: string, flags: string): void {
    if (lengthOf(source) > cost.pattern || /\\p/i.test(source) || flags.includes('v')) {
      throw new LimitPassed(closeCodes.policy, 'cost.pattern', cost.pattern);
    }
    this.type('regexp');
  }
}
