import type { Client } from '../clients/client.ts';
import type { Request } from '../clients/request.ts';

/** One connection, and what was done on it. */
interface Line {
  client: Client;
  /** Calls that were answered, and the bytes of their requests’ messages with prefixes. */
  calls: number;
  bytes: number;
  /** Bytes of all requests that were begun on it. */
  begun: number;
  underWay: number;
}

/** A connection that is replaced by a new one where the target asks for that. */
export class Link {
  readonly #dial: () => Client;
  readonly #redialBytes: number;
  #line: Line;

  /** @param redialBytes request bytes that no connection takes more than; Infinity for any number */
  constructor(client: Client, dial: () => Client, redialBytes: number) {
    this.#dial = dial;
    this.#redialBytes = redialBytes;
    this.#line = lineOf(client);
  }

  /** Calls that were answered on the present connection, and the bytes of their requests. */
  get done(): { calls: number; bytes: number } {
    const { calls, bytes } = this.#line;
    return { calls, bytes };
  }

  /** Looks at an answer as its client does. */
  words(request: Request, answer: readonly unknown[]): string[] {
    return this.#line.client.words(request.kind, answer);
  }

  /** As a client’s call; the time of a new connection counts in the call that needs it. */
  async call(request: Request): Promise<readonly unknown[]> {
    const old = this.#line;
    if (old.begun > 0 && old.begun + request.bytes > this.#redialBytes) {
      this.#line = lineOf(this.#dial());
      if (old.underWay === 0) old.client.close();
    }
    const line = this.#line;
    line.begun += request.bytes;
    line.underWay += 1;
    try {
      const answer = await line.client.call(request);
      line.calls += 1;
      line.bytes += request.bytes;
      return answer;
    } finally {
      line.underWay -= 1;
      if (line !== this.#line && line.underWay === 0) line.client.close();
    }
  }

  close(): void {
    this.#line.client.close();
  }
}

const lineOf = (client: Client): Line => ({ client, calls: 0, bytes: 0, begun: 0, underWay: 0 });
