import type { Fuzz } from '../draw.ts';

export const fuzz: Fuzz = {
  message: (draw) => [draw.value(), draw.value()],
  path: (draw) => `/${draw.name()}`,
};
