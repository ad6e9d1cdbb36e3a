/** What Worker, door, budget and objects say to each other. */

/** What a day has of: each connection opens an object; 20 messages count as one request. */
export interface Amounts {
  objects: number;
  messages: number;
  /** Rows written to an object's storage. */
  rows: number;
}

export const amountNames = ['objects', 'messages', 'rows'] as const satisfies ReadonlyArray<
  keyof Amounts
>;

export const NOTHING: Readonly<Amounts> = { objects: 0, messages: 0, rows: 0 };

/** Whose part of a day is used. */
export type Share = 'visitors' | 'nightly';

/** What was reached: sockets at once, connections or objects a minute, or an amount of the day. */
export type Reached = 'sockets' | 'connections' | 'objects' | `day-${keyof Amounts}`;

/** Why nobody may come in now. */
export interface Refusal {
  reached: Reached;
  limit: number;
  /** When it opens again, in ms since 1970; for sockets, when to look again. */
  retryAt: number;
}

/** What an object may use before it asks again: part of the day, leased through a door. */
export interface Lease {
  messages: number;
  rows: number;
}

/** Somebody who wants in. */
export interface Caller {
  /** What tells visitors apart; leaves the memory of Worker and door with the request. */
  address: string;
  /** Whether it is a page; the command line has smaller limits. */
  page: boolean;
  share: Share;
}

/** The answer to a caller: a ticket, which says nothing of the visitor, or why not. */
export type Entered = { ticket: string; lease: Lease } | { refusal: Refusal };

/** Counts the visitors of one data centre. */
export interface Door {
  /** What would refuse this caller now; counts nothing. */
  look(caller: Caller): Promise<Refusal | undefined>;
  /** @param socket whether it stays open; a request is over at once */
  enter(caller: Caller, object: string, socket: boolean): Promise<Entered>;
  /** Takes back what is left of a lease, and a ticket; one that is not known changes nothing. */
  leave(share: Share, left: Lease, ticket?: string): Promise<void>;
  /** More for an object, perhaps less than it wants; a refusal where the day has no more. */
  draw(share: Share, wanted: Lease): Promise<Lease | { refusal: Refusal }>;
}

/** How a part of the day stands: what it has, and what nobody has leased yet. */
export interface Standing {
  of: Amounts;
  left: Amounts;
}

/** Counts the day for all data centres. */
export interface Budget {
  /** Leases up to what is wanted; less where less is left. */
  lease(share: Share, wanted: Amounts): Promise<Amounts>;
  giveBack(share: Share, day: string, amounts: Amounts): Promise<void>;
  today(): Promise<Record<Share, Standing>>;
}

/** The day in UTC: `2026-11-22`. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;

/** When the day ends that a moment lies in, in ms since 1970. */
export function endOfDay(ms: number): number {
  return (Math.floor(ms / DAY_MS) + 1) * DAY_MS;
}
