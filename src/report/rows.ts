/** Rows and lines of a result: each arm with its numbers, the subjects’ ratios, what noise alone did. */
import {
  formatDuration,
  formatMegabytes,
  formatMs,
  formatRate,
  formatRatio,
  medianDecimals,
  msDecimals,
  NONE,
} from '../numbers/format.ts';
import type { QuotedSetting, RecordPlan } from '../harness/record/index.ts';
import {
  type Analysis,
  type ArmSummary,
  type Comparison,
  flatRatio,
} from '../harness/statistics/index.ts';
import { readingTexts } from './readings.ts';
import {
  type ArmName,
  bytesText,
  controlSentence,
  countOf,
  discardNames,
  failureText,
  framesText,
  levelText,
  rangeText,
  ratioRange,
  roundTripsText,
} from './words.ts';

/** An arm's row of a workload's table, formatted. */
export type ArmRow = ReturnType<typeof armRows>[number];

/** The rows of one workload, in the order of the plan, with as many decimals in each. */
export function armRows(
  { arms, subjects, others, controls, unit }: Analysis,
  workload: string,
  names: (id: string) => ArmName,
) {
  const compared = [...subjects, ...others, ...controls].filter(
    (each) => each.workload === workload,
  );
  const summaries = arms.filter((each) => each.workload === workload);
  const decimals = Math.max(
    ...summaries.map(({ msPerOperation: median }) =>
      medianDecimals(median?.estimate ?? Infinity, median?.interval?.low, median?.interval?.high),
    ),
  );
  const tailDecimals = decimalsOf(summaries.map(({ quantilesMs }) => quantilesMs?.p99));
  const connectDecimals = decimalsOf(summaries.map(({ connectMs }) => connectMs?.estimate));
  return summaries.map((summary) => {
    const { msPerOperation, quantilesMs, operationsPerSecond, connectMs, failure } = summary;
    const ms = (value: number | undefined, digits: number) =>
      value === undefined ? NONE : formatMs(value, digits);
    return {
      arm: summary.arm,
      ...names(summary.arm),
      /** What counts, where some does not: `4 of 5 blocks`, `118 of 120 turns`; otherwise empty. */
      counted: countedText(summary, unit),
      /** Of an arm of which nothing counts, what stands in its place: `stalled`. */
      median:
        msPerOperation === undefined && failure !== undefined
          ? discardNames[failure.reason]
          : ms(msPerOperation?.estimate, decimals),
      /** What became of it where it stalled or failed, in a sentence; otherwise empty. */
      failure: failure === undefined ? '' : failureText(failure),
      /** Interval of the median; empty without one. */
      range: msPerOperation === undefined ? '' : rangeText(msPerOperation, decimals),
      p99: ms(quantilesMs?.p99, tailDecimals),
      rate: operationsPerSecond === undefined ? NONE : formatRate(operationsPerSecond.estimate, 0),
      /** What else follows from the times: of a single call, or of the payload; otherwise empty. */
      detail: detailText(summary),
      frames: framesText(summary.framesPerOperation),
      /** Round trips per operation. */
      roundTrips: roundTripsText(summary.roundTripsPerOperation),
      bytes: bytesText(summary.bytesPerOperation),
      /** Undefined where connections were not opened one by one. */
      connect: connectMs && ms(connectMs.estimate, connectDecimals),
      ...comparisonCells(compared.find(({ arm }) => arm === summary.arm)),
    };
  });
}

function countedText({ counted, void: discarded }: ArmSummary, unit: Analysis['unit']): string {
  return discarded === 0 ? '' : `${counted} of ${countOf(counted + discarded, unit)}`;
}

