/**
 * Conditions that differ between the arms of one run besides the library. A ratio between two such arms says
 * more than which library is faster, so it gets no verdict. How a connection is accepted and over what it goes
 * is what an arm is, and no condition.
 */
import { isOutside } from '../harness/plan/index.ts';
import type { Environment, Outside } from '../harness/record/index.ts';
import type { Cell, Unit } from '../harness/statistics/index.ts';
import type { ArmGroup } from '../studies/groups.ts';
import type { Condition, ConditionName, Row } from './result.ts';

/** A record, or what is known of a run, as far as conditions stand in it. */
interface Conditioned {
  environment: Partial<Pick<Environment, 'accept' | 'conditions' | 'outside' | 'proxy'>>;
}

/**
 * All that a record tells of an arm under one workload. A condition that it does not tell is left out, and is
 * then no difference.
 */
function conditionsOf(
  { environment }: Conditioned,
  { arm, units }: Pick<Cell, 'arm' | 'units'>,
): Condition[] {
  const { accept = {}, conditions, proxy = '' } = environment;
  const { validation, runtimes = {}, builds = {} } = conditions?.[arm] ?? {};
  const deployed = deploymentOf(arm, environment.outside);
  const own = (name: ConditionName, value: string | undefined): Condition[] =>
    value === undefined ? [] : [{ name, value }];
  const byTool = (name: ConditionName, values: Readonly<Record<string, string>>): Condition[] =>
    Object.entries(values).map(([of, value]) => ({ name, of, value }));
  // Older records have an empty text for requests too.
  const compression = accept[arm] === 'request' ? undefined : valueIn(units, 'extensions');
  return [
    ...own('compression', compression),
    ...own('protocol', valueIn(units, 'protocol')),
    ...own('validation', conditions && (validation ? 'yes' : '')),
    ...byTool('build', builds),
    ...byTool('runtime', runtimes),
    ...own('proxy', deployed === undefined ? proxy : (deployed.proxy ?? '')),
  ];
}

/** The contestant that an arm is of, where a deployment of its own served it. */
function deploymentOf(arm: string, outside: readonly Outside[] = []): Outside | undefined {
  if (!isOutside(arm)) return undefined;
  return outside.find(
    ({ id, served }) => served === 'elsewhere' && arm.startsWith(`outside:${id}/`),
  );
}

/** The value of all sessions, or each of their values once; undefined where none has one. */
function valueIn(units: readonly Unit[], field: 'extensions' | 'protocol'): string | undefined {
  const values = [...new Set(units.flatMap((unit) => unit[field] ?? []))];
  if (values.length < 2) return values[0];
  const each = values.filter(Boolean).toSorted().join(' or ');
  return values.includes('') ? `in some sessions ${each}` : each;
}

/** The conditions of arms under one workload that are not the same for all of them, by arm. */
export function differingConditions(
  record: Conditioned,
  cells: readonly Cell[],
): Map<string, Condition[]> {
  const all = cells
    .filter(({ units }) => units.length > 0)
    .map((cell) => ({ arm: cell.arm, conditions: conditionsOf(record, cell) }));
  const differs = (condition: Condition): boolean =>
    all.some(({ conditions }) => valueBeside(condition, conditions) !== undefined);
  return new Map(
    all.flatMap(({ arm, conditions }) => {
      const own = conditions.filter(differs);
      return own.length === 0 ? [] : [[arm, own] as const];
    }),
  );
}

/** The value that other conditions have in the place of one, where it differs. */
function valueBeside(
  { name, of, value }: Condition,
  others: readonly Condition[],
): string | undefined {
  const other = others.find((each) => each.name === name && each.of === of);
  return other === undefined || other.value === value ? undefined : other.value;
}

/** A condition in which two rows differ, with the value that each has. */
export interface Difference extends Condition {
  /** Value of the row that the first one is compared with. */
  to: string;
}

/** The conditions in which two rows of one run and workload differ. */
export function differencesBetween(
  row: Pick<Row, 'conditions'>,
  to: Pick<Row, 'conditions'> | undefined,
): Difference[] {
  return (row.conditions ?? []).flatMap((condition) => {
    const other = valueBeside(condition, to?.conditions ?? []);
    return other === undefined ? [] : [{ ...condition, to: other }];
  });
}

