import type { CostBudget } from '../../../bench-workers/guard/cost-budget.ts';
import type { Check } from '../../../bench-workers/guard/look-at.ts';
import { isFields, lengthOf, parseSkeleton } from '../../../bench-workers/guard/scan.ts';
import { type Refusal, unreadable } from '../../../bench-workers/limits.ts';

/**
 * What makes a message more than a plain call: a kind of its own, headers, values that JSON lacks, or
 * what is spelt in escapes.
 */
const UNUSUAL = ['"t"', '"h"', '"meta"', '\\u'];

/** Kind of a message by which a client gives up what it asked for. */
const ABORT = 4;

/**
 * Lets plain calls through. Headers would say that the body is a form, a file or a stream, which
 * the library reads and answers in its own way; no procedure of the counter takes one.
 */
export const checkOrpc: Check = (text, costs) => {
  if (!UNUSUAL.some((mark) => text.includes(mark))) return undefined;
  const message = parseSkeleton(text);
  if (!isFields(message)) return unreadable('a message of oRPC');
  const { t: kind = 1, p: payload } = message;
  if (kind !== 1) return kind === ABORT ? undefined : unreadable('a call of oRPC');
  if (!isFields(payload) || payload['h'] !== undefined) {
    return unreadable('a call of oRPC without headers');
  }
  return payValues(payload['b'], costs);
};

/** Looks at a call as it is sent over HTTP: its input alone. */
export const checkOrpcInput: Check = (text, costs) =>
  text.includes('"meta"') || text.includes('\\u')
    ? payValues(parseSkeleton(text), costs)
    : undefined;

/** Types that the library makes of parts of an input, by its numbers for them. */
const [BIGINT, URL, REGEXP, SET, MAP] = [0, 4, 5, 6, 7];
const WRONG = unreadable('values as oRPC itself writes them');

/** Pays for the parts of an input that become more than JSON: each is a type and a path that leads to it. */
function payValues(input: unknown, costs: CostBudget): Refusal | undefined {
  if (!isFields(input)) return undefined;
  const { json, meta } = input;
  if (!Array.isArray(meta)) return undefined;
  for (const item of meta as unknown[]) {
    if (!Array.isArray(item)) return WRONG;
    const [type, ...path] = item as unknown[];
    const value = partOf(json, path);
    // What is not there, or is another thing, the library does not take either.
    if (type === SET || type === MAP) {
      if (!Array.isArray(value)) return WRONG;
      costs.members(value.length);
    } else if (type === BIGINT || type === URL || type === REGEXP) {
      if (typeof value !== 'string') return WRONG;
      if (type === BIGINT) costs.bigint(lengthOf(value));
      else if (type === URL) costs.type('url');
      else costs.regexp(value, value.slice(value.lastIndexOf('/') + 1));
    }
  }
  return undefined;
}

function partOf(json: unknown, path: readonly unknown[]): unknown {
  let value = json;
  for (const key of path) {
    const name = String(key);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
