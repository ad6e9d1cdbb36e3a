/** Outside documents as far as claims lead to them. */

/** Where a document is published. */
export interface PublishedSource {
  /** GitHub repository: `owner/name`. */
  repository: string;
  /** Its path there. */
  path: string;
  /** Commit at which its lines are counted. */
  commit: string;
}

/** Address of a line, as it stood at the commit; of Markdown as plain text, which alone has lines. */
export function lineAddress({ repository, path, commit }: PublishedSource, line: number): string {
  return `https://github.com/${repository}/blob/${commit}/${path}?plain=1#L${line}`;
}
