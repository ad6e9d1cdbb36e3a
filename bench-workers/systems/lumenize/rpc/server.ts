import { runChain, type Exposed } from './expose.ts';
import {
  decode,
  encode,
  isObject,
  PARSE_ERROR_ID,
  type CallItem,
  type ResultItem,
  type Step,
} from './protocol.ts';

/**
 * Answers one frame: runs its calls in order and returns the text of the frame to send back,
 * with the results in the order of the batch. A call that fails does not stop the others. A
 * frame that cannot be read is answered with a single item of id `parse-error`.
 *
 * @param type What the frame's `type` must be: the address prefix without its outer slashes.
 */
export async function handleRpcMessage(
  exposed: Exposed,
  text: string,
  type: string,
): Promise<string> {
  let calls: CallItem[];
  try {
    calls = readCalls(decode(text), type);
  } catch (error) {
    return encode({ type, batch: [{ id: PARSE_ERROR_ID, success: false, error }] });
  }
  const batch: ResultItem[] = [];
  for (const call of calls) batch.push(await answer(exposed, call));
  try {
    return encode({ type, batch });
  } catch {
    // One result that cannot travel must not take the others with it.
    return encode({ type, batch: batch.map((item) => ensureTravels(item, type)) });
  }
}

async function answer(exposed: Exposed, { id, operations }: CallItem): Promise<ResultItem> {
  try {
    return { id, success: true, result: await runChain(exposed, operations) };
  } catch (error) {
    return { id, success: false, error };
  }
}

function ensureTravels(item: ResultItem, type: string): ResultItem {
  try {
    encode({ type, batch: [item] });
    return item;
  } catch (error) {
    return { id: item.id, success: false, error };
  }
}

function readCalls(message: unknown, type: string): CallItem[] {
  if (!isObject(message) || message['type'] !== type || !Array.isArray(message['batch'])) {
    throw new TypeError(`frame: expected {"type": ${JSON.stringify(type)}, "batch": array}`);
  }
  return message['batch'].map(readCall);
}

function readCall(item: unknown): CallItem {
  if (!isObject(item) || typeof item['id'] !== 'string' || !Array.isArray(item['operations'])) {
    throw new TypeError('batch: expected items of the form {"id": string, "operations": array}');
  }
  return { id: item['id'], operations: item['operations'].map(readStep) };
}

function readStep(step: unknown): Step {
  if (isObject(step)) {
    const { type, key, args } = step;
    if (type === 'get' && (typeof key === 'string' || typeof key === 'number')) {
      return { type, key };
    }
    if (type === 'apply' && Array.isArray(args)) return { type, args };
  }
  throw new TypeError(
    'operations: expected steps {"type":"get","key":string|number} or {"type":"apply","args":array}',
  );
}