/** What stands in the row of an arm that was compared; nothing for the reference. */
function comparisonCells(comparison: Comparison | undefined) {
  const { ratio, verdict = '', roundsNeeded, neededMs } = comparison ?? {};
  return {
    /** Time against the reference's: `1.42×`; a dash where no round has both. */
    ratio: comparison && (ratio === undefined ? NONE : formatRatio(ratio.estimate)),
    ratioRange: ratioRange(ratio?.interval),
    /** The same as numbers, for scripts. */
    flat: ratio && flatRatio(ratio),
    verdict,
    /** What an undecided one still needs: `12 more rounds needed`, `about 12 s more`; otherwise empty. */
    needed: neededText(ratio?.sessions !== undefined, roundsNeeded, neededMs),
  };
}

function neededText(
  ofSessions: boolean,
  rounds: number | undefined,
  ms: number | undefined,
): string {
  if (rounds === undefined || ms === undefined) return '';
  return ofSessions ? `${formatDuration(ms)} more` : `${countOf(rounds, 'more round')} needed`;
}

/** An arm that cannot do a workload, with the reason in a sentence. */
export type LackLine = ReturnType<typeof lackLines>[number];

/** The arms that were to run and cannot do a workload, with their reasons. */
export function lackLines(
  { cannot = [] }: Pick<RecordPlan, 'cannot'>,
  workload: string,
  names: (id: string) => ArmName,
) {
  return cannot
    .filter((lack) => lack.workload === workload)
    .map(({ arm, reason }) => ({ arm, reason, ...names(arm) }));
}

function detailText(summary: ArmSummary): string {
  const { msPerCall, per, megabytesPerSecond, firstMs, lateMs, readings = {} } = summary;
  return [
    ...readingTexts(readings),
    msPerCall === undefined ? '' : `${formatMs(msPerCall)} per ${per ?? 'call'}`,
    megabytesPerSecond === undefined ? '' : formatMegabytes(megabytesPerSecond.estimate),
    firstMs === undefined ? '' : `the first after ${formatMs(firstMs)}`,
    lateMs === undefined ? '' : `sent ${formatMs(lateMs)} late`,
  ]
    .filter((text) => text !== '')
    .join(', ');
}

/** At what level the medians' intervals of a workload hold, in a sentence. */
export function levelNote(
  { arms, unit }: Pick<Analysis, 'arms' | 'unit'>,
  workload: string,
): string {
  const levels = arms
    .filter((each) => each.workload === workload)
    .flatMap(({ msPerOperation }: ArmSummary) => msPerOperation?.interval?.level ?? []);
  if (levels.length === 0) {
    return `Too few ${unit === 'block' ? 'blocks' : 'sessions'} for intervals of the medians.`;
  }
  const [least, most] = [Math.min(...levels), Math.max(...levels)].map(
    (level) => levelText(level) ?? '95 %',
  );
  return `Under each median stands its interval, ${least === most ? least : `${least} to ${most}`}.`;
}

/** Decimals for a column: those of its smallest number, so that all can be compared. */
function decimalsOf(values: ReadonlyArray<number | undefined>): number {
  return msDecimals(Math.min(...values.filter((value) => value !== undefined)));
}

/** What a result is set beside: the times of the quoted record and where they were taken. */
export interface QuotedContext {
  /** Times of one operation as they are printed, in ms. */
  times: Array<{ workload: string; arm: string; ms: number }>;
  setting: QuotedSetting;
}

/** The flawed controls, those of which the same is to be said in one line. */
export function warningLines(
  controls: ReturnType<typeof controlLines>,
  labels: ReadonlyMap<string, string>,
): string[] {
  const groups = Map.groupBy(
    controls.filter(({ flawed }) => flawed),
    ({ text }) => text,
  );
  return [...groups].map(([text, members]) => {
    if (members.length > 1 && members.length === controls.length) return `Every workload: ${text}`;
    return `${members.map(({ workload }) => labels.get(workload) ?? workload).join('; ')}: ${text}`;
  });
}

/** What noise alone did, workload by workload, and whether it spoils the workload. */
export function controlLines({ controls }: Analysis, margin: number) {
  return controls.map((control) => ({
    workload: control.workload,
    flawed: control.flaw !== undefined,
    text: controlSentence(control, margin),
  }));
}
