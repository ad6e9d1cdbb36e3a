/** Calls without a library over any channel: questions with numbers, and answers with the same numbers. */
import { Pending } from '../links/pending.ts';
import { type CallByName, type CallerSide, operationsByName } from './operations.ts';
import { type Called, functionsOf, type PeerService } from './service.ts';

export interface Question {
  id: number;
  method: string;
  args: readonly unknown[];
}

/** An item of a stream, which nothing answers. */
interface Item {
  item: unknown;
}

/** The answer to the question of that number. */
export type CallAnswer =
  { id: number; result: unknown } | { id: number; error: { name: string; message: string } };

/** Calls the function that came with the question of that number; nothing is answered. */
interface Callback {
  of: number;
  index: unknown;
}

export type Message = Question | Item | CallAnswer | Callback;

/** Messages there and back, for libraries that leave the channel to their users. */
export interface Pipe {
  post: (message: unknown, transfer?: ArrayBuffer[]) => void;
  /** Called once. */
  listen: (take: (message: unknown) => void) => void;
}

/** The methods whose last argument is a function. */
const takesFunction: ReadonlySet<string> = new Set(['callBack', 'downTo']);
/** The method whose buffer is handed over, there and back. */
const TRANSFER = 'transfer';

const handedOver = ({ method, args }: Question): ArrayBuffer[] | undefined =>
  method === TRANSFER ? (args as ArrayBuffer[]) : undefined;

/** The asking end. */
export class Caller {
  readonly #send: (question: Question) => void;
  readonly #pending = new Pending<Called>();

  constructor(send: (question: Question) => void) {
    this.#send = send;
  }

  /** Makes a call. The other end may call the function until it answers. */
  readonly call: CallByName = (method, args, called) =>
    this.#pending.ask((id) => this.#send({ id, method, args }), called);

  /** Takes a message of the other end. One that belongs to no question is ignored. */
  take(message: CallAnswer | Callback): void {
    if ('of' in message) this.#pending.noteOf(message.of)?.(message.index as never);
    else if ('error' in message) this.#pending.reject(message.id, toError(message.error));
    else this.#pending.resolve(message.id, message.result);
  }

  /** Rejects all open and later questions. */
  end(reason: Error): void {
    this.#pending.end(reason);
  }
}

/** The caller’s side over a pipe. @param lost resolves to how the other side ended, if that can be known */
export function openBaseline({ post, listen }: Pipe, lost?: Promise<string>): CallerSide {
  const caller = new Caller((question) => post(question, handedOver(question)));
  listen((message) => caller.take(message as CallAnswer | Callback));
  void lost?.then((how) => caller.end(new Error(how)));
  return {
    operations: {
      ...operationsByName(caller.call, (method, args) =>
        method === 'takeItem' ? post({ item: args[0] } satisfies Item) : caller.call(method, args),
      ),
      transfer: (buffer) => caller.call(TRANSFER, [buffer]),
    },
    close: () => caller.end(new Error('the connection is closed')),
  };
}

/** Serves one connection over a pipe: each question is answered at once with what its method returns or throws. */
export function serveBaseline({ post, listen }: Pipe, service: PeerService): void {
  const methods: Readonly<Record<string, (...args: unknown[]) => unknown>> = {
    ...functionsOf(service),
    [TRANSFER]: (buffer) => service.echo(buffer),
  };
  const answer = ({ id, method, args }: Question): CallAnswer => {
    try {
      if (!Object.hasOwn(methods, method)) {
        const known = Object.keys(methods).join(', ');
        throw new RangeError(`method: got ${JSON.stringify(method)}, expected one of ${known}`);
      }
      const callback = (index: unknown) => post({ of: id, index } satisfies Callback);
      const given = takesFunction.has(method) ? [...args, callback] : args;
      return { id, result: methods[method]?.(...given) };
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      return { id, error: { name, message } };
    }
  };
  listen((message) => {
    const asked = message as Question | Item;
    if ('item' in asked) service.takeItem(asked.item);
    else post(answer(asked), handedOver(asked));
  });
}

/** The error that an answer tells of. */
export function toError({ name, message }: { name: string; message: string }): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}
