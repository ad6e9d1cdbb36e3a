/** The marks of ratios: one for each class, and one for what may be the fastest. Colour only repeats them. */
import { MARGIN } from '../../core/statistics/index.ts';
import { formatPercent } from '../numbers/format.ts';
import type { RatioCell } from './table.ts';

const margin = formatPercent(MARGIN);

/** Words of each mark, in the order of a key. */
export const markWords = {
  best: 'may be the fastest',
  within: `within ${margin}`,
  faster: 'faster',
  'much-faster': `${margin} or more faster`,
  slower: 'slower',
  'much-slower': `${margin} or more slower`,
  open: 'cannot tell',
} as const;

export type Mark = keyof typeof markWords;

export const markNames = Object.keys(markWords) as Mark[];

/** Signs of the marks in text. */
export const markSigns: Readonly<Record<Mark, string>> = {
  best: '●',
  within: '≈',
  faster: '‹',
  'much-faster': '«',
  slower: '›',
  'much-slower': '»',
  open: '?',
};

/** Paths in a square of 14. */
const paths: Readonly<Record<Mark, string>> = {
  best: 'M7 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  within:
    'M2.5 5.6c1.5-1.600 3-1.600 4.5-.4s3 1.2 4.5-.4M2.5 9.6c1.5-1.600 3-1.600 4.5-.4s3 1.2 4.5-.4',
  faster: 'M8.5 3.5 5 7l3.5 3.5',
  'much-faster': 'M11 3.5 7.5 7l3.5 3.5M6.250 3.5 2.750 7l3.5 3.5',
  slower: 'm5.5 3.5 3.5 3.5-3.5 3.5',
  'much-slower': 'm3 3.5 3.5 3.5L3 10.5M7.750 3.5l3.5 3.5-3.5 3.5',
  open: 'M4.8 5.1a2.2 2.2 0 1 1 3.3 1.9c-.8.45-1.1.8-1.1 1.5M7 10.9v.05',
};

/** The mark of a ratio; undefined of one whose class nobody judged. */
export function markOf({ class: own, mayBeFastest }: RatioCell): Mark | undefined {
  if (mayBeFastest) return 'best';
  if (own === undefined || own === 'open' || own === 'within') return own;
  const direction = own.startsWith('faster') ? 'faster' : 'slower';
  return own.endsWith('-by-margin') ? `much-${direction}` : direction;
}

export function markSvg(mark: Mark): string {
  return `<svg viewBox="0 0 14 14" aria-hidden="true"><path d="${paths[mark]}"/></svg>`;
}
