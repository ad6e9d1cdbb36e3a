import { readFile } from 'node:fs/promises';
import { formatRatioInterval } from '../../figures/format.ts';
import {
  type MeasuredRecord,
  type NetworkLink,
  readRecord,
  CONTROL,
} from '../../harness/record/index.ts';
import { cellsOf, judgeTwoRuns, unitsOf } from '../../harness/statistics/index.ts';
import { withOutsideOf } from '../../harness/plan/index.ts';
import { findStudy } from '../../studies/index.ts';
import {
  beyondNoise,
  type Comparison,
  comparisonOf,
  hasMoved,
  type Row,
  rowsOf,
  type Side,
} from './comparison.ts';
import type { CompareOptions } from './options.ts';

/** Something in which the circumstances of two records differ. */
interface Difference {
  field: string;
  first: string;
  second: string;
  /** Whether it is about where and how they were measured, so that the times may differ for that alone. */
  ofPlace: boolean;
}

type Reading = readonly [field: string, value: (record: MeasuredRecord) => unknown];

/**
 * In what two records differ besides their samples. A record does not name its machine: two of
 * one kind look alike.
 */
export function differencesBetween(first: MeasuredRecord, second: MeasuredRecord): Difference[] {
  const ofPlace: Reading[] = [
    ['setting', ({ environment }) => environment.setting],
    ['generator', ({ environment }) => environment.generator],
    ['network', ({ environment }) => linkText(environment.network)],
    ['runtime', ({ environment }) => environment.runtime],
    ['platform', ({ environment }) => environment.platform],
    ['processors', ({ environment }) => environment.cpuCount],
    ['pinned processors', ({ environment }) => pinnedText(environment)],
    ['thread', ({ environment }) => environment.thread],
    ['data centre', ({ environment }) => environment.colo],
    ['layout', ({ schema }) => (schema === 1 ? 'blocks' : 'turns')],
  ];
  const others: Reading[] = [
    ['commit', ({ environment }) => environment.commit],
    ['changes since the commit', ({ environment }) => environment.dirty ?? false],
    ['Workers of another commit', ({ environment }) => environment.stale ?? false],
    ['versions', ({ environment }) => sorted(environment.versions)],
    ['contestants from outside', ({ environment }) => digestsOf(environment)],
    ['accept', ({ environment }) => sorted(environment.accept)],
    ['extensions of sockets', extensions],
    ['rule', ({ plan }) => plan.rule],
    ['partial', ({ partial }) => partial ?? false],
    ['operations of a turn or block', operations],
  ];
  return [...ofPlace, ...others].flatMap((reading): Difference[] => {
    const [field, value] = reading;
    const [one, other] = [show(value(first)), show(value(second))];
    if (one === other) return [];
    return [{ field, first: one, second: other, ofPlace: ofPlace.includes(reading) }];
  });
}

/** Which files each contestant from outside was, by the beginning of its digest. */
function digestsOf({ outside = [] }: MeasuredRecord['environment']): unknown {
  return outside.length === 0
    ? undefined
    : sorted(
        Object.fromEntries(
          outside.map(({ id, digest, origin = '' }) => [id, digest?.slice(0, 12) ?? origin]),
        ),
      );
}

function pinnedText({ pinned }: MeasuredRecord['environment']): string | undefined {
  return pinned && `${pinned.client.join('+')} and ${pinned.servers.join('+')}`;
}

/** A link as `--network` takes it. */
function linkText(network: NetworkLink | undefined): string | undefined {
  return network && `${network.roundTripMs}ms,${network.jitterMs}ms`;
}

function operations(record: MeasuredRecord): unknown {
  const counts: Record<string, number> = {};
  for (const { workload, unit } of unitsOf(record)) {
    if (unit.void === undefined) counts[workload] = unit.samplesUs.length;
  }
  return sorted(counts);
}

/** The extensions that sockets negotiated: one that compresses carries other bytes, and takes its time for that. */
function extensions(record: MeasuredRecord): unknown {
  const known = unitsOf(record).map(({ unit }) => unit.extensions);
  return [...new Set(known.map((each) => (each === '' ? 'none' : each)))]
    .filter((each) => each !== undefined)
    .sort()
    .join(', ');
}

