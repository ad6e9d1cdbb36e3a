/** Recomputes what sources stated. */
import { show } from './arguments.ts';
import type { Claim } from './claim.ts';
import { evaluate, evaluateIntervals, evaluateNumbers, type Formula } from './formula.ts';
import { formatRecomputed, formatStated, plainText, typeset } from './quantity.ts';
import type { Scope } from './scope.ts';
import { lineAddress, type PublishedSource } from './source.ts';
import { judge, readStated, type Verdict } from './verdict.ts';

/** An entry whose claims are checked. */
interface ClaimingEntry {
  /** `<study>/<slug>`. */
  id: string;
  claims: readonly Claim[];
  /** Documents it is drawn from. */
  sources: ReadonlyArray<{ document: string }>;
}

/** What a claim may lead to besides records. */
export interface Elsewhere {
  /** The document of an id in content/sources/. */
  findSource: (id: string) => Promise<PublishedSource | undefined>;
  /** What a probe recorded of a system; undefined for one that it did not. */
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
export interface CheckedClaim {
  /** Id of the study. */
  study: string;
  /** Id of the entry without its study. */
  entry: string;
  /** This site’s words, with the source’s in quotation marks. */
  text: string;
  /** Addresses of the lines that the quotations in the text stand in, one after the other. */
  quoted?: string[];
  /** The value stated, with its unit; `in words` for a comparison. */
  stated: string;
  /** What the record gives, with its unit; absent for a claim that can't be checked. */
  recomputed?: string;
  /** Both ends of the recomputed value, where its inputs are known by their printed digits alone. */
  between?: string;
  verdict: Verdict;
  /** What contradicts it besides figures, and its address. */
  against?: { says: string; href: string };
  /** What is likely behind a value that does not hold. */
  likely?: string;
  /** What would be needed to check it. */
  missing?: string;
  /** What this site’s own probes say of the present versions. */
  answers?: ProbeAnswer[];
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
  entry: ClaimingEntry,
  scope: Scope,
  elsewhere: Elsewhere,
): Promise<CheckedClaim[]> {
  const [study = '', slug = ''] = entry.id.split('/');
  return Promise.all(
    entry.claims.map(async (claim, index) => {
      const field = `content/entries/${entry.id}.mdx claims.${index}`;
      const lineHref = (line: number) => hrefOfLine(entry, claim, line, field, elsewhere);
      const lines = [claim.line ?? []].flat();
      const quoted = await Promise.all(lines.map(lineHref));
      const outcome = await checkClaim(claim, field, scope);
      const { text, likely, missing, against } = claim;
      const answers = await answersOf(claim, field, elsewhere);
      return {
        study,
        entry: slug,
        text,
        ...(quoted.length > 0 && { quoted }),
        ...outcome,
        ...(against && {
          against: { says: against.says, href: against.url ?? (await lineHref(against.line ?? 1)) },
        }),
        ...(likely !== undefined && { likely }),
        ...(missing !== undefined && { missing }),
        ...(answers.length > 0 && { answers }),
      };
    }),
  );
}

async function hrefOfLine(
  { sources }: ClaimingEntry,
  { document, neighbour }: Claim,
  line: number,
  field: string,
  { findSource }: Elsewhere,
): Promise<string> {
  const [only, ...others] = new Set(sources.map((source) => source.document));
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

async function answersOf({ probes = {} }: Claim, field: string, { findProbe }: Elsewhere) {
  const asked = Object.entries(probes).flatMap(([system, ids]) => ids.map((id) => [id, system]));
  return Promise.all(
    asked.map(async ([id = '', system = '']) => {
      const answer = await findProbe(id, system);
      if (answer) return answer;
      throw new Error(`${field}.probes: got "${id}" of "${system}", expected a probe on record`);
    }),
  );
}

type Outcome = Pick<CheckedClaim, 'stated' | 'recomputed' | 'between' | 'verdict'>;

async function checkClaim(claim: Claim, field: string, scope: Scope): Promise<Outcome> {
  const { stated, unit, of, against } = claim;
  const notJudged = verdictOf[claim.as ?? 'judged'];
  const unchecked = notJudged ?? (against ? 'does not hold' : "can't be checked");
  if (stated === true) {
    const shown = await shownOf(claim, field, scope);
    if (of === undefined) return { stated: IN_WORDS, ...shown, verdict: unchecked };
    const verdict = await judgeWords({ text: of, field: `${field}.of` }, scope);
    return { stated: IN_WORDS, ...shown, verdict: notJudged ?? verdict };
  }
  const read = naming(`${field}.stated`, () => readStated(stated));
  const shown = formatStated(read, unit);
  if (of === undefined) return { stated: shown, verdict: unchecked };
  const formula: Formula = { text: of, field: `${field}.of`, unit };
  const { numbers } = await evaluateNumbers(formula, scope);
  const found = await evaluateIntervals(formula, scope);
  const verdict = naming(`${formula.field}, in the formula ${of}`, () =>
    judge(read, Array.isArray(found) ? found : []),
  );
  return {
    stated: shown,
    ...formatRecomputed(read, numbers, Array.isArray(found) ? found : [], unit),
    verdict: notJudged ?? verdict,
  };
}

/** The verdict on what is not judged. */
const verdictOf: Readonly<Record<string, Verdict | undefined>> = {
  expectation: 'expectation',
  description: 'described, not judged',
};

/** A comparison in words holds when it can be so of figures that round to those printed. */
async function judgeWords(formula: Formula, scope: Scope): Promise<Verdict> {
  const isSo = await evaluateIntervals(formula, scope);
  if (typeof isSo === 'boolean') return isSo ? 'holds' : 'does not hold';
  const { value } = await evaluate(formula, scope);
  throw new Error(
    `${formula.field}: got ${show(value)}, expected true or false, in the formula ${formula.text}`,
  );
}

/** What a formula says is so. */
async function shownOf({ shows }: Claim, field: string, scope: Scope) {
  if (shows === undefined) return {};
  const formula = { text: shows, field: `${field}.shows`, mayReadNothing: true };
  const { value } = await evaluate(formula, scope);
  return { recomputed: wordsOf(value) };
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
  const { study, entry, text, quoted, stated, recomputed, between, verdict, ...more } = claim;
  return {
    study,
    entry,
    text,
    ...(quoted && { quoted }),
    stated: plainText(stated),
    recomputed: recomputed === undefined ? null : plainText(recomputed),
    ...(between !== undefined && { between: plainText(between) }),
    verdict,
    ...more,
  };
}
