/**
 * Seeded random numbers, so that a seed in a record replays what it decided.
 * Not for anything secret.
 */

/** A source of uniform numbers in [0, 1). */
export type Random = () => number;

/**
 * A generator whose whole sequence follows from a 32-bit seed.
 *
 * The generator is xoshiro128** (Blackman and Vigna, "Scrambled linear pseudorandom number
 * generators", ACM TOMS 47(4), 2021), with a period of 2^128 − 1. Its four words of state come
 * from SplitMix32, the 32-bit member of the family of Steele, Lea and Flood ("Fast splittable
 * pseudorandom number generators", OOPSLA 2014), so that neighbouring seeds give unrelated
 * sequences and the state is never all zero.
 *
 * @param seed integer from 0 to 4294967295
 * @returns a function that gives the next number, uniform in [0, 1) in steps of 2^-32
 * @throws RangeError when the seed is not such an integer
 */
export function seeded(seed: number): Random {
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) {
    throw new RangeError(`seed: got ${seed}, expected a whole number from 0 to 4294967295`);
  }
  const expand = splitMix32(seed);
  let a = expand();
  let b = expand();
  let c = expand();
  let d = expand();
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

/**
 * The items in random order, every order equally likely (Fisher and Yates, in Durstenfeld's
 * form: CACM 7(7), 1964). The array passed in is left as it was.
 */
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
 * One draw from the standard normal distribution (mean 0, standard deviation 1), by the
 * transform of Box and Muller (Annals of Mathematical Statistics 29(2), 1958). Always takes two
 * numbers from the generator, so that what follows does not depend on the value drawn.
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
