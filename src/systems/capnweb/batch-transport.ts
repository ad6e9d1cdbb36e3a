import type { RpcTransport } from 'capnweb';

/**
 * The client's end of a Cap’n Web HTTP batch: what is sent until the event loop turns goes out as
 * one request, one message a line, and the lines of the answer are what is received. The library
 * has the same built in, as `newHttpBatchRpcSession`, but lets nobody count or abort the request;
 * a test holds the requests of the two together.
 */
export class BatchTransport implements RpcTransport {
  #out: string[] = [];
  readonly #in: Promise<string[]>;

  /**
   * @param post what sends the request
   * @param signal aborts the request; every call of the batch is then rejected with its reason
   */
  constructor(address: string, post: typeof fetch, signal: AbortSignal) {
    this.#in = this.#exchange(address, post, signal);
    // Whoever waits for a message learns of it; a session without calls has nobody who does.
    this.#in.catch(() => undefined);
  }

  send(message: string): void {
    this.#out.push(message);
  }

  async receive(): Promise<string> {
    const message = (await this.#in).shift();
    if (message === undefined) throw new Error('the batch has no further answer');
    return message;
  }

  async #exchange(address: string, post: typeof fetch, signal: AbortSignal): Promise<string[]> {
    await turn();
    signal.throwIfAborted();
    const body = this.#out.join('\n');
    // Nothing said after this reaches the server.
    this.#out = [];
    const response = await post(address, { method: 'POST', body, signal });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`the batch was refused with status ${response.status}`);
    }
    const text = await response.text();
    return text === '' ? [] : text.split('\n');
  }
}

/** Waits until the event loop turns, as the library does: by the quicker way where there is one. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