function sorted(entries: Readonly<Record<string, unknown>>): unknown {
  return Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1));
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (!Array.isArray(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  return value.map((entry) => (entry as unknown[]).join(' ')).join(', ') || 'nothing';
}

/**
 * Compares two records, the second with the first.
 *
 * @throws Error when a file is no measured record, or when the two have no study or no arm in common
 */
export async function compareRecords(options: CompareOptions): Promise<Comparison> {
  const [firstFile, secondFile] = options.files;
  const [first, second] = [await readMeasured(firstFile), await readMeasured(secondFile)];
  if (first.study !== second.study) {
    const got = `got the studies ${first.study} and ${second.study}`;
    throw new Error(`${firstFile} and ${secondFile}: ${got}, expected one study`);
  }
  const study = findStudy(first.study);
  const named = withOutsideOf(study, [first.environment, second.environment]);
  const margin = options.margin ?? study.margin;
  const pairs = pairsOf(first, second);
  if (pairs.length === 0) {
    throw new Error(
      `${secondFile}: got no arm and workload of ${firstFile}, expected one at least`,
    );
  }
  const judged = judgeTwoRuns(
    pairs.map(({ base, head }) => [base, head]),
    margin,
  );
  const uncertain = rowsOf(named, pairs, judged, [
    first.environment.clockStepUs,
    second.environment.clockStepUs,
  ]);
  const isBaseline = ({ arm }: Row) => arm === study.baseline;
  // The baseline runs no library: what it took longer in one run is the machine's, or comes from shared code.
  const rows = uncertain.map((row) => {
    const same = uncertain.find((each) => isBaseline(each) && each.workload === row.workload);
    const noise = same?.ratio?.interval;
    return noise === undefined || isBaseline(row) ? row : beyondNoise(row, noise, margin);
  });
  const sides = { base: sideOf('A', firstFile, first), head: sideOf('B', secondFile, second) };
  const told = differencesBetween(first, second).map((each) => ({
    ...each,
    text: `${each.field}: ${each.first} in A, ${each.second} in B.`,
  }));
  const textsOf = (ofPlace: boolean) =>
    told.filter((each) => each.ofPlace === ofPlace).map(({ text }) => text);
  const found = {
    ...{ study: study.id, margin, rows, notes: [] },
    measured: [...new Set(rows.map(({ arm }) => arm))],
    doubts: [...textsOf(true), ...doubtsOf(rows, study.baseline, margin)],
  };
  const twoRuns =
    'Two runs hold whatever the machine did between them: a difference may be its, and not the arm’s.';
  return comparisonOf({ kind: 'records', ...sides }, [found], [twoRuns, ...textsOf(false)]);
}

async function readMeasured(file: string): Promise<MeasuredRecord> {
  const record = readRecord(await readFile(file, 'utf8'), file);
  if (record.kind === 'measured') return record;
  throw new Error(`${file}: kind: got ${record.kind}, which kept no samples, expected measured`);
}

/** The cells of both records that have the same arm and workload; the A/A control is the reference again. */
function pairsOf(first: MeasuredRecord, second: MeasuredRecord) {
  const heads = new Map(cellsOf(second).map((cell) => [`${cell.workload} ${cell.arm}`, cell]));
  return cellsOf(first).flatMap((base) => {
    const head = heads.get(`${base.workload} ${base.arm}`);
    return head === undefined || base.arm === CONTROL ? [] : [{ arm: base.arm, base, head }];
  });
}

function doubtsOf(rows: readonly Row[], baseline: string, margin: number): string[] {
  return rows.flatMap(({ arm, workload, ratio }) => {
    if (arm !== baseline || !ratio?.interval || !hasMoved(ratio.interval, margin)) return [];
    const { low, high } = ratio.interval;
    return [
      `First, the machine: in ${workload} the baseline itself takes ` +
        `${formatRatioInterval(ratio.estimate, low, high)} its time. Differences of that size ` +
        'belong to no system, and an arm must lie beyond them to be called slower or faster.',
    ];
  });
}

function sideOf(name: string, source: string, { environment }: MeasuredRecord): Side {
  const { commit = null, dirty = false, setting, network, runtime } = environment;
  return { name, source, commit, dirty, setting, ...(network && { network }), runtime };
}
