import { type Envelope, open, read } from '../protocol/codec.ts';
import {
  isChain,
  isObject,
  PARSE_ERROR_ID,
  type CallItem,
  type ResultItem,
} from '../protocol/protocol.ts';
import { type Exposed, runChain } from './expose.ts';
import { type Answer, encodeAnswers, NESTED_KEY, NestedCalls } from './results.ts';

/** The answer to a frame, and whether any call of it failed. */
interface FrameAnswer {
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
): FrameAnswer | Promise<FrameAnswer> {
  const answer = answerOwnFrame(exposed, text, type);
  if (answer !== undefined) return answer;
  const expected = JSON.stringify({ json: { type, batch: [] } });
  return unreadable(exposed, new TypeError(`frame: expected ${expected}`), type);
}

/**
 * Answers one frame of a socket that carries other messages too; see `answerFrame`.
 *
 * @returns undefined for a message that is none of this protocol
 */
export function answerOwnFrame(
  exposed: Exposed,
  text: string,
  type: string | undefined,
): FrameAnswer | Promise<FrameAnswer> | undefined {
  const envelope = open(text);
  if (envelope === undefined || (type !== undefined && envelope.json['type'] !== type)) {
    return undefined;
  }
  let calls: CallItem[];
  try {
    calls = readCalls(envelope);
  } catch (error) {
    return unreadable(exposed, error, type);
  }
  // A key can be spelled in escapes.
  const hasNested = text.includes(NESTED_KEY) || text.includes('\\u');
  const nested = hasNested ? new NestedCalls(exposed) : undefined;
  return answerCalls(calls, { exposed, type, nested }, []);
}

function unreadable(exposed: Exposed, error: unknown, type: string | undefined): FrameAnswer {
  const item: ResultItem = { id: PARSE_ERROR_ID, success: false, error };
  const text = encodeAnswers(exposed, type, [{ item, steps: [] }]);
  return { text, failed: true, unreadable: true };
}

/** What the calls of a frame share. */
interface FrameContext {
  exposed: Exposed;
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
  { id, operations: steps }: CallItem,
  { exposed, nested }: FrameContext,
): Answer | Promise<Answer> {
  const succeeded = (result: unknown): Answer => ({ item: { id, success: true, result }, steps });
  const failed = (error: unknown): Answer => ({ item: { id, success: false, error }, steps });
  try {
    const result = nested ? nested.run(steps) : runChain(exposed, steps);
    return result instanceof Promise ? result.then(succeeded, failed) : succeeded(result);
  } catch (error) {
    return failed(error);
  }
}

function readCalls(envelope: Envelope): CallItem[] {
  const message = read(envelope);
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
