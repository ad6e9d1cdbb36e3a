import type { Holder } from './holder.ts';

/** Time between two empty parts of a silent answer, in ms. Only a write finds out that nobody reads. */
const STILL_HERE_MS = 2000;
/** Empty parts that may stand between two lines of an ongoing answer, by the beginning of its type. */
const STILL_HERE: ReadonlyArray<readonly [type: string, bytes: Uint8Array]> = [
  ['text/event-stream', new TextEncoder().encode(':\n')],
  ['application/jsonl', new TextEncoder().encode(' ')],
];
const LINE_BREAK = 0x0a;

const stillHereOf = (answer: Response): Uint8Array | undefined => {
  const got = answer.headers.get('Content-Type') ?? '';
  return STILL_HERE.find(([type]) => got.startsWith(type))?.[1];
};

/** Answers that go on after their requests, until they end or their object does. */
export class Streams {
  /** The function of each open answer that ends it. */
  readonly #open = new Set<() => void>();

  /** True if an answer goes on: events, or lines of JSON for each call. Others have their whole body at once. */
  static is(answer: Response): answer is Response & { body: ReadableStream<Uint8Array> } {
    return answer.body !== null && stillHereOf(answer) !== undefined;
  }

  /**
   * Passes an answer on, part by part. A part counts as held until the network has taken it.
   *
   * @param holder holds the parts, and ends the answer
   * @param onEnd is called once, when the answer is over or its reader is gone
   */
  pass(
    answer: Response & { body: ReadableStream<Uint8Array> },
    holder: Holder,
    onEnd: () => void,
  ): Response {
    const body: ReadableStream<Uint8Array> = answer.body;
    const reader = body.getReader();
    const finish = () => {
      if (!this.#open.delete(end)) return;
      clearInterval(timer);
      holder.close();
      // The library may hear of this only with its next event.
      reader.cancel().catch(() => undefined);
      onEnd();
    };
    let end: () => void = finish;
    let sendStillHere = (): void => undefined;
    let isBetweenLines = true;
    /** Bytes of the part that the network is taking. */
    let taking = 0;
    /** Bytes of the part that waits for the network. */
    let waiting = 0;
    const stillHere = stillHereOf(answer);
    const timer = setInterval(() => sendStillHere(), STILL_HERE_MS);
    const passed = new ReadableStream<Uint8Array>({
      start: (controller) => {
        end = () => {
          controller.close();
          finish();
        };
        this.#open.add(end);
        holder.end = end;
        sendStillHere = () => {
          if (isBetweenLines && stillHere !== undefined) controller.enqueue(stillHere);
        };
      },
      async pull(controller) {
        const { done, value } = await reader.read().catch((error: unknown) => {
          finish();
          throw error;
        });
        if (done) return end();
        isBetweenLines = value.at(-1) === LINE_BREAK;
        holder.add(value.length - taking);
        taking = waiting;
        waiting = value.length;
        if (!holder.isOver) controller.enqueue(value);
      },
      cancel: finish,
    });
    return new Response(passed, answer);
  }

  /** Ends all open answers. */
  end(): void {
    for (const end of this.#open) end();
  }
}
