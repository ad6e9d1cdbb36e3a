/** Addresses of claims on a page, and of the lines that they quote. */
import { createHash } from 'node:crypto';

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
