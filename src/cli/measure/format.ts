/** The facts of a run, its verdicts and its A/A controls, in words. */
import { CONTROL, type SessionPlan } from '../../core/record/index.ts';
import { formatPercent, THIN } from '../../results/numbers/format.ts';
import { formatWithInterval } from '../../results/numbers/quantity.ts';
import { outsideText, settingNames } from '../../results/names.ts';
import { ratioBetween } from '../../results/pairs.ts';
import type { MeasuredResult, Row } from '../../results/result.ts';

/** How numbers are to be read, under the tables. */
export const READING =
  'Times are the median of the plain way, multiplied by the ratio to it. Ratios have their 95 % CI. Verdicts of a table are corrected together. One launch says nothing of how launches differ.';

/** Shown instead of a verdict if the conditions of the two sides differ. */
export const NO_VERDICT = 'none: conditions differ';

/** The finding of the A/A control among the rows of one workload, in a sentence; none without a control. */
export function controlNotes(rows: readonly Row[], reference: string): string[] {
  const control = rows.find(({ arm }) => arm === CONTROL);
  const to = rows.find(({ arm }) => arm === reference);
  if (control?.control === undefined || to === undefined) return [];
  const { flaw, resolution = 0 } = control.control;
  const ratio = ratioBetween(control, to);
  if (ratio?.low === undefined) return ['A/A control: too few sessions for a 95 % CI.'];
  const own = `A/A control: ${formatWithInterval(ratio)}.`;
  if (flaw === 'differs') {
    return [`${own} Both sides are the same code, so a difference of that size is no result.`];
  }
  return flaw === 'wide'
    ? [`${own} Differences under ${formatPercent(resolution)} cannot be told from noise.`]
    : [own];
}

/** A sentence for each requested workload that no arm can do. */
export function impossibleNotices({ cannot = [], workloads }: SessionPlan): string[] {
  const lacking = Map.groupBy(cannot, ({ workload }) => workload);
  return [...lacking].flatMap(([workload, lacks]) => {
    if (workloads.includes(workload)) return [];
    const why = [...new Set(lacks.map(({ reason }) => reason))].join(' ');
    return [`${workload} was not measured: none of the configurations can do it. ${why}`];
  });
}

export interface Fact {
  term: string;
  value: string;
}

/** The known facts of a run, each under its name. The record has more. */
export function factsOf({ environment, plan, seed }: MeasuredResult): Fact[] {
  const { setting, origin, proxy, network, runtime, platform, cpuCount, cpu, colo } = environment;
  const { commit = '', dirty, versions, outside = [], generator } = environment;
  const listed = (...parts: ReadonlyArray<string | undefined>) => parts.filter(Boolean).join(', ');
  const isMarked = plan.workloads.some((id) => plan.loads?.[id]?.fromMarker);
  const link =
    network && `${network.roundTripMs}${THIN}ms round trip, jitter ${network.jitterMs}${THIN}ms`;
  const facts: Array<[term: string, value: string | undefined]> = [
    ['Server', listed(settingNames[setting], origin, colo)],
    ['Network', link && `${link}, simulated`],
    ['Proxy', proxy && `${proxy}, from the client’s environment`],
    ['Client', listed(runtime, platform, cpuCount ? `${cpuCount} processors` : '', cpu)],
    ['Load generator', generator && `${generator}, in a process of its own`],
    ['Timed', isMarked ? 'from the server’s first frame of an operation' : undefined],
    ['Commit', listed(commit.slice(0, 10), dirty ? 'with changes that were not committed' : '')],
    ['Versions', listed(...Object.entries(versions).map((pair) => pair.join(' ')))],
    ...outside.map((each): [string, string] => ['From outside', outsideText(each)]),
    ['Seed', String(seed)],
  ];
  return facts.flatMap(([term, value]) => (value ? [{ term, value }] : []));
}
