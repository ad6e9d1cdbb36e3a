import type { Draw, Fuzz } from '../draw.ts';

export const fuzz: Fuzz = {
  message: (draw) =>
    draw.pick<() => unknown>([
      () => ['push', ['pipeline', draw.pick([0, 0, 0, 1, 2, -1]), [draw.name()], [draw.value()]]],
      () => ['push', ['pipeline', 0, ['echo'], [draw.value()]]],
      () => ['push', special(draw, 0)],
      () => ['pull', draw.below(6)],
      () => ['release', draw.below(6), draw.below(3)],
      () => ['stream', ['pipeline', draw.below(4), ['write'], [draw.value()]]],
      () => ['pipe'],
      () => [draw.pick(['resolve', 'reject', 'abort']), draw.below(4) - 2, draw.value()],
      () => [
        'push',
        ['remap', draw.below(3), [], [['import', 0]], [['pipeline', -1, ['getValue'], []]]],
      ],
    ])(),
  special,
  // What is no message ends the session.
  last: () => ({ frame: '["last"]', answer: '["abort"' }),
};

function special(draw: Draw, depth: number): unknown {
  const inner = () => draw.value(depth + 1);
  return draw.pick<() => unknown>([
    () => [
      draw.pick(['pipeline', 'import', 'export', 'promise', 'remap', 'readable', 'writable']),
      draw.below(5) - 1,
      [draw.name()],
      [inner()],
    ],
    () => ['bigint', draw.digits()],
    () => ['bytes', 'AAAA', draw.pick(['Float64Array', 'ArrayBuffer', 'x'])],
    () => ['error', 'TypeError', inner(), inner(), inner()],
    () => [draw.pick(['request', 'response', 'blob', 'headers', 'url', 'date']), inner(), inner()],
    () => [[inner(), inner()]],
  ])();
}
