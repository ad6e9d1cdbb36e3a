/** What a system's page shows as tables. */
import { NONE } from '../figures/format.ts';
import { formatDate } from '../journal/facts.ts';
import type { SystemNotes } from '../collections/systems.ts';
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
      ({ title, href, date, measured, places, versions }) => [
        {
          text: title,
          href,
          note: `${date} · ${measured ? 'measured here' : 'quoted'}`,
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

/** What is needed of a system to say how old what is measured is. */
interface Versioned {
  system: { id: string; label: string };
  href: string;
  /** Installed here, by package; undefined for one that is not run here. */
  installed: Readonly<Record<string, string>> | undefined;
  notes: Pick<SystemNotes, 'newest'> | undefined;
}

/** The version that is measured beside the newest, a row for each package of each system that runs here. */
export function versionsTable(systems: readonly Versioned[]): Table {
  const rows = systems.flatMap(({ system, href, installed = {}, notes }) => {
    const first = (text: string): Cell => ({ text, system: system.id, filled: true, href });
    const newest = notes?.newest;
    const packages = Object.entries(installed).map(([name, version]) => {
      const found = newest?.versions[name];
      return [
        first(system.label),
        { text: name, code: true },
        { text: version },
        newestCell(found, newest?.remarks?.[name]),
        checkedCell(newest?.checked),
        { text: found === undefined ? NONE : found === version ? 'newest' : 'older' },
      ];
    });
    if (newest?.protocol === undefined) return packages;
    const { protocol, checked } = newest;
    const row = [
      first(system.label),
      { text: 'protocol' },
      { text: protocol },
      { text: protocol, note: 'of the library it was tested with, which that registry lacks' },
      checkedCell(checked),
      { text: 'as tested' },
    ];
    return [...packages, row];
  });
  return {
    caption: 'What is measured, and the newest there is',
    marks: [],
    note: 'Packages were asked for with npm view in the registry that this project installs from.',
    columns: ['System', 'Part', 'Measured here', 'Newest', 'Checked on', 'State'].map((label) => ({
      label,
    })),
    groups: [{ rows }],
  };
}

function newestCell(version: string | undefined, note: string | undefined): Cell {
  if (version === undefined) return { text: 'not checked', muted: true };
  return { text: version, ...(note !== undefined && { note }) };
}

function checkedCell(checked: string | undefined): Cell {
  return checked === undefined ? { text: NONE, muted: true } : { text: formatDate(checked) };
}
