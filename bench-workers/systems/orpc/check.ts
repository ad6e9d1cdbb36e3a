import { isFields, parseSkeleton } from '../../guard/scan.ts';
import { type Check, unreadable } from '../../limits.ts';

/** What makes a message more than a plain call: a kind of its own, headers, or what is spelt in escapes. */
const UNUSUAL = ['"t"', '"h"', '\\u'];

/** Kind of a message by which a client gives up what it asked for. */
const ABORT = 4;

/**
 * Lets plain calls through. Headers would say that the body is a form, a file or a stream, which
 * the library reads and answers in its own way; no procedure of the counter takes one.
 */
export const checkOrpc: Check = (text) => {
  if (!UNUSUAL.some((mark) => text.includes(mark))) return undefined;
  const message = parseSkeleton(text);
  if (!isFields(message)) return unreadable('a message of oRPC');
  const { t: kind = 1, p: payload } = message;
  if (kind !== 1) return kind === ABORT ? undefined : unreadable('a call of oRPC');
  return isFields(payload) && payload['h'] === undefined
    ? undefined
    : unreadable('a call of oRPC without headers');
};
