/** The claims of sources, and how each is recomputed: `content/entries/<study>/<entry>.claims.ts`. */
import { existsSync } from 'node:fs';
import type { Unit } from '../../core/record/index.ts';
import type { Formula } from './formula.ts';

/** A number as it was stated, both ends of a range, two limits that values lie within, or one limit. */
type Stated =
  | `${number}`
  | `${number}–${number}`
  | `within ${number}–${number}`
  | `${'<' | '≤' | '≥' | '>'}${number}`;

/**
 * The same comparison in a record measured here: a ratio of two arms, or the time of one where `to` is not given. A
 * ratio has a verdict if the claim states a factor, or if it says here what it comes to.
 */
export interface Today {
  /** Name of a measured record of the study. */
  record: string;
  of: string;
  to?: string;
  workload: string;
  /** The ratio that the claim states, `<1` for faster; its stated value unless given. */
  says?: Stated;
  /** Turns the ratio into the unit of what is said. */
  as?: (ratio: number) => number;
}

/** A contradiction that no figures show: another line of the document, or code that the source publishes. */
type Against = { says: string } & ({ line: number; url?: never } | { line?: never; url: string });

interface AnyClaim {
  /**
   * The claim in this site’s words. Words in “quotation marks” are the source’s, with its hyphens and apostrophes as
   * they are set here. In square brackets stands how we read it.
   */
  text: string;
  /** Line of the document that its quotations stand in; a list where each has its own. */
  line?: number | readonly number[];
  /** The document quoted, if its entry is drawn from several. */
  document?: string;
  /** Id of the neighbour of the document that has its quotations. */
  neighbour?: string;
  /** One sentence on the likely reason for a value that does not hold, if the source allows it. */
  likely?: string;
  today?: readonly Today[];
  /** Its place among the ten claims of its document that readers are likeliest to have heard, from 1. */
  known?: number;
  /** Address of the page of this site that tested or measured it. */
  here?: `/${string}`;
}

interface StatedNumber {
  stated: Stated;
  unit?: Unit;
}
type Values = Formula<number | number[]>;
/** The text shown as recomputed. */
type Shows = string | Formula<string>;

/** A claim names its fields, and none of those that only claims of another kind have. */
type Only<Own> = Own & { [Field in Exclude<OwnField, keyof Own>]?: undefined };
type OwnField =
  'stated' | 'unit' | 'value' | 'also' | 'holds' | 'shows' | 'missing' | 'against' | 'as';

/** A number that figures give; of a range both ends. `also` gives it from figures printed beside those of `value`. */
type NumberClaim = Only<StatedNumber & { value: Values; also?: Values; as?: 'expectation' }>;
/** A comparison in words. */
type WordsClaim = Only<{ holds: Formula<boolean>; shows: Shows; as?: 'expectation' }>;
/** A claim that no figures check, with the measurement that would. An expectation may name none. */
type OpenClaim = Only<
  Partial<StatedNumber> & { shows?: Shows } & (
      { missing: string; as?: 'expectation' } | { missing?: undefined; as: 'expectation' }
    )
>;
type ContradictedClaim = Only<{ against: Against; shows?: Shows }>;
/** Words that have no number, such as “minimal”. They are not judged. */
type DescribedClaim = Only<{ as: 'description'; shows?: Shows }>;

export type Claim = AnyClaim &
  (NumberClaim | WordsClaim | OpenClaim | ContradictedClaim | DescribedClaim);

/** The claims of an entry. */
export type Claims = readonly Claim[];

/** Path of the file of an entry’s claims. @param id `<study>/<name>` */
export const claimsFile = (id: string): string => `content/entries/${id}.claims.ts`;

/**
 * The claims beside the text of an entry; none without such a file. Node.js, tsx and Vite each load it as it stands.
 *
 * @param root the checkout, as a URL that ends with a slash
 * @throws Error naming the file where it exports no `claims`
 */
export async function readClaims(root: URL, id: string): Promise<Claims> {
  const file = new URL(claimsFile(id), root);
  if (!existsSync(file)) return [];
  const module = (await import(/* @vite-ignore */ file.href)) as { claims?: Claims };
  if (module.claims !== undefined) return module.claims;
  throw new Error(`${claimsFile(id)}: got no export "claims", expected a list of type Claims`);
}
