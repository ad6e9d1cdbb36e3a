/** Outside documents as far as claims lead to them. */

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

/** Address of a line, as it stood at the commit; of Markdown as plain text, which alone has lines. */
export function lineAddress(
  { repository }: Pick<PublishedSource, 'repository'>,
  { path, commit }: PublishedFile,
  line: number,
): string {
  return `https://github.com/${repository}/blob/${commit}/${path}?plain=1#L${line}`;
}
