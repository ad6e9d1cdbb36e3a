import type { Holder } from './holder.ts';

/** How often what says nothing is sent, in ms: only what is sent finds that nobody reads. */
const STILL_HERE_MS = 2000;
/** What says nothing between two lines of an answer that goes on, by the beginning of its type: events, and JSON in lines. */
const STILL_HERE: ReadonlyArray<readonly [type: string, bytes: Uint8Array]> = [
  ['text/event-stream', new TextEncoder().encode(':\n')],
  ['application/jsonl', new TextEncoder().encode(' ')],
];
const LINE_BREAK = 0x0a;

const stillHereOf = (answer: Response): Uint8Array | undefined => {
  const got = answer.headers.get('Content-Type') ?? '';
  return STILL_HERE.find(([type]) => got.startsWith(type))?.[1];
};

/** Answers that go on when their requests are answered, each until its end or that of its object. */
export class Streams {
  /** What ends each that is open. */
  readonly #open = new Set<() => void>();

  get size(): number {
    return this.#open.size;
  }

  /** Whether an answer goes on: what a library sends as events, or call by call. Others have their whole body at once. */
  static is(answer: Response): answer is Response & { body: ReadableStream<Uint8Array> } {
    return answer.body !== null && stillHereOf(answer) !== undefined;
  }

  /**
   * Hands an answer on, part by part. What is read of it is kept until the network has taken it.
   *
   * @param kept what is kept for its client, which ends it
   * @param onEnd is called once, when it is over or its reader is gone
   */
  pass(
    answer: Response & { body: ReadableStream<Uint8Array> },
    kept: Holder,
    onEnd: () => void,
  ): Response {
    const body: ReadableStream<Uint8Array> = answer.body;
    const reader = body.getReader();
    const finish = () => {
      if (!this.#open.delete(end)) return;
      clearInterval(timer);
      kept.close();
      // A library may wait for its next event before it hears of that.
      reader.cancel().catch(() => undefined);
      onEnd();
    };
    let end: () => void = finish;
    let stillHere = (): void => undefined;
    let isBetweenLines = true;
    /** Bytes of the part that the network takes, and of the one that waits for it. */
    let [taking, waiting] = [0, 0];
    const nothing = stillHereOf(answer);
    const timer = setInterval(() => stillHere(), STILL_HERE_MS);
    const passed = new ReadableStream<Uint8Array>({
      start: (controller) => {
        end = () => {
          controller.close();
          finish();
        };
        this.#open.add(end);
        kept.end = end;
        stillHere = () => {
          if (isBetweenLines) controller.enqueue(nothing);
        };
      },
      async pull(controller) {
        const { done, value } = await reader.read().catch((error: unknown) => {
          finish();
          throw error;
        });
        if (done) return end();
        isBetweenLines = value.at(-1) === LINE_BREAK;
        kept.add(value.length - taking);
        [taking, waiting] = [waiting, value.length];
        if (!kept.isOver) controller.enqueue(value);
      },
      cancel: finish,
    });
    return new Response(passed, answer);
  }

  /** Ends all of them. */
  end(): void {
    for (const end of this.#open) end();
  }
}
