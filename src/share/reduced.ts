/** What of a measured result a page keeps and a link holds: enough for its tables, and no more. */
import type { Environment } from '../harness/record/index.ts';
import type { Quantity, QuantityUnit } from '../numbers/quantity.ts';
import type { MeasuredResult } from '../results/result.ts';

const resultFields = ['study', 'startedAt', 'seed', 'end', 'tookMs'] as const;
const planFields = [
  'arms',
  'workloads',
  'rule',
  'rounds',
  'budgetMs',
  'reference',
  'subjects',
] as const;
const placeFields = [
  'setting',
  'origin',
  'network',
  'runtime',
  'platform',
  'colo',
  'thread',
  'clockStepUs',
  'accept',
] as const;
const rowFields = [
  'arm',
  'workload',
  'place',
  'client',
  'counted',
  'discarded',
  'sessions',
  'time',
  'verdict',
  'cannot',
  'percentiles',
  'otherRun',
  'control',
] as const;
/** A library from outside, as far as its names need it. */
const outsideFields = ['id', 'label', 'arms'] as const;

type Outside = NonNullable<Environment['outside']>[number];

export interface ReducedResult extends Pick<
  MeasuredResult,
  (typeof resultFields)[number] | 'rows'
> {
  plan: Pick<MeasuredResult['plan'], (typeof planFields)[number]>;
  environment: Pick<Environment, (typeof placeFields)[number]> & {
    outside?: Array<Pick<Outside, (typeof outsideFields)[number]>> | undefined;
  };
}

/** The fields of these names that are there. */
export function pick<Item extends object, Name extends keyof Item>(
  item: Item,
  names: readonly Name[],
): Pick<Item, Name> {
  const found = names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]]));
  return Object.fromEntries(found) as Pick<Item, Name>;
}

/** @param against arms that ratios are kept to, besides the reference of the run */
export function reducedResult(result: MeasuredResult, against: readonly string[]): ReducedResult {
  const { plan, environment, rows } = result;
  const kept = [...new Set([...against, plan.reference])];
  const outside = environment.outside?.map((each) => pick(each, outsideFields));
  return {
    ...pick(result, resultFields),
    plan: pick(plan, planFields),
    environment: { ...pick(environment, placeFields), ...(outside && { outside }) },
    rows: rows.map((row) => ({ ...pick(row, rowFields), ratios: pick(row.ratios, kept) })),
  };
}

/** A measured quantity without its names: its value, and both ends of its interval where it has one. */
export type QuantityTuple = [value: number] | [value: number, low: number, high: number];

export function tupleOf({ value, low, high }: Quantity): QuantityTuple {
  return low === undefined || high === undefined ? [value] : [value, low, high];
}

export function quantityOf([value, low, high]: QuantityTuple, unit: QuantityUnit): Quantity {
  return {
    value,
    ...(low !== undefined && high !== undefined && { low, high }),
    ...{ unit, from: 'measured' },
  };
}
