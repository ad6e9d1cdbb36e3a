import { closeCodes, limits, refusal, type Refusal, unreadable } from '../limits.ts';
import { type Check, checkFrame, FrameRefused } from './frame.ts';
import { heldBytes, Holder } from './isolate.ts';

/** Payload of a frame. Bytes arrive as a Blob over a socket in memory, as an ArrayBuffer over one that hibernates. */
export type Message = string | ArrayBuffer | Blob;

/** Answered bytes after which the queue is looked at again. */
const QUEUE_CHECK_BYTES = limits.socket.queuedBytes / 16;

/** Ends the client for whom most is kept. */
const tooMuchKept = () => refusal(closeCodes.policy, 'heldBytes', heldBytes());

/** Whether a client is ended because most is kept for it. */
export const isTooMuchKept = ({ reason }: Refusal): boolean => reason === tooMuchKept().reason;

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

  /** @param onRefused is called once, after the socket was closed for passing a limit */
  constructor(socket: WebSocket, check: Check, onRefused: (refusal: Refusal) => void) {
    this.#socket = socket;
    this.#check = check;
    this.#onRefused = onRefused;
    this.#ended = socket.readyState !== WebSocket.OPEN;
    this.#kept = new Holder(() => this.refuse(tooMuchKept()));
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
    if (this.#ended) return;
    const found = this.#passedByAnswer(sizeOf(answer));
    if (found !== undefined) this.refuse(found);
    else if (!this.#ended) this.#send(answer);
  }

  #passedByAnswer(size: number): Refusal | undefined {
    const { policy } = closeCodes;
    this.#unchecked += size;
    const found = passed('answer.bytes', size, limits.answer.bytes, policy);
    if (found !== undefined || this.#unchecked <= QUEUE_CHECK_BYTES) return found;
    this.#unchecked = 0;
    this.#queued = this.#socket.bufferedAmount + size;
    this.#keep();
    return passed('socket.queuedBytes', this.#queued, limits.socket.queuedBytes, policy);
  }

  /** Notes how many bytes are kept for the client besides what is queued. */
  hold(bytes: number): void {
    this.#held = bytes;
    this.#keep();
  }

  #keep(): void {
    if (!this.#ended) this.#kept.set(this.#held + this.#queued);
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
    this.#kept.set(0);
  }
}

function passed(limit: string, got: number, most: number, code: number): Refusal | undefined {
  return got <= most ? undefined : refusal(code, limit, most);
}

/** Size of a message in bytes; a text’s in UTF-16 units, a quarter of the work of encoding it. */
function sizeOf(message: Message | ArrayBufferView): number {
  if (typeof message === 'string') return message.length;
  return 'byteLength' in message ? message.byteLength : message.size;
}
