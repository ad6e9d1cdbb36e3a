/** Calls of the baseline over TCP: requests are answered in the order in which they were sent. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { END, Unprefixed } from '../prefixed.ts';
import { methods } from '../route-guide.ts';
import { wordsOf } from './answers.ts';
import {
  type Client,
  Failed,
  failureOf,
  NoAnswer,
  type Settle,
  UNAVAILABLE,
  within,
} from './client.ts';
import type { Request } from './request.ts';
import { writeAll } from './writing.ts';

const closed = () => new Failed(UNAVAILABLE, 'the connection was closed');

export class TcpClient implements Client {
  readonly words = wordsOf;
  readonly #socket: Socket;
  readonly #deadlineMs: number;
  /** Calls without an answer, the oldest first. */
  #waiting: Settle[] = [];
  #answer: Buffer[] = [];

  constructor(address: string, deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
    const { hostname, port } = new URL(`tcp://${address}`);
    const messages = new Unprefixed((message) => this.#take(message));
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
      .on('data', (chunk) => {
        for (let rest: Buffer = chunk; rest.length > 0;) rest = messages.push(rest);
      })
      .on('error', (error) => this.#lost(error))
      .on('close', () => this.#lost(closed()));
  }

  async ready(): Promise<void> {
    try {
      await once(this.#socket, 'connect', { signal: AbortSignal.timeout(this.#deadlineMs) });
    } catch (error) {
      const { name } = error as Error;
      throw name === 'AbortError' ? new NoAnswer(this.#deadlineMs) : failureOf(error);
    }
  }

  call({ kind, pieces }: Request): Promise<readonly unknown[]> {
    return within(this.#deadlineMs, (settle) => {
      if (this.#socket.destroyed) settle.failed(closed());
      this.#waiting.push(settle);
      const head = Buffer.of(methods[kind].byte);
      const [only = END, ...more] = pieces;
      if (more.length === 0) this.#socket.write(Buffer.concat([head, only, END]));
      else writeAll(this.#socket, [head, ...pieces, END], false);
      // What it still sends would be taken for the next request.
      return () => this.#socket.destroy();
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(message: Buffer | 'end'): void {
    if (message !== 'end') {
      this.#answer.push(message);
      return;
    }
    this.#waiting.shift()?.done(this.#answer);
    this.#answer = [];
  }

  #lost(error: unknown): void {
    for (const settle of this.#waiting) settle.failed(error);
    this.#waiting = [];
  }
}
