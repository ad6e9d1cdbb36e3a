/** Results that formulas can read: those of one study, the entry's own first. */
import type { StudyOutline } from '../../core/plan/index.ts';
import {
  type QuotedFigure,
  type QuotedResult,
  roundedFields,
  type Unit,
} from '../../core/record/index.ts';
import { resultFile } from '../../results/file.ts';
import { ratioBetween } from '../../results/pairs.ts';
import { printedDigits, type ReadFigure } from '../../results/quoted.ts';
import type { DocumentResult, MeasuredResult, Ratio, Result, Row } from '../../results/result.ts';
import type { ConfigurationItem } from './claim.ts';
import { printedFigure, type TakeFigure } from './corners.ts';

/** A value as it stands in an error. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'a function');
}

/**
 * Fields of a quoted result that formulas may name, with the units a figure can be stated in unchanged, its
 * own first.
 */
export const resultFields: Readonly<Record<string, readonly Unit[]>> = {
  validated: [],
  outcome: [],
  operations: ['operations', 'calls', ''],
  completed: ['operations', 'calls', ''],
  clients: ['clients', ''],
  totalMs: ['ms'],
  msPerOperation: ['ms'],
  latencyMs: ['ms'],
  operationsPerSecond: ['/s'],
  megabytesPerSecond: ['MB/s'],
};

/** Reads fields of quoted results as {@link Figure}s. */
export function readBy(take: TakeFigure): ReadFigure {
  return (result, field) => {
    const value = result[field];
    if (value === undefined) return undefined;
    return take(printedFigure(value, printedDigits(result, field), resultFields[field]?.[0] ?? ''));
  };
}

/**
 * A result that fails where it lacks the field asked for. JSONata makes nothing of a field that is
 * not there, and a comparison with nothing false: a claim would not hold for want of data. What the
 * source says only where it is so has a value in all: `outcome` is `finished` unless it is `hung`.
 */
export function strictResult(
  result: QuotedResult,
  read: ReadFigure,
  onRead: (units: readonly Unit[]) => void,
): object {
  const whole = { validated: false, outcome: 'finished', ...result };
  const strict = {};
  for (const [field, units] of Object.entries(resultFields)) {
    // JSONata looks at an object's own fields only. A figure is read when a formula asks for it, not before.
    Object.defineProperty(strict, field, {
      get(): unknown {
        const rounded = roundedFields.find((each) => each === field);
        onRead(units);
        const value: unknown = rounded ? read(result, rounded) : Reflect.get(whole, field);
        if (value !== undefined) return value;
        throw new Error(
          `got no ${field} in the result of "${result.arm}" under "${result.workload}", expected a number`,
        );
      },
    });
  }
  return strict;
}

/** A result with the id of its record. */
export type Named<Kind extends Result = Result> = Kind & { id: string };

/** Reads results by the id of their record, `<study>/<name>`. @throws for one that is not there */
export type FindResult = (id: string) => Promise<Named>;

export interface Scope {
  study: StudyOutline;
  /** Ids of the entry's own records, in its order. */
  records: readonly string[];
  configuration: readonly ConfigurationItem[];
  find: FindResult;
}

/** How a record is named: by its place in the entry's list, from 1, or by its name in the study. */
export type RecordName = string | number;

/** The command that makes the files that formulas read, for errors. */
const MADE_BY = '`npm run results` writes what the record has';

const list = (known: readonly string[]): string => (known.length ? known.join(', ') : 'none');

function idOf({ study, records: own }: Scope, name: RecordName): string {
  if (!/^\d+$/.test(String(name))) return `${study.id}/${name}`;
  const id = own[Number(name) - 1];
  if (id !== undefined) return id;
  throw new Error(
    `record: got ${show(name)}, expected 1 to ${own.length}, a place in the entry’s list`,
  );
}

/** The results that a formula means: the one named, else all of the entry's own. */
function results(scope: Scope, name: RecordName | undefined): Promise<Named[]> {
  const ids = name === undefined ? scope.records : [idOf(scope, name)];
  return Promise.all(ids.map((id) => scope.find(id)));
}

/** The one result that is named, or the entry's first. */
export async function findResult(scope: Scope, name?: RecordName): Promise<Named> {
  const [first] = await results(scope, name);
  if (!first) throw new Error('got an entry without records, expected one');
  return first;
}

