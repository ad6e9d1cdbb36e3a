/** The plan of a run in the address of the lab: `/lab/?study=…&workloads=a,b&arms=a,b&length=60s&seed=7`. */
import { readBenchOrigin } from '../bench-client/about.ts';
import type { Length } from '../harness/plan/index.ts';
import type { ReducedResult } from '../share/form.ts';

/** The choices that an address asks for; others are absent. */
export interface Asked {
  study?: string;
  workloads?: string[];
  arms?: string[];
  length?: Length;
  seed?: number;
  /** Origin of the bench, where not the site's own. */
  origin?: string;
  /** Whether a run may take more than the lab's limits. */
  unlimited?: boolean;
}

const NAMES = 'study workloads arms length rounds seed origin limit'.split(' ');

export const LARGEST_SEED = 0xffffffff;
export const MOST_ROUNDS = 10_000;
const MOST_SECONDS = 86_400;

/** @throws RangeError naming the value got and what was expected */
export function readQuery(search: string): Asked {
  const query = new URLSearchParams(search);
  for (const [name, value] of query) {
    if (NAMES.includes(name)) continue;
    const known = NAMES.map((each) => `${each}=…`).join(', ');
    throw new RangeError(`address: got "${name}=${value}", expected one of ${known}`);
  }
  const [study, workloads, arms, length, rounds, seed, origin, limit] = NAMES.map(
    (name) => query.get(name) ?? undefined,
  );
  if (limit !== undefined && limit !== 'none') {
    throw new RangeError(`limit: got "${limit}", expected none`);
  }
  const asked = length !== undefined || rounds !== undefined;
  return {
    ...(study && { study }),
    ...(workloads !== undefined && { workloads: namesIn(workloads) }),
    ...(arms !== undefined && { arms: namesIn(arms) }),
    ...(asked && { length: readLength(length, rounds) }),
    ...(seed !== undefined && { seed: readNumber('seed', seed, 0, LARGEST_SEED) }),
    ...(origin && { origin: readBenchOrigin(origin) }),
    ...(limit !== undefined && { unlimited: true }),
  };
}

/** None where every box of the form was unticked. */
const namesIn = (list: string): string[] => list.split(',').filter(Boolean);

function readLength(length: string | undefined, rounds: string | undefined): Length {
  if (length !== undefined && rounds !== undefined) {
    throw new RangeError(
      `rounds: got "${rounds}" with the length ${length}, expected one of the two`,
    );
  }
  if (rounds !== undefined) {
    return { rule: 'fixed', rounds: readNumber('rounds', rounds, 1, MOST_ROUNDS) };
  }
  if (length === undefined || length === 'until-decided') return { rule: 'until-decided' };
  const seconds = readNumber('length', length.replace(/s$/, ''), 1, MOST_SECONDS);
  return { rule: 'time', budgetMs: seconds * 1000 };
}

export function readNumber(what: string, text: string, least: number, most: number): number {
  // Digits only: Number() would also take "", " 7", "7e1" and "0x7".
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new RangeError(`${what}: got "${text}", expected a whole number from ${least} to ${most}`);
}

/** The address in the lab that asks for these choices. */
export function labAddress(asked: Asked): string {
  const { study, workloads, arms, length, seed, origin, unlimited } = asked;
  const values = {
    ...{ study, workloads: workloads?.join(), arms: arms?.join() },
    ...(length && lengthValues(length)),
    ...{ seed, origin, limit: unlimited ? 'none' : undefined },
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) query.set(name, String(value));
  }
  // Legible: these need no escape in a query.
  const text = String(query).replaceAll('%2C', ',').replaceAll('%2F', '/').replaceAll('%3A', ':');
  return `/lab/?${text}`;
}

function lengthValues(length: Length): { rounds: number } | { length: string } {
  if (length.rule === 'fixed') return { rounds: length.rounds };
  return { length: length.rule === 'time' ? `${length.budgetMs / 1000}s` : length.rule };
}

/** The address in the lab that repeats a run in the same order. @param ownOrigin of the site's own bench */
export function planAddress(
  { study, seed, plan, environment: { origin } }: ReducedResult,
  ownOrigin: string,
): string {
  const { workloads, arms, rounds } = plan;
  return labAddress({
    ...{ study, seed, workloads, arms, unlimited: true },
    length: rounds === undefined ? lengthOf(plan) : { rule: 'fixed', rounds },
    ...(origin !== ownOrigin && { origin }),
  });
}

function lengthOf({ rule, budgetMs = 0 }: ReducedResult['plan']): Length {
  return rule === 'time' ? { rule, budgetMs } : { rule: 'until-decided' };
}
