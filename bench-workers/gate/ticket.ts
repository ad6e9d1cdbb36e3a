import type { Amounts, Payer } from './protocol.ts';

/** The header in which the Worker hands a ticket to an object; whatever a client put there is replaced. */
export const TICKET_HEADER = 'Roundtrip-Ticket';

/** What an object needs to know to ask for more, and to say that a socket closed. */
export interface Ticket extends Payer {
  /** The data centre whose door gave it. */
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
