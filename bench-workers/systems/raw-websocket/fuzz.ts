import type { Fuzz } from '../draw.ts';

export const fuzz: Fuzz = {
  message: (draw) => ({
    id: draw.below(9),
    method: draw.name(),
    args: [draw.value(), draw.value()],
  }),
  last: () => ({ frame: '{"id":4711,"method":"add","args":[1,2]}', answer: '"id":4711' }),
};
