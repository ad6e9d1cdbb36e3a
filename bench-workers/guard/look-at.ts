import { closeCodes, limits, refusal, type Refusal, unreadable } from '../limits.ts';
import { CostBudget, LimitPassed } from './cost-budget.ts';
import { limitPassed } from './scan.ts';

/**
 * What is wrong with a text message of one system; undefined where nothing is. What its values cost
 * is paid from a budget, which throws where that is too much.
 */
export type Check = (text: string, costs: CostBudget) => Refusal | undefined;

/**
 * What is wrong with the text of a message: too deep, too many values, or what a system's own check
 * finds. A check that throws anything but a limit met what no client sends.
 *
 * @param costs of the socket that it came over; a request has its own
 */
export function lookAt(
  text: string,
  check: Check | undefined,
  costs = new CostBudget(),
): Refusal | undefined {
  // Each value and each bracket takes a character: a short text cannot pass either limit.
  const isShort = text.length <= Math.min(limits.message.depth, limits.message.values);
  const passed = isShort ? undefined : limitPassed(text, limits.message);
  if (passed !== undefined) {
    return refusal(closeCodes.policy, `message.${passed}`, limits.message[passed]);
  }
  if (check === undefined) return undefined;
  costs.begin();
  try {
    return check(text, costs);
  } catch (error) {
    return error instanceof LimitPassed ? error.refusal : unreadable('a message of the protocol');
  }
}
