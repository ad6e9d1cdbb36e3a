/** Turns of simulated launches, whose arms are all equally fast. */
import { normal, type Random, shuffle } from '../plan/order.ts';
import type { Cell, Unit } from '../statistics/index.ts';
import type { NoiseModel } from './noise.ts';

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
