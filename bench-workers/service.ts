import { checkFunction, checkWhole, show } from '../src/places/arguments.ts';
import { AnswerBudget } from './guard/answer-budget.ts';
import { limits } from './limits.ts';
import { idsFrom, nameOf, payloadAt } from '../src/service/payloads.ts';
import type {
  CalledRemotely,
  CounterMethods,
  CursorMethods,
} from '../src/service/api.ts';

const KEY = 'value';

/** A place in a sequence that has no end. */
export class Cursor implements CursorMethods {
  readonly #position: number;

  /** @throws TypeError unless the position is a safe integer */
  constructor(position: number) {
    checkInteger('cursor', position);
    this.#position = position;
  }

  /** The cursor one place further on. */
  next(): Cursor {
    return new Cursor(this.#position + 1);
  }

  position(): number {
    return this.#position;
  }
}

/** What the counter needs of a storage. */
export type CounterStorage = Pick<SyncKvStorage, 'get' | 'put'>;

/**
 * The one implementation of the business logic: a counter on the synchronous key-value storage
 * of a Durable Object. Every system's server half calls it, so that only the way there differs.
 * A wrong argument throws a TypeError or RangeError before anything is written.
 */
export class CounterService implements CounterMethods {
  readonly #kv: CounterStorage;
  readonly #budget: AnswerBudget;
  /** Texts sent so far, so that no two in a row are alike. */
  #downloads = 0;
  /** Calls of clients’ functions that wait for their answers. */
  #waiting = 0;

  /** @param budget what a message may make it answer; whoever takes messages in renews it */
  constructor(kv: CounterStorage, budget = new AnswerBudget()) {
    this.#kv = kv;
    this.#budget = budget;
  }

  increment(amount: number): number {
    checkInteger('increment', amount);
    const value = this.getValue() + amount;
    if (!Number.isSafeInteger(value)) {
      throw new RangeError(`increment: got ${amount}, expected the sum to stay a safe integer`);
    }
    this.#kv.put(KEY, value);
    return value;
  }

  getValue(): number {
    return this.#kv.get<number>(KEY) ?? 0;
  }

  reset(): number {
    this.#kv.put(KEY, 0);
    return 0;
  }

  echo<Value>(value: Value): Value {
    return this.#budget.charge(value);
  }

  add(a: number, b: number): number {
    checkInteger('add', a);
    checkInteger('add', b);
    return a + b;
  }

  upload(text: string): number {
    if (typeof text !== 'string') throw new TypeError(`upload: got ${show(text)}, expected a text`);
    return text.length;
  }

  download(length: number): string {
    const text = payloadAt(length, this.#downloads);
    this.#downloads += 1;
    return this.#budget.charge(text);
  }

  fail(): never {
    const cause = new Error('fail: the cause');
    throw Object.assign(new RangeError('fail: as asked', { cause }), { code: 7 });
  }

  ids(first: number): number[] {
    return idsFrom(first);
  }

  nameOf(id: number): string {
    checkInteger('nameOf', id);
    return nameOf(id);
  }

  async calledBack(count: number, call: CalledRemotely): Promise<number> {
    checkFunction('calledBack', call);
    const { perCall, waiting, bytes } = limits.callbacks;
    checkWhole('calledBack', count, 0, perCall);
    if (this.#waiting + count > waiting) {
      throw new RangeError(
        `calledBack: got ${count} calls more, expected at most ${waiting} that wait for answers`,
      );
    }
    this.#budget.spend(count * bytes);
    const asked = Array.from({ length: count }, (_, index) => this.#ask(call, index));
    const answers = await Promise.all(asked);
    return answers.reduce((sum, answer) => sum + answer, 0);
  }

  async #ask(call: CalledRemotely, index: number): Promise<number> {
    this.#waiting += 1;
    try {
      const answer = await call(index);
      checkInteger('calledBack', answer);
      return answer;
    } finally {
      this.#waiting -= 1;
    }
  }

  cursor(): Cursor {
    return new Cursor(0);
  }

  cursorStart(): number {
    return this.cursor().position();
  }

  cursorNext(position: number): number {
    return new Cursor(position).next().position();
  }

  cursorPosition(position: number): number {
    return new Cursor(position).position();
  }
}

function checkInteger(what: string, value: number): void {
  if (Number.isSafeInteger(value)) return;
  throw new TypeError(`${what}: got ${show(value)}, expected a safe integer`);
}
