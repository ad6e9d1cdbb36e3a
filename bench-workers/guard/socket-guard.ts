import { closeCodes, limits, refusal, type Refusal, unreadable } from '../limits.ts';
import { CostBudget, ensure, limitPassed, MessageRefused, refusalIn } from './message.ts';

/** Looks at a text message of one system, and throws {@link MessageRefused} where something is wrong with it. */
export type Check = (text: string, costs: CostBudget) => void;

/**
 * Looks at the text of a message: for depth, for the number of its values, and for what a system's own
 * check finds. A check that throws anything but a refusal met what no client sends.
 *
 * @param costs of the socket that it came over; a request has its own
 * @returns undefined where nothing is wrong
 */
export function checkText(
  text: string,
  check: Check | undefined,
  costs = new CostBudget(),
): Refusal | undefined {
  // Each value and each bracket takes a character: a short text cannot pass either limit.
  const isShort = text.length <= Math.min(limits.message.depth, limits.message.values);
  const passed = isShort ? undefined : limitPassed(text, limits.message);
  if (passed !== undefined) {
    return refusal(closeCodes.policy, `message.${passed}`, limits.message[passed]);
  }
  if (check === undefined) return undefined;
  costs.begin();
  try {
    check(text, costs);
    return undefined;
  } catch (error) {
    return error instanceof MessageRefused
      ? error.refusal
      : unreadable('a message of the protocol');
  }
}

/** Payload of a frame. */
export type Message = string | ArrayBuffer;

/** Answered bytes after which the queue is checked again. */
const QUEUE_CHECK_BYTES = limits.socket.queuedBytes / 16;
const SECOND_MS = 1000;

const { messagesPerSecond, bytesPerSecond, answeredPerSecond, queuedBytes } = limits.socket;

/**
 * Stands between a socket and what serves it, and keeps both ways to the limits: a message is looked
 * at before any library gets it, an answer before it is queued. What passes a limit closes the
 * socket, and nothing runs or is sent after that.
 */
export class SocketGuard {
  readonly #socket: WebSocket;
  readonly #check: Check | undefined;
  readonly #onRefused: (refusal: Refusal) => void;
  readonly #send: WebSocket['send'];
  readonly #openedAt: number;
  #ended: boolean;
  #messages = 0;
  #bytes = 0;
  /** Since the second that is counted began. */
  #second = { at: -Infinity, messages: 0, bytes: 0, answered: 0 };
  #unchecked = 0;
  readonly #costs = new CostBudget();

  /** @param onRefused is called once, after the socket was closed for passing a limit */
  constructor(
    socket: WebSocket,
    check: Check | undefined,
    now: number,
    onRefused: (refusal: Refusal) => void,
  ) {
    this.#socket = socket;
    this.#check = check;
    this.#onRefused = onRefused;
    this.#openedAt = now;
    this.#ended = socket.readyState !== WebSocket.OPEN;
    this.#send = socket.send.bind(socket);
    socket.send = (answer: Message | ArrayBufferView) => this.#answer(answer);
  }

  /** Whether a message may go on to what serves the socket. */
  admit(message: Message, now: number): boolean {
    if (this.#ended) return false;
    const size = sizeOf(message);
    this.#messages += 1;
    this.#bytes += size;
    if (now - this.#second.at >= SECOND_MS) {
      this.#second = { at: now, messages: 0, bytes: 0, answered: 0 };
    }
    this.#second.messages += 1;
    this.#second.bytes += size;
    const found =
      refusalIn(() => this.#ensureWithin(size, now)) ??
      (typeof message === 'string' ? checkText(message, this.#check, this.#costs) : undefined);
    if (found !== undefined) this.refuse(found);
    return found === undefined;
  }

  #ensureWithin(size: number, now: number): void {
    const { tooBig, tryLater } = closeCodes;
    const { messages, bytes, lifetimeSeconds } = limits.socket;
    ensure('maxMessageBytes', size, limits.maxMessageBytes, tooBig);
    ensure('socket.messagesPerSecond', this.#second.messages, messagesPerSecond, tryLater);
    ensure('socket.bytesPerSecond', this.#second.bytes, bytesPerSecond, tryLater);
    ensure('socket.messages', this.#messages, messages, tryLater);
    ensure('socket.bytes', this.#bytes, bytes, tryLater);
    const seconds = (now - this.#openedAt) / SECOND_MS;
    ensure('socket.lifetimeSeconds', seconds, lifetimeSeconds, tryLater);
  }

  #answer(answer: Message | ArrayBufferView): void {
    // A library that does not know of the end yet would make the socket throw.
    if (this.#ended) return;
    const found = refusalIn(() => this.#ensureAnswered(sizeOf(answer)));
    if (found !== undefined) this.refuse(found);
    else this.#send(answer);
  }

  #ensureAnswered(size: number): void {
    this.#second.answered += size;
    this.#unchecked += size;
    ensure('answer.bytes', size, limits.answer.bytes);
    const { tryLater } = closeCodes;
    ensure('socket.answeredPerSecond', this.#second.answered, answeredPerSecond, tryLater);
    if (this.#unchecked <= QUEUE_CHECK_BYTES) return;
    ensure('socket.queuedBytes', this.#socket.bufferedAmount + size, queuedBytes);
    this.#unchecked = 0;
  }

  /** Closes the socket for a message that what serves it found wrong. */
  refuse(found: Refusal): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#socket.close(found.code, found.reason);
    this.#onRefused(found);
  }

  /** Takes note that the socket closes for another reason: nothing more passes. */
  end(): void {
    this.#ended = true;
  }
}

/** Size of a message in bytes; a text’s in UTF-16 units, a quarter of the work of encoding it. */
function sizeOf(message: Message | ArrayBufferView | Blob): number {
  if (typeof message === 'string') return message.length;
  // Bytes arrive as a Blob over a socket in memory, and as an ArrayBuffer over one that hibernates.
  return 'byteLength' in message ? message.byteLength : message.size;
}
