import { type Lease, type Share } from './protocol.ts';

/** The header in which the Worker hands a ticket to an object; whatever a client put there is replaced. */
export const TICKET_HEADER = 'Roundtrip-Ticket';

/** What an object needs to know to ask for more, and to say that a socket closed. */
export interface Ticket {
  /** The data centre whose door gave it. */
  place: string;
  share: Share;
  /** A random number: it says nothing of the visitor. */
  id: string;
  /** When its socket opened, in ms since 1970. */
  openedAt: number;
}

/** What the tag of a hibernating socket begins with that holds its ticket. */
const TAG = 'ticket ';

/** A ticket with its lease as the text of a header. */
export function writeTicket(ticket: Ticket, lease: Lease): string {
  return JSON.stringify({ ticket, lease });
}

/** @throws SyntaxError for a request that did not come through the gate */
export function readTicket(request: Request): { ticket: Ticket; lease: Lease } {
  const text = request.headers.get(TICKET_HEADER) ?? '';
  return JSON.parse(text) as { ticket: Ticket; lease: Lease };
}

export function tagOf({ place, share, id, openedAt }: Ticket): string {
  return `${TAG}${share} ${id} ${openedAt} ${place}`;
}

/** The ticket among a socket’s tags; undefined where there is none. */
export function ticketIn(tags: readonly string[]): Ticket | undefined {
  const tag = tags.find((each) => each.startsWith(TAG));
  const [share, id = '', openedAt, place = ''] = tag?.slice(TAG.length).split(' ') ?? [];
  if (share === undefined) return undefined;
  return {
    share: share === 'nightly' ? 'nightly' : 'visitors',
    id,
    openedAt: Number(openedAt),
    place,
  };
}
