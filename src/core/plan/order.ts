/** The order of turns, which follows only from the seed of a record and so can be replayed. */
import type { SessionPlan } from '../record/index.ts';
import { armsFor } from './workloads.ts';

/** A source of uniform numbers in [0, 1). */
export type Random = () => number;

/**
 * A generator whose whole sequence follows from a 32-bit seed: xoshiro128** (Blackman and Vigna,
 * "Scrambled linear pseudorandom number generators", ACM TOMS 47(4), 2021). Its state comes from
 * SplitMix32, of the family of Steele, Lea and Flood ("Fast splittable pseudorandom number
 * generators", OOPSLA 2014), so that neighbouring seeds give unrelated sequences.
 *
 * @throws RangeError when the seed is no integer from 0 to 4294967295
 */
export function seeded(seed: number): Random {
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) {
    throw new RangeError(`seed: got ${seed}, expected a whole number from 0 to 4294967295`);
  }
  const expand = splitMix32(seed);
  let [a, b, c, d] = [expand(), expand(), expand(), expand()];
  return () => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result / 4294967296;
  };
}

/** The items in random order, every order equally likely (Fisher and Yates, in Durstenfeld's form: CACM 7(7), 1964). */
export function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  const shuffled = items.slice();
  for (let last = shuffled.length - 1; last > 0; last--) {
    const pick = Math.floor(random() * (last + 1));
    const held = shuffled[last] as Item;
    shuffled[last] = shuffled[pick] as Item;
    shuffled[pick] = held;
  }
  return shuffled;
}

/**
 * One draw from the standard normal distribution, by the transform of Box and Muller (Annals of
 * Mathematical Statistics 29(2), 1958). Every draw takes two numbers.
 */
export function normal(random: Random): number {
  // 1 − u lies in (0, 1], which keeps the logarithm finite.
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return radius * Math.cos(2 * Math.PI * random());
}

function rotateLeft(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

/** SplitMix32: a Weyl sequence with the golden ratio's step, mixed by MurmurHash3's finaliser. */
function splitMix32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return mixed ^ (mixed >>> 16);
  };
}

/** The seed of an order, and the arms that it keeps together. */
export interface OrderSeed {
  /** 32-bit seed of the order. */
  seed: number;
  /** Arms whose turns stand next to each other in every round; by default each arm is a group. */
  groups?: string[][];
}

/** Gives the turns of a session, round by round: each arm that can do the workload, groups next to each other. */
export function turnOrder(
  plan: OrderSeed & Pick<SessionPlan, 'arms' | 'cannot'>,
  workload: string,
  session: number,
): () => string[] {
  const random = seeded(hash(`${plan.seed}/${workload}/${session}`));
  const arms = armsFor(plan, workload);
  const groups = (plan.groups ?? arms.map((arm) => [arm]))
    .map((group) => group.filter((arm) => arms.includes(arm)))
    .filter((group) => group.length > 0);
  return () => shuffle(groups, random).flatMap((group) => shuffle(group, random));
}

/** The order in which workloads have the connections of an opening that they share, by its number. */
export function workloadOrder(
  { seed, workloads }: OrderSeed & Pick<SessionPlan, 'workloads'>,
  opening: number,
): string[] {
  return shuffle(workloads, seeded(hash(`${seed}/${opening}`)));
}

/** FNV-1a, 32 bits (Fowler, Noll and Vo): neighbouring texts give unrelated seeds. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  }
  return sum >>> 0;
}
