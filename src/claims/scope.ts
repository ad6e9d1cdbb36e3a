/** What formulas can see: the records of one study, with the entry's own first. */
import type { ConfigurationItem } from './claim.ts';
import type { StudyOutline } from '../harness/plan/index.ts';
import {
  type QuotedRecord,
  type QuotedResult,
  roundedFields,
  type RoundtripRecord,
  type Unit,
} from '../harness/record/index.ts';
import type { Arithmetic } from './interval.ts';

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

/**
 * Fields of a result that formulas may name, with the units a figure can be stated in unchanged, its
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

/**
 * A result that fails where it lacks the field asked for. JSONata makes nothing of a field that is
 * not there, and a comparison with nothing false: a claim would not hold for want of data. What the
 * source says only where it is so has a value in all: `outcome` is `finished` unless it is `hung`.
 */
export function strictResult<Q>(result: QuotedResult, { figure }: Arithmetic<Q>): object {
  const { arm, workload, printed, ...others } = result;
  const whole: Record<string, unknown> = {
    arm,
    workload,
    approximate: false,
    validated: false,
    outcome: 'finished',
    ...others,
  };
  for (const [field, digits] of [...roundedFields].map(
    (name) => [name, printed?.[name]] as const,
  )) {
    const value = result[field];
    if (value !== undefined) whole[field] = figure(value, digits);
  }
  for (const field of Object.keys(resultFields)) {
    // JSONata looks at an object's own fields only, so what throws must be one.
    if (whole[field] !== undefined) continue;
    Object.defineProperty(whole, field, {
      get() {
        throw new Error(
          `got no ${field} in the result of "${arm}" under "${workload}", expected a number`,
        );
      },
    });
  }
  return whole;
}

/** Reads records by id, `<study>/<name>`. Gives the same object each time. */
export type FindRecord = (id: string) => Promise<RoundtripRecord | undefined>;

export interface Scope {
  study: StudyOutline;
  /** Ids of the entry's own records, in its order. */
  records: readonly string[];
  configuration: readonly ConfigurationItem[];
  find: FindRecord;
}

const list = (known: readonly string[]): string => (known.length ? known.join(', ') : 'none');

/**
 * The id of a record of the entry.
 *
 * @param field what holds the place, for the error
 * @throws Error unless the entry's list has that place
 */
export function idAt({ records: own }: Scope, place: RecordName, field = 'record'): string {
  const id = /^\d+$/.test(String(place)) ? own[Number(place) - 1] : undefined;
  if (id !== undefined) return id;
  const last = own.length === 1 ? '1, the only record' : `1 to ${own.length}, a record’s place`;
  throw new Error(`${field}: got ${show(place)}, expected ${last} in the entry’s list`);
}

/** Records that a formula means: the one named, else all of the entry's own. */
async function records(
  scope: Scope,
  name: RecordName | undefined,
): Promise<Array<{ id: string; record: RoundtripRecord }>> {
  const prefix = `${scope.study.id}/`;
  const idOf = (name: RecordName): string => {
    if (typeof name === 'number') return idAt(scope, name);
    return name.startsWith(prefix) ? name : prefix + name;
  };
  return Promise.all(
    (name === undefined ? scope.records : [idOf(name)]).map(async (id) => {
      const record = await scope.find(id);
      if (!record)
        throw new Error(`got record "${id}", expected a file content/records/${id}.json`);
      return { id, record };
    }),
  );
}

async function quoted(scope: Scope, name: RecordName | undefined, what: string) {
  const found = await records(scope, name);
  const kept = found.flatMap(({ id, record }): Array<{ id: string; record: QuotedRecord }> =>
    record.kind === 'quoted' ? [{ id, record }] : [],
  );
  if (kept.length > 0) return kept;
  throw new Error(
    `got measured records only (${list(found.map(({ id }) => id))}), expected a quoted one for ${what}`,
  );
}

/** @throws unless exactly one result of the arm under the workload is there */
export async function findResult(
  scope: Scope,
  arm: string,
  workload: string,
  name?: RecordName,
): Promise<QuotedResult> {
  const from = await quoted(scope, name, 'a result');
  const all = from.flatMap(({ id, record }) => record.results.map((result) => ({ id, result })));
  const found = all.filter(({ result }) => result.arm === arm && result.workload === workload);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only.result;
  const asked = `result of "${arm}" under "${workload}"`;
  if (found.length > 1) {
    throw new Error(
      `got ${found.length} for the ${asked} (${list(found.map(({ id }) => id))}), expected one: name its record`,
    );
  }
  const there = all.map(({ result }) => `${result.arm} under ${result.workload}`);
  throw new Error(
    `got no ${asked} in ${list(from.map(({ id }) => id))}, expected one of ${list([...new Set(there)])}`,
  );
}

/**
 * A figure, and the figures of its record with the same unit, as printed.
 *
 * @throws unless exactly one figure has the id
 */
export async function findFigure(scope: Scope, figure: string, name?: RecordName) {
  const from = await quoted(scope, name, 'a figure');
  const all = from.flatMap(({ id, record }) => record.figures.map((each) => ({ id, each })));
  const found = all.filter(({ each }) => each.id === figure);
  const [only] = found;
  if (only !== undefined && found.length === 1) {
    const { unit } = only.each;
    const same = all.filter(({ id, each }) => id === only.id && each.unit === unit);
    const beside = same.flatMap(({ each: { value, low, high, printed } }) =>
      [value, low, high, ...Object.values(printed ?? {})].map(String),
    );
    return { found: only.each, beside };
  }
  if (found.length > 1) {
    throw new Error(
      `got figure "${figure}" in ${list(found.map(({ id }) => id))}, expected it in one: name its record`,
    );
  }
  throw new Error(
    `got no figure "${figure}" in ${list(from.map(({ id }) => id))}, expected one of ${list(all.map(({ each }) => each.id))}`,
  );
}

/** The one record that is named, or the entry's first. */
export async function findRecord(scope: Scope, name?: RecordName): Promise<RoundtripRecord> {
  const [first] = await records(scope, name);
  if (!first) throw new Error('got an entry without records, expected one');
  return first.record;
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
