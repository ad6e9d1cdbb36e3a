import {
  type CostBudget,
  type CostlyType,
  ensureReadable,
  isFields,
  parseSkeleton,
} from '../../../bench-workers/guard/message.ts';
import type { Check } from '../../../bench-workers/guard/socket-guard.ts';

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
  if (!UNUSUAL.some((mark) => text.includes(mark))) return;
  const message = parseSkeleton(text);
  ensureReadable(isFields(message), 'a message of oRPC');
  const { t: kind = 1, p: payload } = message;
  if (kind === ABORT) return;
  ensureReadable(kind === 1, 'a call of oRPC');
  const isCall = isFields(payload) && payload['h'] === undefined;
  ensureReadable(isCall, 'a call of oRPC without headers');
  payForValues(payload['b'], costs);
};

/** Looks at a call as it is sent over HTTP: its input alone. */
export const checkOrpcInput: Check = (text, costs) => {
  if (text.includes('"meta"') || text.includes('\\u')) payForValues(parseSkeleton(text), costs);
};

/** Looks at a batch: a list of calls, each with its address and its input. */
export const checkOrpcBatch: Check = (text, costs) => {
  const calls = parseSkeleton(text);
  ensureReadable(Array.isArray(calls), 'a list of calls of oRPC');
  for (const call of calls as unknown[]) {
    // A method or headers of its own would have the library read an input from elsewhere.
    const isPlain = isFields(call) && call['method'] === undefined && call['headers'] === undefined;
    ensureReadable(isPlain, 'a call of oRPC without headers');
    payForValues(call['body'], costs);
  }
};

/** The types that the library makes of parts of an input, by its numbers for them; others cost nothing. */
const costly = new Map<unknown, CostlyType>([
  [0, 'bigint'],
  [4, 'url'],
  [5, 'regexp'],
  [6, 'set'],
  [7, 'map'],
]);
const EXPECTED = 'values as oRPC itself writes them';

/** Pays for the parts of an input that become more than JSON: each is a type and a path that leads to it. */
function payForValues(input: unknown, costs: CostBudget): void {
  if (!isFields(input)) return;
  const { json, meta } = input;
  if (!Array.isArray(meta)) return;
  for (const item of meta as unknown[]) {
    ensureReadable(Array.isArray(item), EXPECTED);
    const [number, ...path] = item as unknown[];
    const type = costly.get(number);
    // What is not there, or is another thing, the library does not take either.
    if (type) ensureReadable(costs.madeOf(partOf(json, path), type), EXPECTED);
  }
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
