import { formatRatioInterval } from '../../numbers/format.ts';
import { type Environment, type MeasuredRecord, CONTROL } from '../../harness/record/index.ts';
import { cellsOf, judgeTwoRuns } from '../../harness/statistics/index.ts';
import { withOutsideOf } from '../../harness/plan/index.ts';
import { findStudy } from '../../studies/index.ts';
import { readRecordFile } from '../shared/text-file.ts';
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

/** Fields of an environment that say nothing of how fast it is. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set([
  'origin',
  'labels',
  'userAgent',
  'loadAverage',
]);

/** In what the environments of two records differ, in sentences. A record does not name its machine. */
function differencesBetween(first: Environment, second: Environment): string[] {
  const fieldsOf = (environment: Environment) =>
    new Map(
      Object.entries(environment).flatMap(([name, value]): Array<[string, string]> => {
        if (SAID_ELSEWHERE.has(name)) return [];
        if (typeof value !== 'object') return [[name, String(value)]];
        return Object.entries(value).map(([key, each]) => [`${name}.${key}`, JSON.stringify(each)]);
      }),
    );
  const [one, other] = [fieldsOf(first), fieldsOf(second)];
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((name) => {
    const [inA = 'nothing', inB = 'nothing'] = [one.get(name), other.get(name)];
    return inA === inB ? [] : [`${name}: ${inA} in A, ${inB} in B.`];
  });
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
      `${secondFile}: got no configuration and operation of ${firstFile}, expected one at least`,
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
  const found = {
    ...{ study: study.id, margin, rows, notes: [] },
    measured: [...new Set(rows.map(({ arm }) => arm))],
    doubts: doubtsOf(rows, study.baseline, margin),
  };
  return comparisonOf(
    { kind: 'records', ...sides },
    [found],
    [
      'Two runs hold whatever the machine did between them: a difference may be the machine’s.',
      ...differencesBetween(first.environment, second.environment),
    ],
  );
}

async function readMeasured(file: string): Promise<MeasuredRecord> {
  const record = await readRecordFile(file);
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
      `First, the machine: in ${workload} the plain way itself takes ` +
        `${formatRatioInterval(ratio.estimate, low, high)} its time. A library is called slower or ` +
        'faster only beyond that.',
    ];
  });
}

function sideOf(name: string, source: string, { environment }: MeasuredRecord): Side {
  const { commit = null, dirty = false, setting, network, runtime } = environment;
  return { name, source, commit, dirty, setting, ...(network && { network }), runtime };
}
