import { type Envelope, open, openOf, read } from '../protocol/codec.ts';
import {
  isChain,
  isObject,
  PARSE_ERROR_ID,
  type CallItem,
  type ResultItem,
} from '../protocol/protocol.ts';
import { type Exposed, type RpcLimits, runChain } from './expose.ts';
import { type Answer, encodeAnswers, NESTED_KEY, NestedCalls } from './results.ts';

/** The answer to a frame, and whether any call of it failed. */
export interface FrameAnswer {
  text: string;
  failed: boolean;
  /** Whether the frame itself could not be read. */
  unreadable: boolean;
}

/**
 * Answers one frame: runs its calls in order, with the results in the order of the batch. A call
 * that fails does not stop the others. A frame that cannot be read is answered with a single item
 * of id `parse-error`. The answer is a promise only where a call was one.
 *
 * @param type what the frame's `type` must be: the address prefix without its outer slashes.
 *   Undefined over HTTP, where frames need none and one that is there says nothing
 */
export function answerFrame(
  exposed: Exposed,
  text: string,
  type: string | undefined,
  limits: RpcLimits = {},
): FrameAnswer | Promise<FrameAnswer> {
  try {
    const envelope = open(text);
    const { json } = envelope;
    if (type !== undefined && !(isObject(json) && json['type'] === type)) {
      throw new TypeError(`frame: expected {"type": ${JSON.stringify(type)}, "batch": array}`);
    }
    return answerEnvelope(exposed, envelope, text, type, limits);
  } catch (error) {
    return unreadable(exposed, error, type);
  }
}

/**
 * Answers one frame of a socket that carries other messages too; see `answerFrame`.
 *
 * @returns undefined for a message that is none of this protocol
 */
export function answerOwnFrame(
  exposed: Exposed,
  text: string,
  type: string,
  limits: RpcLimits = {},
): FrameAnswer | Promise<FrameAnswer> | undefined {
  const envelope = openOf([type], text);
  return envelope && answerEnvelope(exposed, envelope, text, type, limits);
}

function unreadable(exposed: Exposed, error: unknown, type: string | undefined): FrameAnswer {
  const item: ResultItem = { id: PARSE_ERROR_ID, success: false, error };
  const text = encodeAnswers(exposed, type, [{ item, steps: [] }]);
  return { text, failed: true, unreadable: true };
}

function answerEnvelope(
  exposed: Exposed,
  envelope: Envelope,
  text: string,
  type: string | undefined,
  limits: RpcLimits,
): FrameAnswer | Promise<FrameAnswer> {
  let calls: CallItem[];
  try {
    calls = readCalls(read(envelope));
  } catch (error) {
    return unreadable(exposed, error, type);
  }
  // A key can be spelled in escapes; decoding took the long way then, and so does this.
  const nested = text.includes(NESTED_KEY) || text.includes('\\u');
  const context = {
    exposed,
    limits,
    type,
    nested: nested ? new NestedCalls(exposed, limits) : undefined,
  };
  return answerCalls(calls, context, []);
}

/** What the calls of a frame share. */
interface FrameContext {
  exposed: Exposed;
  limits: RpcLimits;
  type: string | undefined;
  /** Calls that serve as arguments; undefined where the frame has none. */
  nested: NestedCalls | undefined;
}

/** Answers the calls that have no answer yet; a promise from one on that has to be waited for. */
function answerCalls(
  calls: readonly CallItem[],
  context: FrameContext,
  answers: Answer[],
): FrameAnswer | Promise<FrameAnswer> {
  for (let index = answers.length; index < calls.length; index += 1) {
    const answer = answerCall(calls[index] as CallItem, context);
    if (answer instanceof Promise) {
      return answer.then((awaited) => {
        answers.push(awaited);
        return answerCalls(calls, context, answers);
      });
    }
    answers.push(answer);
  }
  return {
    text: encodeAnswers(context.exposed, context.type, answers),
    failed: answers.some(({ item }) => !item.success),
    unreadable: false,
  };
}

function answerCall(
  call: CallItem,
  { exposed, limits, nested }: FrameContext,
): Answer | Promise<Answer> {
  const { operations } = call;
  try {
    const result = nested ? nested.run(operations) : runChain(exposed, operations, limits);
    if (!(result instanceof Promise)) return succeeded(call, result);
    return result.then(
      (value: unknown) => succeeded(call, value),
      (error: unknown) => failed(call, error),
    );
  } catch (error) {
    return failed(call, error);
  }
}

function succeeded({ id, operations }: CallItem, result: unknown): Answer {
  return { item: { id, success: true, result }, steps: operations };
}

function failed({ id, operations }: CallItem, error: unknown): Answer {
  return { item: { id, success: false, error }, steps: operations };
}

function readCalls(message: unknown): CallItem[] {
  if (!isObject(message) || !Array.isArray(message['batch'])) {
    throw new TypeError('frame: expected {"batch": array}');
  }
  const batch: unknown[] = message['batch'];
  for (const item of batch) {
    if (!isObject(item) || typeof item['id'] !== 'string') {
      throw new TypeError('batch: expected items of the form {"id": string, "operations": array}');
    }
    if (!isChain(item['operations'])) {
      throw new TypeError(
        'operations: expected steps {"type":"get","key":string|number} or {"type":"apply","args":array}',
      );
    }
  }
  return batch as CallItem[];
}
