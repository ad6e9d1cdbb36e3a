import type { VisitorLimits } from './config.ts';
import { type Reached, type Refusal, type Visit, VISITOR_NUMBERS } from './protocol.ts';

const MINUTE_MS = 60_000;
/** Sockets close when somebody closes them: nobody knows when, so one may look again soon. */
const LOOK_AGAIN_MS = 10_000;

/** What one visitor has at the moment. */
export class Visitor {
  /** What its part of the day is counted by. */
  readonly number: number;
  /** Sockets and streams that are open. */
  sockets = 0;
  #minute = 0;
  #connections = 0;
  #requests = 0;
  readonly #objects = new Set<string>();

  constructor(number: number) {
    this.number = number;
  }

  /** Why this visitor may not open one more; undefined when it may. Counts nothing. */
  refusal(limits: VisitorLimits, now: number, visit: Visit, object?: string): Refusal | undefined {
    this.#turn(now);
    const refused = (reached: Reached, limit: number, retryAt: number) => ({
      reached,
      limit,
      retryAt,
    });
    if (visit !== 'request' && this.sockets >= limits.sockets) {
      return refused('sockets', limits.sockets, now + LOOK_AGAIN_MS);
    }
    const nextMinute = (this.#minute + 1) * MINUTE_MS;
    if (visit === 'socket' && this.#connections >= limits.connectionsPerMinute) {
      return refused('connections', limits.connectionsPerMinute, nextMinute);
    }
    if (visit !== 'socket' && this.#requests >= limits.requestsPerMinute) {
      return refused('requests', limits.requestsPerMinute, nextMinute);
    }
    const known = object !== undefined && this.#objects.has(object);
    if (!known && this.#objects.size >= limits.objectsPerMinute) {
      return refused('objects', limits.objectsPerMinute, nextMinute);
    }
    return undefined;
  }

  /** Counts a question why a socket would not open. */
  ask(): void {
    this.#connections += 1;
  }

  /** Counts a visit to an object; answers whether it is the first of this minute. */
  enter(object: string, now: number, visit: Visit): boolean {
    this.#turn(now);
    if (visit === 'socket') this.#connections += 1;
    else this.#requests += 1;
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
    this.#requests = 0;
    this.#objects.clear();
  }
}

/** Hashes addresses with a salt that is made anew each day; no address leaves the memory. */
export class DailyHash {
  salt: string;
  day: string;

  constructor(day = '', salt = '') {
    this.day = day;
    this.salt = salt;
  }

  /** @param day the day in UTC */
  async of(address: string, day: string): Promise<{ text: string; number: number }> {
    if (day !== this.day) [this.day, this.salt] = [day, crypto.randomUUID()];
    const bytes = new TextEncoder().encode(this.salt + address);
    const words = new Uint32Array(await crypto.subtle.digest('SHA-256', bytes));
    return { text: String(words), number: (words[0] ?? 0) % VISITOR_NUMBERS };
  }
}

/** Visitors by the hash of their addresses. */
export class Visitors {
  readonly #visitors = new Map<string, Visitor>();
  readonly #hash: DailyHash;

  constructor(hash: DailyHash) {
    this.#hash = hash;
  }

  /** @param day the day in UTC */
  async of(address: string, day: string): Promise<Visitor> {
    const { text, number } = await this.#hash.of(address, day);
    const known = this.#visitors.get(text);
    if (known !== undefined) return known;
    const visitor = new Visitor(number);
    this.#visitors.set(text, visitor);
    return visitor;
  }

  /** Forgets those of whom nothing need be remembered. */
  forget(now: number): void {
    for (const [hash, visitor] of this.#visitors) {
      if (visitor.isGone(now)) this.#visitors.delete(hash);
    }
  }

  /** Their numbers, each as often as it has visitors. */
  get numbers(): number[] {
    return [...this.#visitors.values()].map(({ number }) => number);
  }

  get size(): number {
    return this.#visitors.size;
  }
}

/**
 * The network that one visitor has: of IPv6 the first 64 bits, for whoever has one such address has
 * them all; of IPv4 the address, also where it is written as one of IPv6. What is no address is
 * itself.
 */
export function networkOf(address: string): string {
  const groups = groupsOf(address);
  if (groups === undefined) return address;
  const mapped = groups.slice(0, 5).every((each) => each === 0) && groups[5] === 0xffff;
  if (!mapped)
    return groups
      .slice(0, 4)
      .map((each) => each.toString(16))
      .join(':');
  return groups
    .slice(6)
    .flatMap((each) => [each >> 8, each & 0xff])
    .join('.');
}

/** The eight groups of an address of IPv6; undefined for anything else. */
function groupsOf(address: string): number[] | undefined {
  if (!address.includes(':') || !URL.canParse(`http://[${address}]`)) return undefined;
  // In the form of RFC 5952, without an IPv4 address in it.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const read = (text = '') =>
    text === '' ? [] : text.split(':').map((each) => parseInt(each, 16));
  const [first, last] = [read(before), read(after)];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}
