/** Shares of one, as a sentence has them, and the bands in which a source judges them. */
import { formatPercent, THIN } from '../numbers/format.ts';

/** A band of shares. */
interface Band {
  /** Where it begins, as a fraction. */
  from: number;
  range: string;
  name: string;
}

/** The bands of the source's own chart, with names of this site. */
const shareBands: readonly Band[] = [
  { from: 0, range: `under 50${THIN}%`, name: 'far behind' },
  { from: 0.5, range: `50–79${THIN}%`, name: 'behind' },
  { from: 0.8, range: `80${THIN}% and more`, name: 'close' },
];

/** The band a share lies in. It is rounded to whole per cent first, as the bands are named. */
export function bandOf(share: number): Band {
  const rounded = Math.round(share * 100) / 100;
  const found = shareBands.findLast(({ from }) => rounded >= from);
  if (found === undefined) throw new RangeError(`share: got ${share}, expected 0 or more`);
  return found;
}

/** `0.13 %`: two decimals under one per cent, where one would hide how small it is. */
export function shareText(share: number): string {
  return formatPercent(share, share < 0.1 ? 2 : 0);
}
