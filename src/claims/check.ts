/** Recomputes what sources stated. */
import { plainName, withOutsideOf } from '../harness/plan/index.ts';
import { libraryOf } from '../results/names.ts';
import type { Client } from '../results/result.ts';
import type { Quantity } from '../numbers/quantity.ts';
import { noughtBeside } from '../results/quoted.ts';
import { type Claim, lineAddress, type PublishedSource, type Today } from './claim.ts';
import { asTheyAre, type Range, rangeOf, type TakeFigure, truthOf } from './corners.ts';
import { plainText, typeset } from './format.ts';
import { evaluate, evaluateNumbers, type Formula, naming } from './formula.ts';
import { findMeasured, pairIn, rowIn, type Scope, show } from './scope.ts';
import {
  formatRecomputed,
  formatStated,
  HALF,
  judge,
  LESS_THAN_HALF,
  readStated,
  type Stated,
  type Verdict,
} from './verdict.ts';

/** An entry whose claims are checked. */
interface ClaimingEntry {
  /** `<study>/<slug>`. */
  id: string;
  claims: readonly Claim[];
  /** Documents it is drawn from. */
  sources: ReadonlyArray<{ document: string }>;
}

/** How to find what a claim may lead to besides records; each gives undefined for what is not there. */
export interface Finders {
  /** The document of an id in content/sources/. */
  findSource: (id: string) => Promise<PublishedSource | undefined>;
  /** What a probe recorded of a system. */
  findProbe: (probe: string, system: string) => Promise<ProbeAnswer | undefined>;
}

/** An answer of this site’s own. */
export interface ProbeAnswer {
  /** What was probed, with its version: `Cap’n Web, capnweb 0.12.0`. */
  of: string;
  /** What was asked: `Does the client compress to under 10 kB?`. */
  question: string;
  /** `pass`, `fail` and what else a probe can give. */
  result: string;
  /** What came out, where the result does not say it: `one round trip`. */
  detail?: string;
  /** Where it stands on this site. */
  href: string;
}

/** A claim with what became of it. */
export interface CheckedClaim extends Pick<Claim, 'text' | 'likely' | 'missing'> {
  /** Id of the study. */
  study: string;
  /** Id of the entry without its study. */
  entry: string;
  /** Id of the document, where its entry has several or one. */
  document?: string | undefined;
  /** Addresses of the lines that the quotations in the text stand in, one after the other. */
  quoted?: string[] | undefined;
  /** The value stated, with its unit; `in words` for a comparison. */
  stated: string;
  /** What the record gives, with its unit; absent for a claim that can't be checked. */
  recomputed?: string | undefined;
  /** Both ends of what printed digits would also allow, where an end would get another verdict. */
  between?: string | undefined;
  /** What its figures give by themselves, where the ones printed beside them bore it out. */
  unaided?: string | undefined;
  verdict: Verdict;
  /** Of one that can’t be told: whether it comes out as stated if all figures are as printed. */
  asPrinted?: boolean | undefined;
  /** What contradicts it besides its own figures, and its address; and the entry that measured it. */
  against?: { says: string; href: string; measured?: string } | undefined;
  /** What the same gives in records measured here. */
  today?: TodayFigure[] | undefined;
  /** What this site’s own probes say of the present versions. */
  answers?: ProbeAnswer[] | undefined;
}

/** A figure measured here, of the same comparison as a claim. */
export interface TodayFigure {
  /** Id of the record. */
  record: string;
  /** What was timed, and what its time is divided by. */
  of: string;
  to?: string;
  figure: Quantity;
  client: Client;
  roundTripMs: number;
}

/** What stands for the value of a comparison. */
export const IN_WORDS = 'in words';

/**
 * Checks the claims of an entry against the records in its scope.
 *
 * @throws Error naming file, field, formula and what is wrong, for a formula that is broken or does
 *   not fit what was stated, and for a document or a probe that is not there
 */
