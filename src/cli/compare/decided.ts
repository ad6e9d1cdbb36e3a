import { countOf } from '../../report/words.ts';
import type { Comparison } from './comparison.ts';

/** The comparison with what is decided alone: where nothing is, it has no rows. */
export function decidedOf({ rows, notes, ...comparison }: Comparison): Comparison {
  const decided = rows.filter(({ verdict }) => verdict === 'faster' || verdict === 'slower');
  const left = rows.length - decided.length;
  return {
    ...comparison,
    rows: decided,
    notes: [...notes, ...(left === 0 ? [] : [`No change is decided in ${countOf(left, 'pair')}.`])],
  };
}
