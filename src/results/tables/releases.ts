/** Releases of libraries beside each other, as one run measured them: for the page of versions. */
import { isOutside } from '../../core/plan/index.ts';
import type { Outside } from '../../core/record/index.ts';
import { formatWithInterval, measured, type Quantity } from '../numbers/quantity.ts';
import { systemCell } from '../names.ts';
import { ratioBetween } from '../pairs.ts';
import type { MeasuredResult, Row } from '../result.ts';
import { findSystem, systems, versionsOf } from '../../libraries/systems/index.ts';
import { amountColumn, type Cell, column, type Table, tableOf } from './table.ts';

/** A release of a library, with its rows by their workloads and those of the installed version. */
interface Release {
  system: string;
  version: string;
  rows: ReadonlyMap<string, Row>;
  /** The release is the installed version, served as the others are. */
  isInstalled: boolean;
  installed: ReadonlyMap<string, Row>;
  gzipBytes: number | undefined;
}

/** The library that a release is of, and its version. @throws Error where its package is of no library */
function releaseOf({ label, versions }: Outside): { system: string; version: string } {
  const [[name = '', version = ''] = []] = Object.entries(versions);
  const found = systems.find(({ id }) => Object.keys(versionsOf(id)).includes(name));
  if (found !== undefined) return { system: found.id, version };
  throw new Error(`${label}: got the package ${name || 'none'}, expected one of a library`);
}

/** @throws Error naming the library whose installed version the run lacks */
function releasesIn({ rows, environment }: MeasuredResult): Release[] {
  const { outside = [], versions } = environment;
  const all = outside.map((each) => ({
    ...releaseOf(each),
    isInstalled: Object.entries(each.versions).every(([name, own]) => versions[name] === own),
    gzipBytes: each.gzipBytes,
    rows: new Map(
      rows
        .filter(({ arm }) => isOutside(arm) && arm.startsWith(`outside:${each.id}/`))
        .map((row) => [row.workload, row]),
    ),
  }));
  return all.map((release) => {
    const { system } = release;
    const now = all.find((each) => each.system === system && each.isInstalled);
    if (now !== undefined) return { ...release, installed: now.rows };
    throw new Error(`${system}: got no installed version in the run, expected it as a release too`);
  });
}

/** Time of a workload ÷ that of the installed version. */
function ratioOf({ rows, installed, isInstalled }: Release, workload: string): Quantity | string {
  if (isInstalled) return measured(1, '×');
  const [row, to] = [rows.get(workload), installed.get(workload)];
  return (row && to && ratioBetween(row, to)) ?? '';
}

/** Bytes or frames of one operation, both ways. */
function sentBy({ rows }: Release, workload: string, what: 'bytes' | 'frames'): Quantity | string {
  const traffic = rows.get(workload)?.[what];
  if (traffic === undefined) return '';
  return measured(traffic.out + traffic.in, what === 'bytes' ? 'B' : '');
}

/**
 * Time of a release ÷ that of the installed version, for a sentence.
 *
 * @param id of the release: `capnweb@0.1.0`
 * @throws Error where the run has no such release or workload
 */
export function releaseRatio(result: MeasuredResult, id: string, workload: string): string {
  const found = releasesIn(result).find((each) => idOf(each) === id);
  const ratio = found && ratioOf(found, workload);
  if (typeof ratio === 'object') return formatWithInterval(ratio);
  throw new Error(`releases: got no ${workload} of ${id}, expected one that the run has`);
}

const idOf = ({ system, version, isInstalled }: Release): string =>
  isInstalled ? system : `${system}@${version}`;

/**
 * The releases of a run: the time of each operation relative to the installed version, what the first operation
 * sends, the size of the client, and the bytes that are kept for a call.
 *
 * @param operations workloads, each with the label of its column
 * @param kept bytes kept for a call by a library, or by a release of it: `capnweb@0.1.0`
 */
export function releasesTable(
  result: MeasuredResult,
  operations: ReadonlyArray<{ workload: string; label: string }>,
  kept: (library: string, side: 'client' | 'server') => Cell,
): Table {
  const [{ workload: first } = { workload: '' }] = operations;
  return tableOf(releasesIn(result), {
    caption: 'Releases beside the installed version',
    columns: [
      column('library', 'Library', ({ system, version, isInstalled }) => {
        const { label, ...cell } = systemCell(findSystem(system));
        return {
          ...cell,
          label: `${label} ${version}`,
          note: isInstalled ? 'installed' : undefined,
        };
      }),
      ...operations.map(({ workload, label }) =>
        column('ratio', label, (release: Release) => ratioOf(release, workload)),
      ),
      amountColumn('Sent', (release) => sentBy(release, first, 'bytes'), 'B a call'),
      column('number', 'Frames', (release) => sentBy(release, first, 'frames'), 'a call'),
      amountColumn(
        'Client',
        ({ gzipBytes }) => measured(gzipBytes && gzipBytes / 1000, 'kB'),
        'kB, gzip',
      ),
      ...(['client', 'server'] as const).map((side) =>
        column(
          'number',
          `Kept, ${side}`,
          (release: Release) => kept(idOf(release), side),
          'B a call',
        ),
      ),
    ],
    row: ({ isInstalled }) => (isInstalled ? { reference: true } : {}),
  });
}
