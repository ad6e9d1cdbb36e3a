/** Which disturbances do simulated launches have? Turns of arms that are all equally fast, with spreads of real records. */
import { normal, type Random, shuffle } from '../plan/order.ts';
import type { Cell, Unit } from '../statistics/index.ts';

/** A draw with mean 0 and variance 1. */
type Draw = (random: Random) => number;

/**
 * The noise of a simulated plan. Spreads are standard deviations on the log scale, of the ratio of two arms: each arm
 * has its part of them.
 */
export interface NoiseModel {
  name: string;
  launches: number;
  /** Sessions of a launch, and rounds of a session. */
  sessions: number;
  rounds: number;
  /** Spread of rounds in a session, of sessions in a launch, and of launches. */
  spread: Readonly<Record<'round' | 'session' | 'launch', number>>;
  /** Shapes of these spreads; normal by default. */
  turn?: Draw;
  connection?: Draw;
  launch?: Draw;
  /** Correlation of a turn with the arm’s previous one in its session. */
  memory?: number;
  /** Begins a launch. @returns the log by which the machine slows down all arms, after so many turns */
  machine?: (random: Random) => (turns: number) => number;
  /** Log by which a turn takes longer after a turn of one more arm, which is not judged. */
  after?: number;
}

const exponential = (random: Random): number => -Math.log(1 - random());

/** The logarithm of a Pareto distribution is exponential. */
const pareto: Draw = (random) => exponential(random) - 1;

/** One turn in twenty meets something else that runs. */
const interrupted: Draw = (random) => {
  const longer = random() < 0.05 ? 6 * exponential(random) : 0;
  return (normal(random) + longer - 0.3) / Math.sqrt(4.51);
};

/** Student’s t with three degrees of freedom, the fewest that have a variance. */
const heavy: Draw = (random) => {
  const squares = [1, 2, 3].map(() => normal(random) ** 2);
  return normal(random) / Math.sqrt(squares.reduce((sum, each) => sum + each));
};

/** Two values, the higher one in that part of the draws. */
const twoValued =
  (part: number): Draw =>
  (random) =>
    ((random() < part ? 1 : 0) - part) / Math.sqrt(part * (1 - part));

const usual = {
  launches: 12,
  sessions: 6,
  rounds: 8,
  spread: { round: 0.25, session: 0.1, launch: 0.04 },
};
const [wideRounds, wideLaunches] = [{ round: 0.42 }, { launch: 0.11 }].map((wide) => {
  return { ...usual.spread, ...wide };
}) as [NoiseModel['spread'], NoiseModel['spread']];

export const noiseModels: readonly NoiseModel[] = [
  { ...usual, name: 'quiet', spread: { round: 0.15, session: 0.04, launch: 0.01 } },
  { ...usual, name: 'usual' },
  { ...usual, name: 'restless', spread: { round: 0.42, session: 0.19, launch: 0.11 } },
  { ...usual, name: '5 launches', launches: 5 },
  { ...usual, name: '20 launches', launches: 20 },
  { ...usual, name: 'few rounds', sessions: 2, rounds: 4 },
  { ...usual, name: 'many sessions', sessions: 20, rounds: 6 },
  { ...usual, name: 'interruptions', spread: wideRounds, turn: interrupted },
  { ...usual, name: 'heavy tails', spread: wideRounds, turn: pareto },
  { ...usual, name: 'two humps', turn: twoValued(0.2), connection: twoValued(0.3) },
  { ...usual, name: 'odd launches', spread: wideLaunches, launch: heavy },
  { ...usual, name: 'two kinds of launch', spread: wideLaunches, launch: twoValued(0.3) },
  {
    ...usual,
    name: 'slowing machine',
    machine: (random) => {
      const [phase, most] = [2 * Math.PI * random(), 0.5 * random()];
      return (turns) => (most * turns) / 500 + 0.3 * Math.sin(phase + turns / 25);
    },
  },
  { ...usual, name: 'autocorrelated', memory: 0.9 },
  { ...usual, name: 'carry-over', after: 0.04 },
];

/** @throws RangeError naming the noise model that is not known */
export function noiseModelOf(noiseName: string): NoiseModel {
  const noise = noiseModels.find(({ name }) => name === noiseName);
  if (noise !== undefined) return noise;
  const known = noiseModels.map(({ name }) => name).join(', ');
  throw new RangeError(`noise: got "${noiseName}", expected one of ${known}`);
}

export const [REFERENCE, CONTROL] = ['reference', 'control'] as const;
/** The arm that slows down the turn after its own. */
const LOUD = 'loud';

const none = { out: 0, in: 0 };

/** Finds the cell of an arm in launches of the reference, its control and some further arms. */
export function simulateTurns(
  noise: NoiseModel,
  launches: number,
  further: readonly string[],
  random: Random,
): (arm: string) => Cell {
  const { sessions, rounds, spread, memory = 0, after = 0 } = noise;
  const { turn = normal, connection = normal, launch: start = normal } = noise;
  const arms = [REFERENCE, CONTROL, ...further, ...(after === 0 ? [] : [LOUD])];
  const units = new Map(arms.map((arm): [string, Unit[]] => [arm, []]));
  // Two arms make a ratio, each with half of its variance.
  const draw = (shape: (random: Random) => number, of: number) => (of / Math.SQRT2) * shape(random);
  const drawEach = (shape: (random: Random) => number, of: number) =>
    new Map(arms.map((arm) => [arm, draw(shape, of)]));
  for (let launch = 0; launch < launches; launch += 1) {
    const ofLaunch = drawEach(start, spread.launch);
    // The control runs the code of the reference, which a process compiles once.
    ofLaunch.set(CONTROL, ofLaunch.get(REFERENCE) ?? 0);
    const machine = noise.machine?.(random) ?? (() => 0);
    let [turns, before] = [0, ''];
    for (let session = 0; session < sessions; session += 1) {
      const ofSession = drawEach(connection, spread.session);
      const ofTurn = drawEach(turn, spread.round);
      for (let round = 0; round < rounds; round += 1) {
        for (const arm of shuffle(arms, random)) {
          const own =
            memory * (ofTurn.get(arm) ?? 0) + Math.sqrt(1 - memory ** 2) * draw(turn, spread.round);
          ofTurn.set(arm, own);
          const lasting = (ofLaunch.get(arm) ?? 0) + (ofSession.get(arm) ?? 0);
          const log = own + lasting + machine(turns) + (before === LOUD ? after : 0);
          units
            .get(arm)
            ?.push({
              arm,
              launch,
              session: launch * sessions + session,
              round,
              samplesUs: [1000 * Math.exp(log)],
              frames: none,
              bytes: none,
            });
          turns += 1;
          before = arm;
        }
      }
    }
  }
  const cells = new Map(
    [...units].map(([arm, own]): [string, Cell] => [
      arm,
      { arm, workload: 'calls', load: {}, units: own, discarded: [] },
    ]),
  );
  return (arm) => {
    const cell = cells.get(arm);
    if (cell === undefined) throw new RangeError(`arm: got "${arm}", expected one that took part`);
    return cell;
  };
}
