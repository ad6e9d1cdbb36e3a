/** The date of an entry, as its source gives it. */
import type { CollectionEntry } from 'astro:content';
import { formatDay } from '../figures/format.ts';

type Dated = { data: Pick<CollectionEntry<'entries'>['data'], 'timestamp'> };

/** What stands where a source gives no date. */
const NO_DATE = 'no date given';

/** Day, and the time where the source gives one: `2 January 2025, 12:28:52`. */
export function formatMoment(timestamp: string | undefined): string {
  if (timestamp === undefined) return NO_DATE;
  const time = /T(\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:\d{2})?/.exec(timestamp);
  if (time === null) return formatDay(timestamp);
  const zone = time[2] === undefined ? '' : time[2] === 'Z' ? ' UTC' : ` ${time[2]}`;
  return `${formatDay(timestamp)}, ${time[1]}${zone}`;
}

/** The day alone. */
export function formatDate(timestamp: string | undefined): string {
  return timestamp === undefined ? NO_DATE : formatDay(timestamp);
}

/**
 * The entries whose dates contradict the order of the journal: those dated before any entry that
 * stands before them.
 *
 * @param entries of one study, in the order of its journal
 */
export function datedBack<Entry extends Dated>(entries: readonly Entry[]): Set<Entry> {
  const found = new Set<Entry>();
  let latest = -Infinity;
  for (const entry of entries) {
    const { timestamp } = entry.data;
    if (timestamp === undefined) continue;
    const moment = Date.parse(timestamp);
    if (moment < latest) found.add(entry);
    else latest = moment;
  }
  return found;
}
