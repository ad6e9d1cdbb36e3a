/** What a system's page shows as tables. */
import { formatDate } from '../journal/facts.ts';
import type { SystemEntry } from '../journal/systems.ts';
import { type Cell, type Table, underHeadings } from './view.ts';

/** Entries listed on a system's page; the studies list them all. */
const MOST_ENTRIES = 20;

/** The entries that hold results of a system, with the versions that each names. */
export function entriesTable(entries: readonly SystemEntry[]): Table {
  const shown = entries.slice(0, MOST_ENTRIES);
  const rest = entries.length - shown.length;
  return {
    caption: 'Entries with results of it',
    marks: [],
    columns: [{ label: 'Entry' }, { label: 'Setting' }, { label: 'Versions it names' }],
    groups: underHeadings(
      shown,
      ({ study }) => study,
      ({ title, href, timestamp, measured, places, versions }) => [
        {
          text: title,
          href,
          note: `${formatDate(timestamp)} · ${measured ? 'measured here' : 'quoted'}`,
        },
        { text: places.join(', ') },
        versionsCell(versions),
      ],
    ),
    ...(rest > 0 && { note: `The newest ${shown.length} of ${entries.length}.` }),
  };
}

function versionsCell(versions: SystemEntry['versions']): Cell {
  const stated = Object.entries(versions).filter(([, version]) => version !== 'not stated');
  return stated.length === 0
    ? { text: 'none', muted: true }
    : { text: stated.map(([name, version]) => `${name} ${version}`).join(', ') };
}
