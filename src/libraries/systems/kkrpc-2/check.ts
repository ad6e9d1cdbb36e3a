import {
  type Check,
  expectFrame,
  isFields,
  limitFrame,
  parseFrame,
} from '../../../../bench-workers/guard/frame.ts';
import { declared } from '../kkrpc/check.ts';
import { STREAM } from './system.ts';

/** Characters of an id; the library’s own have 36. */
const ID = 128;
/** Items of a stream that a client asks for at once, by the library’s own code. */
const PULLED = 32;
const isId = (id: unknown): boolean => typeof id === 'string' && id.length <= ID;

/**
 * Lets through calls of declared methods, answers, and where there are streams the client’s side of them. The library
 * would also get, set and construct what a path leads to.
 */
export const makeCheck =
  (arm: string): Check =>
  (text) => {
    const message = parseFrame(text);
    // The library reads no other.
    if (!isFields(message)) return;
    const { t: type, id, op, p: path, a: args, n: pulled, ids } = message;
    // The functions of this client that the server holds no more.
    if (type === 'cbr') return expectFrame(Array.isArray(ids) && ids.every(isId), 'ids');
    expectFrame(isId(id), 'a message of kkrpc with an id');
    if (type === 'q') {
      const isDeclared = Array.isArray(path) && path.length === 1 && declared.has(path[0]);
      const isCall = op === 'call' && message['v'] === undefined;
      expectFrame(isCall && isDeclared, 'a call of a declared method');
      expectFrame(Array.isArray(args) && args.every(isArgument), 'arguments of kkrpc');
    } else if (type === 'sq') {
      const isKnown = arm === STREAM && isId(message['sid']) && (op === 'pull' || op === 'return');
      expectFrame(isKnown, 'a request for items, or the end of a stream');
      if (op === 'pull') limitFrame('pulled', Number(pulled), PULLED);
    } else expectFrame(type === 'r', 'a call or an answer of kkrpc');
  };

/** A value or a function of the client. A stream of a client would be one in the value. */
function isArgument(argument: unknown): boolean {
  if (!isFields(argument)) return false;
  const { __kkrpc_next_arg__: kind, id, v: value } = argument;
  if (kind === 'callback') return isId(id);
  return kind === 'value' && !(isFields(value) && Object.hasOwn(value, '__kkrpc_next_stream__'));
}
