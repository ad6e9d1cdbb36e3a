/** Amounts of a day, and messages about them between the Worker, its objects and the day’s budget. */

/**
 * Amounts of a day: objects, one a connection; messages, of which 20 are a request; rows written; and seconds that
 * sockets in memory or requests keep objects awake, 0.128 GB-s each.
 */
export const amountNames = ['objects', 'messages', 'rows', 'seconds'] as const;
type AmountName = (typeof amountNames)[number];
export type Amounts = Record<AmountName, number>;

export function amountsOf(value: (name: AmountName) => number): Amounts {
  return Object.fromEntries(amountNames.map((name) => [name, value(name)])) as Amounts;
}

export const NOTHING: Readonly<Amounts> = amountsOf(() => 0);

/** @throws RangeError for a number that is not whole or below 0: nobody pays less than nothing */
export function expectAmounts(amounts: Readonly<Record<string, unknown>>, within = ''): void {
  for (const [name, amount] of Object.entries(amounts)) {
    if (Number.isSafeInteger(amount) && (amount as number) >= 0) continue;
    throw new RangeError(
      `${within}${name}: got ${JSON.stringify(amount)}, expected a whole number from 0`,
    );
  }
}

/** Who pays for an object. */
export interface Payer {
  /** One of 1,024 numbers, too few to tell who it is: four million addresses of IPv4 have each. */
  visitor: number;
  /** When the gate let it in, in ms since 1970. */
  openedAt: number;
  /** `first` brings an allowance; `again` is a later request of a client over HTTP; a tag has none. */
  visit?: 'first' | 'again';
  /** Number of a socket’s place in the isolate, until its object has it. */
  place?: number;
}

/** Why nobody may come in now: a limit of this minute or moment, of the day, or of a visitor’s part of it. */
export interface Refusal {
  reached:
    | 'sockets'
    | 'connections'
    | 'requests'
    | 'questions'
    | `day-${AmountName}`
    | `visitor-${AmountName}`;
  limit: number;
  /** When it opens again, in ms since 1970; for sockets, when to look again. */
  retryAt: number;
}

/** Sets what an isolate remembers, at most 10,000 of a kind: the oldest goes first. */
export function remember<Value>(memory: Map<string, Value>, key: string, value: Value): void {
  memory.set(key, value);
  const [oldest] = memory.keys();
  if (memory.size > 10_000 && oldest !== undefined) memory.delete(oldest);
}

/** The day in UTC: `2026-11-22`. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** When the day ends that a moment lies in, in ms since 1970. */
export const endOfDay = (ms: number): number => Date.parse(dayOf(ms)) + 86_400_000;

/**
 * The network of one visitor: the first 64 bits of IPv6, because one person has all addresses below them; the whole
 * address of IPv4, also if it is written as IPv6. Another text is returned as it is.
 */
export function networkOf(address: string): string {
  const ipv4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  const text = `http://[${address}]`;
  if (ipv4 !== undefined || !address.includes(':') || !URL.canParse(text)) return ipv4 ?? address;
  // In the form of RFC 5952, without an IPv4 address in it.
  const halves = new URL(text).hostname.slice(1, -1).split('::');
  const [first = [], last = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}
