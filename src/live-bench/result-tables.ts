/** Every number of a result in tables of its own, an operation each: in the lab, and where a link is opened. */
import { CONTROL } from '../harness/record/index.ts';
import { measuredMs } from '../numbers/quantity.ts';
import { conditionNotices, pairsIn } from '../results/conditions.ts';
import { libraryOf, operationOf } from '../results/names.ts';
import { PERCENTILES } from '../results/result.ts';
import { outlineOf } from '../share/index.ts';
import type { ReducedResult } from '../share/form.ts';
import { groupsOf } from '../studies/groups.ts';
import { studies } from '../studies/index.ts';
import { toHtml } from '../tables/html.ts';
import { type ExtraColumn, libraryTable } from '../tables/library-table.ts';

/** Percentiles that have a column. */
const SHOWN = [95, 99] as const;

/** The plain ways of the arms of a run, which its ratios are kept to. */
export function plainArmsOf(result: Pick<ReducedResult, 'study' | 'environment' | 'plan'>) {
  return groupsIn(result).map(({ plain }) => plain);
}

function groupsIn(result: Pick<ReducedResult, 'study' | 'environment' | 'plan'>) {
  const { study, environment, plan } = result;
  const own = studies.find(({ id }) => id === study)?.arms ?? [];
  const accept = Object.fromEntries(
    own.flatMap((arm) => (arm.accept === undefined ? [] : [[arm.id, arm.accept] as const])),
  );
  return groupsOf(outlineOf(result), plan.arms, { ...accept, ...environment.accept });
}

/** The tables as HTML. */
export function resultTables(result: ReducedResult): string {
  const study = outlineOf(result);
  const groups = groupsIn(result);
  return result.plan.workloads
    .map((workload) => {
      const rows = result.rows.filter((row) => row.workload === workload);
      const detailed = rows.some(({ percentiles }) => percentiles !== undefined);
      const operation = operationOf(study, workload);
      const table = libraryTable({
        ...{ caption: operation, operation, published: rows },
        groups: groups.map((group) => ({
          ...group,
          arms: group.arms.filter((arm) => arm !== CONTROL),
        })),
        library: (arm) => libraryOf(study, arm),
        notes: conditionNotices(rows, pairsIn(groups), (arm) => libraryOf(study, arm)),
        more: detailed ? SHOWN.map(percentileColumn) : [],
      });
      return toHtml(table);
    })
    .join('');
}

function percentileColumn(percentile: (typeof SHOWN)[number]): ExtraColumn {
  const at = PERCENTILES.indexOf(percentile);
  return {
    ...{ id: `p${percentile}`, label: `p${percentile}`, kind: 'number', note: 'ms' },
    of: (_, row) => {
      const ms = row?.percentiles?.[at];
      return ms === undefined ? '' : measuredMs(ms);
    },
  };
}
