import { closeCodes, limits, refusal, type Refusal, unreadable } from '../../src/wire/limits.ts';
import { type Check, checkFrame, FrameRefused } from './frame.ts';
import type { Holder } from './holder.ts';

/** Payload of a frame. Bytes arrive as a Blob over a socket in memory, as an ArrayBuffer over one that hibernates. */
export type Message = string | ArrayBuffer | Blob;

/** Answered bytes after which the queue is looked at again, and time after which one that is not read is, in ms. */
const QUEUE_CHECK_BYTES = 16_384;
const QUEUE_CHECK_MS = 100;

/** Whether a client is ended because too much is kept for it. */
export const isTooMuchKept = ({ reason }: Refusal): boolean => /heldBytes|queuedBytes/.test(reason);

/**
 * Looks at the text of a message: its size and depth, and whether it has a form that the library’s own
 * clients send. A check that throws anything but a refusal met what no client sends.
 */
export function refusalOf(text: string, check: Check): Refusal | undefined {
  try {
    checkFrame(text);
    check(text);
    return undefined;
  } catch (error) {
    return error instanceof FrameRefused ? error.refusal : unreadable('a message of the protocol');
  }
}

/**
 * Stands between a socket and what serves it, and keeps both ways to the limits: a message is looked
 * at before any library gets it, an answer before it is queued. What passes a limit closes the
 * socket, and nothing runs or is sent after that.
 */
export class SocketGuard {
  readonly #socket: WebSocket;
  readonly #check: Check;
  readonly #onRefused: (refusal: Refusal) => void;
  readonly #send: WebSocket['send'];
  readonly #kept: Holder;
  #ended: boolean;
  #unchecked = 0;
  #held = 0;
  #queued = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** What is sent to many sockets at once, and sent to no more of them once there is no room for it. */
  announcing: { isFull: boolean } | undefined;

  /**
   * @param kept what is kept for the client, which the guard ends
   * @param onRefused is called once, after the socket was closed for passing a limit
   */
  constructor(
    socket: WebSocket,
    check: Check,
    kept: Holder,
    onRefused: (refusal: Refusal) => void,
  ) {
    this.#socket = socket;
    this.#check = check;
    this.#onRefused = onRefused;
    this.#ended = socket.readyState !== WebSocket.OPEN;
    this.#kept = kept;
    this.#send = socket.send.bind(socket);
    socket.send = (answer: string | ArrayBuffer | ArrayBufferView) => this.#answer(answer);
  }

  /** Whether a message may go on to what serves the socket. */
  admit(message: Message): boolean {
    if (this.#ended) return false;
    const found =
      passed('maxMessageBytes', sizeOf(message), limits.maxMessageBytes, closeCodes.tooBig) ??
      (typeof message === 'string' ? refusalOf(message, this.#check) : undefined);
    if (found !== undefined) this.refuse(found);
    return found === undefined;
  }

  #answer(answer: string | ArrayBuffer | ArrayBufferView): void {
    // A library that does not know of the end yet would make the socket throw.
    if (this.#ended || this.#isFull) return;
    const found = this.#passedByAnswer(sizeOf(answer));
    if (found !== undefined) this.refuse(found);
    else if (this.#isFull) this.#queue(this.#socket.bufferedAmount);
    else if (!this.#ended) this.#send(answer);
  }

  get #isFull(): boolean {
    return this.announcing?.isFull === true;
  }

  #passedByAnswer(size: number): Refusal | undefined {
    const { policy } = closeCodes;
    this.#unchecked += size;
    const found = passed('answer.bytes', size, limits.answer.bytes, policy);
    if (found !== undefined || this.#unchecked <= QUEUE_CHECK_BYTES) return found;
    this.#unchecked = 0;
    this.#queue(this.#socket.bufferedAmount + size);
    return passed('socket.queuedBytes', this.#queued, limits.socket.queuedBytes, policy);
  }

  /** Notes how many bytes the network has not taken, and looks again until it has. */
  #queue(bytes: number): void {
    const hasRoom = this.#kept.add(bytes - this.#queued);
    if (this.announcing !== undefined && bytes > this.#queued) this.announcing.isFull ||= !hasRoom;
    this.#queued = bytes;
    if (bytes === 0 || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (!this.#ended) this.#queue(this.#socket.bufferedAmount);
    }, QUEUE_CHECK_MS);
  }

  /** Notes how many bytes the library keeps for the client. */
  hold(bytes: number): void {
    this.#kept.add(bytes - this.#held);
    this.#held = bytes;
  }

  /** Closes the socket for a message that what serves it found wrong. */
  refuse(found: Refusal): void {
    if (this.#ended) return;
    this.end();
    this.#socket.close(found.code, found.reason);
    this.#onRefused(found);
  }

  /** Takes note that the socket closes for another reason: nothing more passes. */
  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#kept.close();
  }
}

function passed(limit: string, got: number, most: number, code: number): Refusal | undefined {
  return got <= most ? undefined : refusal(code, limit, most);
}

/** Size of a message in bytes; a text’s in UTF-16 units, a quarter of the work of encoding it. */
export function sizeOf(message: Message | ArrayBufferView): number {
  if (typeof message === 'string') return message.length;
  return 'byteLength' in message ? message.byteLength : message.size;
}
