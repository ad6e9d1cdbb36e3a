/** The tables of a system’s page: its entries, its versions, and how other code stands to a published library. */
import type { Original, SystemNotes } from '../collections/systems.ts';
import {
  formatCount,
  formatDay,
  formatEnds,
  formatNumber,
  formatRatio,
  formatSpan,
  NONE,
} from '../numbers/format.ts';
import { workloadOf } from '../harness/plan/index.ts';
import type { MeasuredRecord } from '../harness/record/index.ts';
import { cellsOf, pairedLogRatios, type Ratio, ratioOf } from '../harness/statistics/index.ts';
import { formatDate } from '../journal/facts.ts';
import type { SystemEntry } from '../journal/systems.ts';
import { capital } from '../report/words.ts';
import { findStudy } from '../studies/index.ts';
import {
  armCell,
  type Cell,
  noted,
  NOTHING,
  numeric,
  type Table,
  tableOf,
  worded,
} from './view.ts';

/** Entries listed on a system's page; the studies list them all. */
const MOST_ENTRIES = 20;

/** The entries that hold results of a system, with the versions that each names. */
export function entriesTable(entries: readonly SystemEntry[]): Table {
  const shown = entries.slice(0, MOST_ENTRIES);
  const rest = entries.length - shown.length;
  return tableOf(shown, {
    caption: 'Entries with results of it',
    marks: [],
    ...(rest > 0 && { note: `The newest ${shown.length} of ${entries.length}.` }),
    headingOf: ({ study }) => study,
    columns: [
      worded('Entry', ({ title, href, date, measured }) => ({
        ...{ text: title, href },
        note: `${date} · ${measured ? 'measured here' : 'quoted'}`,
      })),
      worded('Setting', ({ places }) => places.join(', ')),
      worded('Versions it names', ({ versions }) => versionsCell(versions)),
    ],
  });
}

function versionsCell(versions: SystemEntry['versions']): Cell {
  const stated = Object.entries(versions).filter(([, version]) => version !== 'not stated');
  return stated.length === 0
    ? { text: 'none', muted: true }
    : { text: stated.map(([name, version]) => `${name} ${version}`).join(', ') };
}

/** A system with its versions: those installed here, and the newest there are. */
interface Versioned {
  system: { id: string; label: string };
  href: string;
  /** Installed here, by package; undefined for one that is not run here. */
  installed: Readonly<Record<string, string>> | undefined;
  notes: Pick<SystemNotes, 'newest'> | undefined;
}

/** A part of a system that has a version of its own. */
interface VersionRow {
  of: Versioned;
  /** Name of the package; the protocol where there is none. */
  name?: string;
  measured: string;
  newest: string | undefined;
  remark: string | undefined;
}

function versionRows(of: Versioned): VersionRow[] {
  const { installed = {}, notes } = of;
  const packages = Object.entries(installed).map(([name, measured]) => ({
    ...{ of, name, measured, newest: notes?.newest?.versions[name] },
    remark: notes?.newest?.remarks?.[name],
  }));
  const protocol = notes?.newest?.protocol;
  if (protocol === undefined) return packages;
  const remark = 'of the library it was tested with, which that registry lacks';
  return [...packages, { of, measured: protocol, newest: protocol, remark }];
}

/** The version that is measured beside the newest, a row for each package of each system that runs here. */
export function versionsTable(systems: readonly Versioned[]): Table {
  return tableOf(systems.flatMap(versionRows), {
    caption: 'What is measured, and the newest there is',
    marks: [],
    note: 'Packages were asked for with npm view in the registry that this project installs from.',
    columns: [
      worded('System', ({ of: { system, href } }) => ({
        ...armCell({ ...system, system: system.id }),
        href,
      })),
      worded('Part', ({ name }) => (name === undefined ? 'protocol' : { text: name, code: true })),
      worded('Measured here', ({ measured }) => measured),
      worded('Newest', ({ newest, remark }) =>
        newest === undefined
          ? { text: 'not checked', muted: true }
          : { text: newest, ...noted(remark) },
      ),
      worded('Checked on', ({ of: { notes } }) => checkedCell(notes?.newest?.checked)),
      worded('State', ({ name, measured, newest }) => {
        if (name === undefined) return 'as tested';
        return newest === undefined ? NONE : newest === measured ? 'newest' : 'older';
      }),
    ],
  });
}

function checkedCell(checked: string | undefined): Cell {
  return checked === undefined ? NOTHING : { text: formatDate(checked) };
}

// How other code than a published library stands to that library: what interoperates, and how fast it is.

const halves = { published: 'published', ours: 'this site’s' } as const;

type Pair = Original['interop']['pairs'][number];

const failedIn = ({ failed }: Pair): number => failed.reduce((sum, { cases }) => sum + cases, 0);

/** A workload of a record in which both took turns. */
interface SpeedRow {
  workload: string;
  runtime: string;
  /** Time of the first ÷ time of the second. */
  ratio: Ratio;
}

