import type {
  Message,
  Offer,
  Server,
  ServerLink,
  Session,
} from '../../../../bench-workers/server.ts';
import { closeCodes } from '../../../wire/limits.ts';
import { methodOf } from '../../../wire/service/arguments.ts';
import type { StreamSink } from '../../../wire/service/streams.ts';
import { Pending } from '../../../wire/links/pending.ts';
import type { CallAnswer } from '../../../wire/peers/baseline.ts';
import { type Call, type Callback, type CallbackAnswer, EVERYBODY, type News } from './system.ts';

/** A stream of the client that is being read, and the call that it belongs to. */
interface Taking {
  id: number;
  sink: StreamSink;
}

/** The baseline: parse, call the service, answer. */
class Connection implements Session {
  readonly #link: ServerLink;
  readonly #offer: Offer;
  /** Calls of the client’s functions that wait for their answers. */
  readonly #callbacks = new Pending();
  #giving: AsyncGenerator | undefined;
  #taking: Taking | undefined;

  constructor(link: ServerLink, offer: Offer) {
    this.#link = link;
    this.#offer = offer;
  }

  take(message: Message): void {
    if (typeof message !== 'string') {
      return this.#link.end(closeCodes.unsupported, 'expected text frames');
    }
    if (this.#taking !== undefined) return this.#read(this.#taking, message);
    let id = -1;
    try {
      const read = readMessage(message);
      if ('callback' in read) return this.#answered(read);
      id = read.id;
      const result = this.#run(read);
      if (result instanceof Promise) {
        result.then(
          (value: unknown) => this.#send({ id, result: value }),
          (error: unknown) => this.#send(failureOf(id, error)),
        );
      } else this.#send({ id, result });
    } catch (error) {
      this.#send(failureOf(id, error));
    }
  }

  close(): void {
    this.#callbacks.end(new Error('callback: got a closed socket, expected an answer'));
    void this.#giving?.return(undefined);
  }

  #send(answer: CallAnswer): void {
    this.#link.socket.send(JSON.stringify(answer));
  }

  #run(call: Call): unknown {
    const name = methodOf(call.method);
    const args = call.args ?? [];
    if (name === 'down') return this.#give(args[0]);
    if (name === 'up') return this.#begin(call.id, args[0]);
    const given = name === 'calledBack' ? [args[0], this.#callback(call.id)] : args;
    return this.#offer.service.call(name, given);
  }

  /** A stand-in for the function that stayed behind with a call. */
  #callback(of: number) {
    return (index: number) =>
      this.#callbacks.ask((callback) =>
        this.#link.socket.send(JSON.stringify({ callback, of, index } satisfies Callback)),
      );
  }

  #answered({ callback, result, error }: CallbackAnswer): void {
    // The call of the function finds out if it is no number.
    if (error === undefined) return this.#callbacks.resolve(callback, result);
    const reason = typeof error === 'string' ? error : 'callback: it failed';
    this.#callbacks.reject(callback, new Error(reason));
  }

  async #give(shape: unknown): Promise<null> {
    const items = this.#offer.service.down(shape as never);
    this.#giving = items;
    for await (const item of items) this.#link.socket.send(item);
    return null;
  }

  /** Begins to read the items of a stream, which follow its call. */
  #begin(id: number, shape: unknown): Promise<never> {
    this.#taking = { id, sink: this.#offer.service.sink(shape as never) };
    // The last item is answered.
    return new Promise(() => undefined);
  }

  #read({ id, sink }: Taking, item: string): void {
    sink.take(item);
    if (!sink.isWhole) return;
    this.#taking = undefined;
    this.#send({ id, result: sink.received() });
  }
}

export const server: Server = {
  accept: () => ({ tags: [EVERYBODY] }),
  serve: (link, offer) => new Connection(link, offer),
  announce(_tag, news, links) {
    const message = JSON.stringify({ news } satisfies News);
    for (const { socket } of links) socket.send(message);
    return links.length;
  },
};

function failureOf(id: number, error: unknown): CallAnswer {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { id, error: { name, message } };
}

/** Reads a call, or an answer to one of the server; the id of an unreadable one is -1 in its answer. */
function readMessage(message: string): Call | CallbackAnswer {
  const expected = 'expected {"id": number, "method": string, "args"?: array}';
  let read: unknown;
  try {
    read = JSON.parse(message);
  } catch (cause) {
    throw new TypeError(`frame: got no JSON, ${expected}`, { cause });
  }
  const wrong = () => new TypeError(`frame: got ${message.slice(0, 80)}, ${expected}`);
  if (typeof read !== 'object' || read === null) throw wrong();
  if ('callback' in read && typeof read.callback === 'number') return read as CallbackAnswer;
  if (!('id' in read) || !('method' in read)) throw wrong();
  const { id, method } = read;
  const args = 'args' in read ? read.args : [];
  if (typeof id !== 'number' || typeof method !== 'string' || !Array.isArray(args)) throw wrong();
  return { id, method, args };
}
