import type { Draw, Fuzz } from '../draw.ts';

export const fuzz: Fuzz = {
  message(draw, { overHttp }) {
    const b = body(draw);
    if (overHttp) return b;
    return {
      i: draw.below(9) === 0 ? draw.value() : String(draw.below(9)),
      ...(draw.below(6) === 0 && { t: draw.below(6) }),
      p: {
        u: `/${draw.name('numbers')}`,
        b,
        ...(draw.below(6) === 0 && { h: headers(draw) }),
        ...(draw.below(9) === 0 && { m: draw.pick(['GET', 'X', '']) }),
      },
    };
  },
  path: (draw) => `/${draw.name()}`,
  last: () => ({ frame: '{"i":"last","p":{"u":"/add","b":{"json":[1,2]}}}', answer: '"last"' }),
};

function body(draw: Draw): unknown {
  const place = () => [draw.below(9), ...draw.pick([[], [0], [0, 0]])];
  return {
    json: draw.pick([draw.value(), [draw.value()], ['9'.repeat(5000)], ['/(/x']]),
    meta: draw.pick<unknown>([undefined, draw.value(), [place(), place()]]),
    ...(draw.below(9) === 0 && { maps: [[0]] }),
  };
}

/** What would make a body a stream, a form or a file. */
function headers(draw: Draw): unknown {
  const kinds = ['text/event-stream', 'multipart/form-data; boundary=x', 'x'];
  return draw.pick<unknown>([
    draw.value(),
    { 'content-type': draw.pick(kinds) },
    { 'content-disposition': 'attachment; filename="x"' },
  ]);
}
