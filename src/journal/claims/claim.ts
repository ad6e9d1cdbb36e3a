/**
 * The claims of sources, and how each is recomputed: `content/entries/<study>/<entry>.claims.ts`. Addresses of claims
 * on a page, and of the lines that they quote.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Unit } from '../../core/record/index.ts';
import type { Formula } from './figures.ts';

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

/** Longest part of an id that is made of a claim’s text, in characters. */
const LONGEST = 72;

/** An id made of a claim’s words. A text that is cut ends in a hash of the whole, so that no id depends on others. */
export function claimAnchor(text: string): string {
  const parts =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = parts.join('-');
  if (words.length <= LONGEST) return `claim-${words}`;
  const end = words.lastIndexOf('-', LONGEST);
  const hash = createHash('sha256').update(words).digest('hex').slice(0, 6);
  return `claim-${words.slice(0, end < 0 ? LONGEST : end)}-${hash}`;
}

/** An id for each claim of an entry. @throws RangeError naming the text that two of them have */
export function claimAnchors(claims: ReadonlyArray<{ text: string }>): string[] {
  const ids = claims.map(({ text }) => claimAnchor(text));
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at);
  if (twice < 0) return ids;
  throw new RangeError(`claims: got “${claims[twice]?.text}” twice, expected texts that differ`);
}

/** A file of a repository: its path there, and the commit at which its lines are counted. */
interface PublishedFile {
  path: string;
  commit: string;
}

/** Where a document is published. */
export interface PublishedSource extends PublishedFile {
  /** GitHub repository: `owner/name`. */
  repository: string;
  /** Other files of the repository that claims may quote. */
  neighbours?: ReadonlyArray<PublishedFile & { id: string }>;
}

/** Address of a file as it stood at its commit, or of a line of it; `plain=1` shows Markdown by lines. */
export function lineAddress(
  { repository }: Pick<PublishedSource, 'repository'>,
  { path, commit }: PublishedFile,
  line?: number,
): string {
  const at = line === undefined ? '' : `?plain=1#L${line}`;
  return `https://github.com/${repository}/blob/${commit}/${path}${at}`;
}
