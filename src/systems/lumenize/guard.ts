import {
  type Check,
  checkDigits,
  checkFrame,
  checkPattern,
  checkSpecial,
  isFields,
  markOf,
  parseFrame,
} from '../../../bench-workers/guard/frame.ts';

/** Tags, references and escaped keys all begin with it. */
const MARK = markOf('$');

/**
 * Limits a frame with values beyond JSON: a text that stands in many places is written once, so the
 * answer may be as long as the square of the frame. The library itself limits the steps of a chain.
 * A text that is no JSON passes: the library reads on for others.
 */
export function guard(): Check {
  return (text) => {
    checkFrame(text);
    if (!checkSpecial(text, MARK)) return;
    for (const fields of objectsIn(parseFrame(text))) checkTagged(fields);
  };
}

function checkTagged({ $type: type, value, source, flags }: Record<string, unknown>): void {
  if (type === 'bigint' || type === 'bigint-object') checkDigits(value);
  if (type === 'regexp') checkPattern(source, flags);
}

/** All objects of a JSON, however deep. */
export function* objectsIn(root: unknown): Generator<Record<string, unknown>, void> {
  const left = [root];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (isFields(value)) yield value;
    if (typeof value !== 'object' || value === null) continue;
    for (const part of Object.values(value) as unknown[]) left.push(part);
  }
}
