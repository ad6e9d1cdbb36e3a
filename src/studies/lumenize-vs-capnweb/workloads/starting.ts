/** The first call: on a new connection, and after a long pause. */
import { counting, getValue, increment, unlike, type CounterWorkload } from './recipe.ts';

const GROUP = 'The first call';
/** An object is put to sleep after about ten seconds without a message. */
const SLEEPS_AFTER_MS = 12_000;

export const starting: readonly CounterWorkload[] = [
  counting(
    {
      id: 'cold',
      label: 'Connect, then getValue()',
      question: 'How long is it from opening a connection to a new object until the first answer?',
      group: GROUP,
      optional: true,
      cold: true,
      warmUp: [],
      operations: [getValue],
    },
    0,
    (answer) => unlike(answer, 0),
  ),
  counting(
    {
      id: 'idle-wake',
      label: `getValue() after ${SLEEPS_AFTER_MS / 1000} s of silence`,
      question:
        'How long does the first call take after a pause in which an object with a hibernating socket may fall asleep?',
      group: GROUP,
      optional: true,
      pauseMs: SLEEPS_AFTER_MS,
      // Written to storage, so that an object that has slept must know it again.
      warmUp: [increment],
      operations: [getValue],
    },
    1,
    (answer) => unlike(answer, 1),
  ),
];
