/**
 * Calls without a library: questions with numbers, answers that have the same number. It is what a
 * program does that takes none; any channel can carry its messages.
 */
import { Pending } from '../../links/pending.ts';
import type { Called } from './service.ts';

export interface Question {
  id: number;
  method: string;
  args: readonly unknown[];
}

/** The answer to the question of that number. */
export type Answer =
  { id: number; result: unknown } | { id: number; error: { name: string; message: string } };

/** Calls the function that came with the question of that number; nothing is answered. */
export interface Callback {
  of: number;
  index: unknown;
}

/** The methods whose last argument is a function. */
const takesFunction: ReadonlySet<string> = new Set(['callBack', 'downTo']);

/** The asking end. */
export class Caller {
  readonly #send: (question: Question) => void;
  readonly #pending = new Pending<Called>();

  constructor(send: (question: Question) => void) {
    this.#send = send;
  }

  /** @param callback the function that the other end may call until it answers; it is told of none */
  call(method: string, args: readonly unknown[], callback?: Called): Promise<never> {
    return this.#pending.ask((id) => this.#send({ id, method, args }), callback);
  }

  /** Takes what the other end sent. What belongs to no question is passed over. */
  take(message: Answer | Callback): void {
    if ('of' in message) this.#pending.noteOf(message.of)?.(message.index as never);
    else if ('error' in message) this.#pending.reject(message.id, toError(message.error));
    else this.#pending.resolve(message.id, message.result);
  }

  /** No answer comes any more: all that is asked, now or later, is rejected. */
  end(reason: Error): void {
    this.#pending.end(reason);
  }
}

/**
 * The answering end: calls a method, and sends what it returns or throws.
 *
 * @param methods those within reach, each answering at once
 */
export function answer(
  methods: object,
  { id, method, args }: Question,
  send: (message: Answer | Callback) => void,
): void {
  try {
    if (!Object.hasOwn(methods, method)) {
      const known = Object.keys(methods).join(', ');
      throw new RangeError(`method: got ${JSON.stringify(method)}, expected one of ${known}`);
    }
    const callback = (index: unknown): void => send({ of: id, index });
    const given = takesFunction.has(method) ? [...args, callback] : args;
    const callable = (methods as Record<string, (...args: unknown[]) => unknown>)[method];
    send({ id, result: callable?.(...given) });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    send({ id, error: { name, message } });
  }
}

/** The error that an answer tells of. */
export function toError({ name, message }: { name: string; message: string }): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}
