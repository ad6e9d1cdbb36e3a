/** What formulas can see: the results of one study, with the entry's own first. */
import type { StudyOutline } from '../harness/plan/index.ts';
import { type QuotedResult, roundedFields, type Unit } from '../harness/record/index.ts';
import { resultFile } from '../results/file.ts';
import { printedDecimals, printedDigits, type ReadFigure } from '../results/quoted.ts';
import type { DocumentResult, MeasuredResult, Result, Row } from '../results/result.ts';
import type { ConfigurationItem } from './claim.ts';

/** A value as it stands in an error. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'a function');
}

/** @throws unless it is a text */
export function text(what: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new Error(`got ${show(value)} for ${what}, expected a text`);
}

/** How a record is named: by its place in the entry's list, from 1, or by its name in the study. */
type RecordName = string | number;

/** @throws unless it is a name, a place, or not given */
export function optionalRecord(value: unknown): RecordName | undefined {
  if (value === undefined || typeof value === 'number') return value;
  return text('a record', value);
}

/** A number that a formula reads, and both ends of what it may be. */
export interface Figure {
  /** Equal for figures that move together: those of one document that are printed alike. */
  key: string;
  value: number;
  /** Absent for a median of too few sessions. */
  low?: number;
  high?: number;
  /** `printed`: its digits leave half a unit on either side. `median`: it has an interval. */
  from: 'printed' | 'median';
}

/** Gives the number that a formula goes on with. */
export type TakeFigure = (figure: Figure) => number;

/** A figure as printed: 0.267 stands for 0.2665 to 0.2675, and 28 for 27.5 to 28.5. */
export function printedFigure(value: number, digits: string, unit: Unit): Figure {
  const scale = 10 ** printedDecimals(digits);
  // Whole numbers divided once, so that 0.1345 is no 0.13449999999999998.
  const [low, high] = [-0.5, 0.5].map((half) => (Math.round(value * scale) + half) / scale);
  return {
    key: `${digits} ${unit}`,
    value,
    low: low ?? value,
    high: high ?? value,
    from: 'printed',
  };
}

/**
 * Fields of a quoted result that formulas may name, with the units a figure can be stated in unchanged, its
 * own first.
 */
