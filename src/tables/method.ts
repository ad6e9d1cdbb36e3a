/** Numbers that the method page names, taken from the code that uses them. */
import { formatDuration } from '../figures/format.ts';
import { budgetOf, MORE_MS } from '../harness/plan/index.ts';
import { FEWEST_SESSIONS, MOST_LOOKS } from '../harness/statistics/index.ts';

const seconds = (ms: number) => formatDuration(ms).replace('about ', '');

/** How long a run until decided takes at most before it stands. */
export const budgetWords = [
  `${seconds(budgetOf(0, 1))} against a bench nearby`,
  `${seconds(budgetOf(20, 1))} across a network`,
  `${seconds(budgetOf(100, 1))} where a call takes 50 ms or more`,
].join(', ');

/** When the interim analyses take place. */
export const lookWords = `after half of that time, at its end, and after every ${seconds(MORE_MS)} that it is kept going`;

export const mostLooks = MOST_LOOKS;
export const fewestSessions = FEWEST_SESSIONS;
