import { readFile } from 'node:fs/promises';
import { formatRatioInterval } from '../../figures/format.ts';
import {
  type MeasuredRecord,
  type NetworkLink,
  readRecord,
  CONTROL,
} from '../../harness/record/index.ts';
import { cellsOf, type Interval, judgeTwoRuns, unitsOf } from '../../harness/statistics/index.ts';
import { withOutsideOf } from '../../harness/plan/index.ts';
import { findStudy } from '../../studies/index.ts';
import { rowsOf, slowerRows, type Comparison, type Row, type Side } from './comparison.ts';
import type { Allowance, RecordsOptions } from './options.ts';

/** Something in which the circumstances of two records differ. */
export interface Difference {
  field: string;
  first: string;
  second: string;
  /**
   * Whether it forbids to compare as if only the systems differed: `always`, unless the flag
   * says that it is meant, or `never`: it is only said.
   */
  forbids: 'always' | 'never' | Allowance;
}

/**
 * In what two records differ besides their samples. A record does not name its machine: two of
 * one kind look alike.
 */
export function differencesBetween(first: MeasuredRecord, second: MeasuredRecord): Difference[] {
  const read: Array<[string, Difference['forbids'], (record: MeasuredRecord) => unknown]> = [
    ['study', 'always', ({ study }) => study],
    ['environment.setting', 'across-settings', ({ environment }) => environment.setting],
    ['environment.generator', 'always', ({ environment }) => environment.generator],
    ['environment.network', 'always', ({ environment }) => linkText(environment.network)],
    ['environment.runtime', 'across-machines', ({ environment }) => environment.runtime],
    ['environment.platform', 'across-machines', ({ environment }) => environment.platform],
    ['environment.cpuCount', 'across-machines', ({ environment }) => environment.cpuCount],
    ['environment.pinned', 'across-machines', ({ environment }) => pinnedText(environment)],
    ['environment.thread', 'across-machines', ({ environment }) => environment.thread],
    ['environment.colo', 'across-machines', ({ environment }) => environment.colo],
    ['environment.commit', 'never', ({ environment }) => environment.commit],
    ['environment.dirty', 'never', ({ environment }) => environment.dirty ?? false],
    ['environment.stale', 'never', ({ environment }) => environment.stale ?? false],
    ['environment.versions', 'never', ({ environment }) => sorted(environment.versions)],
    ['environment.outside', 'never', ({ environment }) => digestsOf(environment)],
    ['environment.accept', 'never', ({ environment }) => sorted(environment.accept)],
    ['extensions of sockets', 'never', extensions],
    ['layout', 'always', ({ schema }) => (schema === 1 ? 'blocks' : 'turns')],
    ['plan.rule', 'never', ({ plan }) => plan.rule],
    ['partial', 'never', ({ partial }) => partial ?? false],
    ['operations of a turn or block', 'never', operations],
  ];
  return read.flatMap(([field, forbids, value]): Difference[] => {
    const [one, other] = [show(value(first)), show(value(second))];
    return one === other ? [] : [{ field, first: one, second: other, forbids }];
  });
}

/** The reasons against a comparison that has only these allowances, in sentences. */
export function forbidden(
  differences: readonly Difference[],
  allowed: readonly Allowance[],
): string[] {
  return differences
    .filter(({ forbids }) => forbids !== 'never' && !allowed.some((each) => each === forbids))
    .map(({ field, first, second, forbids }) => {
      const way = forbids === 'always' ? '' : `; --${forbids} compares them all the same`;
      return `${field}: got ${first} and ${second}, expected the same${way}`;
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
 * @throws Error when a file is no measured record, or when what differs forbids to compare
 */
export async function compareRecords(options: RecordsOptions): Promise<Comparison> {
  const [firstFile, secondFile] = options.files;
  const [first, second] = [await readMeasured(firstFile), await readMeasured(secondFile)];
  const differences = differencesBetween(first, second);
  const reasons = forbidden(differences, options.allowed);
  if (reasons.length > 0) {
    throw new Error(['These two cannot be compared:', ...reasons].join('\n  '));
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
  const rows = uncertain.map((row) => beyondBaseline(row, uncertain, study.baseline, margin));
  return {
    kind: 'records',
    study: study.id,
    base: sideOf(firstFile, first),
    head: sideOf(secondFile, second),
    margin,
    corrected: rows.length,
    doubts: doubtsOf(rows, study.baseline, margin),
    notes: [
      'Two runs hold whatever the machine did between them: a difference may be its, and not the arm’s.',
      ...differences.map((each) => `${each.field}: ${each.first} in base, ${each.second} in head.`),
    ],
    rows,
    slower: slowerRows(rows, margin),
  };
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

/**
 * A row whose verdict claims no more than the baseline allows. The baseline runs no library, so what
 * it took longer in one run is the machine's, or comes from what all arms share; an arm has to
 * lie beyond that to be called slower or faster, and where the baseline moved nothing is equal.
 */
function beyondBaseline(row: Row, rows: readonly Row[], baseline: string, margin: number): Row {
  const own = rows.find(({ arm, workload }) => arm === baseline && workload === row.workload);
  const interval = own?.ratio?.interval;
  if (row.arm === baseline || interval === undefined || row.basis === undefined) return row;
  const holds =
    row.verdict === 'slower'
      ? row.basis.low > interval.high
      : row.verdict === 'faster'
        ? row.basis.high < interval.low
        : !moved(interval, margin);
  return holds ? row : { ...row, verdict: 'undecided' };
}

function doubtsOf(rows: readonly Row[], baseline: string, margin: number): string[] {
  return rows.flatMap(({ arm, workload, ratio }) => {
    if (arm !== baseline || !ratio?.interval || !moved(ratio.interval, margin)) return [];
    const { low, high } = ratio.interval;
    return [
      `First, the machine: in ${workload} the baseline itself takes ` +
        `${formatRatioInterval(ratio.estimate, low, high)} its time. Differences of that size ` +
        'belong to no system, and an arm must lie beyond them to be called slower or faster.',
    ];
  });
}

/** Whether a ratio differs from 1, by more than the margin as far as can be told. */
function moved({ low, high }: Interval, margin: number): boolean {
  const covers = low <= 1 && high >= 1;
  return !covers && (low < 1 / (1 + margin) || high > 1 + margin);
}

function sideOf(name: string, { environment }: MeasuredRecord): Side {
  const { commit = null, dirty = false, setting, network, runtime } = environment;
  return { name, commit, dirty, setting, ...(network && { network }), runtime };
}
