/** What a system’s page shows as tables: its entries, its versions, and how other code stands to a published library. */
import type { Original, SystemNotes } from '../collections/systems.ts';
import {
  formatCount,
  formatDay,
  formatEnds,
  formatNumber,
  formatRatio,
  formatSpan,
  NONE,
} from '../figures/format.ts';
import { workloadOf } from '../harness/plan/index.ts';
import type { MeasuredRecord } from '../harness/record/index.ts';
import { cellsOf, pairedLogRatios, type Ratio, ratioOf } from '../harness/statistics/index.ts';
import { formatDate } from '../journal/facts.ts';
import type { SystemEntry } from '../journal/systems.ts';
import { capital } from '../report/words.ts';
import { findStudy } from '../studies/index.ts';
import { type Cell, numbers, type Table, underHeadings } from './view.ts';

// What a system's page shows as tables.

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

// How other code than a published library stands to that library: what interoperates, and how fast it is.

const halves = { published: 'published', ours: 'this site’s' } as const;

type Pair = Original['interop']['pairs'][number];

const failedIn = ({ failed }: Pair): number => failed.reduce((sum, { cases }) => sum + cases, 0);

/** A workload of a record in which both took turns. */
interface SpeedRow {
  workload: string;
  runtime: string;
  /** Our time ÷ the published library’s. */
  ratio: Ratio;
}

/** @param records those that the original’s `speed` names @throws for one without a ratio of the two */
function speedRows({ speed }: Original, records: readonly MeasuredRecord[]): SpeedRow[] {
  return records.flatMap((record) => {
    const study = findStudy(record.study);
    const cells = cellsOf(record);
    return record.plan.workloads.map((id) => {
      const { label } = workloadOf(study, id);
      const [ours, theirs] = [speed.ours, speed.original].map((arm) =>
        cells.find((cell) => cell.workload === id && cell.arm === arm),
      );
      const ratio = ours && theirs && ratioOf(pairedLogRatios(ours, theirs));
      if (ratio) return { workload: label, runtime: record.environment.runtime, ratio };
      throw new Error(
        `${record.study}: got no rounds of "${id}" with both ${speed.ours} and ${speed.original}, expected a record that has them`,
      );
    });
  });
}

/** The cases that each pair of client and server passed. */
export function interopTable({ name, interop }: Original): Table {
  const { date, how, cases, pairs } = interop;
  return {
    caption: `Cases of the test suite of ${name} that pass`,
    marks: [],
    note: `${formatDay(date)}. ${how}`,
    columns: [
      { label: 'Client and server' },
      ...numbers(['Cases passed', 'Cases in all']),
      { label: 'What fails' },
    ],
    groups: [
      {
        rows: pairs.map((pair) => [
          { text: `${capital(halves[pair.client])} client, ${halves[pair.server]} server` },
          { text: formatCount(cases - failedIn(pair)) },
          { text: formatCount(cases) },
          pair.failed.length === 0
            ? { text: 'nothing', muted: true }
            : { text: pair.failed.map((each) => `${each.cases} × ${each.what}`).join(' ') },
        ]),
      },
    ],
  };
}

/** Our time ÷ the published library’s, by workload and client. */
export function speedTable(original: Original, records: readonly MeasuredRecord[]): Table {
  const { name, speed } = original;
  return {
    caption: `Time of this site’s implementation ÷ time of ${name}`,
    marks: [],
    note: `${speed.how} Below 1×, this site’s implementation takes less time.`,
    columns: [
      { label: 'Calls' },
      { label: 'Client' },
      ...numbers(['Ratio (×)', '95 % interval (×)']),
    ],
    groups: [
      {
        rows: speedRows(original, records).map(({ workload, runtime, ratio }) => [
          { text: workload },
          { text: runtime },
          { text: formatNumber(ratio.estimate, 2) },
          { text: ratio.interval ? formatEnds(ratio.interval) : NONE },
        ]),
      },
    ],
  };
}

/** Both in two sentences, for those who read no table. */
export function originalText(original: Original, records: readonly MeasuredRecord[]): string {
  const { name, interop } = original;
  const { cases, pairs } = interop;
  const mixed = pairs
    .filter(({ client, server }) => client !== server)
    .map((pair) => {
      const own = pair.client === 'ours' ? 'its client' : 'its server';
      return `${own} passes ${formatCount(cases - failedIn(pair))}`;
    });
  const list = new Intl.ListFormat('en').format(mixed);
  const ratios = speedRows(original, records).map(({ ratio }) => ratio.estimate);
  return `Of the ${formatCount(cases)} cases of the test suite of ${name}, with the published library at the other end, ${list}. It takes ${formatSpan(ratios, formatRatio)} the published library’s time, so its figures are not the library’s.`;
}
