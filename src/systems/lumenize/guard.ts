import {
  type Check,
  checkFrame,
  checkSpecial,
  expectFrame,
  isFields,
  markOf,
  parseFrame,
} from '../../../bench-workers/guard/frame.ts';
import { checkDigits, checkPattern } from '../../../bench-workers/guard/values.ts';

/**
 * Tags, references and escaped keys all begin with `$`; and the codec takes the member `constructor` of
 * a value for its class.
 */
const MARK = new RegExp(`${markOf('$').source}|${markOf('constructor').source}`, 'i');

/** Errors and views of the language. The codec makes others of whatever has their name in the Worker. */
const ERROR = /^(Aggregate|Eval|Range|Reference|Syntax|Type|URI)?Error$/;
const VIEW = /^(ArrayBuffer|DataView|(Big)?(Ui|I)nt\d+Array|Uint8ClampedArray|Float\d\dArray)$/;

/**
 * Limits a frame with values beyond JSON: a text that stands in many places is written once, so the
 * answer may be as long as the square of the frame. The library itself limits the steps of a chain.
 * A text that is no JSON passes: the library reads on for others.
 */
export function guard(): Check {
  return (text) => {
    checkFrame(text);
    if (!checkSpecial(text, MARK)) return;
    for (const fields of objectsIn(parseFrame(text))) checkValue(fields);
  };
}

function checkValue(fields: Record<string, unknown>): void {
  const { $type: type, value, source, flags, name, subtype, data } = fields;
  if (type === 'bigint' || type === 'bigint-object') checkDigits(value);
  if (type === 'regexp') checkPattern(source, flags);
  if (type === 'error') expectFrame(isErrorName(name), 'an error of the language');
  if (type === 'arraybuffer') {
    // In the place of data, a number is a length.
    const isView = typeof subtype === 'string' && VIEW.test(subtype) && Array.isArray(data);
    expectFrame(isView, 'a view with its data');
  }
  const constructor: unknown = Object.hasOwn(fields, 'constructor') && fields['constructor'];
  expectFrame(!isFields(constructor), 'values of no class');
  expectFrame(!Object.hasOwn(fields, '__proto__'), 'values without a prototype');
}

/** Whether an error of a name is none that the Worker has another thing by. */
function isErrorName(name: unknown): boolean {
  if (typeof name !== 'string') return name === undefined;
  return ERROR.test(name) || typeof Reflect.get(globalThis, name) !== 'function';
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
