/** Recomputes what sources stated. */
import { plainName, withOutsideOf } from '../harness/plan/index.ts';
import { libraryOf } from '../results/names.ts';
import type { Client } from '../results/result.ts';
import type { Quantity } from '../numbers/quantity.ts';
import { type Claim, lineAddress, type PublishedSource, type Today } from './claim.ts';
import { type Range, rangeOf, truthOf } from './corners.ts';
import { plainText, typeset } from './format.ts';
import { evaluate, evaluateNumbers } from './formula.ts';
import { pairIn } from './measured.ts';
import { findMeasured, rowIn, type Scope, show, type TakeFigure } from './scope.ts';
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
  recomputed?: string;
  /** Both ends of what printed digits would also allow, where an end would get another verdict. */
  between?: string;
  /** What its figures give by themselves, where the ones printed beside them bore it out. */
  unaided?: string;
  verdict: Verdict;
  /** Of one that can’t be told: whether it comes out as stated if all figures are as printed. */
  asPrinted?: boolean;
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
  const documents = [...new Set(sources.map(({ document }) => document))];
  return Promise.all(
    claims.map(async (claim, index) => {
      const field = `content/entries/${id}.mdx claims.${index}`;
      const { text, likely, missing, against, line = [] } = claim;
      const hrefOf = (at: number) => hrefOfLine(claim, at, documents, field, finders);
      const quoted = await Promise.all([line].flat().map(hrefOf));
      const outcome = await checkClaim(claim, field, scope);
      const answers = await answersOf(claim, field, finders);
      return {
        ...{ study, entry, text },
        document: claim.document ?? (documents.length === 1 ? documents[0] : undefined),
        ...{ quoted: quoted.length > 0 ? quoted : undefined, ...outcome },
        against: against && {
          says: against.says,
          href: against.url ?? (await hrefOf(against.line ?? 1)),
          ...(against.entry !== undefined && { measured: `/studies/${against.entry}/` }),
        },
        today: claim.today && (await todayOf(claim.today, `${field}.today`, scope)),
        ...{ likely, missing, answers: answers.length > 0 ? answers : undefined },
      };
    }),
  );
}

function todayOf(asked: readonly Today[], field: string, scope: Scope): Promise<TodayFigure[]> {
  return Promise.all(
    asked.map(async ({ record, of, to, workload }) => {
      try {
        const result = await findMeasured(scope, record);
        const row = rowIn(result, of, workload);
        const figure: Quantity | undefined =
          to === undefined ? row.time : pairIn(result, { of, to, workload });
        if (figure === undefined) throw new Error(`got no time of "${of}", expected one`);
        const { client, place } = row;
        const study = withOutsideOf(scope.study, [result.environment]);
        const [own, other] = [of, to].map((arm) => arm && plainName(libraryOf(study, arm).label));
        return {
          ...{ record: result.id, of: own ?? of, ...(other !== undefined && { to: other }) },
          ...{ figure, client, roundTripMs: place.roundTripMs },
        };
      } catch (cause) {
        throw new Error(`${field}: ${(cause as Error).message}`, { cause });
      }
    }),
  );
}

