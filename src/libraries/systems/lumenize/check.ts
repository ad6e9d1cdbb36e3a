import {
  type Check,
  checkDigits,
  checkFrame,
  checkPattern,
  checkSpecial,
  expectFrame,
  isFields,
  markOf,
  parseFrame,
} from '../../../../bench-workers/guard/frame.ts';

/** Marks of values beyond JSON: `$`, and `constructor`, which the codec takes for the class of a value. */
const MARK = new RegExp(`${markOf('$').source}|${markOf('constructor').source}`, 'i');

/** Errors and views of the language. For another name the codec would look up a global of the Worker. */
const ERROR = /^(Aggregate|Eval|Range|Reference|Syntax|Type|URI)?Error$/;
const VIEW = /^(ArrayBuffer|DataView|(Big)?(Ui|I)nt\d+Array|Uint8ClampedArray|Float\d\dArray)$/;

/**
 * Limits a frame with values beyond JSON. A text in many places is written once, so that the answer may be as long as
 * the square of the frame. A text that is no JSON passes, because a socket may carry other messages too.
 */
export function makeCheck(): Check {
  return (text) => {
    checkFrame(text);
    if (!checkSpecial(text, MARK)) return;
    eachObject(parseFrame(text), checkValue);
  };
}

function checkValue(fields: Record<string, unknown>): void {
  switch (fields['$type']) {
    case 'bigint':
    case 'bigint-object':
      checkDigits(fields['value']);
      break;
    case 'regexp':
      checkPattern(fields['source'], fields['flags']);
      break;
    case 'error':
      expectFrame(isErrorName(fields['name']), 'an error of the language');
      break;
    case 'arraybuffer':
      expectFrame(isView(fields), 'a view with its data');
  }
  if (Object.hasOwn(fields, 'constructor')) {
    expectFrame(!isFields(fields['constructor']), 'values of no class');
  }
  expectFrame(!Object.hasOwn(fields, '__proto__'), 'values without a prototype');
}

/** True for the name of an error, or a name that no function of the Worker has. */
function isErrorName(name: unknown): boolean {
  if (typeof name !== 'string') return name === undefined;
  return ERROR.test(name) || typeof Reflect.get(globalThis, name) !== 'function';
}

/** True if a view has its data. A number instead would be its length. */
function isView({ subtype, data }: Record<string, unknown>): boolean {
  return typeof subtype === 'string' && VIEW.test(subtype) && Array.isArray(data);
}

/** Visits all objects of a JSON, however deep. A list of bytes is most of many frames, and has none. */
export function eachObject(root: unknown, visit: (fields: Record<string, unknown>) => void): void {
  const left = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (isFields(value)) visit(value);
    const parts: unknown[] = Array.isArray(value) ? value : Object.values(value ?? {});
    for (const part of parts) if (typeof part === 'object' && part !== null) left.push(part);
  }
}
