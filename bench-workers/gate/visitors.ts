import type { VisitorLimits } from './config.ts';
import type { Reached, Refusal } from './protocol.ts';

const MINUTE_MS = 60_000;
/** Sockets close when somebody closes them: nobody knows when, so one may look again soon. */
const LOOK_AGAIN_MS = 10_000;

/** What one visitor has at the moment. */
export class Visitor {
  sockets = 0;
  #minute = 0;
  #connections = 0;
  readonly #objects = new Set<string>();

  /** Why this visitor may not open one more; undefined when it may. Counts nothing. */
  refusal(limits: VisitorLimits, now: number, object?: string): Refusal | undefined {
    this.#turn(now);
    const refused = (reached: Reached, limit: number, retryAt: number) => ({
      reached,
      limit,
      retryAt,
    });
    if (this.sockets >= limits.sockets) {
      return refused('sockets', limits.sockets, now + LOOK_AGAIN_MS);
    }
    const nextMinute = (this.#minute + 1) * MINUTE_MS;
    if (this.#connections >= limits.connectionsPerMinute) {
      return refused('connections', limits.connectionsPerMinute, nextMinute);
    }
    const known = object !== undefined && this.#objects.has(object);
    if (!known && this.#objects.size >= limits.objectsPerMinute) {
      return refused('objects', limits.objectsPerMinute, nextMinute);
    }
    return undefined;
  }

  /** Counts a connection to an object; answers whether it is the first of this minute. */
  enter(object: string, now: number): boolean {
    this.#turn(now);
    this.#connections += 1;
    const known = this.#objects.has(object);
    this.#objects.add(object);
    return !known;
  }

  /** Whether nothing of it need be remembered. */
  isGone(now: number): boolean {
    return this.sockets === 0 && Math.floor(now / MINUTE_MS) !== this.#minute;
  }

  #turn(now: number): void {
    const minute = Math.floor(now / MINUTE_MS);
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.#connections = 0;
    this.#objects.clear();
  }
}

/** Hashes addresses with a salt that is made anew each day; neither leaves the memory. */
export class DailyHash {
  #salt = '';
  #day = '';

  /** @param day the day in UTC */
  async of(address: string, day: string): Promise<string> {
    if (day !== this.#day) [this.#day, this.#salt] = [day, crypto.randomUUID()];
    const bytes = new TextEncoder().encode(this.#salt + address);
    return String(new Uint32Array(await crypto.subtle.digest('SHA-256', bytes)));
  }
}

/** Visitors by the hash of their addresses. */
export class Visitors {
  readonly #visitors = new Map<string, Visitor>();
  readonly #hash = new DailyHash();

  /** @param day the day in UTC */
  async of(address: string, day: string): Promise<Visitor> {
    const hash = await this.#hash.of(address, day);
    const known = this.#visitors.get(hash);
    if (known !== undefined) return known;
    const visitor = new Visitor();
    this.#visitors.set(hash, visitor);
    return visitor;
  }

  /** Forgets those of whom nothing need be remembered. */
  forget(now: number): void {
    for (const [hash, visitor] of this.#visitors) {
      if (visitor.isGone(now)) this.#visitors.delete(hash);
    }
  }

  get size(): number {
    return this.#visitors.size;
  }
}