export async function checkClaims(
  { id, claims, sources }: ClaimingEntry,
  scope: Scope,
  finders: Finders,
): Promise<CheckedClaim[]> {
  const [study = '', entry = ''] = id.split('/');
  const [only, ...others] = new Set(sources.map(({ document }) => document));
  return Promise.all(
    claims.map(async (claim, index) => {
      const field = `content/entries/${id}.mdx claims.${index}`;
      const { text, likely, missing, against, line = [], today } = claim;
      const document = claim.document ?? (others.length === 0 ? only : undefined);
      const hrefOf = (at: number) =>
        hrefOfLine(document, claim.neighbour, at, field, finders.findSource);
      const quoted = await Promise.all([line].flat().map(hrefOf));
      const answers = await answersOf(claim, field, finders);
      return {
        study,
        entry,
        document,
        text,
        quoted: quoted.length > 0 ? quoted : undefined,
        ...(await checkClaim(claim, field, scope)),
        against: against && {
          says: against.says,
          href: against.url ?? (await hrefOf(against.line ?? 1)),
          ...(against.entry !== undefined && { measured: `/studies/${against.entry}/` }),
        },
        today: today && (await naming({ field: `${field}.today` }, () => todayOf(today, scope))),
        likely,
        missing,
        answers: answers.length > 0 ? answers : undefined,
      };
    }),
  );
}

function todayOf(asked: readonly Today[], scope: Scope): Promise<TodayFigure[]> {
  return Promise.all(
    asked.map(async ({ record, of, to, workload }) => {
      const result = await findMeasured(scope, record);
      const { client, place, time } = rowIn(result, of, workload);
      const figure = to === undefined ? time : pairIn(result, of, to, workload);
      if (figure === undefined) throw new Error(`got no time of "${of}", expected one`);
      const study = withOutsideOf(scope.study, [result.environment]);
      const nameOf = (arm: string): string => plainName(libraryOf(study, arm).label);
      return {
        ...{ record: result.id, of: nameOf(of), ...(to !== undefined && { to: nameOf(to) }) },
        ...{ figure, client, roundTripMs: place.roundTripMs },
      };
    }),
  );
}

async function hrefOfLine(
  id: string | undefined,
  neighbour: string | undefined,
  line: number,
  field: string,
  findSource: Finders['findSource'],
): Promise<string> {
  if (id === undefined) {
    throw new Error(`${field}.document: got none, expected the one of several that has the line`);
  }
  const source = await findSource(id);
  if (!source) {
    throw new Error(`${field}.document: got "${id}", expected a file content/sources/${id}.json`);
  }
  const file =
    neighbour === undefined ? source : source.neighbours?.find((each) => each.id === neighbour);
  if (file) return lineAddress(source, file, line);
  throw new Error(
    `${field}.neighbour: got "${neighbour}", expected one of content/sources/${id}.json`,
  );
}

function answersOf({ probes = {} }: Claim, field: string, { findProbe }: Finders) {
  const asked = Object.entries(probes).flatMap(([system, ids]) =>
    ids.map((id) => ({ id, system })),
  );
  return Promise.all(
    asked.map(async ({ id, system }) => {
      const answer = await findProbe(id, system);
      if (answer) return answer;
      throw new Error(`${field}.probes: got "${id}" of "${system}", expected a probe on record`);
    }),
  );
}

type Outcome = Pick<
  CheckedClaim,
  'stated' | 'recomputed' | 'between' | 'unaided' | 'verdict' | 'asPrinted'
>;

