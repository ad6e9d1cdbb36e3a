import { rateLimiterOf, type Env } from '../env.ts';
import {
  amountNames,
  type Amounts,
  amountsOf,
  NOTHING,
  type RateLimiter,
  type Refusal,
  type Ticket,
} from './protocol.ts';

/**
 * First and largest part of the day that an object with sockets asks for at once; it doubles in
 * between. One that has only requests begins with what it owes.
 */
const FIRST_CHUNK = 40;
const LARGEST_CHUNK = 1000;
/** Seconds that an object leases which something keeps awake. */
const SECONDS_CHUNK = 60;
/** How long after a request what is left goes back, in ms, and the least that is worth a message. */
const GIVE_BACK_MS = 2000;
const WORTH_IT = 8;
/** An object that was woken answers first, in ms: its rate limiter may have to be woken too. */
const AFTER_WAKING_MS = 20;

/**
 * Counts what one object uses of the day. It leases ahead, in the background: a message is counted
 * by two subtractions and waits for nobody.
 */
export class Meter {
  readonly #env: Env;
  readonly #onRefused: (refusal: Refusal) => void;
  #left: Amounts = { ...NOTHING };
  #chunk = 0;
  #low = 0;
  #asking = false;
  #woken = false;
  /** Why the day has no more: what was leased is still used. */
  #refusal: Refusal | undefined;
  /** Whoever came in last; undefined in an instance that an alarm woke. */
  #ticket: Ticket | undefined;
  /** Requests under way and sockets in memory, which keep the object awake; since when it is counted. */
  #open = 0;
  #since = 0;
  #timer: number | null = null;

  /** @param onRefused called when the day has no more, and what was leased is used */
  constructor(env: Env, onRefused: (refusal: Refusal) => void) {
    this.#env = env;
    this.#onRefused = onRefused;
  }

  /** Adds what came with a ticket; one without a lease is of an instance that was woken. */
  begin(ticket: Ticket, lease?: Amounts): void {
    this.#ticket = ticket;
    if (lease === undefined) this.#woken = true;
    else this.#add(lease);
    if (lease === undefined || lease.messages >= FIRST_CHUNK) this.#leaseAhead(FIRST_CHUNK);
  }

  count(messages: number, rows: number): void {
    this.#left.messages -= messages;
    this.#left.rows -= rows;
    if (this.#left.messages < this.#low || this.#left.rows < this.#low) this.#draw();
  }

  /** Notes that something begins which keeps the object awake: its time is counted until the last ends. */
  open(): void {
    this.#open += 1;
    if (this.#open > 1) return;
    this.#since = Date.now();
    this.#watch();
  }

  /** @param last whether the object has nothing else open, a socket that sleeps neither */
  close(last: boolean): void {
    this.#countTime();
    this.#open -= 1;
    if (this.#open > 0) return;
    this.#stopWatching();
    if (!last || amountNames.every((name) => this.#left[name] <= WORTH_IT)) return;
    // Whoever made a request is likely to make another.
    this.#timer = setTimeout(() => {
      this.#leave(this.#takeLeft());
    }, GIVE_BACK_MS);
  }

  /**
   * Counts so much before it is used, and leases what is lacking first, so that nothing has to be
   * asked for meanwhile.
   *
   * @returns what is left where the day has less, and why; nothing is counted then
   */
  async take(
    messages: number,
    rows: number,
  ): Promise<{ left: Amounts; refusal: Refusal } | undefined> {
    const lack = (needed: number, left: number) =>
      needed === 0 ? 0 : Math.max(0, needed + this.#low - left);
    while (this.#ticket !== undefined) {
      const lacking = {
        ...NOTHING,
        messages: lack(messages, this.#left.messages),
        rows: lack(rows, this.#left.rows),
      };
      if (lacking.messages + lacking.rows === 0) break;
      const answer = await this.#limiter(this.#ticket).draw(this.#ticket, lacking);
      if (!('refusal' in answer)) {
        this.#add(answer);
        continue;
      }
      if (this.#left.messages >= messages && this.#left.rows >= rows) break;
      const left = { ...this.#left };
      // It is others’ as well.
      this.#left.messages = Math.min(left.messages, this.#low);
      this.#left.rows = Math.min(left.rows, this.#low);
      this.#leave(amountsOf((name) => left[name] - this.#left[name]));
      return { left, refusal: answer.refusal };
    }
    this.count(messages, rows);
    return undefined;
  }

  /** Says that a socket or a stream closed; after the last one, what is left goes back. */
  leave(ticket: Ticket, last: boolean): void {
    this.#countTime();
    if (last && this.#open === 0) this.#stopWatching();
    this.#leave(last ? this.#takeLeft() : NOTHING, ticket);
  }

  #takeLeft(): Amounts {
    const left = this.#left;
    this.#left = { ...NOTHING };
    return left;
  }

  #leave(left: Amounts, ticket?: Ticket): void {
    const of = ticket ?? this.#ticket;
    if (of === undefined) return;
    // A rate limiter that broke has forgotten the ticket; what was left counts as used.
    this.#limiter(of)
      .leave(of, left, ticket?.id)
      .catch(() => undefined);
  }

  #limiter({ place }: Ticket): RateLimiter {
    return rateLimiterOf(this.#env, place);
  }

  #add(lease: Amounts): void {
    for (const name of amountNames) this.#left[name] += lease[name];
  }

  /** Counts the time since it was last counted. */
  #countTime(): void {
    const now = Date.now();
    if (this.#open > 0) this.#left.seconds -= (now - this.#since) / 1000;
    this.#since = now;
  }

  /** Looks again when half of the leased time is over. */
  #watch(): void {
    this.#stopWatching();
    const halfMs = Math.max(1000, this.#left.seconds * 500);
    this.#timer = setTimeout(() => {
      this.#countTime();
      if (this.#left.seconds < SECONDS_CHUNK / 2) this.#draw();
      this.#watch();
    }, halfMs);
  }

  #stopWatching(): void {
    clearTimeout(this.#timer);
    this.#timer = null;
  }

  #leaseAhead(chunk: number): void {
    if (chunk <= this.#chunk) return;
    this.#chunk = chunk;
    this.#low = chunk / 2;
  }

  #draw(): void {
    if (this.#refusal !== undefined) {
      const { messages, rows, seconds } = this.#left;
      if (Math.min(messages, rows, seconds) < 0) this.#onRefused(this.#refusal);
      return;
    }
    if (this.#asking || this.#ticket === undefined) return;
    this.#asking = true;
    const ticket = this.#ticket;
    if (this.#woken) setTimeout(() => this.#ask(ticket), AFTER_WAKING_MS);
    else this.#ask(ticket);
    this.#woken = false;
  }

  #ask(ticket: Ticket): void {
    this.#leaseAhead(Math.min(2 * Math.max(this.#chunk, WORTH_IT / 2), LARGEST_CHUNK));
    const { messages, rows, seconds } = this.#left;
    const wanted = {
      ...NOTHING,
      messages: Math.max(0, this.#chunk - messages),
      rows: Math.max(0, this.#chunk - rows),
      seconds: Math.max(0, (this.#open > 0 ? SECONDS_CHUNK : 0) - seconds),
    };
    this.#limiter(ticket)
      .draw(ticket, wanted)
      .then((answer) => {
        this.#asking = false;
        if ('refusal' in answer) {
          this.#refusal = answer.refusal;
          this.count(0, 0);
        } else {
          this.#add(answer);
        }
      })
      .catch(() => {
        // The rate limiter is being moved; the next message asks again.
        this.#asking = false;
      });
  }
}
