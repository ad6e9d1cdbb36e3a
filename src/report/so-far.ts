/** What a run that goes on has found so far, as a figure: the reader’s own times beside those that were there. */
import type { StudyOutline } from '../harness/plan/index.ts';
import { CONTROL, type Session, type SessionRecord } from '../harness/record/index.ts';
import {
  type Cell,
  cellsOf,
  endsOf,
  flatRatio,
  pairedLogRatios,
  ratioOf,
  summarise,
} from '../harness/statistics/index.ts';
import { armNames } from './words.ts';
import {
  type Beside,
  besideGroups,
  findingParty,
  type Party,
  quotedParty,
  withOriginal,
} from './parties.ts';

/** Fewest sessions of a workload of which anything is shown. */
const FEWEST = 4;

/**
 * The figure’s data but for its width: every arm of the plan, in the order of what was published. It has
 * the run’s own times of a workload from four sessions on.
 */
export function besideSoFar(
  outline: StudyOutline,
  plan: SessionRecord['plan'],
  all: readonly Session[],
  { quoted, published, theirs }: Beside,
) {
  const study = withOriginal(outline);
  const many = Map.groupBy(all, ({ workload }) => workload);
  const sessions = all.filter(({ workload }) => (many.get(workload)?.length ?? 0) >= FEWEST);
  const cells = cellsOf({ plan, sessions }).filter(({ units }) => units.length > 0);
  const times = cells.flatMap((cell): Party['times'] => {
    const { arm, workload, msPerOperation: ms } = summarise(cell, 0);
    return ms === undefined ? [] : [{ workload, arm, ms: ms.estimate, ...endsOf(ms.interval) }];
  });
  const parties: Party[] = [
    ...(quoted === undefined ? [] : [quotedParty(study, quoted)]),
    ...(published === undefined ? [] : [findingParty(published, 'published')]),
    ...(theirs === undefined ? [] : [findingParty(theirs, 'theirs')]),
    { whose: 'yours', where: 'from here, so far', times },
  ];
  const msOf = (of: readonly Party[], workload: string, arm: string) =>
    of
      .flatMap((party) => party.times)
      .find((time) => time.workload === workload && time.arm === arm)?.ms;
  const stated = parties.filter(({ whose }) => whose === 'published');
  const ids = plan.arms.filter((arm) => arm !== CONTROL);
  const workloads = plan.workloads.map((id) => ({
    id,
    // Rows keep their places while times come in.
    arms: ids
      .filter((arm) => !plan.cannot?.some((lack) => lack.workload === id && lack.arm === arm))
      .map((arm) => ({ arm, median: msOf(stated, id, arm) ?? msOf(parties, id, arm) ?? Infinity })),
    ratios: cells.flatMap((cell) => ratioIn(study, cells, cell, id)),
  }));
  const groups = besideGroups(study, { workloads }, parties).map((group, at) => ({
    ...group,
    baseline: msOf(parties.toReversed(), plan.workloads[at] ?? '', study.baseline ?? ''),
  }));
  return {
    ...{ groups, title: 'So far', reference: armNames(study)(study.reference).spoken },
    /** Whether there is anything of the run’s own. */
    hasOwn: times.length > 0,
  };
}

function ratioIn(
  { reference }: StudyOutline,
  cells: readonly Cell[],
  cell: Cell,
  workload: string,
) {
  if (cell.workload !== workload || cell.arm === reference) return [];
  const to = cells.find((each) => each.workload === workload && each.arm === reference);
  const ratio = to && ratioOf(pairedLogRatios(cell, to));
  return ratio === undefined ? [] : [{ arm: cell.arm, ...flatRatio(ratio) }];
}
