/** Recomputes what sources stated. */
import { plainName, withOutsideOf } from '../../core/plan/index.ts';
import { libraryOf, operationOf } from '../../results/names.ts';
import { THIN } from '../../results/numbers/format.ts';
import type { Client, Place } from '../../results/result.ts';
import type { Quantity } from '../../results/numbers/quantity.ts';
import {
  type Claim,
  type Claims,
  claimsFile,
  lineAddress,
  type PublishedSource,
  type Today,
} from './claim.ts';
import { evaluate, evaluateNumbers, type Formula, inField } from './figures.ts';
import { asPrintedValue, type Range, rangeOf, type Substitute, truthOf } from './printed-digits.ts';
import { findMeasured, list, pairIn, rowIn, type Scope } from './scope.ts';
import { formatRecomputed, formatStated, judge, judgeToday, readStated } from './verdict.ts';
import type { Stated, TodayVerdict, Verdict } from './verdict.ts';

interface Outcome {
  /** The value stated, with its unit; `in words` for a comparison. */
  stated: string;
  /** The value that the record gives, with its unit; absent for a claim that can't be checked. */
  recomputed?: string;
  /** Both ends of what printed digits would also allow, if an end would get another verdict. */
  between?: string;
  /** The value of its own figures, if the ones printed beside them bore it out. */
  unaided?: string;
  verdict: Verdict;
  /** Of one that can’t be told: whether it comes out as stated if all figures are as printed. */
  asPrinted?: boolean;
}

/** Stands for the value of a comparison. */
export const IN_WORDS = 'in words';

/** An entry whose claims are checked. */
interface ClaimingEntry {
  /** `<study>/<slug>`. */
  id: string;
  claims: Claims;
  /** Documents it is drawn from, by their ids. */
  sources: ReadonlyMap<string, PublishedSource>;
}

/** A claim with what became of it. */
export interface CheckedClaim extends Outcome {
  /** Id of the study, and that of the entry without it. */
  study: string;
  entry: string;
  document: string | undefined;
  text: string;
  /** Addresses of the lines that the quotations in the text stand in, one after the other. */
  quoted?: string[];
  /** A contradiction other than its own figures, and its address. */
  against?: { says: string; href: string };
  /** Figures of the same comparison, measured here. */
  today?: TodayFigure[];
  likely?: string;
  missing?: string;
  here?: string;
  known?: number;
}

/** A figure measured here, of the same comparison as a claim. */
export interface TodayFigure {
  /** Id of the record. */
  record: string;
  /** Name of the library that was timed, and of the one that its time is divided by. */
  of: string;
  to?: string;
  operation: string;
  /** Ids of that operation, and of the arms of the ratio. */
  workload: string;
  arms: { of: string; to: string | undefined };
  figure: Quantity;
  /** None of a time, which is another machine’s, and of a claim that says nothing of the ratio. */
  verdict?: TodayVerdict;
  client: Client;
  setting: Place['setting'];
  roundTripMs: number;
}

/** The source’s words in a claim’s text. */
export const quotation = /“[^”]*”/g;

/**
 * Checks the claims of an entry against the records in its scope.
 *
 * @throws Error naming the file, the claim, its field and what is wrong, for a formula that is broken or does not fit
 *   what was stated, and for a document or line that does not fit
 */
export function checkClaims({ id, claims, sources }: ClaimingEntry, scope: Scope): CheckedClaim[] {
  const [study = '', entry = ''] = id.split('/');
  const [only, ...others] = sources.keys();
  return claims.map((claim) => {
    const { text, likely, missing, here, known, against, today } = claim;
    const field = `${claimsFile(id)} “${text}”`;
    const document = claim.document ?? (others.length === 0 ? only : undefined);
    const hrefOf = (line: number) =>
      inField(`${field} line`, () => lineHref(line, sources, document, claim.neighbour));
    const quoted = inField(`${field} line`, () => linesOf(claim)).map(hrefOf);
    return {
      study,
      entry,
      document,
      text,
      quoted: quoted.length > 0 ? quoted : undefined,
      ...outcomeOf(claim, field, scope),
      against: against && { says: against.says, href: against.url ?? hrefOf(against.line) },
      today:
        today && inField(`${field} today`, () => today.map((each) => todayOf(claim, each, scope))),
      likely,
      missing,
      here,
      known,
    };
  });
}

/** The lines of a claim’s quotations: one for all, or one for each. */
function linesOf({ text, line = [] }: Claim): number[] {
  const lines = [line].flat();
  const quotations = text.match(quotation)?.length ?? 0;
  const fits = quotations > 0 && [1, quotations].includes(lines.length);
  if (lines.length === 0 || fits) return lines;
  const expected = quotations === 0 ? 'none, because nothing is quoted' : `1 or ${quotations}`;
  throw new Error(`got ${lines.length} lines, expected ${expected}`);
}

function lineHref(
  line: number,
  sources: ClaimingEntry['sources'],
  document: string | undefined,
  neighbour: string | undefined,
): string {
  const source = sources.get(document ?? '');
  if (!source) {
    throw new Error(`got document ${document}, expected one of ${list(sources.keys())}`);
  }
  const { neighbours = [] } = source;
  const file = neighbour === undefined ? source : neighbours.find(({ id }) => id === neighbour);
  if (file) return lineAddress(source, file, line);
  const known = list(neighbours.map(({ id }) => id));
  throw new Error(`got neighbour "${neighbour}" of ${document}, expected one of ${known}`);
}

