/**
 * Conditions in addition to the library that differ between the arms of one run. A ratio between two such arms
 * says more than which library is faster, so it gets no verdict. How a connection is accepted and what it uses
 * are parts of an arm and no conditions.
 */
import { isOutside } from '../core/plan/index.ts';
import type { Environment, Outside } from '../core/record/index.ts';
import type { Cell, Unit } from '../core/statistics/index.ts';
import type { ArmGroup } from '../libraries/studies/groups.ts';
import type { Condition, ConditionName, Row } from './result.ts';

/** The parts of a record that tell conditions. */
interface Conditioned {
  environment: Partial<Pick<Environment, 'conditions' | 'outside' | 'proxy'>>;
}

/**
 * All that a record tells of an arm under one workload. A condition that it does not tell is left out, and is
 * then no difference.
 */
function conditionsOf(
  { environment }: Conditioned,
  { arm, units }: Pick<Cell, 'arm' | 'units'>,
): Condition[] {
  const { conditions, proxy = '' } = environment;
  const { validation, runtimes = {}, builds = {} } = conditions?.[arm] ?? {};
  const deployed = deploymentOf(arm, environment.outside);
  const own = (name: ConditionName, value: string | undefined): Condition[] =>
    value === undefined ? [] : [{ name, value }];
  const byTool = (name: ConditionName, values: Readonly<Record<string, string>>): Condition[] =>
    Object.entries(values).map(([of, value]) => ({ name, of, value }));
  return [
    ...own('compression', valueIn(units, 'extensions')),
    ...own('protocol', valueIn(units, 'protocol')),
    ...own('validation', conditions && (validation ? 'yes' : '')),
    ...byTool('build', builds),
    ...byTool('runtime', runtimes),
    ...own('proxy', deployed === undefined ? proxy : (deployed.proxy ?? '')),
  ];
}

/** The library of an arm that a deployment of its own served. */
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

/** The value of the same condition among others, if it differs. */
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

const titles: Readonly<Record<ConditionName, string>> = {
  compression: 'Compression',
  protocol: 'HTTP version',
  validation: 'Argument checks',
  build: 'Build flags',
  runtime: 'Runtime version',
  proxy: 'Proxy',
};

/**
 * A sentence for each condition in which arms differ from the plain way of their group, or from the reference of
 * a run: `Compression: permessage-deflate (Cap’n Web), none (Plain WebSocket, in memory). No verdict is given.`
 */
export function conditionNotices(
  rows: ReadonlyArray<Pick<Row, 'arm' | 'workload' | 'conditions'>>,
  groups: ReadonlyArray<Pick<ArmGroup, 'plain' | 'arms'>>,
  library: (arm: string) => { label: string },
): string[] {
  const found = groups.flatMap(({ plain, arms }) =>
    rows
      .filter(({ arm }) => arms.includes(arm))
      .flatMap((row) => {
        const other = rows.find(({ arm, workload }) => arm === plain && workload === row.workload);
        return differencesBetween(row, other).map(({ name, of = '', value, to }) => {
          const [own, its] = [value, to].map((each) => `${of} ${each || 'none'}`.trim());
          return { name, arm: row.arm, own, its, plain };
        });
      }),
  );
  const alike = Map.groupBy(found, ({ name, own, its, plain }) =>
    JSON.stringify([name, own, its, plain]),
  );
  return [...alike.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const arms = new Set(same.map(({ arm }) => library(arm).label));
    const sides = [
      `${first.own} (${[...arms].join('; ')})`,
      `${first.its} (${library(first.plain).label})`,
    ];
    return `${titles[first.name]}: ${sides.join(', ')}. No verdict is given.`;
  });
}
