import type { Env } from '../env.ts';
import type { Budget, Door } from './protocol.ts';

// env.ts cannot name the classes, which know it: the types of their methods are said here.

export function budgetOf(env: Env): Budget {
  return env.BUDGET.get(env.BUDGET.idFromName('day')) as unknown as Budget;
}

/** @param place the data centre, or `here` */
export function doorOf(env: Env, place: string): Door {
  return env.DOOR.get(env.DOOR.idFromName(place)) as unknown as Door;
}
