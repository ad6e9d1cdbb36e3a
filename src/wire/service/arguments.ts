/**
 * Checks the arguments of every method of the service before anything is done with them. A check never
 * coerces a value, because a list that holds itself many times takes seconds to become a text.
 */
import { limits, valueText } from '../limits.ts';
import { DEEPEST, weigh } from './budget.ts';
import { readShape } from './items.ts';
import { LAST_LIST, MAX_TEXT_LENGTH } from './payloads.ts';

/** A kind of argument: in the words of an error, and as a test. */
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
  holds: (value) =>
    value instanceof ReadableStream ||
    (typeof value === 'object' && value !== null && Symbol.asyncIterator in value),
};

/** A stream’s shape. Its own error names the field that is wrong. */
const shape: Kind = { expected: 'a shape', holds: (value) => readShape(value).items > 0 };

/** Any value whose answer is neither too long nor too deep. */
const any: Kind = {
  expected: `a value of at most ${limits.answer.bytes} bytes, nested at most ${DEEPEST} deep`,
  holds: (value) => weigh(value) <= limits.answer.bytes,
};

/** Options that a library adds to a call. A call that waits holds them. */
const options: Kind = {
  expected: 'options of at most 1024 bytes',
  holds: (value) => weigh(value) <= 1024,
};

/** A value whose type only its method looks at. */
const unweighed: Kind = { expected: 'a value', holds: () => true };

const name = text(100);

/** All methods that a client may call, with their arguments in order. Nothing else of an object is within reach. */
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
  // A question asks whether the library checks this argument.
  typeOf: { value: unweighed },
  user: { id: integer },
  link: {},
  released: {},
  adder: { first: integer },
  toolbox: {},
  unsendable: {},
  callBack: { callback: callable, value: any },
  steps: { count: whole(0, 1000), onStep: callable },
  subscribe: { name, callback: callable },
  keepPlainly: { callback: callable },
  publish: { name, payload: any },
  publishAll: { payload: any },
  askClient: {},
  hold: { key: name, options: optional(options) },
  release: { key: name },
  waiting: {},
  life: {},
  hibernatingSockets: {},
  announce: { clientId: text(limits.message.subprotocol), payload: any },
  authenticate: { token: name },
  nativeCursor: {},
  numbers: { count: whole(0, 1000), after: optional(whole(0, 1000)) },
  downTo: { shape, take: callable },
  flowTo: { shape, take: callable },
  sink: { shape },
  stopped: {},

  down: { shape },
  up: { shape, items: stream },
  passed: {},
} as const satisfies Readonly<Record<string, Readonly<Record<string, Kind>>>>;

export type MethodName = keyof typeof methods;
export const methodNames = Object.keys(methods) as readonly MethodName[];

/** The arguments as lists, because every call looks them up. */
const kindsOf = new Map<string, [string, Kind][]>(
  Object.entries<Readonly<Record<string, Kind>>>(methods).map(([method, kinds]) => [
    method,
    Object.entries(kinds),
  ]),
);

const noMethod = (name: string): TypeError =>
  new TypeError(`method: got ${valueText(name)}, expected one of ${methodNames.join(', ')}`);

/** The method of a name. @throws TypeError naming the names there are */
export function methodOf(name: string): MethodName {
  if (kindsOf.has(name)) return name as MethodName;
  throw noMethod(name);
}

/** @throws TypeError that names the method, the argument, the value got and the value expected */
export function checkArguments(method: string, args: readonly unknown[]): void {
  const kinds = kindsOf.get(method);
  if (kinds === undefined) throw noMethod(method);
  for (let at = 0; at < kinds.length; at += 1) {
    const [argument, { expected, holds, isOptional }] = kinds[at] as [string, Kind];
    const value = args[at];
    if (holds(value) || (isOptional === true && value === undefined)) continue;
    throw new TypeError(`${method}(${argument}): got ${valueText(value)}, expected ${expected}`);
  }
  if (args.length <= kinds.length) return;
  throw new TypeError(`${method}: got ${args.length} arguments, expected ${kinds.length}`);
}

/** Arguments by their names, for libraries whose calls have one input; undefined for a method without arguments. */
export function namedInput(method: string, args: readonly unknown[]): object | undefined {
  const kinds = kindsOf.get(method) ?? [];
  if (kinds.length === 0) return undefined;
  return Object.fromEntries(args.map((value, at) => [kinds[at]?.[0], value])) as object;
}

/** The arguments in such an input. */
export function namedArguments(method: string, input: unknown): unknown[] {
  const fields = Object(input) as object;
  return (kindsOf.get(method) ?? []).map(([name]) => Reflect.get(fields, name) as unknown);
}

/** Arguments as one input: a single argument itself, several by their names. */
export function inputOf(method: string, args: readonly unknown[]): unknown {
  return (kindsOf.get(method)?.length ?? 0) > 1 ? namedInput(method, args) : args[0];
}

/** The arguments in such an input. */
export function argumentsIn(method: string, input: unknown): unknown[] {
  const { length = 0 } = kindsOf.get(method) ?? [];
  return length > 1 ? namedArguments(method, input) : [input].slice(0, length);
}
