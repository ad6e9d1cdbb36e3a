/**
 * Calls without a library: questions with numbers, answers that have the same number. It is what a
 * program does that takes none, and the least that a call must cost; what carries its messages is
 * not said here.
 */
import type { Called } from './operations.ts';

export interface Question {
  id: number;
  method: string;
  args: readonly unknown[];
}

/** What is answered to the question of that number. */
export type Answer =
  { id: number; result: unknown } | { id: number; error: { name: string; message: string } };

/** Calls the function that came with the question of that number; nothing is answered. */
export interface Callback {
  of: number;
  index: number;
}

interface Pending {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
  called: Called | undefined;
}

/** The asking end. */
export class Asking {
  readonly #send: (question: Question) => void;
  readonly #pending = new Map<number, Pending>();
  #last = 0;
  #ended: Error | undefined;

  constructor(send: (question: Question) => void) {
    this.#send = send;
  }

  /** @param called what the other end may call until it answers; it is told of none */
  ask(method: string, args: readonly unknown[], called?: Called): Promise<never> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const id = (this.#last += 1);
    return new Promise<never>((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve as (result: unknown) => void, reject, called });
      this.#send({ id, method, args });
    });
  }

  /** Takes what the other end sent. What belongs to no question is passed over. */
  hear(message: Answer | Callback): void {
    if ('of' in message) return this.#pending.get(message.of)?.called?.(message.index);
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if ('error' in message) pending?.reject(toError(message.error));
    else pending?.resolve(message.result);
  }

  /** No answer comes any more: all that is asked, now or later, is rejected. */
  end(reason: Error): void {
    this.#ended ??= reason;
    for (const { reject } of this.#pending.values()) reject(this.#ended);
    this.#pending.clear();
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
    // The function that a method calls is its last argument, and only this one takes a function.
    const called = (index: number): void => send({ of: id, index });
    const given = method === 'callBack' ? [...args, called] : args;
    const callable = (methods as Record<string, (...args: unknown[]) => unknown>)[method];
    send({ id, result: callable?.(...given) });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    send({ id, error: { name, message } });
  }
}

function toError({ name, message }: { name: string; message: string }): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}
