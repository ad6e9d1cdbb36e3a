/** In which order arms have their turns: it follows from the seed alone, whatever the clock says. */
import { armsFor } from './loads.ts';
import type { Plan } from './plan.ts';
import { seeded, shuffle } from './random.ts';

/**
 * The order of the turns in a session, round by round: every arm that can do the workload once, in
 * shuffled order, and arms of a group next to each other.
 *
 * @returns gives the ids of the next round
 */
export function turnOrder(
  plan: Pick<Plan, 'seed' | 'arms' | 'cannot' | 'groups'>,
  workload: string,
  session: number,
): () => string[] {
  const random = seeded(hash(`${plan.seed}/${workload}/${session}`));
  const arms = armsFor(plan, workload);
  const groups = (plan.groups ?? arms.map((arm) => [arm]))
    .map((group) => group.filter((arm) => arms.includes(arm)))
    .filter((group) => group.length > 0);
  return () => shuffle(groups, random).flatMap((group) => shuffle(group, random));
}

/** FNV-1a, 32 bits (Fowler, Noll and Vo): neighbouring texts give unrelated seeds. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  }
  return sum >>> 0;
}
