/** What the address of the page asks of a run: `?seed=7&rounds=15&workloads=a,b&arms=a,b`. */
import { UNTIL_DECIDED } from '../../harness/plan/index.ts';
import type { StoppingRule } from '../../harness/record/index.ts';

/** What can be asked for. */
interface Offered {
  /** Values of the lengths. */
  rounds: readonly string[];
  workloads: readonly string[];
  arms: readonly string[];
}

/** What was asked for; what is absent was not. */
export interface Asked {
  /** Seed of the order of the blocks. */
  seed?: number;
  /** Value of a length. */
  rounds?: string;
  workloads?: string[];
  arms?: string[];
}

const LARGEST_SEED = 0xffffffff;

/**
 * Reads the query of an address. Other parameters are left to others.
 *
 * @throws RangeError naming the value got and what was expected.
 */
export function readQuery(search: string, offered: Offered): Asked {
  const query = new URLSearchParams(search);
  const asked: Asked = {};
  const seed = query.get('seed');
  const rounds = query.get('rounds');
  const workloads = query.get('workloads');
  const arms = query.get('arms');
  if (seed !== null) asked.seed = readSeed(seed);
  if (rounds !== null) asked.rounds = oneOf('rounds', rounds, offered.rounds);
  if (workloads !== null) asked.workloads = someOf('workloads', workloads, offered.workloads);
  if (arms !== null) asked.arms = someOf('arms', arms, offered.arms);
  return asked;
}

function readSeed(text: string): number {
  // Digits only: Number() would also take "", " 7", "7e1" and "0x7".
  const seed = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (seed <= LARGEST_SEED) return seed;
  throw new RangeError(`seed: got "${text}", expected a whole number from 0 to ${LARGEST_SEED}`);
}

function oneOf(what: string, value: string, known: readonly string[]): string {
  if (known.includes(value)) return value;
  throw new RangeError(`${what}: got "${value}", expected one of ${known.join(', ')}`);
}

function someOf(what: string, list: string, known: readonly string[]): string[] {
  return list.split(',').map((value) => oneOf(what, value, known));
}

// How long a run may be: the choices of the form.

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