/**
 * One claim recomputed from figures as printed: its value, its verdict, and if other digits would change that.
 *
 * @param field file and text of the claim, for errors
 * @throws Error naming the field, for a formula that is broken or does not fit what was stated
 */
function outcomeOf(claim: Claim, field: string, scope: Scope): Outcome {
  const { as, against, stated, unit, holds, shows } = claim;
  const notJudged: Verdict | undefined = as === 'description' ? 'described, not judged' : as;
  const unchecked: Verdict = notJudged ?? (against ? 'does not hold' : "can't be checked");
  const run = <Value>(name: string, formula: Formula<Value>, take = asPrintedValue) =>
    inField(`${field} ${name}`, () => evaluate(formula, scope, take).value);
  if (stated === undefined) {
    const recomputed = typeof shows === 'function' ? run('shows', shows) : shows;
    const judged = holds && verdictOn(truthOf((take) => run('holds', holds, take)));
    const outcome = judged && !notJudged ? judged : { verdict: unchecked };
    return { stated: IN_WORDS, recomputed, ...outcome };
  }
  const read = inField(`${field} stated`, () => readStated(stated));
  const shown = formatStated(read, unit);
  if (claim.value === undefined)
    return { stated: shown, recomputed: undefined, verdict: unchecked };
  const { values, range, unaided } = recompute(claim, read, field, scope);
  const grade = judge(read, values);
  const format = (numbers: readonly number[]) => formatRecomputed(read, numbers, unit);
  return {
    stated: shown,
    recomputed: format(values),
    between: digitsDecide(read, range, grade) ? format([range.low, range.high]) : undefined,
    unaided: unaided && format(unaided),
    verdict: notJudged ?? grade,
  };
}

function verdictOn({
  asPrinted,
  straddles,
}: ReturnType<typeof truthOf>): Pick<Outcome, 'verdict' | 'asPrinted'> {
  if (straddles) return { verdict: "can't be told", asPrinted };
  return { verdict: asPrinted ? 'holds' : 'does not hold' };
}

/** True where digits that were not printed would get another verdict: a worse one, or that it holds. */
function digitsDecide(stated: Stated, { low, high, each }: Range, grade: Verdict): boolean {
  const { before, ends } = stated;
  const holdsAt = (...values: number[]): boolean => judge(stated, values) === 'holds';
  const nearest = (range: { low: number; high: number }): number[] =>
    ends.map((end) => Math.min(range.high, Math.max(range.low, Number(end))));
  if (before === '' && ends.length === 2) {
    return grade === 'holds' ? !holdsAt(low, high) : holdsAt(...nearest({ low, high }));
  }
  if (grade === 'holds') return !holdsAt(low) || !holdsAt(high);
  return each.every((range) =>
    [range.low, range.high, ...nearest(range)].some((value) => holdsAt(value)),
  );
}

/**
 * The values of a claim's figures as printed; or of the figures printed beside them, if it names some that bear
 * it out. `unaided` are the others then.
 */
function recompute(
  { value, also, unit }: Extract<Claim, { value: unknown }>,
  stated: Stated,
  field: string,
  scope: Scope,
) {
  const way = (name: string, formula: Formula<number | number[]>) => {
    const run = (take: Substitute) => evaluateNumbers(formula, scope, unit, take).numbers;
    return inField(`${field} ${name}`, () => {
      const values = run(asPrintedValue);
      // Fails for another number of values than was stated.
      const isBorneOut = judge(stated, values) === 'holds';
      return { values, isBorneOut, range: rangeOf(run) };
    });
  };
  const own = way('value', value);
  const beside = also && way('also', also);
  return beside?.isBorneOut ? { ...beside, unaided: own.values } : { ...own, unaided: undefined };
}

function todayOf(claim: Claim, today: Today, scope: Scope): TodayFigure {
  const { record, of, to, workload, as, says } = today;
  const result = findMeasured(scope, record);
  const { client, place, time } = rowIn(result, of, workload);
  const ratio = to === undefined ? undefined : pairIn(result, of, to, workload);
  const figure = ratio ?? time;
  if (figure === undefined) throw new Error(`got no time of "${of}", expected one`);
  const said = says ?? (claim.unit === '×' || as ? claim.stated : undefined);
  const turned = as ?? ((each: number) => each);
  const study = withOutsideOf(scope.study, [result.environment]);
  const nameOf = (arm: string): string => plainName(libraryOf(study, arm).label);
  return {
    record: result.id,
    of: nameOf(of),
    to: to === undefined ? undefined : nameOf(to),
    operation: operationOf(study, workload),
    workload,
    arms: { of, to },
    figure,
    verdict:
      ratio && said
        ? judgeToday(readStated(said), { low: turned(ratio.low), high: turned(ratio.high) })
        : undefined,
    client,
    setting: place.setting,
    roundTripMs: place.roundTripMs,
  };
}

/** The claim without typography; `recomputed` is null for one that can't be checked. */
export function plainClaim(claim: CheckedClaim) {
  const { stated, recomputed, between, unaided } = claim;
  return {
    ...claim,
    stated: plainText(stated),
    recomputed: recomputed === undefined ? null : plainText(recomputed),
    between: between && plainText(between),
    unaided: unaided && plainText(unaided),
  };
}

/** A text without typography, for a terminal and for programs: no thin spaces, a plain minus. */
export function plainText(text: string): string {
  return text
    .replaceAll(new RegExp(`(?<=\\d)${THIN}(?=\\d)`, 'g'), '')
    .replaceAll(THIN, ' ')
    .replaceAll('−', '-');
}
