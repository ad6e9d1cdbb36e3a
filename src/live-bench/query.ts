/** The plan of a run in the address of the lab: `/lab/?study=…&workloads=a,b&arms=a,b&length=60s&seed=7`. */
import { readBenchOrigin } from '../bench-client/about.ts';
import type { Length } from '../harness/plan/index.ts';
import type { MeasuredResult } from '../results/result.ts';

/** The choices that an address asks for; others are absent. */
export interface Asked {
  study?: string;
  workloads?: string[];
  arms?: string[];
  /** Arm that verdicts are stated against, where not the study's. */
  reference?: string;
  length?: Length;
  seed?: number;
  /** Origin of the bench, where not the site's own. */
  origin?: string;
  /** Whether a run may take more than the lab's limits. */
  unlimited?: boolean;
}

const NAMES = [
  ...['study', 'workloads', 'arms', 'reference', 'length', 'rounds', 'seed', 'origin', 'limit'],
];

const LARGEST_SEED = 0xffffffff;
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
  const [study, reference, origin] = ['study', 'reference', 'origin'].map((name) =>
    query.get(name),
  );
  const [workloads, arms] = ['workloads', 'arms'].map((name) => query.get(name)?.split(','));
  const seed = query.get('seed');
  const limit = query.get('limit');
  if (limit !== null && limit !== 'none') {
    throw new RangeError(`limit: got "${limit}", expected none`);
  }
  const length = readLength(query.get('length'), query.get('rounds'));
  return {
    ...(study && { study }),
    ...(workloads && { workloads }),
    ...(arms && { arms }),
    ...(reference && { reference }),
    ...(length && { length }),
    ...(seed !== null && { seed: readNumber('seed', seed, 0, LARGEST_SEED) }),
    ...(origin && { origin: readBenchOrigin(origin) }),
    ...(limit !== null && { unlimited: true }),
  };
}

function readLength(length: string | null, rounds: string | null): Length | undefined {
  if (rounds !== null) {
    if (length !== null) {
      throw new RangeError(
        `rounds: got "${rounds}" with the length ${length}, expected one of the two`,
      );
    }
    return { rule: 'fixed', rounds: readNumber('rounds', rounds, 1, MOST_ROUNDS) };
  }
  if (length === null) return undefined;
  if (length === 'until-decided') return { rule: length };
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
  const { study, workloads, arms, reference, length, seed, origin, unlimited } = asked;
  const [name, value] =
    length?.rule === 'fixed' ? ['rounds', length.rounds] : ['length', lengthValue(length)];
  const pairs = Object.entries({
    ...{ study, workloads: workloads?.join(','), arms: arms?.join(','), reference },
    ...{ [name]: value, seed, origin, limit: unlimited ? 'none' : undefined },
  }).flatMap(([key, each]) =>
    each === undefined ? [] : [`${key}=${encodeURIComponent(String(each))}`],
  );
  // Legible: these need no escape in a query.
  return `/lab/?${pairs.join('&').replaceAll('%2C', ',').replaceAll('%2F', '/').replaceAll('%3A', ':')}`;
}

function lengthValue(length: Exclude<Length, { rule: 'fixed' }> | undefined): string | undefined {
  return length?.rule === 'time' ? `${length.budgetMs / 1000}s` : length?.rule;
}

/** The address in the lab that repeats a run in the same order. @param ownOrigin of the site's own bench */
export function planAddress(
  result: Pick<MeasuredResult, 'study' | 'seed'> & {
    plan: Pick<MeasuredResult['plan'], 'workloads' | 'arms' | 'reference' | 'rule'> & {
      rounds?: number | undefined;
      budgetMs?: number | undefined;
    };
    environment: Pick<MeasuredResult['environment'], 'origin'>;
  },
  { ownOrigin, ownReference }: { ownOrigin: string; ownReference: string | undefined },
): string {
  const { study, seed, plan, environment } = result;
  const { workloads, arms, reference, rule, rounds, budgetMs = 0 } = plan;
  const length: Length =
    rounds !== undefined
      ? { rule: 'fixed', rounds }
      : rule === 'time'
        ? { rule, budgetMs }
        : { rule: 'until-decided' };
  return labAddress({
    ...{ study, seed, length, unlimited: true },
    ...{ workloads: [...workloads], arms: [...arms] },
    ...(reference !== ownReference && { reference }),
    ...(environment.origin !== ownOrigin && { origin: environment.origin }),
  });
}
