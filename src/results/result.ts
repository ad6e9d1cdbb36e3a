/**
 * The parts of a record that the site shows: the form of the files in `content/results`. A reader's own run takes the
 * same form, and so do tables, links and downloads.
 */
import type {
  DiscardReason,
  Environment,
  QuotedFigure,
  QuotedRecord,
  QuotedResult,
  QuotedSetting,
  SessionPlan,
} from '../core/record/index.ts';
import type { End } from '../core/run/index.ts';
import type { ArmFailure, Notice, BothWays, Verdict } from '../core/statistics/index.ts';
import { measuredMs, type Quantity } from './numbers/quantity.ts';

/** Name of the record of a held-out run, in the folder of its result. */
export const HELD_OUT = 'held-out';

/** The parts of all samples, from fastest to slowest, at which {@link Row.percentiles} are taken. */
export const PERCENTILES = [1, 5, 10, 25, 50, 75, 90, 95, 99] as const;

/** The time that so many percent of a row’s samples do not exceed; undefined where samples are not known. */
export function percentileOf(
  { percentiles }: Pick<Row, 'percentiles'>,
  percent: (typeof PERCENTILES)[number],
): Quantity | undefined {
  const value = percentiles?.[PERCENTILES.indexOf(percent)];
  return value === undefined ? undefined : measuredMs(value);
}

/** The caller’s runtime. */
export type Client = 'browser' | 'node' | 'bun' | 'deno' | 'go' | 'unknown';

/** Where the other end was. */
export interface Place {
  setting: QuotedSetting;
  /** Round trip that a simulated network adds, in ms; 0 on the same machine. */
  roundTripMs: number;
}

/** An arm's time ÷ another arm's, paired by rounds. */
export interface Ratio extends Quantity {
  /** Sessions behind the interval; absent in records of schema 1. */
  sessions?: number;
  /** Launches, or runs, across which the interval holds; without either it holds across the sessions. */
  launches?: number;
  runs?: number;
}

/** Conditions in addition to the library in which arms of one run may differ. */
export const conditionNames = [
  'compression',
  'protocol',
  'validation',
  'build',
  'runtime',
  'proxy',
] as const;
export type ConditionName = (typeof conditionNames)[number];

/** A condition of an arm with its value. */
export interface Condition {
  name: ConditionName;
  /** Runtime or compiler that it is of: only two of one name are compared. */
  of?: string;
  /** As a record has it; empty where the arm did not have it. */
  value: string;
}

/** One arm under one workload. */
export interface Row {
  arm: string;
  workload: string;
  place: Place;
  client: Client;
  /** Time of one operation in ms: the median over sessions. For several launches or runs see `medianOfSessions`. */
  time?: Quantity;
  /** Time ÷ that of each arm before it in the plan. `ratioBetween` in pairs.ts reads both directions. */
  ratios: Readonly<Record<string, Ratio>>;
  /** Conditions that are not the same for all arms of the workload; `differencesBetween` in conditions.ts compares them. */
  conditions?: readonly Condition[];
  /** Against the run's reference. The reference has none, nor has an arm that was not compared or ran under other conditions. */
  verdict?: Verdict;
  /** Time still needed for even odds of a verdict, in ms; only when undecided. */
  neededMs?: number;
  /** Of the A/A control: what is wrong with the workload as a measure, and the smallest difference it could see. */
  control?: { flaw?: 'no-interval' | 'differs' | 'wide'; resolution?: number };
  /** Turns that count, turns that were discarded, and sessions. */
  counted: number;
  discarded: number;
  sessions: number;
  /** Why the arm cannot do the workload, in a sentence. Such a row has no time. */
  cannot?: string;
  /** The failure of an arm whose calls failed or stalled. */
  failure?: ArmFailure;
  /** Of all samples in ms, at {@link PERCENTILES}; absent where single samples are under the clock. */
  percentiles?: number[];
  /** Number of samples. */
  samples?: number;
  /** Longest sample in ms. */
  max?: number;
  /** Part of the samples that last as long as Linux holds back an acknowledgement; only of operations that some arm does faster. */
  delayed?: number;
  /** Operations per second. */
  rate?: Quantity;
  /** MB per second of payload. */
  data?: Quantity;
  /** Time to open the connection, in ms. */
  connect?: Quantity;
  /** A bare round trip that runs no code on the server, in ms. */
  networkMs?: number;
  /** Time to the first item of a stream, and how late an open loop sent, in ms. */
  firstMs?: number;
  lateMs?: number;
  /** Calls or items that one operation consists of; absent for one. */
  calls?: number;
  per?: 'item';
  frames?: BothWays;
  bytes?: BothWays;
  roundTrips?: number;
  /** Readings of each turn in addition to its time, by name, in the order of turns. */
  readings?: Readonly<Record<string, readonly number[]>>;
  /** Record that the row is from, if a table adds it to rows of another run. */
  otherRun?: string;
  /** Of a quoted result: the fields as its source printed them. */
  quoted?: QuotedResult;
}

