import { type Client, NoAnswer } from '../clients/client.ts';
import type { Request } from '../clients/request.ts';
import { Sockets } from '../clients/sockets.ts';

/** One connection, and what was done on it. */
interface Line {
  client: Client;
  /** Calls that were answered, and the bytes of their requests’ messages with prefixes. */
  calls: number;
  bytes: number;
  /** Bytes of all requests that were begun on it. */
  begun: number;
  /** Bytes that went out for a long request without an answer, frames of HTTP/2 included. */
  part: number;
  underWay: number;
}

/** A connection that is replaced by a new one where the target asks for that. */
export class Link {
  readonly #dial: () => Client;
  readonly #redialBytes: number;
  readonly #sockets = new Sockets();
  #line: Line;

  /**
   * Begins to open the first one.
   *
   * @param redialBytes request bytes that no connection takes more than; Infinity for any number
   * @throws what dialling throws
   */
  constructor(dial: () => Client, redialBytes: number) {
    this.#dial = dial;
    this.#redialBytes = redialBytes;
    this.#line = this.#open();
  }

  /** As a client’s. */
  ready(): Promise<void> {
    return this.#sockets.own(() => this.#line.client.ready());
  }

  /** What was done on the present connection. */
  get done(): Readonly<Pick<Line, 'calls' | 'bytes' | 'part'>> {
    return this.#line;
  }

  /** Bytes that have passed over all its sockets. */
  get traffic(): { out: number; in: number } {
    return this.#sockets.bytes;
  }

  /** Looks at an answer as its client does. */
  words(request: Request, answer: readonly unknown[]): string[] {
    return this.#line.client.words(request.kind, answer);
  }

  /** As a client’s call; the time of a new connection counts in the call that needs it. */
  call(request: Request): Promise<readonly unknown[]> {
    return this.#sockets.own(() => this.#call(request));
  }

  close(): void {
    this.#line.client.close();
  }

  #open(): Line {
    const client = this.#sockets.own(this.#dial);
    return { client, calls: 0, bytes: 0, begun: 0, part: 0, underWay: 0 };
  }

  async #call(request: Request): Promise<readonly unknown[]> {
    const old = this.#line;
    if (old.begun > 0 && old.begun + request.bytes > this.#redialBytes) {
      this.#line = this.#open();
      if (old.underWay === 0) old.client.close();
    }
    const line = this.#line;
    const isLong = request.pieces.length > 1;
    const before = isLong ? this.traffic.out : 0;
    line.begun += request.bytes;
    line.underWay += 1;
    try {
      const answer = await line.client.call(request);
      line.calls += 1;
      line.bytes += request.bytes;
      return answer;
    } catch (error) {
      if (isLong && error instanceof NoAnswer) line.part = this.traffic.out - before;
      throw error;
    } finally {
      line.underWay -= 1;
      if (line !== this.#line && line.underWay === 0) line.client.close();
    }
  }
}
