import type { Draw, Fuzz } from '../draw.ts';

export const fuzz: Fuzz = {
  message: (draw, { overHttp }) =>
    overHttp
      ? { 0: draw.value(), 1: [draw.value()], [draw.key()]: 1 }
      : draw.pick<() => unknown>([
          () => call(draw),
          () => call(draw),
          () => [call(draw), call(draw)],
          // Small ones: too many of them, and not too long a message.
          () => Array.from({ length: 2000 }, () => small(draw.name())),
          () => ({ method: 'connectionParams', data: draw.value() }),
        ])(),
  path(draw) {
    const calls = draw.pick([1, 1, 2, 40, 3000]);
    const path = Array.from({ length: calls }, () => draw.name()).join();
    return `/${path}?${draw.pick(['batch=1', 'batch=1', 'batch=x', ''])}`;
  },
  last: () => ({
    frame: '{"id":"last","method":"query","params":{"path":"add","input":[1,2]}}',
    answer: '"last"',
  }),
};

const small = (path: string) => ({ id: 1, method: 'query', params: { path } });

function call(draw: Draw): unknown {
  return {
    id: draw.below(9) === 0 ? draw.value() : draw.below(4),
    method: draw.pick(['query', 'mutation', 'subscription', 'subscription.stop', 'x']),
    params: {
      path: draw.name('numbers'),
      input: draw.pick([draw.value(), [draw.value()], [draw.below(50)]]),
      ...(draw.below(9) === 0 && { lastEventId: draw.value() }),
    },
  };
}
