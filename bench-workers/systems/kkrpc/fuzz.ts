import type { Draw, Fuzz } from '../draw.ts';

export const fuzz: Fuzz = {
  message(draw) {
    const json = {
      id: draw.below(9) === 0 ? draw.value() : 'x',
      method: draw.name(),
      args: [draw.value()],
      type: draw.pick(['request', 'request', 'response', 'callback', 'x']),
      version: 'json',
    };
    return draw.below(2) === 0 ? json : { json, meta: annotations(draw) };
  },
  special: (draw, depth) => ({ type: 'Uint8Array', data: draw.value(depth + 1) }),
  end: '\n',
  // The line break before it ends what has none.
  last: () => ({
    frame: '\n{"id":"last","method":"add","args":[1,2],"type":"request"}\n',
    answer: '"last"',
  }),
};

/** What superjson is told to make of parts of a message. */
function annotations(draw: Draw): unknown {
  const type = draw.pick<unknown>([
    ['typed-array', 'Uint8Array'],
    ['class', 'x'],
    ...['map', 'set', 'bigint', 'Date', 'regexp', 'URL', 'Error', 'undefined', 'number'],
  ]);
  const path = draw.pick([
    ...['args.0', 'args', 'args.0.0', '__proto__.x', 'args.0.4000000000', 'id', ''],
  ]);
  const referentialEqualities = { 'args.0': ['args', 'args.0.0', 'args.1'] };
  return {
    values: { [path]: [type] },
    v: draw.below(5) === 0 ? 0 : 1,
    ...(draw.below(4) === 0 && { referentialEqualities }),
  };
}
