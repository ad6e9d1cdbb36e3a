import { closeCodes, limits, refusal, type Refusal } from '../limits.ts';
import { CostBudget } from './cost-budget.ts';
import { type Check, lookAt } from './look-at.ts';

/** Payload of a frame. */
export type Message = string | ArrayBuffer;

/** Answered bytes after which the queue is looked at again. */
const LOOK_EVERY = limits.socket.queuedBytes / 16;
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
  #unlooked = 0;
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
    socket.send = (answer) => this.#answer(answer);
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
    const found = this.#wrongWith(message, size, now);
    if (found !== undefined) this.refuse(found);
    return found === undefined;
  }

  #wrongWith(message: Message, size: number, now: number): Refusal | undefined {
    const { tooBig, tryLater } = closeCodes;
    const { messages, bytes, lifetimeSeconds } = limits.socket;
    if (size > limits.maxMessageBytes) {
      return refusal(tooBig, 'maxMessageBytes', limits.maxMessageBytes);
    }
    if (this.#second.messages > messagesPerSecond) {
      return refusal(tryLater, 'socket.messagesPerSecond', messagesPerSecond);
    }
    if (this.#second.bytes > bytesPerSecond) {
      return refusal(tryLater, 'socket.bytesPerSecond', bytesPerSecond);
    }
    if (this.#messages > messages) return refusal(tryLater, 'socket.messages', messages);
    if (this.#bytes > bytes) return refusal(tryLater, 'socket.bytes', bytes);
    if (now - this.#openedAt > lifetimeSeconds * SECOND_MS) {
      return refusal(tryLater, 'socket.lifetimeSeconds', lifetimeSeconds);
    }
    return typeof message === 'string' ? lookAt(message, this.#check, this.#costs) : undefined;
  }

  #answer(answer: Parameters<WebSocket['send']>[0]): void {
    // A library that has not heard of the end yet would make the socket throw.
    if (this.#ended) return;
    const size = sizeOf(answer);
    this.#second.answered += size;
    this.#unlooked += size;
    if (size > limits.answer.bytes) {
      return this.refuse(refusal(closeCodes.policy, 'answer.bytes', limits.answer.bytes));
    }
    if (this.#second.answered > answeredPerSecond) {
      const found = refusal(closeCodes.tryLater, 'socket.answeredPerSecond', answeredPerSecond);
      return this.refuse(found);
    }
    if (this.#unlooked > LOOK_EVERY) {
      const queued = this.#socket.bufferedAmount + size;
      if (queued > queuedBytes) {
        return this.refuse(refusal(closeCodes.policy, 'socket.queuedBytes', queuedBytes));
      }
      this.#unlooked = 0;
    }
    this.#send(answer);
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
function sizeOf(message: Parameters<WebSocket['send']>[0]): number {
  return typeof message === 'string' ? message.length : message.byteLength;
}
