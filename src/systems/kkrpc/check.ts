import {
  type CostBudget,
  ensure,
  ensureReadable,
  isFields,
  parseSkeleton,
} from '../../../bench-workers/guard/message.ts';
import { checkSuperjson } from '../../../bench-workers/guard/superjson.ts';
import { closeCodes, limits } from '../../../bench-workers/limits.ts';

/** Characters of a request’s id; the library’s own have about 55. */
const LONGEST_ID = 128;

/** What a client may send besides requests, where the server makes calls too. */
export type Kind = 'request' | 'response' | 'callback';

/**
 * The whole lines of what a socket sends. The library takes a message from as many frames as it
 * comes in, collects what has no end, and goes through all of it again for each frame.
 */
export class Lines {
  #parts: string[] = [];
  #length = 0;

  /**
   * Takes a frame, and gives the lines that are whole now.
   *
   * @throws MessageRefused once an unfinished one is longer than a message may be
   */
  add(frame: string): string {
    const end = frame.lastIndexOf('\n') + 1;
    const rest = frame.slice(end);
    const whole = end === 0 ? '' : [...this.#parts.splice(0), frame.slice(0, end)].join('');
    if (end > 0) this.#length = 0;
    this.#length += rest.length;
    if (rest !== '') this.#parts.push(rest);
    const most = limits.maxMessageBytes;
    // A frame of a few bytes holds some in memory too.
    const tooMany = this.#parts.length > limits.message.lines;
    const length = tooMany ? Infinity : Math.max(whole.length, this.#length);
    ensure('maxMessageBytes', length, most, closeCodes.tooBig);
    return whole;
  }
}

/** Looks at whole lines before the library does: see {@link checkKkrpc}. */
export function checkLines(lines: string, kinds: readonly Kind[], costs: CostBudget): void {
  let count = 0;
  for (const line of lines.split('\n')) {
    const text = line.trim();
    if (text === '') continue;
    count += 1;
    ensure('message.lines', count, limits.message.lines);
    checkKkrpc(text, kinds, costs);
  }
}

/**
 * Refuses what the library cannot read, which it would write to the console, and what would cost it
 * more than its size: superjson makes a typed array of any number, writes through any path, and
 * repeats what stands in two places. The arm that writes JSON reads superjson too.
 */
export function checkKkrpc(text: string, kinds: readonly Kind[], costs: CostBudget): void {
  const parsed = parseSkeleton(text);
  ensureReadable(isFields(parsed), 'a message of kkrpc');
  const isSuperjson = text.startsWith('{"json":');
  const message = isSuperjson ? parsed['json'] : parsed;
  const isMessage =
    isFields(message) &&
    kinds.some((kind) => kind === message['type']) &&
    typeof message['id'] === 'string' &&
    message['id'].length <= LONGEST_ID &&
    typeof message['method'] === 'string' &&
    (message['type'] === 'response' ? isFields(message['args']) : Array.isArray(message['args']));
  ensureReadable(isMessage, `a ${kinds.join(' or ')} of kkrpc`);
  if (isSuperjson) checkSuperjson(message, parsed['meta'], costs);
}
