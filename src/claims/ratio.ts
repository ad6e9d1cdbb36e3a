/** Ratios in an entry's prose: `<Ratio … />` in a sentence, `<Ratios … />` as a table. */
import type { MeasuredResult, Ratio } from '../results/result.ts';
import { operationOf } from '../results/names.ts';
import type { Table } from '../tables/table.ts';
import {
  type Attributes,
  exactly,
  expectAttributes,
  moreOf,
  type ProseNumber,
} from './elements.ts';
import { decimalsFor, formatValues } from './format.ts';
import { pairIn } from './measured.ts';
import { expectOneOf, findMeasured, idAt, type Named, type Scope, show } from './scope.ts';

/** What a ratio is of: two arms under a workload, in a record by its place in the entry's list. */
const parts = ['records', 'of', 'to', 'workloads'] as const;
type Part = (typeof parts)[number];
type Pair = Readonly<Record<Part, string>>;

/**
 * The ratio of `<Ratio of="…" to="…" workload="…" record="2" />`: the time of one arm ÷ that of another, paired
 * by rounds. An entry with one record needs no `record`. `interval="none"` leaves the interval out.
 *
 * @param file entry that holds it, for errors
 * @throws Error naming file and attribute, with the value got and expected
 */
export async function proseRatio(
  attributes: Attributes,
  file: string,
  scope: Scope,
): Promise<ProseNumber> {
  const field = `${file} <Ratio of=${show(attributes['of'])}>`;
  expectAttributes(attributes, ['of', 'to', 'workload', 'record', 'interval'], field);
  const [only, ...others] = scope.records;
  const {
    of,
    to,
    workload,
    interval,
    record = only && others.length === 0 ? '1' : undefined,
  } = attributes;
  if (interval !== undefined && interval !== 'none') {
    throw new Error(`${field} interval: got ${show(interval)}, expected "none" or no attribute`);
  }
  const pair = {
    records: word(record, `${field} record`, 'the place of a record in the entry’s list'),
    of: word(of, `${field} of`, 'an arm'),
    to: word(to, `${field} to`, 'an arm'),
    workloads: word(workload, `${field} workload`, 'a workload'),
  };
  const { ratio, result } = await ratioOf(pair, field, scope);
  const { value, low, high } = ratio;
  const decimals = Math.max(...[value, low, high].map((each) => decimalsFor(each, '×')));
  const [shown, ends] = [[value], [low, high]].map((all) => formatValues(all, '×', decimals));
  const exact = `${exactly(value)}× (95 % CI ${exactly(low)}–${exactly(high)})`;
  return {
    text: interval === 'none' ? `${shown}` : `${shown} (${ends})`,
    more: moreOf(exact, [result], { from: 'measured', isPlain: true }),
    from: 'measured',
  };
}

function word(value: unknown, field: string, expected: string): string {
  const found = words(value);
  if (found.length === 1) return found.join('');
  throw new Error(`${field}: got ${show(value)}, expected ${expected}`);
}

/** Words with spaces or line ends between them. */
function words(value: unknown): string[] {
  return typeof value === 'string' ? value.split(/\s+/).filter((each) => each !== '') : [];
}

async function ratioOf(
  { records, of, to, workloads: workload }: Pair,
  field: string,
  scope: Scope,
): Promise<{ ratio: Ratio & { low: number; high: number }; result: Named<MeasuredResult> }> {
  const id = idAt(scope, records, `${field} record`);
  try {
    const result = await findMeasured(scope, id);
    return { ratio: pairIn(result, { of, to, workload }), result };
  } catch (cause) {
    throw new Error(`${field}: ${(cause as Error).message}`, { cause });
  }
}

/** The names of rows and columns that their author does not name. */
export interface Names {
  arm: (id: string) => string;
  record: (id: string) => string;
}

