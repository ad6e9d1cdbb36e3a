/** The conditions of simulated runs, which say how long an operation takes. */
import { normal, type Random } from '../plan/index.ts';

/** Time of the next operation on a connection that begins at a moment, in ms since the run began. */
type TakeMs = (nowMs: number) => number;

/** The conditions of a simulated run. */
export interface NoiseModel {
  name: string;
  /** Usual time of an operation of the reference, in ms. */
  operationMs: number;
  /** Time of a further arm in every round, in times of the reference; it is not judged. */
  other?: number;
  /** Time until the connections of a session are open, in ms; 5 by default. */
  openMs?: number;
  /** True if every operation has a connection of its own. */
  cold?: true;
  /** Begins a run. @returns opens a connection of an arm that takes `scale` times the reference's time */
  begin(random: Random): (arm: string, scale: number) => TakeMs;
}

/** Id of the arm that is not judged. */
export const OTHER = 'other';

/** Time of an operation of the reference on a machine, in ms. */
const OPERATION_MS = 0.6;
/** Spread of operations, and of connections among each other, on the log scale. */
const OPERATION_SPREAD = 0.2;
const CONNECTION_SPREAD = 0.014;

const exponential = (random: Random, mean: number) => -mean * Math.log(1 - random());

/** Operations on a connection that are independent of each other: `draw` times the connection’s factor. */
const independent =
  (draw: (random: Random) => number, spread = CONNECTION_SPREAD): NoiseModel['begin'] =>
  (random) =>
  (_, scale) => {
    const factor = scale * Math.exp(spread * normal(random));
    return () => factor * draw(random);
  };

/** A calm machine. */
const calm = (random: Random) => OPERATION_MS * Math.exp(OPERATION_SPREAD * normal(random));

/** There and back with an exponential delay each way. */
const across = (roundTripMs: number, jitterMs: number) => (random: Random) =>
  roundTripMs + exponential(random, jitterMs) + exponential(random, jitterMs);

export const noiseModels: readonly NoiseModel[] = [
  {
    name: 'near',
    operationMs: 0.3,
    openMs: 100,
    // A few operations meet something else that runs, so that ratios of single rounds stray by
    // about 27 %, but those of whole sessions by 2.5 %: as found on a real bench.
    begin: independent((random) => {
      const ms = 0.28 * Math.exp(0.08 * normal(random));
      return random() < 0.012 ? ms + exponential(random, 1.6) : ms;
    }),
  },
  { name: 'far', operationMs: 27, openMs: 400, begin: independent(across(25, 1), 0.01) },
  { name: 'ocean', operationMs: 105, openMs: 1400, begin: independent(across(100, 2.5), 0.01) },
  { name: 'sessions differ', operationMs: OPERATION_MS, begin: independent(calm, 0.05) },
  {
    name: 'drift',
    operationMs: OPERATION_MS,
    begin: (random) => (_, scale) => {
      const factor = scale * Math.exp(CONNECTION_SPREAD * normal(random));
      return (nowMs) => {
        const swing = 0.3 * Math.sin(nowMs / 1500) + 0.2 * Math.sin(nowMs / 8);
        return factor * (1 + nowMs / 30_000) * Math.exp(swing) * calm(random);
      };
    },
  },
  {
    name: 'bursts',
    operationMs: OPERATION_MS,
    begin(random) {
      let from = exponential(random, 40);
      let to = from + exponential(random, 6);
      return (_, scale) => {
        const factor = scale * Math.exp(CONNECTION_SPREAD * normal(random));
        return (nowMs) => {
          while (nowMs > to) {
            from = to + exponential(random, 40);
            to = from + exponential(random, 6);
          }
          const pauseMs = random() < 0.002 ? exponential(random, 30) : 0;
          return factor * calm(random) * (nowMs > from ? 3 : 1) + pauseMs;
        };
      };
    },
  },
  {
    name: 'two-humped',
    operationMs: OPERATION_MS,
    begin: (random) => (_, scale) => {
      const factor = OPERATION_MS * scale * (random() < 0.3 ? 1.1 : 1);
      return () => factor * (random() < 0.2 ? 3 : 1) * Math.exp(0.1 * normal(random));
    },
  },
  {
    name: 'autocorrelated',
    operationMs: OPERATION_MS,
    begin(random) {
      const shared = correlated(random, 0.95, 0.3);
      return (_, scale) => {
        const own = correlated(random, 0.9, 0.15);
        return () => OPERATION_MS * scale * Math.exp(shared() + own());
      };
    },
  },
  {
    name: 'carry-over',
    operationMs: OPERATION_MS,
    other: 1,
    begin(random) {
      let current = '';
      let before = '';
      return (arm, scale) => {
        const factor = scale * Math.exp(CONNECTION_SPREAD * normal(random));
        return () => {
          if (arm !== current) [before, current] = [current, arm];
          return factor * (before === OTHER ? 1.04 : 1) * calm(random);
        };
      };
    },
  },
  { name: 'slow arm', operationMs: OPERATION_MS, other: 20, begin: independent(calm) },
  {
    name: 'pareto',
    operationMs: OPERATION_MS,
    // A shape of 1.5 has no variance: now and then one operation outweighs the rest of its session.
    begin: independent((random) => 0.6 * OPERATION_MS * (1 - random()) ** (-1 / 1.5)),
  },
  {
    name: 'opening',
    operationMs: 3,
    cold: true,
    begin: independent((random) => 5 * calm(random) * (random() < 0.05 ? 2 : 1), 0),
  },
];

/** An autoregressive series of order 1 around 0. */
function correlated(random: Random, memory: number, spread: number): () => number {
  let state = normal(random);
  return () => {
    state = memory * state + Math.sqrt(1 - memory * memory) * normal(random);
    return spread * state;
  };
}

/** @throws RangeError naming the noise model that is not known */
export function noiseModelOf(noiseName: string): NoiseModel {
  const noise = noiseModels.find(({ name }) => name === noiseName);
  if (noise !== undefined) return noise;
  const known = noiseModels.map(({ name }) => name).join(', ');
  throw new RangeError(`noise: got "${noiseName}", expected one of ${known}`);
}
