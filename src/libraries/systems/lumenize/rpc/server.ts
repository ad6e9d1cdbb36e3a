/** The server half: answers frames of a socket, and sends downstream. */
import { postprocess, stringify } from '@lumenize/structured-clone';
import { membersOf } from './expose.ts';
import { type Run, runnerOf } from './nested.ts';
import {
  type CallItem,
  DOWNSTREAM_TYPE,
  type Fields,
  isChain,
  isObject,
  openFrame,
  PARSE_ERROR_ID,
  REMOTE_KEY,
  type ResultItem,
  type Step,
} from './protocol.ts';
import { replaceDeep } from './replace.ts';

/**
 * Answers a frame: runs its calls in order, with the results in the order of the batch. A call that
 * fails does not stop the others. A frame that cannot be read is answered with a single item of id
 * `parse-error`.
 *
 * @param target a plain object, whose functions are the methods
 * @param type the address prefix without its outer slashes
 * @param mostChains that a frame may have, those of calls as arguments included. A longer batch cannot be read.
 * @returns undefined for a message that is none of this protocol: a socket may carry others too
 */
export function answerFrame(
  target: object,
  text: string,
  type: string,
  mostChains = Infinity,
): Promise<string> | undefined {
  const frame = openFrame(text);
  if (frame?.json['type'] !== type) return undefined;
  try {
    const calls = callsIn(postprocess(frame));
    if (calls.length > mostChains) {
      throw new RangeError(`frame: got ${calls.length} calls, expected at most ${mostChains}`);
    }
    return answerCalls(calls, runnerOf(target, text, mostChains), type);
  } catch (error) {
    const batch = [{ id: PARSE_ERROR_ID, success: false, error }];
    return Promise.resolve(stringify({ type, batch }));
  }
}

async function answerCalls(calls: readonly CallItem[], run: Run, type: string): Promise<string> {
  const batch: ResultItem[] = [];
  for (const { id, operations } of calls) {
    try {
      batch.push({ id, success: true, result: withPaths(await run(operations), operations) });
    } catch (error) {
      batch.push({ id, success: false, error });
    }
  }
  try {
    return stringify({ type, batch });
  } catch {
    return stringify({ type, batch: batch.map(orFailed) });
  }
}

/** An item; where it cannot travel, its call has failed. */
function orFailed(item: ResultItem): ResultItem {
  try {
    stringify(item);
    return item;
  } catch (error) {
    return { id: item.id, success: false, error };
  }
}

function callsIn(message: unknown): readonly CallItem[] {
  const batch = isObject(message) ? message['batch'] : undefined;
  if (Array.isArray(batch) && batch.every(isCall)) return batch;
  throw new TypeError(
    'frame: expected {"batch": [{"id": string, "operations": steps}]}, and one step or more: {"type":"get","key":string|number} or {"type":"apply","args":array}',
  );
}

function isCall(item: unknown): item is CallItem {
  return isObject(item) && typeof item['id'] === 'string' && isChain(item['operations']);
}

/** A result with the path that leads to it in the place of each function. */
function withPaths(result: unknown, steps: readonly Step[]): unknown {
  return replaceDeep(result, (value, path) => {
    if (typeof value === 'function') {
      const last = path?.at(-1);
      const __functionName = typeof last === 'string' ? last : value.name || 'anonymous';
      const __operationChain = [...steps, ...(path ?? []).map((key) => ({ type: 'get', key }))];
      // Inside a Map or a Set no path leads to it.
      return path && { value: { [REMOTE_KEY]: true, __operationChain, __functionName } };
    }
    const names = membersOf(value);
    if (names.length === 0) return undefined;
    const members: Fields = { ...value };
    for (const name of names) members[name] = Reflect.get(value, name);
    return { copyOf: members };
  });
}

/**
 * Sends a message to every socket of some clients of a Durable Object without being asked. It
 * neither waits for a client that is away nor remembers the message for it.
 */
export function sendDownstream(
  clientIds: string | readonly string[],
  { ctx }: { ctx: { getWebSockets(tag: string): Array<Pick<WebSocket, 'send'>> } },
  payload: unknown,
): void {
  const text = stringify({ type: DOWNSTREAM_TYPE, payload });
  for (const socket of new Set([clientIds].flat().flatMap((id) => ctx.getWebSockets(id)))) {
    try {
      socket.send(text);
    } catch {
      // It is closing; the others are none the worse for it.
    }
  }
}
