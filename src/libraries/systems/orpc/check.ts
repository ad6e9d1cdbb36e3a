import {
  type Check,
  checkDigits,
  checkPatternText,
  checkSpecial,
  expectFrame,
  isFields,
  markOf,
  parseFrame,
} from '../../../../bench-workers/guard/frame.ts';
import { HTTP, HTTP_BATCH, STREAMS } from './system.ts';

const META = markOf('meta"');
/** Kinds of messages, by the library’s numbers: a call goes without. */
const [CALL, EVENT, ABORT] = [1, 3, 4];
/** The only header that a client sends, for an input that is a stream. */
const STREAM = 'text/event-stream';
/** Lets plain calls through, and events of streams on their socket. Other headers would announce a form or a file. */
export function makeCheck(arm: string): Check {
  if (arm === HTTP) return checkInputs;
  if (arm === HTTP_BATCH) return checkBatch;
  const takesStreams = arm === STREAMS;
  return (text) => {
    const isSpecial = checkSpecial(text, META);
    const message = parseFrame(text);
    expectFrame(isFields(message), 'a message of oRPC');
    const { t: kind = CALL, p: payload } = message;
    if (kind === ABORT) return;
    expectFrame(kind === CALL || (takesStreams && kind === EVENT), 'a call of oRPC');
    expectFrame(isFields(payload), 'a call of oRPC');
    const { h: headers, b: body } = payload;
    const isStream = isFields(headers) && Object.values(headers).join() === STREAM;
    const isKnown = headers === undefined || (takesStreams && isStream);
    expectFrame(isKnown, 'a call of oRPC without headers');
    // The values of an event stand elsewhere.
    expectFrame(!isSpecial || kind === CALL, 'events of JSON alone');
    checkValues(body);
  };
}

/** An input as it is sent over HTTP. */
const checkInputs: Check = (text) => {
  if (checkSpecial(text, META)) checkValues(parseFrame(text));
};

/** A list of calls, each with its address and its input; or one input. */
const checkBatch: Check = (text) => {
  checkSpecial(text, META);
  const calls = parseFrame(text);
  // A call by itself is an input.
  if (!Array.isArray(calls)) return checkValues(calls);
  for (const call of calls as unknown[]) {
    // A method or headers of its own would have the library read an input from elsewhere.
    const isPlain = isFields(call) && call['method'] === undefined && call['headers'] === undefined;
    expectFrame(isPlain, 'a call of oRPC without headers');
    checkValues(call['body']);
  }
};

/** Checks the values that the library makes of parts of an input: each has a type and a path that leads to it. */
function checkValues(input: unknown): void {
  const meta = isFields(input) ? input['meta'] : undefined;
  if (!isFields(input) || !Array.isArray(meta)) return;
  for (const item of meta as unknown[]) {
    expectFrame(Array.isArray(item), 'values as oRPC writes them');
    const [type, ...path] = item as unknown[];
    let part: unknown = input['json'];
    for (const key of path) {
      const isKey = typeof key === 'string' || typeof key === 'number';
      const isOwn = isKey && typeof part === 'object' && part !== null && Object.hasOwn(part, key);
      expectFrame(isOwn, 'paths to parts of an input');
      part = (part as Record<string, unknown>)[key];
    }
    // By the library’s numbers. Others cost no more than their size.
    if (type === 0) checkDigits(part);
    if (type === 5) checkPatternText(part);
  }
}
