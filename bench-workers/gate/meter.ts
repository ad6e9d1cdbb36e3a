import type { Env } from '../env.ts';
import type { Lease, Refusal } from './protocol.ts';
import { doorOf } from './stubs.ts';
import type { Ticket } from './ticket.ts';

/** First and largest part of the day that an object asks for at once; it doubles in between. */
const FIRST_CHUNK = 40;
const LARGEST_CHUNK = 1000;
/** An object that was woken answers first, in ms: its door may have to be woken too. */
const AFTER_WAKING_MS = 20;

/**
 * Counts what one object uses of the day. It leases ahead, in the background: a message is counted
 * by two subtractions and waits for nobody.
 */
export class Meter {
  readonly #env: Env;
  readonly #onRefused: (refusal: Refusal) => void;
  #left: Lease = { messages: 0, rows: 0 };
  #chunk = FIRST_CHUNK;
  #low = FIRST_CHUNK / 2;
  #asking = false;
  #woken = false;
  /** Why the day has no more: what was leased is still used. */
  #refusal: Refusal | undefined;
  /** Whoever came in last; undefined in an instance that an alarm woke. */
  #ticket: Ticket | undefined;

  /** @param onRefused called when the day has no more, and what was leased is used */
  constructor(env: Env, onRefused: (refusal: Refusal) => void) {
    this.#env = env;
    this.#onRefused = onRefused;
  }

  /** Adds what came with a ticket; one without a lease is of an instance that was woken. */
  begin(ticket: Ticket, lease?: Lease): void {
    this.#ticket = ticket;
    if (lease === undefined) {
      this.#woken = true;
      return;
    }
    this.#left.messages += lease.messages;
    this.#left.rows += lease.rows;
  }

  count(messages: number, rows: number): void {
    this.#left.messages -= messages;
    this.#left.rows -= rows;
    if (this.#left.messages < this.#low || this.#left.rows < this.#low) this.#draw();
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
  ): Promise<{ left: Lease; refusal: Refusal } | undefined> {
    const lack = (needed: number, left: number) =>
      needed === 0 ? 0 : Math.max(0, needed + this.#low - left);
    while (this.#ticket !== undefined) {
      const lacking = {
        messages: lack(messages, this.#left.messages),
        rows: lack(rows, this.#left.rows),
      };
      if (lacking.messages + lacking.rows === 0) break;
      const { place, share } = this.#ticket;
      const door = doorOf(this.#env, place);
      const answer = await door.draw(share, lacking);
      if (!('refusal' in answer)) {
        this.#left.messages += answer.messages;
        this.#left.rows += answer.rows;
        continue;
      }
      if (this.#left.messages >= messages && this.#left.rows >= rows) break;
      const left = { ...this.#left };
      // It is others’ as well.
      this.#left = {
        messages: Math.min(left.messages, this.#low),
        rows: Math.min(left.rows, this.#low),
      };
      const { refusal } = answer;
      await door.leave(share, {
        messages: left.messages - this.#left.messages,
        rows: left.rows - this.#left.rows,
      });
      return { left, refusal };
    }
    this.count(messages, rows);
    return undefined;
  }

  /** Says that a socket closed; after the last one, what is left goes back. */
  leave(ticket: Ticket, last: boolean): void {
    const left = last ? this.#left : { messages: 0, rows: 0 };
    if (last) this.#left = { messages: 0, rows: 0 };
    const leaving = doorOf(this.#env, ticket.place).leave(ticket.share, left, ticket.id);
    // A door that broke has forgotten the ticket; what was left counts as used.
    leaving.catch(() => undefined);
  }

  #draw(): void {
    if (this.#refusal !== undefined) {
      if (Math.min(this.#left.messages, this.#left.rows) < 0) this.#onRefused(this.#refusal);
      return;
    }
    if (this.#asking || this.#ticket === undefined) return;
    this.#asking = true;
    const ticket = this.#ticket;
    if (this.#woken) setTimeout(() => this.#ask(ticket), AFTER_WAKING_MS);
    else this.#ask(ticket);
    this.#woken = false;
  }

  #ask({ place, share }: Ticket): void {
    this.#chunk = Math.min(2 * this.#chunk, LARGEST_CHUNK);
    this.#low = this.#chunk / 2;
    const wanted = {
      messages: Math.max(0, this.#chunk - this.#left.messages),
      rows: Math.max(0, this.#chunk - this.#left.rows),
    };
    doorOf(this.#env, place)
      .draw(share, wanted)
      .then((answer) => {
        this.#asking = false;
        if ('refusal' in answer) {
          this.#refusal = answer.refusal;
          this.count(0, 0);
        } else {
          this.#left.messages += answer.messages;
          this.#left.rows += answer.rows;
        }
      })
      .catch(() => {
        // The door is being put elsewhere; the next message asks again.
        this.#asking = false;
      });
  }
}
