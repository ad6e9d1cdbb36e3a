/** How long a run may be: the choices of the form. */
import type { StoppingRule } from '../../harness/record.ts';

/** A run that goes on until it is decided ends here at the latest. */
export const UNTIL_DECIDED = { rounds: 40, maxMs: 600_000 } as const;

/** A length that can be chosen. */
export interface Length {
  /** Value of its radio button, and of `?rounds=`: a number of rounds, or `until-decided`. */
  value: string;
  name: string;
  /** What stands behind the name. */
  detail: string;
}

export const lengths: readonly Length[] = [
  { value: '5', name: 'Quick', detail: '5 rounds' },
  { value: '15', name: 'Standard', detail: '15 rounds' },
  { value: '40', name: 'Thorough', detail: '40 rounds' },
  {
    value: 'until-decided',
    name: 'Until decided',
    detail: `at most ${UNTIL_DECIDED.rounds} rounds or ${UNTIL_DECIDED.maxMs / 60_000} minutes`,
  },
];

/** What a plan is made from for the value of a length. */
export function lengthOf(value: string | undefined): { rounds: number; rule: StoppingRule } {
  return value === 'until-decided'
    ? { rounds: UNTIL_DECIDED.rounds, rule: 'until-decided' }
    : { rounds: Number(value), rule: 'fixed' };
}