/** @throws for a record without a ratio of the two */
function speedRows(of: string, to: string, records: readonly MeasuredRecord[]): SpeedRow[] {
  return records.flatMap((record) => {
    const study = findStudy(record.study);
    const cells = cellsOf(record);
    return record.plan.workloads.map((id) => {
      const { label } = workloadOf(study, id);
      const [first, second] = [of, to].map((arm) =>
        cells.find((cell) => cell.workload === id && cell.arm === arm),
      );
      const ratio = first && second && ratioOf(pairedLogRatios(first, second));
      if (ratio) return { workload: label, runtime: record.environment.runtime, ratio };
      throw new Error(
        `${record.study}: got no rounds of "${id}" with both ${of} and ${to}, expected a record that has them`,
      );
    });
  });
}

const spanOf = (rows: readonly SpeedRow[]): string =>
  formatSpan(
    rows.map(({ ratio }) => ratio.estimate),
    formatRatio,
  );

/** The cases that each pair of client and server passed. */
export function interopTable({ name, interop }: Original): Table {
  const { date, how, cases, pairs } = interop;
  return tableOf(pairs, {
    caption: `Cases of the test suite of ${name} that pass`,
    marks: [],
    note: `${formatDay(date)}. ${how}`,
    columns: [
      worded(
        'Client and server',
        ({ client, server }) => `${capital(halves[client])} client, ${halves[server]} server`,
      ),
      numeric('Cases passed', (pair) => formatCount(cases - failedIn(pair))),
      numeric('Cases in all', () => formatCount(cases)),
      worded('What fails', ({ failed }) =>
        failed.length === 0
          ? { text: 'nothing', muted: true }
          : failed.map((each) => `${each.cases} × ${each.what}`).join(' '),
      ),
    ],
  });
}

const ratioColumns = [
  worded<SpeedRow>('Calls', ({ workload }) => workload),
  worded<SpeedRow>('Client', ({ runtime }) => runtime),
  numeric<SpeedRow>('Ratio (×)', ({ ratio }) => formatNumber(ratio.estimate, 2)),
  numeric<SpeedRow>('95 % interval (×)', ({ ratio: { interval } }) =>
    interval ? formatEnds(interval) : NONE,
  ),
];

/**
 * Our time ÷ the published library’s, by workload and client.
 *
 * @param records those that the original’s `speed` names
 */
export function speedTable({ name, speed }: Original, records: readonly MeasuredRecord[]): Table {
  return tableOf(speedRows(speed.ours, speed.original, records), {
    caption: `Time of this site’s implementation ÷ time of ${name}`,
    marks: [],
    note: `${speed.how} Below 1×, this site’s implementation takes less time.`,
    columns: ratioColumns,
  });
}

/** What one half of the published library costs: it and our other half ÷ both of our halves. */
interface HalfRow extends SpeedRow {
  half: 'client' | 'server';
}

function halfRows({ speed }: Original, crossed: readonly MeasuredRecord[]): HalfRow[] {
  return (['client', 'server'] as const).flatMap((half) => {
    const arm = speed.crossed?.[half];
    const rows = arm === undefined ? [] : speedRows(arm, speed.ours, crossed);
    return rows.map((row) => ({ ...row, half }));
  });
}

/** @param crossed the records that the original’s `speed.crossed` names */
export function halvesTable(original: Original, crossed: readonly MeasuredRecord[]): Table {
  const { name } = original;
  return tableOf(halfRows(original, crossed), {
    caption: `Time with one half of ${name} ÷ time with neither`,
    marks: [],
    note: 'The client of one with the server of the other, all four pairs in the same turns. Above 1×, that half of the library takes longer than this site’s.',
    headingOf: ({ half }) => `The published ${half}, this site’s other half`,
    columns: ratioColumns,
  });
}

/** What the library’s code does, what stands in its place here, and what that half costs in all. */
export function differsTable(original: Original, crossed: readonly MeasuredRecord[]): Table {
  const { name, differs } = original;
  const costs = halfRows(original, crossed);
  return tableOf(differs, {
    caption: `What the code of ${name} does otherwise`,
    marks: [],
    note: 'Read in the source of both. The time is that with the whole half exchanged ÷ that without, from the least to the most of the calls measured.',
    columns: [
      worded('What', ({ what }) => what),
      worded('The library', ({ theirs }) => theirs),
      worded('This site’s implementation', ({ ours }) => ours),
      worded('What it costs', ({ half }) => {
        const told = (['client', 'server'] as const)
          .filter((each) => half === each || half === 'both')
          .map((each) => [each, costs.filter((row) => row.half === each)] as const)
          .filter(([, rows]) => rows.length > 0)
          .map(([each, rows]) => `${spanOf(rows)} with the whole ${each}`);
        return told.length === 0 ? NOTHING : told.join(', ');
      }),
    ],
  });
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
  const times = spanOf(speedRows(original.speed.ours, original.speed.original, records));
  return `Of the ${formatCount(cases)} cases of the test suite of ${name}, with the published library at the other end, ${list}. It takes ${times} the published library’s time, so its figures are not the library’s.`;
}
