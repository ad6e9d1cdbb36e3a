import type { TextCell } from '../tables/table.ts';

/** The parts of a plain text whose addresses lead where they say. */
export function linkedText(text: string): TextCell[] {
  const parts = text.split(/(https:\/\/[^\s]*[^\s.,;:!?)”])/);
  return parts.map((part, at) =>
    at % 2 === 1 ? { text: shown(part), href: part } : { text: part },
  );
}

/** An address without what every reader knows: its scheme, GitHub's branch, most of a commit. */
function shown(url: string): string {
  return decodeURI(
    url
      .replace(/^https:\/\//, '')
      .replace(/\/blob\/[^/]+\//, '/')
      .replace(/(?<=\/commits?\/[0-9a-f]{10})[0-9a-f]{30}/, ''),
  );
}
