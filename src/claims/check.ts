/** Recomputes what sources stated. */
import { show } from './arguments.ts';
import type { Claim } from './claim.ts';
import { evaluate, evaluateNumbers, type Formula } from './formula.ts';
import { formatRecomputed, formatStated, plainText, typeset } from './quantity.ts';
import type { Scope } from './scope.ts';
import { judge, readStated, type Verdict } from './verdict.ts';

/** An entry whose claims are checked. */
interface ClaimingEntry {
  /** `<study>/<slug>`. */
  id: string;
  claims: readonly Claim[];
}

/** A claim with what became of it. */
export interface CheckedClaim {
  /** Id of the study. */
  study: string;
  /** Id of the entry without its study. */
  entry: string;
  /** The source's wording, shortened. */
  text: string;
  /** The value stated, with its unit; `in words` for a comparison. */
  stated: string;
  /** What the record gives, with its unit; absent for a claim that can't be checked. */
  recomputed?: string;
  verdict: Verdict;
  /** What is likely behind a value that does not hold. */
  likely?: string;
  /** What would be needed to check it. */
  missing?: string;
}

/** What stands for the value of a comparison in words. */
export const IN_WORDS = 'in words';

/**
 * Checks the claims of an entry against the records in its scope.
 *
 * @throws Error naming file, field, formula and what is wrong, for a formula that is broken or does
 *   not fit what was stated
 */
export async function checkClaims(entry: ClaimingEntry, scope: Scope): Promise<CheckedClaim[]> {
  const [study = '', slug = ''] = entry.id.split('/');
  return Promise.all(
    entry.claims.map(async (claim, index) => {
      const field = `content/entries/${entry.id}.mdx claims.${index}`;
      const outcome = await checkClaim(claim, field, scope);
      const { text, likely, missing } = claim;
      return {
        study,
        entry: slug,
        text,
        ...outcome,
        ...(likely !== undefined && { likely }),
        ...(missing !== undefined && { missing }),
      };
    }),
  );
}

type Outcome = Pick<CheckedClaim, 'stated' | 'recomputed' | 'verdict'>;

async function checkClaim(claim: Claim, field: string, scope: Scope): Promise<Outcome> {
  const { stated, unit, of } = claim;
  if (stated === true) {
    if (of === undefined) return { stated: IN_WORDS, verdict: "can't be checked" };
    return checkWords({ text: of, field: `${field}.of` }, claim.shows ?? '', field, scope);
  }
  const read = naming(`${field}.stated`, () => readStated(stated));
  const shown = formatStated(read, unit);
  if (of === undefined) return { stated: shown, verdict: "can't be checked" };
  const formula: Formula = { text: of, field: `${field}.of`, unit };
  const { numbers } = await evaluateNumbers(formula, scope);
  const verdict = naming(`${formula.field}, in the formula ${of}`, () => judge(read, numbers));
  return { stated: shown, recomputed: formatRecomputed(read, numbers, unit), verdict };
}

/** A comparison in words: one formula says whether it is so, the other what is so instead. */
async function checkWords(
  formula: Formula,
  shows: string,
  field: string,
  scope: Scope,
): Promise<Outcome> {
  const { value } = await evaluate(formula, scope);
  if (typeof value !== 'boolean') {
    throw new Error(
      `${formula.field}: got ${show(value)}, expected true or false, in the formula ${formula.text}`,
    );
  }
  const shown = await evaluate(
    { text: shows, field: `${field}.shows`, mayReadNothing: true },
    scope,
  );
  return {
    stated: IN_WORDS,
    recomputed: wordsOf(shown.value),
    verdict: value ? 'holds' : 'does not hold',
  };
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
  const { study, entry, text, stated, recomputed, verdict, ...more } = claim;
  return {
    study,
    entry,
    text,
    stated: plainText(stated),
    recomputed: recomputed === undefined ? null : plainText(recomputed),
    verdict,
    ...more,
  };
}
