/**
 * The arguments of every method of the service, checked once and before anything is done with them. A
 * check never coerces a value: a list that holds itself many times takes seconds to become a text.
 */
import { limits } from '../../bench-workers/limits.ts';
import { LAST_LIST, MAX_TEXT_LENGTH } from '../../bench-workers/payloads.ts';
import { show } from '../places/arguments.ts';
import type { CounterMethods } from '../places/bench/operations.ts';
import type { ProbeMethods } from '../places/bench/probe-methods.ts';
import { readShape } from '../places/streams/items.ts';
import { DEEPEST, weigh } from './weight.ts';

/** A kind of argument: in words, for its error, and as a test. */
interface Kind {
  expected: string;
  holds: (value: unknown) => boolean;
  isOptional?: true;
}

const integer: Kind = { expected: 'a safe integer', holds: Number.isSafeInteger };

const whole = (least: number, most: number): Kind => ({
  expected: `a whole number from ${least} to ${most}`,
  holds: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
});

const text = (most: number): Kind => ({
  expected: `a text of at most ${most} characters`,
  holds: (value) => typeof value === 'string' && value.length <= most,
});

const oneOf = (...texts: readonly unknown[]): Kind => ({
  expected: `one of ${texts.join(', ')}`,
  holds: (value) => texts.includes(value),
});

const optional = ({ expected, holds }: Kind): Kind => ({ expected, holds, isOptional: true });

const callable: Kind = { expected: 'a function', holds: (value) => typeof value === 'function' };

const stream: Kind = {
  expected: 'a stream',
  holds: (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
};

/** Its own error names the field that is wrong. */
const shape: Kind = { expected: 'a shape', holds: (value) => readShape(value).items > 0 };

/** So many pieces of one length: 4 MiB in all. */
const [pieces, length] = [whole(1, 64), whole(1, 65_536)];
const amount: Kind = {
  expected: `pieces, ${pieces.expected}, and their length, ${length.expected}`,
  holds: (value) => {
    const given = Object(value) as { pieces?: unknown; length?: unknown };
    return pieces.holds(given.pieces) && length.holds(given.length);
  },
};

/** Whatever a library carries, as long as its answer is neither too long nor too deep. */
const any: Kind = {
  expected: `a value of at most ${limits.answer.bytes} bytes, nested at most ${DEEPEST} deep`,
  holds: (value) => weigh(value) <= limits.answer.bytes,
};

const name = text(100);

/** The arguments of each method by their names, in order. */
export const methods = {
  increment: { amount: integer },
  getValue: {},
  reset: {},
  echo: { value: any },
  add: { a: integer, b: integer },
  upload: { text: text(limits.maxMessageBytes) },
  download: { length: whole(0, MAX_TEXT_LENGTH) },
  fail: { kind: optional(oneOf('type', 'cause', 'code', 'named', 'text')) },
  cursor: {},
  cursorStart: {},
  cursorNext: { position: integer },
  cursorPosition: { position: integer },
  ids: { first: whole(0, LAST_LIST) },
  nameOf: { id: integer },
  calledBack: { count: whole(0, limits.callbacks.perCall), call: callable },

  collect: { stream },
  twins: {},
  // A question asks whether the library checks it.
  typeOf: { value: any },
  user: { id: integer },
  userIds: {},
  greet: { name },
  count: {},
  counted: {},
  link: {},
  isOwnCursor: { cursor: any },
  released: {},
  adder: { first: integer },
  toolbox: {},
  callBack: { callback: callable, value: any },
  steps: { count: whole(0, 1000), onStep: callable },
  subscribe: { name, callback: callable },
  keepPlainly: { callback: callable },
  publish: { name, payload: any },
  askClient: {},
  hold: { key: name, options: optional(any) },
  release: { key: name },
  waiting: {},
  life: {},
  hibernatingSockets: {},
  announce: { clientId: text(limits.message.subprotocol), payload: any },
  authenticate: { token: name },
  nativeCursor: {},
  numbers: { count: whole(0, 1000), after: optional(whole(0, 1000)) },
  flow: { amount },
  flowTo: { amount, take: callable },
  flowed: {},
  stopped: {},

  down: { shape },
  up: { shape, items: stream },
  take: { shape },
  passed: {},
} as const satisfies Record<
  keyof CounterMethods | keyof ProbeMethods | 'down' | 'up' | 'take' | 'passed',
  Readonly<Record<string, Kind>>
>;

/** @throws TypeError that names the method, the argument, the value got and the value expected */
export function checkArguments(method: string, args: readonly unknown[]): void {
  if (!Object.hasOwn(methods, method)) {
    throw new TypeError(`method: got ${show(method)}, expected one of the service`);
  }
  const kinds = Object.entries<Kind>(methods[method as keyof typeof methods]);
  for (const [at, [argument, { expected, holds, isOptional }]] of kinds.entries()) {
    const value = args[at];
    if (holds(value) || (isOptional === true && value === undefined)) continue;
    throw new TypeError(`${method}(${argument}): got ${show(value)}, expected ${expected}`);
  }
  if (args.length <= kinds.length) return;
  throw new TypeError(`${method}: got ${args.length} arguments, expected ${kinds.length}`);
}
