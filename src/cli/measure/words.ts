/** What a run was taken with, its verdicts and its A/A controls, in words. */
import type { ControlCheck, Verdict } from '../../harness/statistics/index.ts';
import { formatDuration, formatPercent, THIN } from '../../numbers/format.ts';
import { formatWithInterval, type Quantity } from '../../numbers/quantity.ts';
import { outsideText, settingNames } from '../../results/names.ts';
import type { MeasuredResult } from '../../results/result.ts';

/** In the place of a verdict, where the conditions of the two sides differ. */
export const NO_VERDICT = 'none: conditions differ';

/** `slower`, `no difference over 5 %`, `undecided, about 12 s more` */
export function verdictText(verdict: Verdict, margin: number, neededMs?: number): string {
  if (verdict === 'equal') return `no difference over ${formatPercent(margin)}`;
  if (verdict !== 'undecided' || neededMs === undefined) return verdict;
  return `undecided, ${formatDuration(neededMs)} more`;
}

/**
 * What the A/A control found, in a sentence.
 *
 * @param ratio of the reference to itself
 */
export function controlText(
  { flaw, resolution = 0 }: Partial<Pick<ControlCheck, 'flaw' | 'resolution'>>,
  ratio: Quantity | undefined,
): string {
  if (ratio?.low === undefined) return 'A/A control: too few sessions for a 95 % CI.';
  const own = `A/A control: ${formatWithInterval(ratio)}.`;
  if (flaw === 'differs') {
    return `${own} Both sides are the same code, so a difference of that size is no result.`;
  }
  return flaw === 'wide'
    ? `${own} Differences under ${formatPercent(resolution)} cannot be told from noise.`
    : own;
}

export interface Fact {
  term: string;
  value: string;
}

/** The facts of a run, each under its name; what is not known is left out. */
export function factsOf({ environment, plan, startedAt, seed }: MeasuredResult): Fact[] {
  const { setting, origin, proxy, network, runtime, platform, cpuCount, cpu, colo } = environment;
  const { clockStepUs, commit, dirty, versions, outside, generator, pinned } = environment;
  const machine = [runtime, platform, cpuCount && `${cpuCount} processors`, cpu];
  const changes = dirty === true ? ', with changes that were not committed' : '';
  const facts: Array<[term: string, value: string | undefined]> = [
    ['Server', listed(settingNames[setting], origin, colo)],
    [
      'Network',
      network &&
        `${network.roundTripMs}${THIN}ms round trip, jitter ${network.jitterMs}${THIN}ms, simulated`,
    ],
    ['Proxy', proxy && `${proxy}, from the client’s environment`],
    ['Client', listed(...machine)],
    ['Load generator', generator && `${generator}, in a process of its own`],
    [
      'Bound to',
      pinned && `client ${pinned.client.join(', ')}; servers ${pinned.servers.join(', ')}`,
    ],
    ['Timed', fromMarker(plan)],
    ['Clock', `steps of ${Number((clockStepUs / 1000).toPrecision(3))}${THIN}ms`],
    ['Started', startedAt.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')],
    ['Commit', commit && `${commit.slice(0, 10)}${changes}`],
    ['Versions', listed(...Object.entries(versions).map((pair) => pair.join(' ')))],
    ...(outside ?? []).map((each): [string, string] => ['From outside', outsideText(each)]),
    ['Seed', String(seed)],
  ];
  return facts.flatMap(([term, value]) => (value ? [{ term, value }] : []));
}

const listed = (...parts: ReadonlyArray<string | number | undefined>): string =>
  parts.filter((part) => part !== undefined && part !== '').join(', ');

/** Since when operations are timed, where that is not since the call. */
function fromMarker({ loads = {}, workloads }: MeasuredResult['plan']): string | undefined {
  const marked = workloads.filter((id) => loads[id]?.fromMarker);
  if (marked.length === 0) return undefined;
  const which = marked.length === workloads.length ? '' : `${marked.join(', ')}: `;
  return `${which}from the server’s first frame of an operation`;
}