export const resultFields: Readonly<Record<string, readonly Unit[]>> = {
  arm: [],
  workload: [],
  approximate: [],
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
export function strictResult(result: QuotedResult, read: ReadFigure): object {
  const whole = { approximate: false, validated: false, outcome: 'finished', ...result };
  const rounded: readonly string[] = roundedFields;
  for (const field of Object.keys(resultFields)) {
    const known: unknown = Reflect.get(whole, field);
    if (known !== undefined && !rounded.includes(field)) continue;
    // JSONata looks at an object's own fields only. A figure is read when a formula asks for it, not before.
    Object.defineProperty(whole, field, {
      enumerable: known !== undefined,
      get() {
        const found = roundedFields.find((each) => each === field);
        const value = found && read(result, found);
        if (value !== undefined) return value;
        throw new Error(
          `got no ${field} in the result of "${result.arm}" under "${result.workload}", expected a number`,
        );
      },
    });
  }
  return whole;
}

/** A result with the id of its record. */
export type Named<Kind extends Result = Result> = Kind & { id: string };

/** Reads results by the id of their record, `<study>/<name>`. @throws for one that is not there */
export type FindResult = (id: string) => Promise<Named>;

/** Reads each result once: a formula may be evaluated hundreds of times. */
export function readOnce(find: (id: string) => Promise<Result>): FindResult {
  const found = new Map<string, Promise<Named>>();
  return (id) => {
    const known = found.get(id) ?? find(id).then((result) => ({ ...result, id }));
    found.set(id, known);
    return known;
  };
}

export interface Scope {
  study: StudyOutline;
  /** Ids of the entry's own records, in its order. */
  records: readonly string[];
  configuration: readonly ConfigurationItem[];
  find: FindResult;
}

/** What makes the files that formulas read, for errors. */
const MADE_BY = '`npm run results` writes what the record has';

const list = (known: readonly string[]): string => (known.length ? known.join(', ') : 'none');

/**
 * The id of a record of the entry.
 *
 * @param field what holds the place, for the error
 * @throws Error unless the entry's list has that place
 */
export function idAt({ study, records: own }: Scope, place: RecordName, field = 'record'): string {
  const id = /^\d+$/.test(String(place)) ? own[Number(place) - 1] : undefined;
  if (id !== undefined) return id;
  // A name, such as 2026-11-23-near-1: its study may have it in another entry.
  if (/^\d{4}-/.test(String(place))) return `${study.id}/${place}`;
  const last = own.length === 1 ? '1, the only record' : `1 to ${own.length}, a record’s place`;
  throw new Error(`${field}: got ${show(place)}, expected ${last} in the entry’s list`);
}

/** The results that a formula means: the one named, else all of the entry's own. */
async function results(scope: Scope, name: RecordName | undefined): Promise<Named[]> {
  const prefix = `${scope.study.id}/`;
  const idOf = (name: RecordName): string => {
    if (typeof name === 'number') return idAt(scope, name);
    return name.startsWith(prefix) ? name : prefix + name;
  };
  const ids = name === undefined ? scope.records : [idOf(name)];
  return Promise.all(ids.map((id) => scope.find(id)));
}

/** The one result that is named, or the entry's first. */
export async function findResult(scope: Scope, name?: RecordName): Promise<Named> {
  const [first] = await results(scope, name);
  if (!first) throw new Error('got an entry without records, expected one');
  return first;
}

/** The measured result that is named, or the only one of the entry. @throws for a quoted one */
export async function findMeasured(scope: Scope, name: unknown): Promise<Named<MeasuredResult>> {
  const only = scope.records.length === 1 ? 1 : undefined;
  const found = await findResult(scope, optionalRecord(name) ?? only);
  if (found.kind === 'measured') return found;
  throw new Error(`got ${found.id}, a ${found.kind} record, expected a measured one`);
}

/** @throws naming file, arm and workload unless the result has a row of the two */
export function rowIn(result: Named<MeasuredResult>, arm: string, workload: string): Row {
  const { plan, rows, id } = result;
  expectOneOf('arm', arm, plan.arms, resultFile(id));
  expectOneOf('workload', workload, plan.workloads, resultFile(id));
  const row = rows.find((each) => each.arm === arm && each.workload === workload);
  if (row) return row;
  throw new Error(
    `got no row of "${arm}" under "${workload}" in ${resultFile(id)}, expected one: ${MADE_BY}`,
  );
}

/** @throws Error naming the field and, where it is a file that lacks it, how that is made */
function expectOneOf(field: string, got: string, known: readonly string[], file?: string): void {
  if (known.includes(got)) return;
  const where = file === undefined ? '' : ` of ${file}: ${MADE_BY}`;
  throw new Error(`${field}: got "${got}", expected one of ${known.join(', ')}${where}`);
}

async function documents(scope: Scope, name: RecordName | undefined, what: string) {
  const found = await results(scope, name);
  const kept = found.filter((each): each is Named<DocumentResult> => each.kind === 'quoted');
  if (kept.length > 0) return kept;
  throw new Error(
    `got measured records only (${list(found.map(({ id }) => id))}), expected a quoted one for ${what}`,
  );
}

/** The only one of several that is asked for. @throws naming the records or files where there are none, or several */
function onlyOf<Item extends { of: Named<DocumentResult> }>(
  all: readonly Item[],
  asked: string,
  from: readonly Named[],
  is: (item: Item) => boolean,
  nameOf: (item: Item) => string,
): Item {
  const found = all.filter(is);
  const [only, ...others] = found;
  if (only === undefined) {
    throw new Error(
      `got no ${asked} in ${list(from.map(({ id }) => resultFile(id)))}, expected one of ${list([...new Set(all.map(nameOf))])}: ${MADE_BY}`,
    );
  }
  if (others.length === 0) return only;
  throw new Error(
    `got ${found.length} for the ${asked} (${list(found.map(({ of }) => of.id))}), expected one: name its record`,
  );
}

/** @throws unless exactly one quoted result of the arm under the workload is there */
export async function findQuoted(
  scope: Scope,
  arm: string,
  workload: string,
  name?: RecordName,
): Promise<QuotedResult> {
  const from = await documents(scope, name, 'a result');
  const all = from.flatMap((of) =>
    of.rows.flatMap(({ quoted }) => (quoted ? [{ of, result: quoted }] : [])),
  );
  const found = onlyOf(
    all,
    `result of "${arm}" under "${workload}"`,
    from,
    ({ result }) => result.arm === arm && result.workload === workload,
    ({ result }) => `${result.arm} under ${result.workload}`,
  );
  return found.result;
}

/**
 * A figure, and the figures of its record with its unit, as printed.
 *
 * @throws unless exactly one figure has the id
 */
export async function findFigure(scope: Scope, id: string, name?: RecordName) {
  const from = await documents(scope, name, 'a figure');
  const all = from.flatMap((of) => of.figures.map((figure) => ({ of, figure })));
  const { of, figure: found } = onlyOf(
    all,
    `figure "${id}"`,
    from,
    ({ figure }) => figure.id === id,
    ({ figure }) => figure.id,
  );
  const same = of.figures.filter(({ unit }) => unit === found.unit);
  const beside = same.flatMap(({ value, low, high, printed }) =>
    [value, low, high, ...Object.values(printed ?? {})].map(String),
  );
  return { found, beside };
}

/** @throws unless the configuration holds a number, or a list of them, under that name */
export function findSetting({ configuration }: Scope, name: string): ConfigurationItem {
  const found = configuration.find((item) => item.name === name);
  const known = list(configuration.map((item) => item.name));
  if (!found) throw new Error(`got no configuration "${name}", expected one of ${known}`);
  if (typeof found.value === 'string') {
    throw new Error(`got configuration "${name}" with "${found.value}", expected a number`);
  }
  return found;
}
