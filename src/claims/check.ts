/** Recomputes what sources stated. */
import { isQuantity } from './interval.ts';
import { type Scope, show } from './scope.ts';
import { type Claim, lineAddress, type PublishedSource } from './claim.ts';
import { evaluate, evaluateIntervals, evaluateNumbers, type Formula } from './formula.ts';
import {
  formatRecomputed,
  formatStated,
  gradeOf,
  judge,
  plainText,
  readStated,
  typeset,
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
  /** Addresses of the lines that the quotations in the text stand in, one after the other. */
  quoted?: string[] | undefined;
  /** The value stated, with its unit; `in words` for a comparison. */
  stated: string;
  /** What the record gives, with its unit; absent for a claim that can't be checked. */
  recomputed?: string;
  /** Both ends of the recomputed value, where its inputs are known by their printed digits alone. */
  between?: string;
  verdict: Verdict;
  /** Of one that can’t be told: whether it comes out as stated if all figures are as printed. */
  asPrinted?: boolean;
  /** What contradicts it besides its own figures, and its address; and the entry that measured it. */
  against?: { says: string; href: string; measured?: string } | undefined;
  /** What this site’s own probes say of the present versions. */
  answers?: ProbeAnswer[] | undefined;
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
        ...{ study, entry, text, quoted: quoted.length > 0 ? quoted : undefined, ...outcome },
        against: against && {
          says: against.says,
          href: against.url ?? (await hrefOf(against.line ?? 1)),
          ...(against.entry !== undefined && { measured: `/studies/${against.entry}/` }),
        },
        ...{ likely, missing, answers: answers.length > 0 ? answers : undefined },
      };
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

type Outcome = Pick<CheckedClaim, 'stated' | 'recomputed' | 'between' | 'verdict' | 'asPrinted'>;

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
  const formula: Formula = { text: of, field, unit };
  const { numbers } = await evaluateNumbers(formula, scope);
  const found = [await evaluateIntervals(formula, scope)].flat().filter(isQuantity);
  const grade = naming(`${field}, in the formula ${of}`, () => judge(read, found));
  return {
    ...shown,
    ...formatRecomputed(read, numbers, found, unit),
    ...(notJudged ? { verdict: notJudged } : judged(grade, judge(read, numbers) === 'holds')),
  };
}

/** @param asPrinted whether it comes out as stated from figures as printed */
function judged(verdict: Verdict, asPrinted: boolean): Pick<Outcome, 'verdict' | 'asPrinted'> {
  return { verdict, ...(verdict === "can't be told" && { asPrinted }) };
}

/** A comparison in words holds when it is so of all figures that round to those printed. */
async function judgeWords(text: string, field: string, scope: Scope) {
  const may = await evaluateIntervals({ text, field }, scope, 'may');
  const must = await evaluateIntervals({ text, field }, scope, 'must');
  const { value } = await evaluate({ text, field }, scope);
  if (typeof may === 'boolean' && typeof must === 'boolean') {
    return judged(gradeOf(may, must), value === true);
  }
  throw new Error(`${field}: got ${show(value)}, expected true or false, in the formula ${text}`);
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
  const { study, entry, text, quoted, stated, recomputed, between, ...more } = claim;
  return {
    study,
    entry,
    text,
    quoted,
    stated: plainText(stated),
    recomputed: recomputed === undefined ? null : plainText(recomputed),
    between: between && plainText(between),
    ...more,
  };
}
