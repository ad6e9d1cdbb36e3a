/** Calls of the baseline over HTTP/2, by Node’s own client. */
import { once } from 'node:events';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { createConnection } from 'node:net';
import { Unprefixed } from '../prefixed.ts';
import { pathOf } from '../route-guide.ts';
import { wordsOf } from './answers.ts';
import { type Client, Failed, failureOf, NoAnswer, UNAVAILABLE, within } from './client.ts';
import type { Request } from './request.ts';
import { writeAll } from './writing.ts';

export class Http2Client implements Client {
  readonly words = wordsOf;
  readonly #session: ClientHttp2Session;
  readonly #deadlineMs: number;

  constructor(address: string, deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
    // Of any other scheme, the port is there even where it is HTTP’s own.
    const { hostname: host, port } = new URL(`tcp://${address}`);
    this.#session = connect(`http://${address}`, {
      createConnection: () => createConnection({ host, port: Number(port), noDelay: true }),
    });
    // Its streams and whoever waits for it to be ready hear of it too.
    this.#session.on('error', () => undefined);
  }

  async ready(): Promise<void> {
    try {
      // The first thing that a server sends.
      await once(this.#session, 'remoteSettings', {
        signal: AbortSignal.timeout(this.#deadlineMs),
      });
    } catch (error) {
      const { name } = error as Error;
      throw name === 'AbortError' ? new NoAnswer(this.#deadlineMs) : failureOf(error);
    }
  }

  call({ kind, pieces }: Request): Promise<readonly unknown[]> {
    return within(this.#deadlineMs, (settle) => {
      const stream = this.#session.request({
        ':method': 'POST',
        ':path': pathOf(kind),
        'content-type': 'application/octet-stream',
      });
      const answer: Buffer[] = [];
      let ended = false;
      const messages = new Unprefixed((message) => {
        if (message !== 'end') answer.push(message);
      });
      stream
        .on('response', ({ ':status': code }) => {
          if (code !== 200) settle.failed(new Failed(`HTTP ${code}`, 'expected 200'));
        })
        .on('data', (chunk: Buffer) => messages.push(chunk))
        .on('end', () => {
          ended = true;
          settle.done(answer);
        })
        .on('error', (error) => settle.failed(error))
        .on('close', () => {
          if (!ended)
            settle.failed(new Failed(UNAVAILABLE, 'the stream was closed before its end'));
        });
      writeAll(stream, pieces);
      return () => stream.close(constants.NGHTTP2_CANCEL);
    });
  }

  close(): void {
    this.#session.destroy();
  }
}
