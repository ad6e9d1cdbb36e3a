/** Headings of a page, made of data. */
import type { MarkdownHeading } from 'astro';

/**
 * The same headings, each with an id of its own.
 *
 * @param file where the text stands, for errors
 * @throws naming file and heading, when the text has a heading whose id belongs to a part of the page
 */
export function uniqueHeadings(
  file: string,
  headings: readonly MarkdownHeading[],
): MarkdownHeading[] {
  const seen = new Map<string, string>();
  for (const { slug, text } of headings) {
    const other = seen.get(slug);
    if (other !== undefined) {
      throw new Error(
        `${file}: got the headings “${other}” and “${text}” with the id "${slug}", expected ids that differ: word the one in the text otherwise`,
      );
    }
    seen.set(slug, text);
  }
  return [...headings];
}
