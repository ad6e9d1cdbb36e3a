import {
  closeCodes,
  limits,
  unreadable,
  violation,
  type Violation,
} from '../../src/wire/limits.ts';
import { type Check, checkFrame, FrameRefused } from './frame.ts';
import type { Holder } from './holder.ts';

/** Payload of a message. Bytes are a Blob over a socket in memory, an ArrayBuffer over one that hibernates. */
export type Message = string | ArrayBuffer | Blob;

/** Answered bytes after which the queue is measured again, and the time after which an unread one is, in ms. */
const QUEUE_CHECK_BYTES = 16_384;
const QUEUE_CHECK_MS = 100;

/** True if a client is ended because too much is held for it. */
export const isTooMuchHeld = ({ limit }: Violation): boolean =>
  limit === 'heldBytes' || limit === 'socket.queuedBytes';

/**
 * Checks the text of a message: its size, its depth, and the form that the library’s own clients give it.
 * An unexpected error of a check is a violation too, because it met something that no client sends.
 */
export function violationOf(text: string, check: Check): Violation | undefined {
  try {
    checkFrame(text);
    check(text);
    return undefined;
  } catch (error) {
    return error instanceof FrameRefused
      ? error.violation
      : unreadable('a message of the protocol');
  }
}

/**
 * Stands between a socket and its library, and keeps both ways to the limits. A message is checked before
 * the library gets it, an answer before it is queued. A violation closes the socket: nothing runs or is
 * sent after it.
 */
export class SocketGuard {
  readonly #socket: WebSocket;
  readonly #check: Check;
  readonly #onViolation: (violation: Violation) => void;
  readonly #send: WebSocket['send'];
  readonly #holder: Holder;
  #ended: boolean;
  #unchecked = 0;
  #held = 0;
  #queued = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** A payload that is being sent to many sockets. Once there is no room for it, no more of them get it. */
  announcing: { isFull: boolean } | undefined;

  /**
   * @param holder holds the bytes of the client, and may end it
   * @param onViolation is called once, after a violation has closed the socket
   */
  constructor(
    socket: WebSocket,
    check: Check,
    holder: Holder,
    onViolation: (violation: Violation) => void,
  ) {
    this.#socket = socket;
    this.#check = check;
    this.#onViolation = onViolation;
    this.#ended = socket.readyState !== WebSocket.OPEN;
    this.#holder = holder;
    this.#send = socket.send.bind(socket);
    socket.send = (answer: string | ArrayBuffer | ArrayBufferView) => this.#answer(answer);
  }

  /** True if a message may go on to the library. A violation closes the socket. */
  mayPass(message: Message): boolean {
    if (this.#ended) return false;
    const found =
      above('maxMessageBytes', sizeOf(message), limits.maxMessageBytes, closeCodes.tooBig) ??
      (typeof message === 'string' ? violationOf(message, this.#check) : undefined);
    if (found !== undefined) this.refuse(found);
    return found === undefined;
  }

  #answer(answer: string | ArrayBuffer | ArrayBufferView): void {
    // A library that does not know of the end yet would make the socket throw.
    if (this.#ended || this.#isFull) return;
    const found = this.#violationOfAnswer(sizeOf(answer));
    if (found !== undefined) this.refuse(found);
    else if (this.#isFull) this.#noteQueue(this.#socket.bufferedAmount);
    else if (!this.#ended) this.#send(answer);
  }

  get #isFull(): boolean {
    return this.announcing?.isFull === true;
  }

  #violationOfAnswer(size: number): Violation | undefined {
    const { policy } = closeCodes;
    this.#unchecked += size;
    const found = above('answer.bytes', size, limits.answer.bytes, policy);
    if (found !== undefined || this.#unchecked <= QUEUE_CHECK_BYTES) return found;
    this.#unchecked = 0;
    this.#noteQueue(this.#socket.bufferedAmount + size);
    return above('socket.queuedBytes', this.#queued, limits.socket.queuedBytes, policy);
  }

  /** Holds the bytes that the network has not taken, and measures again until it has. */
  #noteQueue(bytes: number): void {
    const hasRoom = this.#holder.add(bytes - this.#queued);
    if (this.announcing !== undefined && bytes > this.#queued) this.announcing.isFull ||= !hasRoom;
    this.#queued = bytes;
    if (bytes === 0 || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (!this.#ended) this.#noteQueue(this.#socket.bufferedAmount);
    }, QUEUE_CHECK_MS);
  }

  /** Notes how many bytes the library holds for the client. */
  hold(bytes: number): void {
    this.#holder.add(bytes - this.#held);
    this.#held = bytes;
  }

  /** Closes the socket because of a violation, which the library may have found. */
  refuse(found: Violation): void {
    if (this.#ended) return;
    this.end();
    this.#socket.close(found.code, found.reason);
    this.#onViolation(found);
  }

  /** Notes that the socket closes for another reason: nothing more passes. */
  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#holder.close();
  }
}

function above(limit: string, got: number, most: number, code: number): Violation | undefined {
  return got <= most ? undefined : violation(code, limit, most);
}

/** Size of a message in bytes. Of a text it counts UTF-16 units, a quarter of the work of encoding it. */
export function sizeOf(message: Message | ArrayBufferView): number {
  if (typeof message === 'string') return message.length;
  return 'byteLength' in message ? message.byteLength : message.size;
}