interface AnyResult {
  /** `<study>/<name>`; absent for a run that is not published. */
  id?: string;
  /** Id of the study. */
  study: string;
  rows: Row[];
}

/** When one of several runs was taken, in which order, and how busy the machine was before it. */
export interface RunFacts {
  startedAt: string;
  seed: number;
  loadAverage?: number;
}

/** A run of the plan that is not part of the result, to check the intervals that the result gives for the next run. */
export interface HeldOut extends RunFacts {
  /** Its ratios to the reference that the result has too, and those of them that fell into their interval. */
  ratios: number;
  inside: number;
}

/** A run of this site's harness. */
export interface MeasuredResult extends AnyResult {
  kind: 'measured';
  /** Version of the record's schema. */
  schema: 1 | 2;
  /** ISO 8601, in UTC. */
  startedAt: string;
  seed: number;
  end: End['kind'];
  /** How long it took on the clock, in ms; absent in records of schema 1. */
  tookMs?: number;
  /** Rounds of the workload that had most. */
  rounds: number;
  /** Half-width of what counts as equal, as a fraction. */
  margin: number;
  plan: Pick<
    SessionPlan,
    'arms' | 'workloads' | 'loads' | 'rule' | 'rounds' | 'budgetMs' | 'launches'
  > & {
    /** Arm that verdicts are stated against, and those whose verdicts answer the question. */
    reference: string;
    subjects: string[];
  };
  environment: Environment;
  /** The runs that were taken together, first to last; absent of one run. Seed and environment are those of the first. */
  runs?: RunFacts[];
  /** Only of several runs. */
  heldOut?: HeldOut;
  /** True of a part of a run, which gives no answer. */
  partial?: true;
  notices: Notice[];
  /** Why turns were discarded, with their number. */
  discarded: Array<{
    arm: string;
    workload: string;
    reason: DiscardReason;
    turns: number;
    detail?: string;
  }>;
}

/** Figures of an outside document. */
export interface DocumentResult extends AnyResult {
  kind: 'quoted';
  date?: string;
  source: QuotedRecord['source'];
  environment: QuotedRecord['environment'];
  figures: QuotedFigure[];
}

export type Result = MeasuredResult | DocumentResult;

/**
 * Names of the records of a result: its own, or `<result>/1` and so on if it has several runs, and last
 * `<result>/held-out` if a run was held out.
 */
export function recordNames({ id, ...result }: Result & { id: string }): string[] {
  if (result.kind !== 'measured' || result.runs === undefined) return [id];
  const names = result.runs.map((_, at) => `${id}/${at + 1}`);
  return result.heldOut === undefined ? names : [...names, `${id}/${HELD_OUT}`];
}

/** The client, by the runtime that a record names. */
export function clientOf(runtime: string | undefined): Client {
  const name = runtime?.split(/[ .]/)[0]?.toLowerCase() ?? '';
  if (name === 'node' || name === 'bun' || name === 'deno' || name === 'go') return name;
  return /^(chrom|firefox|safari|edge|headless)/.test(name) ? 'browser' : 'unknown';
}

/** The place of a record. */
export function placeOf({
  environment: { setting, network },
}: {
  environment: { setting: QuotedSetting; network?: Environment['network'] };
}): Place {
  return { setting, roundTripMs: network?.roundTripMs ?? 0 };
}
