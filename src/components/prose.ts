/** An entry's text for its Markdown twin. */
import type { CollectionEntry } from 'astro:content';
import { markedNumber, replaceNumbers } from '../claims/number.ts';
import { fileOf, scopeOf } from './claims-data.ts';

/**
 * The body of an entry as Markdown, in which every figure stands with its unit and its mark:
 * `24.43 ms (quoted)`.
 *
 * @throws Error naming file and formula, when a figure cannot be given
 */
export function proseMarkdown(entry: CollectionEntry<'entries'>): Promise<string> {
  const file = fileOf(entry);
  const scope = scopeOf(entry);
  return replaceNumbers(entry.body ?? '', file, async (attributes) => {
    const { text, mark } = await markedNumber(attributes, file, scope);
    return `${text} (${mark})`;
  });
}
