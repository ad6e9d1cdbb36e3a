/** What the address of the page asks of a run: `?seed=7&length=60s&workloads=a,b&arms=a,b`, or `rounds=40`. */
import type { Length } from '../../harness/plan/index.ts';

interface Offered {
  length: readonly string[];
  workloads: readonly string[];
  arms: readonly string[];
}

/** What was asked for; what is absent was not. */
export interface Asked {
  seed?: number;
  /** Value of a choice of the form. */
  length?: string;
  /** Rounds of every workload, where that is the choice. */
  rounds?: number;
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
  const length = query.get('length');
  const rounds = query.get('rounds');
  const workloads = query.get('workloads');
  const arms = query.get('arms');
  if (seed !== null) asked.seed = readNumber('seed', seed, 0, LARGEST_SEED);
  if (length !== null) asked.length = oneOf('length', length, offered.length);
  if (rounds !== null) {
    if (length !== null && length !== ROUNDS) {
      throw new RangeError(
        `rounds: got "${rounds}" with the length ${length}, expected one of the two`,
      );
    }
    asked.rounds = readNumber('rounds', rounds, 1, MOST_ROUNDS);
    asked.length = ROUNDS;
  }
  if (workloads !== null) asked.workloads = someOf('workloads', workloads, offered.workloads);
  if (arms !== null) asked.arms = someOf('arms', arms, offered.arms);
  return asked;
}

function readNumber(what: string, text: string, least: number, most: number): number {
  // Digits only: Number() would also take "", " 7", "7e1" and "0x7".
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new RangeError(`${what}: got "${text}", expected a whole number from ${least} to ${most}`);
}

function oneOf(what: string, value: string, known: readonly string[]): string {
  if (known.includes(value)) return value;
  throw new RangeError(`${what}: got "${value}", expected one of ${known.join(', ')}`);
}

function someOf(what: string, list: string, known: readonly string[]): string[] {
  return list.split(',').map((value) => oneOf(what, value, known));
}

// How long a run may be: the choices of the form.

/** The choice of a number of rounds, and the most of them. */
export const ROUNDS = 'rounds';
export const MOST_ROUNDS = 10_000;
/** Rounds that the form begins with. */
export const USUAL_ROUNDS = 40;

/** The other choices by the value of their radio button, which is also that of `?length=`. */
export const lengths: ReadonlyArray<{ value: string; name: string; length: Length }> = [
  { value: 'until-decided', name: 'Until decided', length: { rule: 'until-decided' } },
  { value: '10s', name: '10 s', length: { rule: 'time', budgetMs: 10_000 } },
  { value: '60s', name: '1 min', length: { rule: 'time', budgetMs: 60_000 } },
  { value: '300s', name: '5 min', length: { rule: 'time', budgetMs: 300_000 } },
];

/** How a run is to end by the choices of the form: a value that names seconds is that time. */
export function lengthOf(value: string | undefined, rounds: number): Length {
  if (value === ROUNDS) return { rule: 'fixed', rounds };
  const [, seconds] = /^(\d+)s$/.exec(value ?? '') ?? [];
  if (seconds === undefined) return { rule: 'until-decided' };
  return { rule: 'time', budgetMs: Number(seconds) * 1000 };
}
