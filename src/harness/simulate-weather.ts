import { normal, type Random } from './random.ts';

/**
 * What a simulated operation takes, in ms, for an arm that takes `scale` times the reference's
 * time. Infinity means that no answer ever comes.
 */
export type SimulatedOperation = (scale: number) => number;

/** The conditions of a simulated run. Which arm a block belongs to makes no difference to them. */
export interface Weather {
  name: string;
  /** @param sinceStartMs time since the run started, in ms */
  startBlock(random: Random, sinceStartMs: number): SimulatedOperation;
}

/** Spread of operations inside a block and of blocks among each other, on the log scale. */
const OPERATION_SPREAD = 0.3;
const BLOCK_SPREAD = 0.08;

const logNormal = (random: Random, spread: number) => Math.exp(spread * normal(random));

/** The conditions of the calibration. Without noise an operation of the reference takes 1 ms. */
export const weathers: readonly Weather[] = [
  {
    // So little noise that twins can be found equal, and 5 % must not be.
    name: 'quiet',
    startBlock(random) {
      const block = logNormal(random, 0.03);
      return (scale) => scale * block * logNormal(random, 0.05);
    },
  },
  {
    name: 'log-normal',
    startBlock(random) {
      const block = logNormal(random, BLOCK_SPREAD);
      return (scale) => scale * block * logNormal(random, OPERATION_SPREAD);
    },
  },
  {
    // A shape of 1.5 has no variance: now and then one operation outweighs the rest of its block.
    name: 'pareto',
    startBlock(random) {
      const block = logNormal(random, BLOCK_SPREAD);
      return (scale) => scale * block * (1 - random()) ** (-1 / 1.5);
    },
  },
  {
    // Slower all the time, with a swing of a few rounds on top.
    name: 'drift',
    startBlock(random, sinceStartMs) {
      const swing = Math.exp(0.4 * Math.sin(sinceStartMs / 60));
      const block = (1 + sinceStartMs / 1000) * swing * logNormal(random, BLOCK_SPREAD);
      return (scale) => scale * block * logNormal(random, OPERATION_SPREAD);
    },
  },
  {
    // Each operation is nearly as slow as the one before it: a block tells less than its length.
    name: 'autocorrelated',
    startBlock(random) {
      const memory = 0.9;
      let state = normal(random);
      return (scale) => {
        state = memory * state + Math.sqrt(1 - memory * memory) * normal(random);
        return scale * Math.exp(OPERATION_SPREAD * state);
      };
    },
  },
  {
    // Three blocks in ten take a longer route, and in any block one operation in five waits.
    name: 'two-humped',
    startBlock(random) {
      const route = random() < 0.3 ? 1.6 : 1;
      return (scale) => {
        const wait = random() < 0.2 ? 3 : 1;
        return scale * route * wait * logNormal(random, 0.1);
      };
    },
  },
  {
    // One block in ten loses 60 ms, whatever its arm; one in fifty is never answered and is void.
    name: 'stalled',
    startBlock(random) {
      const block = logNormal(random, BLOCK_SPREAD);
      let pauseMs = random() < 0.1 ? 60 : 0;
      const silent = random() < 0.02;
      return (scale) => {
        if (silent) return Infinity;
        const ms = scale * block * logNormal(random, OPERATION_SPREAD) + pauseMs;
        pauseMs = 0;
        return ms;
      };
    },
  },
];
