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
import type {
  ArmFailure,
  BothWays,
  Drift,
  Interval,
  Notice,
  Ratio as MeasuredRatio,
  RatioClass,
} from '../core/statistics/index.ts';
import { measured, type Quantity } from './numbers/quantity.ts';

/** The parts of all samples, from fastest to slowest, at which {@link Row.percentiles} are taken. */
export const PERCENTILES = [1, 5, 10, 25, 50, 75, 90, 95, 99] as const;

/** The time that so many percent of a row’s samples do not exceed; undefined where samples are not known. */
export function percentileOf(
  { percentiles }: Pick<Row, 'percentiles'>,
  percent: (typeof PERCENTILES)[number],
): Quantity | undefined {
  const value = percentiles?.[PERCENTILES.indexOf(percent)];
  return typeof value === 'number' ? measured(value) : undefined;
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
export interface Ratio
  extends Quantity, Pick<MeasuredRatio, 'launches' | 'foretold' | 'sessions' | 'within'> {
  /** Against the plan's reference and the plain way of its group; absent where conditions differ. */
  class?: RatioClass;
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
  /** Time of one operation in ms: the median of the plain way of its group, multiplied by the ratio to it. */
  time?: Quantity;
  /** Time ÷ that of each arm before it in the plan. `ratioBetween` in pairs.ts reads both directions. */
  ratios: Readonly<Record<string, Ratio>>;
  /** Conditions that are not the same for all arms of the workload; `differencesBetween` in conditions.ts compares them. */
  conditions?: readonly Condition[];
  /** Ratios that are left out because they changed during the launches, by the arm that they are relative to. */
  withheld?: Readonly<Record<string, Drift>>;
  /** How its ratio to the plan’s reference changed during a launch: that of the last quarter ÷ that of the first. */
  drift?: number;
  /** How much longer the first timed operation of a turn takes than the others. */
  first?: Interval & { value: number };
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
  /** Of all samples in ms, at {@link PERCENTILES}, null of too few; absent where single samples are under the clock. */
  percentiles?: Array<number | null>;
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
  /** Time to the first item of a stream, in ms. */
  firstMs?: number;
  /** Time from a call to the other end’s marker that it begins, in ms. */
  networkMs?: number;
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

/** An oddity of a result; one of a ratio names the other arm. */
export interface Oddity extends Notice {
  to?: string;
}

interface AnyResult {
  /** `<study>/<name>`; absent for a run that is not published. */
  id?: string;
  /** Id of the study. */
  study: string;
  rows: Row[];
}

/** All launches of a plan, or a run of its own, which is one launch. */
export interface MeasuredResult extends AnyResult {
  kind: 'measured';
  /** When its first launch began, and its last one if it has several: ISO 8601, in UTC. */
  startedAt: string;
  lastStartedAt?: string;
  /** Launches that were taken together. */
  launches: number;
  /** Seed, and environment, of the first launch. */
  seed: number;
  end: End['kind'];
  /** How long all of it took on the clock, in ms. */
  tookMs?: number;
  /** Rounds of the workload that had most. */
  rounds: number;
  plan: Pick<SessionPlan, 'arms' | 'workloads' | 'loads' | 'rule' | 'rounds' | 'budgetMs'> & {
    turns?: SessionPlan['turns'];
    /** Arm that ratios are stated against, and those whose ratios answer the question. */
    reference: string;
    subjects: string[];
  };
  environment: Environment;
  /** Names of its records if they are archived: nothing reads those, and its rows have no classes. */
  records?: string[];
  /** True of a part of a run, which gives no answer. */
  partial?: true;
  notices: Oddity[];
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

/** Names of the records of a result: a plan has one for each launch. */
export function recordNames(result: Result & { id: string }): string[] {
  if (result.kind === 'quoted') return [result.id];
  const { id, launches, records } = result;
  return records ?? Array.from({ length: launches }, (_, at) => `${id}/${at + 1}`);
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
