/** The records of an entry: how each is called, and the quoted ones joined with the code of their study. */
import { costRatio, type Cost, printedDecimals } from '../results/quoted.ts';
import { judge } from '../claims/verdict.ts';
import {
  type ArmOutline,
  quotedArm,
  type StudyOutline,
  type WorkloadOutline,
  workloadOf,
} from '../harness/plan/index.ts';
import type {
  MeasuredRecord,
  QuotedRecord,
  QuotedResult,
  QuotedSetting,
} from '../harness/record/index.ts';
import type { Analysis } from '../harness/statistics/index.ts';
import { awayText, type Place } from '../report/words.ts';

/** A setting as it is written: `wrangler dev`. */
function settingName(setting: QuotedSetting): string {
  return setting === 'local' ? 'local machine' : setting.replace('-', ' ');
}

/** A place as it is written: its setting, and the simulated network if there was one. */
export function placeName({ setting, network }: Place): string {
  return `${settingName(setting)}${awayText(network)}`;
}

/** Place and client, as far as the record names them: `workerd · Node 24.21.0`. */
export function runName({ environment }: Pick<MeasuredRecord | QuotedRecord, 'environment'>) {
  const { runtime } = environment;
  return [placeName(environment), ...(runtime === undefined ? [] : [runtime])].join(' · ');
}

/** The client by its name alone: another version of Node is still Node. Empty where none is named. */
export function clientName(runtime: string | undefined): string {
  return runtime?.split(/[ .]/)[0]?.toLowerCase() ?? '';
}

/**
 * The places of an entry, setting by setting as it lists them.
 *
 * @param runs its measured and its quoted records
 * @param nameOf how a place is called
 */
export function placesOf(
  settings: readonly QuotedSetting[],
  runs: ReadonlyArray<{ record: { environment: Place } }>,
  nameOf: (place: Place) => string,
): string[] {
  const all = runs.map(({ record }) => record.environment);
  const names = settings.flatMap((setting) => {
    const own = all.filter((place) => place.setting === setting);
    return own.length === 0 ? [nameOf({ setting })] : own.map(nameOf);
  });
  return [...new Set(names)];
}

/** Names in a sentence: `one, two, and three`. */
export function listed(items: Iterable<string>): string {
  return new Intl.ListFormat('en').format(items);
}

/** A measured record with everything that is derived from it. */
export interface MeasuredRun {
  /** Id of the record: `<study>/<name>`. */
  id: string;
  record: MeasuredRecord;
  /** Setting and client: `workerd · Node 24.21.0`. */
  name: string;
  analysis: Analysis;
}

/** A quoted record with the ratios that its figures imply. */
export interface QuotedRun {
  /** Id of the record: `<study>/<name>`. */
  id: string;
  record: QuotedRecord;
  /** Setting and client, as far as the source names them. */
  name: string;
  results: NamedResult[];
  ratios: QuotedRatio[];
}

type Names = Pick<
  StudyOutline,
  'id' | 'reference' | 'quotedReference' | 'subjects' | 'arms' | 'workloads' | 'free'
>;

/** One quoted result with its names. */
export interface NamedResult {
  workload: WorkloadOutline;
  arm: ArmOutline;
  result: QuotedResult;
}

/** One ratio derived from two quoted results. */
export interface QuotedRatio {
  workload: WorkloadOutline;
  arm: ArmOutline;
  reference: ArmOutline;
  /** What it is a ratio of. */
  of: Cost['of'];
  /** The arm's time ÷ the reference's time; of throughputs, the reference's ÷ the arm's. */
  ratio: number;
}

/** @throws Error naming the field, the id got and those expected */
export function findById<Item extends { id: string }>(
  items: readonly Item[],
  id: string,
  field: string,
): Item {
  const found = items.find((item) => item.id === id);
  if (found) return found;
  const known = items.map((item) => item.id).join(', ');
  throw new Error(`${field}: got "${id}", expected one of ${known}`);
}

/**
 * The results by workload in the study's order, within a workload in the record's order; the arms
 * by their quoted names.
 *
 * @param file the record's id, for errors
 * @throws when the record names another study, or an arm or workload the study lacks
 */
export function namedResults(study: Names, record: QuotedRecord, file: string): NamedResult[] {
  if (record.study !== study.id) {
    throw new Error(`${file} study: got "${record.study}", expected "${study.id}"`);
  }
  const named = record.results.map((result, index): NamedResult => ({
    result,
    workload: workloadOf(study, result.workload, `${file} results.${index}.workload`),
    arm: quotedArm(findById(study.arms, result.arm, `${file} results.${index}.arm`)),
  }));
  const place = ({ workload }: NamedResult): number => study.workloads.indexOf(workload);
  return named.sort((a, b) => place(a) - place(b));
}

/** What the ratios of these runs are stated against: of those that are all quoted it may be another arm. */
export function referenceOf(
  { reference, quotedReference = reference }: Names,
  runs: ReadonlyArray<MeasuredRun | QuotedRun>,
): string {
  return runs.every((run) => 'ratios' in run) ? quotedReference : reference;
}

/** The ratio of each subject to what quoted figures are stated against, where the record has both. */
export function quotedRatios(study: Names, results: readonly NamedResult[]): QuotedRatio[] {
  const { reference: own, quotedReference = own } = study;
  return results.flatMap((subject) => {
    if (!study.subjects.includes(subject.arm.id)) return [];
    const { workload, arm } = subject;
    const reference = results.find(
      (other) => other.workload === workload && other.arm.id === quotedReference,
    );
    const found = reference && costRatio(subject.result, reference.result);
    return found ? [{ workload, arm, reference: reference.arm, ...found }] : [];
  });
}

const amounts = [
  'operations',
  'clients',
  'totalMs',
  'msPerOperation',
  'operationsPerSecond',
  'latencyMs',
  'megabytesPerSecond',
  'completed',
] as const;

/**
 * Whether a result of the same arm and workload says nothing that the other does not: each of its
 * amounts is the other's, as it is or rounded.
 */
export function restates(result: QuotedResult, other: QuotedResult): boolean {
  if (result.outcome !== other.outcome) return false;
  return amounts.every((name) => {
    const [own, its] = [result[name], other[name]];
    if (own === undefined) return true;
    return own === its || (its !== undefined && isRounded(String(own), its));
  });
}

/** Whether a printed number is another one with fewer digits, of which one at least is left. */
function isRounded(printed: string, value: number): boolean {
  const lastDigit = 10 ** -printedDecimals(printed);
  return (
    Math.abs(value) >= lastDigit && judge({ before: '', ends: [printed] }, [value]) === 'holds'
  );
}
