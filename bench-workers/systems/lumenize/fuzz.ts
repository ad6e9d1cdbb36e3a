import type { Draw, Fuzz } from '../draw.ts';

export const fuzz: Fuzz = {
  message: (draw, { prefix }) => ({
    json: {
      type: draw.below(9) === 0 ? draw.value() : prefix,
      batch: Array.from({ length: draw.below(4) }, () => ({
        id: draw.below(9) === 0 ? draw.value() : 'x',
        operations: chain(draw, 0),
      })),
    },
    meta:
      draw.below(3) === 0
        ? { aliases: { 0: draw.value(), 1: [{ $ref: 1 }, { $ref: 0 }], 2: { $ref: 2 } } }
        : {},
  }),
  special(draw, depth) {
    const inner = () => draw.value(depth + 1);
    const nested = { __isNestedOperation: true, __refId: 'a' };
    return draw.pick<() => unknown>([
      () => ({ $ref: draw.below(3) }),
      () => ({ $type: 'bigint', value: draw.digits() }),
      () => ({ $type: draw.pick(['map', 'headers']), entries: inner() }),
      () => ({
        $type: 'arraybuffer',
        subtype: draw.pick(['DataView', 'Int8Array', 'x']),
        data: inner(),
      }),
      () => ({ $type: 'regexp', source: '('.repeat(draw.below(2000)), flags: 'g' }),
      () => ({ $type: 'error', name: inner(), message: inner(), cause: inner() }),
      () => ({ ...nested, __operationChain: chain(draw, depth + 1) }),
      () => nested,
    ])();
  },
  last({ prefix }) {
    const operations = [
      { type: 'get', key: 'add' },
      { type: 'apply', args: [1, 2] },
    ];
    const json = { type: prefix, batch: [{ id: 'last', operations }] };
    return { frame: JSON.stringify({ json, meta: {} }), answer: '"last"' };
  },
};

function chain(draw: Draw, depth: number): unknown {
  const args = Array.from({ length: draw.below(3) }, () => draw.value(depth + 1));
  const steps = [
    { type: 'get', key: draw.name() },
    { type: 'apply', args },
  ];
  const more = { type: 'get', key: draw.value(depth + 1) };
  return draw.below(3) === 0 ? [...steps, more, steps[1]] : steps;
}