async function checkClaim(claim: Claim, at: string, scope: Scope): Promise<Outcome> {
  const { stated, unit, of, shows, against, beside } = claim;
  const notJudged: Verdict | undefined =
    claim.as === 'description' ? 'described, not judged' : claim.as;
  const unchecked: Verdict = notJudged ?? (against ? 'does not hold' : "can't be checked");
  if (stated === true) {
    const says = { text: shows ?? '', field: `${at}.shows`, mayReadNothing: true };
    const recomputed = shows === undefined ? shows : wordsOf((await evaluate(says, scope)).value);
    const formula = { text: of ?? '', field: `${at}.of` };
    const judged = of === undefined ? { verdict: unchecked } : await judgeWords(formula, scope);
    return { stated: IN_WORDS, recomputed, ...(notJudged ? { verdict: notJudged } : judged) };
  }
  const shown = formatStated(readStated(stated), unit);
  if (of === undefined) return { stated: shown, recomputed: undefined, verdict: unchecked };
  // A 0 has the digits of the figure beside it; as it was stated it would stand for half a unit either way.
  const read = readStated(beside === undefined ? stated : noughtBeside([beside]));
  const { values, range, unaided } = await recompute(claim, of, read, at, scope);
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

/** Whether what printed digits also allow would get another verdict: a worse one, or that it holds. */
function digitsDecide(stated: Stated, { low, high, each }: Range, grade: Verdict): boolean {
  const { before, ends } = stated;
  const holdsAt = (...values: number[]): boolean => judge(stated, values) === 'holds';
  const nearest = (range: { low: number; high: number }, end: string): number =>
    Math.min(range.high, Math.max(range.low, Number(end)));
  if (before === '' && ends.length === 2) {
    const near = ends.map((end) => nearest({ low, high }, end));
    return grade === 'holds' ? !holdsAt(low, high) : holdsAt(...near);
  }
  if (grade === 'holds') return !holdsAt(low) || !holdsAt(high);
  const mayHold = (range: { low: number; high: number }): boolean =>
    [range.low, range.high, ...ends.map((end) => nearest(range, end))].some((at) => holdsAt(at));
  return each.every(mayHold);
}

/**
 * The values of a claim's figures as printed; or of the figures printed beside them, where these bear the claim
 * out and the others do not, or by the half of a unit alone. `unaided` are the others then.
 */
async function recompute(claim: Claim, of: string, stated: Stated, at: string, scope: Scope) {
  const way = async (text: string, field: string, byThroughput = false) => {
    const formula = { text, field, unit: claim.unit };
    const run = async (take: TakeFigure) =>
      (await evaluateNumbers(formula, scope, { take, byThroughput })).numbers;
    const values = await run(asTheyAre);
    // Fails for another number of values than was stated.
    await naming(formula, () => judge(stated, values));
    return { run, values };
  };
  const holds =
    (half: number) =>
    ({ values }: { values: number[] }): boolean =>
      judge(stated, values, half) === 'holds';
  const own = await way(of, `${at}.of`);
  const all = [own];
  if (!holds(LESS_THAN_HALF)(own)) {
    all.push(await way(of, `${at}.of`, true));
    if (claim.also !== undefined) all.push(await way(claim.also, `${at}.also`));
  }
  const { run, values } = all.find(holds(LESS_THAN_HALF)) ?? all.find(holds(HALF)) ?? own;
  const unaided = values === own.values ? undefined : own.values;
  return { values, range: await rangeOf(run, 'printed'), unaided };
}

/** A comparison in words. Digits that were not printed can decide one of size, and none of sameness. */
async function judgeWords(
  formula: Formula,
  scope: Scope,
): Promise<Pick<Outcome, 'verdict' | 'asPrinted'>> {
  const run = async (take: TakeFigure): Promise<boolean> => {
    const { value } = await evaluate(formula, scope, { take });
    if (typeof value === 'boolean') return value;
    return naming(formula, () => {
      throw new Error(`got ${show(value)}, expected true or false`);
    });
  };
  const { comparesSizes } = await evaluate(formula, scope);
  if (comparesSizes) {
    const { asPrinted, straddles } = await truthOf(run);
    if (straddles) return { verdict: "can't be told", asPrinted };
  }
  return { verdict: (await run(asTheyAre)) ? 'holds' : 'does not hold' };
}

/** Numbers in words have the digits that tell them apart, not those of binary fractions. */
function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).join(', ');
  return typeof value === 'number'
    ? wordsOf(String(Number(value.toPrecision(4))))
    : typeset(String(value));
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
