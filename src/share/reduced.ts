/** What of a measured result a page keeps and a link holds: enough for its tables, and no more. */
import type { Environment } from '../harness/record/index.ts';
import type { Quantity, QuantityUnit } from '../numbers/quantity.ts';
import type { MeasuredResult, Ratio, Row } from '../results/result.ts';

/** A library from outside, as far as its names need it. */
type NamedOutside = Pick<NonNullable<Environment['outside']>[number], 'id' | 'label' | 'arms'>;

export interface ReducedResult extends Pick<
  MeasuredResult,
  'study' | 'startedAt' | 'seed' | 'end' | 'tookMs' | 'rows'
> {
  plan: Pick<
    MeasuredResult['plan'],
    'arms' | 'workloads' | 'rule' | 'rounds' | 'budgetMs' | 'reference' | 'subjects'
  >;
  environment: Pick<
    Environment,
    'setting' | 'origin' | 'network' | 'runtime' | 'platform' | 'colo' | 'thread' | 'clockStepUs'
  > &
    Pick<Environment, 'accept'> & { outside?: NamedOutside[] | undefined };
}

/** A row with its ratios to these arms alone, and without what no table of times shows. */
function reducedRow(row: Row, against: readonly string[]): Row {
  const { arm, workload, place, client, time, verdict, counted, discarded, sessions } = row;
  const { cannot, percentiles, otherRun, control } = row;
  const ratios: Record<string, Ratio> = {};
  for (const id of against) {
    const ratio = row.ratios[id];
    if (ratio !== undefined) ratios[id] = ratio;
  }
  return {
    ...{ arm, workload, place, client, ratios, counted, discarded, sessions },
    ...(time && { time }),
    ...(verdict && { verdict }),
    ...(cannot !== undefined && { cannot }),
    ...(percentiles && { percentiles }),
    ...(otherRun !== undefined && { otherRun }),
    ...(control && { control }),
  };
}

/** @param against arms that ratios are kept to, besides the reference of the run */
export function reducedResult(result: MeasuredResult, against: readonly string[]): ReducedResult {
  const { study, startedAt, seed, end, tookMs, plan, environment, rows } = result;
  const { arms, workloads, rule, rounds, budgetMs, reference, subjects } = plan;
  const { setting, origin, network, runtime, platform, colo, thread, clockStepUs } = environment;
  const kept = [...new Set([...against, reference])];
  return {
    ...{ study, startedAt, seed, end },
    ...(tookMs !== undefined && { tookMs }),
    plan: {
      ...{ arms, workloads, rule, reference, subjects },
      ...(rounds !== undefined && { rounds }),
      ...(budgetMs !== undefined && { budgetMs }),
    },
    environment: {
      ...{ setting, origin, runtime, clockStepUs, accept: environment.accept },
      ...(network && { network }),
      ...(platform !== undefined && { platform }),
      ...(colo !== undefined && { colo }),
      ...(thread && { thread }),
      ...(environment.outside && {
        outside: environment.outside.map(({ id, label, arms: own }) => ({ id, label, arms: own })),
      }),
    },
    rows: rows.map((row) => reducedRow(row, kept)),
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
