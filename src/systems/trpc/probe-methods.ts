import type { ProbeMethods } from '../../service/methods.ts';

/** Methods of the probes that are mutations; all others are queries. */
export const mutations: ReadonlySet<string> = new Set<keyof ProbeMethods>([
  'echo',
  'collect',
  'count',
  'callBack',
  'steps',
  'subscribe',
  'keepPlainly',
  'publish',
  'hold',
  'release',
  'flowTo',
  'announce',
]);
