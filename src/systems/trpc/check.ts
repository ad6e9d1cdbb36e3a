import type { Check } from '../../../bench-workers/guard/look-at.ts';
import { parseSkeleton } from '../../../bench-workers/guard/scan.ts';
import { closeCodes, limits, refusal, type Refusal } from '../../../bench-workers/limits.ts';

/** Calls of one message are refused beyond so many: each that fails is answered at length. */
export function tooMany(calls: number): Refusal | undefined {
  const most = limits.message.calls;
  return calls > most ? refusal(closeCodes.policy, 'message.calls', most) : undefined;
}

/** Looks at a frame: one call, or a list of them. */
export const checkTrpc: Check = (text) => {
  if (!text.trimStart().startsWith('[')) return undefined;
  const calls = parseSkeleton(text);
  return tooMany(Array.isArray(calls) ? calls.length : 0);
};