/** The measured result that is named, or the only one of the entry. @throws for a quoted one */
export async function findMeasured(
  scope: Scope,
  name: RecordName | undefined,
): Promise<Named<MeasuredResult>> {
  const found = await findResult(scope, name);
  if (found.kind === 'measured') return found;
  throw new Error(`got ${found.id}, a ${found.kind} record, expected a measured one`);
}

/** @throws naming file, arm and workload unless the result has a row of the two */
export function rowIn(
  { plan, rows, id }: Named<MeasuredResult>,
  arm: string,
  workload: string,
): Row {
  const row = rows.find((each) => each.arm === arm && each.workload === workload);
  if (row) return row;
  const [field, got, known] = plan.arms.includes(arm)
    ? ['workload', workload, plan.workloads]
    : ['arm', arm, plan.arms];
  const expected = known.includes(got) ? `a row of "${arm}"` : `one of ${known.join(', ')}`;
  throw new Error(`${field}: got "${got}", expected ${expected} of ${resultFile(id)}: ${MADE_BY}`);
}

/**
 * The time of one arm ÷ that of another, paired by rounds.
 *
 * @throws Error naming the file of the result and what it lacks, where there is no interval as well
 */
export function pairIn(
  result: Named<MeasuredResult>,
  of: string,
  to: string,
  workload: string,
): Ratio & Required<Pick<Ratio, 'low' | 'high'>> {
  const ratio = ratioBetween(rowIn(result, of, workload), rowIn(result, to, workload));
  const file = resultFile(result.id);
  if (!ratio) {
    throw new Error(
      `got no rounds with both "${of}" and "${to}" under "${workload}" in ${file}, expected some`,
    );
  }
  const { low, high, sessions } = ratio;
  if (low !== undefined && high !== undefined) return { ...ratio, low, high };
  throw new Error(
    `got ${sessions} sessions of "${of}" under "${workload}" in ${file}, expected enough for an interval`,
  );
}

/**
 * The one value of a name in quoted records.
 *
 * @throws naming the records or files where none or several of them hold what is asked for
 */
async function findOnly<Value>(
  scope: Scope,
  record: RecordName | undefined,
  { asked, name }: { asked: string; name: string },
  valuesOf: (result: Named<DocumentResult>) => ReadonlyArray<readonly [name: string, Value]>,
): Promise<Value> {
  const all = await results(scope, record);
  const from = all.filter((each) => each.kind === 'quoted');
  if (from.length === 0) {
    throw new Error(
      `got measured records only (${list(all.map(({ id }) => id))}), expected a quoted one for the ${asked}`,
    );
  }
  const named = from.flatMap((of) => valuesOf(of).map(([key, value]) => ({ key, value, of })));
  const [only, ...others] = named.filter(({ key }) => key === name);
  if (only === undefined) {
    const known = list([...new Set(named.map(({ key }) => key))]);
    throw new Error(
      `got no ${asked} in ${list(from.map(({ id }) => resultFile(id)))}, expected one of ${known}: ${MADE_BY}`,
    );
  }
  if (others.length === 0) return only.value;
  const holding = list([only, ...others].map(({ of }) => of.id));
  throw new Error(
    `got ${others.length + 1} for the ${asked} (${holding}), expected one: name its record`,
  );
}

/** @throws unless exactly one quoted result of the arm under the workload is there */
export function findQuoted(
  scope: Scope,
  arm: string,
  workload: string,
  record?: RecordName,
): Promise<QuotedResult> {
  const asked = `result of "${arm}" under "${workload}"`;
  return findOnly(scope, record, { asked, name: `${arm} under ${workload}` }, ({ rows }) =>
    rows.flatMap(({ quoted }) =>
      quoted ? [[`${quoted.arm} under ${quoted.workload}`, quoted] as const] : [],
    ),
  );
}

/** @throws unless exactly one figure has the id */
export function findFigure(scope: Scope, id: string, record?: RecordName): Promise<QuotedFigure> {
  return findOnly(scope, record, { asked: `figure "${id}"`, name: id }, ({ figures }) =>
    figures.map((figure) => [figure.id, figure] as const),
  );
}

/** @throws unless the configuration holds a number, or a list of them, under that name */
export function findSetting({ configuration }: Scope, name: string) {
  const found = configuration.find((item) => item.name === name);
  const known = list(configuration.map((item) => item.name));
  if (!found) throw new Error(`got no configuration "${name}", expected one of ${known}`);
  const { value, unit } = found;
  if (typeof value !== 'string') return { value, unit };
  throw new Error(`got configuration "${name}" with "${value}", expected a number`);
}
