/** Pieces of Markdown. */
import { spaced } from '../report/table.ts';

/** Text that Markdown would take for mark-up, escaped; spaces that do not break become plain ones. */
export function plain(text: string): string {
  return spaced(text).replace(/([\\`*_[\]<>])/g, '\\$1');
}

/** A link. */
export function linkTo(text: string, address: string): string {
  return `[${plain(text)}](${address})`;
}
