/** Days as a page says them. */
import { formatDay } from '../figures/format.ts';

/**
 * A day as a sentence: `2 January 2025.`, or that the source gives none.
 *
 * @param lead what is said before the day, with its space: `The entry is dated `
 */
export function daySentence(timestamp: string | undefined, lead = ''): string {
  if (timestamp === undefined) return 'The source gives no date.';
  return `${lead}${formatDay(timestamp)}.`;
}
