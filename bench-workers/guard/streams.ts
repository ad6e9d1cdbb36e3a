/** How often a line that says nothing is sent, in ms: only what is sent finds that nobody reads. */
const STILL_HERE_MS = 2000;
const STILL_HERE = new TextEncoder().encode(':\n');

/** Answers that go on when their requests are answered, each until its end or that of its object. */
export class Streams {
  /** What ends each that is open. */
  readonly #open = new Set<() => void>();

  get size(): number {
    return this.#open.size;
  }

  /** Whether an answer goes on: what a library sends as events. Others have their whole body at once. */
  static is(answer: Response): answer is Response & { body: ReadableStream<Uint8Array> } {
    const type = answer.headers.get('Content-Type') ?? '';
    return answer.body !== null && type.startsWith('text/event-stream');
  }

  /** @param onEnd is called once, when it is over or its reader is gone */
  pass(answer: Response & { body: ReadableStream<Uint8Array> }, onEnd: () => void): Response {
    const body: ReadableStream<Uint8Array> = answer.body;
    const reader = body.getReader();
    const finish = () => {
      if (!this.#open.delete(end)) return;
      clearInterval(timer);
      // A library may wait for its next event before it hears of that.
      reader.cancel().catch(() => undefined);
      onEnd();
    };
    let end = finish;
    let stillHere = (): void => undefined;
    const timer = setInterval(() => stillHere(), STILL_HERE_MS);
    const passed = new ReadableStream<Uint8Array>({
      start: (controller) => {
        end = () => {
          controller.close();
          finish();
        };
        this.#open.add(end);
        stillHere = () => controller.enqueue(STILL_HERE);
      },
      async pull(controller) {
        const { done, value } = await reader.read();
        if (!done) controller.enqueue(value);
        else end();
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
