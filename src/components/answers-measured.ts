/** What a measured entry answers: its verdicts, setting by setting and subject by subject. */
import { formatCount, formatPercent, formatRatioInterval, NONE } from '../figures/format.ts';
import type { Comparison, TwinCheck } from '../harness/statistics-compare.ts';
import { countOf } from '../report/words.ts';
import type { Answering } from './answers.ts';
import type { MeasuredRun } from './entry-data.ts';
import { listed, placeOf } from './run-name.ts';

/** What became of a comparison, or why it is none. */
type Outcome = 'slower' | 'faster' | 'equal' | 'undecided' | 'noise';

/** A comparison with what may be said of it. */
interface Told {
  outcome: Outcome;
  comparison: Comparison;
}

const decidedOutcomes = ['slower', 'faster', 'equal'] as const;
const isOpen = ({ outcome }: Told): boolean => outcome === 'undecided' || outcome === 'noise';

/** The whole of a measured entry: each setting, in it each subject, and what stayed open. */
export function measuredClauses({ runs, study, names, reference }: Answering): string[] {
  const bySetting = Map.groupBy(runs, ({ record }) => record.environment.setting);
  const settings = [...bySetting].flatMap(([setting, own]) => {
    const told = own.flatMap(outcomesOf);
    const parts = study.subjects.flatMap((id) => {
      const its = told.filter(({ comparison }) => comparison.arm === id);
      return its.length === 0 ? [] : [`${names(id).label} is ${verdicts(its, study.margin)}`];
    });
    return parts.length === 0 ? [] : [`${placeOf(setting)} ${parts.join(', and ')}`];
  });
  if (settings.length === 0) return [];
  const clients = new Set(runs.map(({ record }) => record.environment.runtime));
  const open = runs.flatMap(outcomesOf).filter(isOpen);
  const body = [...settings, ...(open.length === 0 ? [] : [`all else is ${openWords(open)}`])];
  return [
    `against ${reference}, measured from ${listed(clients)},`,
    ...body.map((clause, index) => (index < body.length - 1 ? `${clause};` : clause)),
  ];
}

/** `slower in 5 of 6 comparisons, 1.15× (1.09–1.25) to 2.45× (2.09–2.71)` */
function verdicts(told: readonly Told[], margin: number): string {
  const parts = decidedOutcomes.flatMap((outcome) => {
    const found = told.filter((each) => each.outcome === outcome);
    if (found.length === 0) return [];
    const word = outcome === 'equal' ? `equal within ${formatPercent(margin)}` : outcome;
    return [
      `${word} in ${formatCount(found.length)} of ${countOf(told.length, 'comparison')}, ${extremes(found)}`,
    ];
  });
  return parts.length === 0
    ? `decided in none of ${countOf(told.length, 'comparison')}`
    : parts.join(', and ');
}

function openWords(told: readonly Told[]): string {
  const words = [
    ...(told.some(({ outcome }) => outcome === 'undecided') ? ['undecided'] : []),
    ...(told.some(({ outcome }) => outcome === 'noise') ? ['inside the noise'] : []),
  ];
  return words.join(' or ');
}

/** The least and the largest ratio of what was decided, with their intervals. */
function extremes(found: readonly Told[]): string {
  const ratios = found
    .flatMap(({ comparison }) => comparison.ratio ?? [])
    .sort((a, b) => a.estimate - b.estimate)
    .map(({ estimate, interval }) => formatRatioInterval(estimate, interval?.low, interval?.high));
  const [least = NONE, most = NONE] = [ratios[0], ratios.at(-1)];
  return least === most ? least : `${least} to ${most}`;
}

function outcomesOf({ analysis: { subjects, twins } }: MeasuredRun): Told[] {
  return subjects.map((comparison) => {
    const twin = twins.find(({ workload }) => workload === comparison.workload);
    return { comparison, outcome: outcomeOf(comparison, twin) };
  });
}

/** A difference that the reference also shows against itself is no result. */
function outcomeOf({ verdict, ratio }: Comparison, twin: TwinCheck | undefined): Outcome {
  if (verdict !== 'slower' && verdict !== 'faster') return verdict;
  if (twin === undefined || ratio === undefined) return verdict;
  const { flaw, resolution } = twin;
  if (flaw === 'differs' || resolution === undefined) return 'noise';
  return Math.abs(Math.log(ratio.estimate)) <= Math.log(1 + resolution) ? 'noise' : verdict;
}
