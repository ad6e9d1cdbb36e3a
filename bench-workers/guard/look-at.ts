import { type Check, closeCodes, limits, refusal, type Refusal, unreadable } from '../limits.ts';
import { limitPassed } from './scan.ts';

/**
 * What is wrong with the text of a message: too deep, too many values, or what a system's own check
 * finds. A check that throws met what no client sends.
 */
export function lookAt(text: string, check: Check | undefined): Refusal | undefined {
  const passed = limitPassed(text, limits.message);
  if (passed !== undefined) {
    return refusal(closeCodes.policy, `message.${passed}`, limits.message[passed]);
  }
  try {
    return check?.(text);
  } catch {
    return unreadable('a message of the protocol');
  }
}
