/** The newest published measurement of a number: which record answers for an arm, a workload and a place. */
import { lackIn } from '../harness/plan/index.ts';
import type { QuotedSetting } from '../harness/record/index.ts';
import { type ArmSummary, type Failure } from '../harness/statistics/index.ts';
import { failureText } from '../report/words.ts';
import { formatPercent } from '../numbers/format.ts';
import type { EntryLink } from './journal.ts';
import { clientName, type MeasuredRun } from './runs.ts';

/** Half the width that the interval of an A/A control may have, as a fraction. */
const WIDEST_NOISE = 0.1;

/** A run with the entry that published it. */
export interface PublishedRun extends Pick<MeasuredRun, 'id' | 'record' | 'analysis'> {
  entry: EntryLink;
}

/** What a number is of. */
export interface Asked {
  workload: string;
  /** Of the network between, in ms; 0 where nothing delays. */
  roundTripMs: number;
  /** What calls; either unless given. */
  client?: 'node' | 'browser' | undefined;
}

/** A time with the run it is from, or in its place what the newest run of it says. */
export type Newest =
  | { run: PublishedRun; arm: string; summary: ArmSummary }
  | { run: PublishedRun; instead: string; noisy?: true };

/** The development server slows messages, and how far a deployed one was from its client differs. */
const NEAR: ReadonlySet<QuotedSetting> = new Set(['workerd', 'processes', 'page']);

/** Whether a run is of the kind asked for: whole, of sessions, in this place and from this client. */
export function fits(
  { record }: Pick<PublishedRun, 'record'>,
  { workload, roundTripMs, client }: Asked,
): boolean {
  const { environment, plan, partial } = record;
  const isNode = clientName(environment.runtime) === 'node';
  return (
    record.schema === 2 &&
    partial === undefined &&
    NEAR.has(environment.setting) &&
    (environment.network?.roundTripMs ?? 0) === roundTripMs &&
    (client === undefined || isNode === (client === 'node')) &&
    plan.workloads.includes(workload)
  );
}

/** Half the width of the A/A control’s interval under a workload; infinite where it has none. */
function noiseOf({ analysis }: Pick<PublishedRun, 'analysis'>, workload: string): number {
  return analysis.controls.find((each) => each.workload === workload)?.resolution ?? Infinity;
}

/** Whether its noise under a workload is so wide that it gives no answer. */
export function isTooNoisy(run: Pick<PublishedRun, 'analysis'>, workload: string): boolean {
  return noiseOf(run, workload) > WIDEST_NOISE;
}

/** What an arm’s sessions ended with, without what was seen first. */
export const shortly = (failure: Failure): string =>
  failureText(failure).replace(/, at first thus:.*/s, '.');

/**
 * The newest number of an arm. A run whose A/A control is wider than {@link WIDEST_NOISE} under the workload
 * gives no answer; where there are only such, that is said.
 *
 * @param runs the newest first
 * @param arms ids by which records call it, here and where it was measured from outside
 * @returns undefined where no run has it
 */
export function newestOf(
  runs: readonly PublishedRun[],
  arms: readonly string[],
  asked: Asked,
): Newest | undefined {
  const { workload } = asked;
  let noisy: Newest | undefined;
  for (const run of runs.filter((each) => fits(each, asked))) {
    const { plan } = run.record;
    const arm = plan.arms.find((id) => arms.includes(id));
    if (arm === undefined) continue;
    const lack = lackIn(plan, arm, workload);
    if (lack !== undefined) return { run, instead: lack };
    const summary = run.analysis.arms.find(
      (each) => each.arm === arm && each.workload === workload,
    );
    if (summary?.msPerOperation === undefined) {
      if (summary?.failure) return { run, instead: shortly(summary.failure) };
      continue;
    }
    const noise = noiseOf(run, workload);
    if (noise <= WIDEST_NOISE) return { run, arm, summary };
    const width = Number.isFinite(noise) ? `±${formatPercent(noise)}` : 'unknown';
    noisy ??= { run, instead: `no answer: noise ${width}`, noisy: true };
  }
  return noisy;
}
