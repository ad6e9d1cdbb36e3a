/** Server runtimes: where the server half runs without anything added. */
import { answering, type Subject } from './client-kit.ts';

export const runtimes: Subject = {
  id: 'runtimes',
  label: 'Server runtimes',
  questions: {
    'runtimes-workerd': {
      question: 'Does the server half run on workerd without Node’s compatibility?',
      passes: 'A Durable Object that is served without compatibility flags answers.',
      run: answering((api) => api.add(2, 3), 5),
    },
  },
};