// The notices, in sentences.

/** Names of HTTP’s versions, by the names that runtimes have for them. */
const protocols: Readonly<Record<string, string>> = {
  'http/1.0': 'HTTP/1.0',
  'http/1.1': 'HTTP/1.1',
  h2: 'HTTP/2',
  h2c: 'HTTP/2',
  h3: 'HTTP/3',
};

/** How a condition is called, and the words of an arm that has it and of one that has it not. */
interface Words {
  title: string;
  /** @param to what the other arm has, which may be nothing */
  has: (condition: Condition, to: string) => string;
  not: string;
}

const words: Readonly<Record<ConditionName, Words>> = {
  compression: {
    title: 'Compression',
    // The parameters of an extension matter only beside others of the same extension.
    has: ({ value }, to) => `used ${to === '' ? withoutParameters(value) : value}`,
    not: 'did not',
  },
  protocol: {
    title: 'HTTP version',
    has: ({ value }) => `used ${protocols[value] ?? value}`,
    not: 'did not',
  },
  validation: {
    title: 'Argument checks',
    has: () => 'checked arguments at run time',
    not: 'did not',
  },
  build: {
    title: 'Build flags',
    has: ({ of = '', value }) => `was built by ${of} with ${value}`,
    not: 'was not',
  },
  runtime: {
    title: 'Runtime version',
    has: ({ of = '', value }) => `ran on ${of} ${value}`,
    not: 'did not',
  },
  proxy: { title: 'Proxy', has: ({ value }) => `went through ${value}`, not: 'did not' },
};

const withoutParameters = (extension: string): string => extension.split(';')[0] ?? extension;

/** A comparison that a table shows: an arm, and the arm that it is compared with. */
interface Pair {
  arm: string;
  to: string;
}

/** The arms of a run that a verdict is about, each with the reference. */
export function pairsWith(reference: string, rows: ReadonlyArray<Pick<Row, 'arm'>>): Pair[] {
  return rows.map(({ arm }) => ({ arm, to: reference }));
}

/** The arms of groups, each with the plain way of its group. */
export function pairsIn(groups: readonly ArmGroup[]): Pair[] {
  return groups.flatMap(({ arms, plain }) => arms.map((arm) => ({ arm, to: plain })));
}

/**
 * A sentence for each condition in which compared arms differ, with the names of all of them: `Compression: Cap’n
 * Web used permessage-deflate and Plain WebSocket (in memory) did not, so no verdict is given.`
 */
export function conditionNotices(
  rows: ReadonlyArray<Pick<Row, 'arm' | 'workload' | 'conditions'>>,
  pairs: readonly Pair[],
  library: (arm: string) => { label: string },
): string[] {
  const found = pairs.flatMap(({ arm, to }) =>
    rows
      .filter((row) => row.arm === arm)
      .flatMap((row) => {
        const other = rows.find((each) => each.arm === to && each.workload === row.workload);
        return differencesBetween(row, other).map((difference) => ({
          arm,
          against: to,
          difference,
        }));
      }),
  );
  const alike = Map.groupBy(found, ({ against, difference: { name, of, value, to } }) =>
    JSON.stringify([name, of, value, to, against]),
  );
  return [...alike.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const nameOf = (arm: string): string => inSentence(library(arm).label);
    const arms = [...new Set(same.map(({ arm }) => nameOf(arm)))];
    return sentenceOf(first.difference, arms, nameOf(first.against));
  });
}

/** `Plain WebSocket (in memory)`: commas are for the list of arms. */
function inSentence(label: string): string {
  const [name = label, ...configuration] = label.split(', ');
  return configuration.length === 0 ? name : `${name} (${configuration.join(', ')})`;
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });

function sentenceOf({ to, ...own }: Difference, arms: readonly string[], other: string): string {
  const { title, has, not } = words[own.name];
  const did = (condition: Condition, beside: string): string =>
    condition.value === '' ? not : has(condition, beside);
  const both = [
    `${list.format(arms)} ${did(own, to)}`,
    `${other} ${did({ ...own, value: to }, own.value)}`,
  ];
  // An arm without it is named after one that has it.
  const sides = own.value === '' ? both.toReversed() : both;
  return `${title}: ${sides.join(' and ')}, so no verdict is given.`;
}