/**
 * The table of `<Ratios of="…" to="…" workloads="…" records="1 2" />`, each of which may list
 * several: workloads go down the rows, and arms and records across the columns, those in step.
 * `down="of to"` names what goes down instead. Without `records` all of the entry's are meant.
 * `rows` and `columns` name them, with `|` between the names; `corner` stands over the names of rows.
 *
 * @param file entry that holds it, for errors
 * @throws Error naming file and attribute, with the value got and expected
 */
export async function ratioTable(
  attributes: Attributes,
  file: string,
  scope: Scope,
  names: Names,
): Promise<Table> {
  const field = `${file} <Ratios of=${show(attributes['of'])}>`;
  expectAttributes(attributes, [...parts, 'down', 'rows', 'columns', 'corner'], field);
  const { down = 'workloads', corner } = attributes;
  const vertical = words(down);
  for (const part of vertical) expectOneOf(`${field} down`, part, parts);
  const all = scope.records.map((_, index) => index + 1).join(' ');
  const given: Attributes = { ...attributes, records: attributes['records'] ?? all };
  const side = (isDown: boolean) => {
    const own = parts.filter((part) => vertical.includes(part) === isDown);
    return inStep(Object.fromEntries(own.map((part) => [part, words(given[part])])), field);
  };
  const nameOf: Readonly<Record<Part, (value: string) => string>> = {
    records: (place) => names.record(idAt(scope, place, `${field} records`)),
    of: names.arm,
    to: (arm) => `to ${names.arm(arm)}`,
    workloads: (id) => operationOf(scope.study, id),
  };
  const headings = (which: 'rows' | 'columns', steps: ReadonlyArray<Partial<Pair>>) =>
    headingsOf(given[which], steps, nameOf, `${field} ${which}`);
  const [rows, columns] = [side(true), side(false)];
  const heads = headings('rows', rows);
  const cells = (row: Partial<Pair>) =>
    columns.map(
      async (column) => (await ratioOf({ ...row, ...column } as Pair, field, scope)).ratio,
    );
  return {
    caption: 'Ratios of times, with 95 % CI',
    columns: [
      { id: 'name', label: words(corner).join(' '), kind: 'text' },
      ...headings('columns', columns).map((label, at) => ({
        ...{ id: `ratio-${at + 1}`, label, kind: 'ratio' as const },
      })),
    ],
    groups: [
      {
        rows: await Promise.all(
          rows.map(async (row, index) => ({
            cells: [heads[index] ?? '', ...(await Promise.all(cells(row)))],
          })),
        ),
      },
    ],
  };
}

/** The first of each list, the second of each, and so on; a list of one holds for all. */
function inStep(lists: Readonly<Record<string, string[]>>, field: string): Array<Partial<Pair>> {
  const length = Math.max(...Object.values(lists).map((list) => list.length));
  for (const [part, list] of Object.entries(lists)) {
    if (list.length === 1 || (list.length > 0 && list.length === length)) continue;
    const expected = length > 1 ? `1 or ${length}` : 'one at least';
    throw new Error(`${field} ${part}: got ${list.length}, expected ${expected}`);
  }
  return Array.from({ length }, (_, index) =>
    Object.fromEntries(Object.entries(lists).map(([part, list]) => [part, list[index] ?? list[0]])),
  );
}

/** The names that the author gives, else those of whatever differs between the rows or columns. */
function headingsOf(
  given: unknown,
  steps: ReadonlyArray<Partial<Pair>>,
  nameOf: Readonly<Record<Part, (value: string) => string>>,
  field: string,
): string[] {
  if (typeof given === 'string') {
    const names = given.split('|').map((name) => words(name).join(' '));
    if (names.length === steps.length) return names;
    throw new Error(`${field}: got ${names.length} names, expected ${steps.length}`);
  }
  const [first = {}] = steps;
  const own = parts.filter((part) => part in first);
  const differing = own.filter((part) => steps.some((step) => step[part] !== first[part]));
  return steps.map((step) =>
    (differing.length > 0 ? differing : own)
      .map((part) => nameOf[part](step[part] ?? ''))
      .join(', '),
  );
}
