/** Messages between the Worker, its rate limiters, the day’s budget and the objects. */

/** What a day has of, and what is leased of it. */
export interface Amounts {
  /** Each connection opens one. */
  objects: number;
  /** 20 count as one request. */
  messages: number;
  /** Rows written to an object's storage. */
  rows: number;
  /** Seconds that objects are kept awake, by sockets in memory or by requests: 0.128 GB-s each. */
  seconds: number;
}

export const amountNames = [
  'objects',
  'messages',
  'rows',
  'seconds',
] as const satisfies ReadonlyArray<keyof Amounts>;

export function amountsOf(value: (name: keyof Amounts) => number): Amounts {
  return {
    objects: value('objects'),
    messages: value('messages'),
    rows: value('rows'),
    seconds: value('seconds'),
  };
}

export const NOTHING: Readonly<Amounts> = amountsOf(() => 0);

/** Whose part of a day is used. */
export type Share = 'visitors' | 'nightly';

/** Who pays for an object: a share, and the number of the visitor within it. */
export interface Payer {
  share: Share;
  /** One of {@link VISITOR_NUMBERS}: too few to tell who it is. */
  visitor: number;
}

/** Visitors are counted by so many numbers: four million addresses of IPv4 have each in common. */
export const VISITOR_NUMBERS = 1024;

/**
 * What was reached: sockets at once; connections, requests or objects a minute; questions about the
 * bench; an amount of the day, or a visitor’s part of it.
 */
export type Reached =
  | 'sockets'
  | 'connections'
  | 'requests'
  | 'objects'
  | 'questions'
  | `day-${keyof Amounts}`
  | `visitor-${keyof Amounts}`;

/** Why nobody may come in now. */
export interface Refusal {
  reached: Reached;
  limit: number;
  /** When it opens again, in ms since 1970; for sockets, when to look again. */
  retryAt: number;
}

/** Somebody who wants in. */
export interface Caller {
  /** What tells visitors apart; leaves the memory of Worker and rate limiter with the request. */
  address: string;
  /** Whether it is a page; the command line has smaller limits. */
  page: boolean;
  share: Share;
}

/** What wants in: a socket, a request that is over once it is answered, or one that may be a stream. */
export type Visit = 'socket' | 'request' | 'stream';

/** A ticket, which says nothing of the visitor, and what may be used before more is asked for. */
export type Entered = { ticket: string; payer: Payer; lease: Amounts } | { refusal: Refusal };

/** Counts the visitors of one data centre. */
export interface RateLimiter {
  /** What would refuse this caller now. The question counts as a connection. */
  look(caller: Caller): Promise<Refusal | undefined>;
  enter(caller: Caller, object: string, visit: Visit): Promise<Entered>;
  /** Takes back what is left of a lease, and a ticket; one that is not known changes nothing. */
  leave(payer: Payer, left: Amounts, ticket?: string): Promise<void>;
  /** More for an object, perhaps less than it wants; a refusal where there is no more. */
  draw(payer: Payer, wanted: Amounts): Promise<Amounts | { refusal: Refusal }>;
}

/** How a part of the day stands: what it has, and what nobody has leased yet. */
export interface Standing {
  of: Amounts;
  left: Amounts;
}

/** Counts the day for all data centres. */
export interface Budget {
  /** Leases up to what is wanted, less where less is left; and says what is left then. */
  lease(share: Share, wanted: Amounts): Promise<{ granted: Amounts; left: Amounts }>;
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

/** The header in which the Worker hands a ticket to an object; whatever a client put there is replaced. */
export const TICKET_HEADER = 'Roundtrip-Ticket';

/** What an object needs to know to ask for more, and to say that a socket closed. */
export interface Ticket extends Payer {
  /** The data centre whose rate limiter gave it. */
  place: string;
  /** A random number, which says nothing of the visitor; empty for a request, which holds no ticket. */
  id: string;
  /** When its socket opened, in ms since 1970. */
  openedAt: number;
}

/** What the tag of a hibernating socket begins with that holds its ticket. */
const TAG = 'ticket ';

/** A ticket with its lease as the text of a header. */
export function writeTicket(ticket: Ticket, lease: Amounts): string {
  return JSON.stringify({ ticket, lease });
}

/** @throws SyntaxError for a request that did not come through the gate */
export function readTicket(request: Request): { ticket: Ticket; lease: Amounts } {
  const text = request.headers.get(TICKET_HEADER) ?? '';
  return JSON.parse(text) as { ticket: Ticket; lease: Amounts };
}

/** The tag that holds a ticket: a socket’s last, for clients name others that stand before it. */
export function tagOf({ place, share, visitor, id, openedAt }: Ticket): string {
  return `${TAG}${share} ${visitor} ${id} ${openedAt} ${place}`;
}

/** The ticket among a socket’s tags; undefined where there is none. */
export function ticketIn(tags: readonly string[]): Ticket | undefined {
  const tag = tags.at(-1);
  if (tag?.startsWith(TAG) !== true) return undefined;
  const [share, visitor, id = '', openedAt, place = ''] = tag.slice(TAG.length).split(' ');
  return {
    share: share === 'nightly' ? 'nightly' : 'visitors',
    visitor: Number(visitor),
    id,
    openedAt: Number(openedAt),
    place,
  };
}
