/** Addresses of claims on a page, and of the lines that they quote. */
import type { Claim } from './claim.ts';

/** Longest part of an id that is made of a claim’s text, in characters. */
const LONGEST = 72;

/** An id made of a claim’s words. A text that is cut ends in a number made of the whole, so that no id depends on others. */
export function claimAnchor(text: string): string {
  const parts =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = parts.join('-');
  if (words.length <= LONGEST) return `claim-${words}`;
  const end = words.lastIndexOf('-', LONGEST);
  return `claim-${words.slice(0, end < 0 ? LONGEST : end)}-${hash(words)}`;
}

/**
 * An id for each claim of an entry.
 *
 * @throws RangeError naming the text, when two claims have the same words
 */
export function claimAnchors(claims: ReadonlyArray<Pick<Claim, 'text'>>): string[] {
  const ids = claims.map(({ text }) => claimAnchor(text));
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at);
  if (twice >= 0) {
    throw new RangeError(`claims: got “${claims[twice]?.text}” twice, expected texts that differ`);
  }
  return ids;
}

/** FNV-1a of 32 bits (Fowler, Noll and Vo), as letters and digits. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  }
  return value.toString(36);
}

/** A file of a repository. */
interface PublishedFile {
  /** Its path there. */
  path: string;
  /** Commit at which its lines are counted. */
  commit: string;
}

/** Where a document is published. */
export interface PublishedSource extends PublishedFile {
  /** GitHub repository: `owner/name`. */
  repository: string;
  /** Other files of the repository that claims may quote. */
  neighbours?: ReadonlyArray<PublishedFile & { id: string }>;
}

/**
 * Address of a file as it stood at its commit, or of a line of it; of Markdown as plain text, which
 * alone has lines.
 */
export function lineAddress(
  { repository }: Pick<PublishedSource, 'repository'>,
  { path, commit }: PublishedFile,
  line?: number,
): string {
  const at = line === undefined ? '' : `?plain=1#L${line}`;
  return `https://github.com/${repository}/blob/${commit}/${path}${at}`;
}
