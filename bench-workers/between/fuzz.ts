import type { Draw, Fuzz } from '../systems/draw.ts';
import { ways } from './list.ts';

/** The ways it is sent to: all but the one that hangs by itself, for as long as the platform lets it. */
export const fuzzedWays = ways.filter(({ name }) => name !== 'reconstruction-held');

/** Few calls: a batch of very many is honest where this bench allows it, and only takes its time. */
const batchOf = (draw: Draw) => ({
  calls: 1 + draw.below(20),
  order: draw.pick(['at-once', 'in-a-row', { waves: 1 + draw.below(5) }]),
  bytes: draw.pick([0, 10, 100_000]),
  objects: 1 + draw.below(3),
  first: draw.pick([0, 7, 2 ** 40]),
  writes: draw.chance() < 0.3,
});

export const fuzz: Fuzz = {
  message(draw) {
    const batch: Record<string, unknown> = batchOf(draw);
    // Half of them have one field that is anything.
    const field = draw.pick([...Object.keys(batch), draw.key()]);
    if (draw.chance() < 0.5) batch[field] = draw.value();
    return draw.pick([
      { id: draw.below(9), batch },
      { id: draw.below(9), batch },
      { id: draw.value(), batch: draw.value() },
      { id: draw.below(9), effects: draw.pick([true, draw.value()]) },
    ]);
  },
  last: () => ({ frame: '{"id":4711,"effects":true}', answer: '"id":4711' }),
};