async function hrefOfLine(
  { document, neighbour }: Claim,
  line: number,
  [only, ...others]: readonly string[],
  field: string,
  { findSource }: Finders,
): Promise<string> {
  const id = document ?? (others.length === 0 ? only : undefined);
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

/** Verdicts on what is not judged. */
const verdictOf: Readonly<Record<string, Verdict | undefined>> = {
  expectation: 'expectation',
  description: 'described, not judged',
};

async function checkClaim(claim: Claim, at: string, scope: Scope): Promise<Outcome> {
  const { stated, unit, of, shows, against } = claim;
  const notJudged = verdictOf[claim.as ?? 'judged'];
  const unchecked = notJudged ?? (against ? 'does not hold' : "can't be checked");
  const field = `${at}.of`;
  if (stated === true) {
    const says = { text: shows ?? '', field: `${at}.shows`, mayReadNothing: true };
    const judged = of === undefined ? { verdict: unchecked } : await judgeWords(of, field, scope);
    return {
      stated: IN_WORDS,
      ...(shows !== undefined && { recomputed: wordsOf((await evaluate(says, scope)).value) }),
      ...(notJudged ? { verdict: notJudged } : judged),
    };
  }
  const read = naming(`${at}.stated`, () => readStated(stated, claim.beside));
  const shown = { stated: formatStated(readStated(stated), unit) };
  if (of === undefined) return { ...shown, verdict: unchecked };
  const { values, range, unaided } = await recompute(claim, of, read, at, scope);
  const grade = naming(`${field}, in the formula ${of}`, () => judge(read, values));
  const format = (numbers: readonly number[]) => formatRecomputed(read, numbers, unit);
  return {
    ...shown,
    recomputed: format(values),
    ...(unaided !== undefined && { unaided: format(unaided) }),
    ...(digitsDecide(read, range, grade) && { between: format([range.low, range.high]) }),
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
    const run = async (take: TakeFigure) =>
      (await evaluateNumbers({ text, field, unit: claim.unit }, scope, { take, byThroughput }))
        .numbers;
    return { run, values: await run(({ value }) => value) };
  };
  const holds =
    (half: number) =>
    ({ values }: { values: number[] }): boolean =>
      naming(`${at}.of, in the formula ${of}`, () => judge(stated, values, half)) === 'holds';
  const own = await way(of, `${at}.of`);
  if (holds(LESS_THAN_HALF)(own)) {
    return { values: own.values, range: await rangeOf(own.run, 'printed'), unaided: undefined };
  }
  const all = [own, await way(of, `${at}.of`, true)];
  if (claim.also !== undefined) all.push(await way(claim.also, `${at}.also`));
  const chosen = all.find(holds(LESS_THAN_HALF)) ?? all.find(holds(HALF)) ?? own;
  const range = await rangeOf(chosen.run, 'printed');
  return { values: chosen.values, range, unaided: chosen === own ? undefined : own.values };
}

/** A comparison in words. Digits that were not printed can decide one of size, and none of sameness. */
async function judgeWords(text: string, field: string, scope: Scope) {
  const { comparesSizes } = await evaluate({ text, field }, scope);
  const run = async (take: TakeFigure): Promise<boolean> => {
    const { value } = await evaluate({ text, field }, scope, { take });
    if (typeof value === 'boolean') return value;
    throw new Error(`${field}: got ${show(value)}, expected true or false, in the formula ${text}`);
  };
  if (!comparesSizes) {
    const isSo = await run(({ value }) => value);
    return { verdict: isSo ? ('holds' as const) : ('does not hold' as const) };
  }
  const { asPrinted, straddles } = await truthOf(run);
  if (straddles) return { verdict: "can't be told" as const, asPrinted };
  return { verdict: asPrinted ? ('holds' as const) : ('does not hold' as const) };
}

/** Numbers in words have the digits that tell them apart, not those of binary fractions. */
function wordsOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(wordsOf).join(', ');
  return typeof value === 'number'
    ? wordsOf(String(Number(value.toPrecision(4))))
    : typeset(String(value));
}

function naming<Value>(field: string, compute: () => Value): Value {
  try {
    return compute();
  } catch (cause) {
    throw new Error(`${field}: ${(cause as Error).message}`, { cause });
  }
}

/**
 * The claim without typography, with the fields in the order in which they are documented;
 * `recomputed` is null for one that can't be checked.
 */
export function plainClaim(claim: CheckedClaim) {
  const { study, entry, document, text, quoted, stated, recomputed, ...more } = claim;
  const { between, unaided, ...rest } = more;
  return {
    ...{ study, entry, document, text, quoted },
    stated: plainText(stated),
    recomputed: recomputed === undefined ? null : plainText(recomputed),
    between: between && plainText(between),
    unaided: unaided && plainText(unaided),
    ...rest,
  };
}
