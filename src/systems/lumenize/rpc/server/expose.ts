/**
 * What of a server's objects is within a client's reach. The published server hands out the whole
 * object, storage and environment included; this one knows only what was declared public.
 */
import { isObject, MAX_ARGS, MAX_DEPTH, type Step } from '../protocol/protocol.ts';

/** An object and what of it clients may reach. */
export interface Exposed {
  target: object;
  /**
   * Its public methods, and getters that clients may read. Everything else is out of reach: `ctx`,
   * `env`, `constructor` and the rest of the object, even where they are named here.
   */
  publicMethods: readonly string[];
}

/** Names that no declaration makes public. */
const reserved: ReadonlySet<string> = new Set([
  'ctx',
  'env',
  'prototype',
  ...Object.getOwnPropertyNames(Object.prototype),
]);

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;
type AnyClass = abstract new (...args: never[]) => object;

const publicNames = new WeakMap<object, readonly string[]>();
const publicFunctions = new WeakSet<object>();

/**
 * Declares members of a class public, so that its instances may be returned by a method and called
 * in turn. A getter that is named is read when an instance travels.
 */
export function declarePublicMembers<Class extends AnyClass>(
  Class: Class,
  names: ReadonlyArray<keyof InstanceType<Class> & string>,
): void {
  const allowed = names.filter((name) => !reserved.has(name));
  publicNames.set(Class.prototype as object, allowed);
}

/** Declares that a function may be called by a client that got it in a result; gives it back. */
export function declarePublicFunction<Function extends (...args: never[]) => unknown>(
  callable: Function,
): Function {
  publicFunctions.add(callable);
  return callable;
}

/** The names that a value's class and those it inherits from declared public. */
function publicMembers(value: object): string[] {
  const names: string[] = [];
  for (let each: unknown = value; isObject(each); each = Object.getPrototypeOf(each)) {
    names.push(...(publicNames.get(each) ?? []));
  }
  return names;
}

/** The names that are public of the exposed object itself, or of what it returned. */
export function membersWithin({ target, publicMethods }: Exposed, value: object): string[] {
  return value === target
    ? publicMethods.filter((name) => !reserved.has(name))
    : publicMembers(value);
}

/** What a step of a chain leads to. A function comes with the object it belongs to. */
interface Member {
  value: unknown;
  /** The function's `this`; absent for what may not be called. */
  self?: object | undefined;
}

/**
 * Reads a member of the exposed object or of what it returned.
 *
 * @throws TypeError naming a key that is out of reach.
 */
function readMember(exposed: Exposed, from: unknown, key: string | number): Member {
  const name = String(key);
  const { target, publicMethods } = exposed;
  if (from === target) {
    if (publicMethods.includes(name) && !reserved.has(name)) return memberOf(target, name);
    throw new TypeError(
      `${JSON.stringify(name)} is not a public method, expected one of ${publicMethods.join(', ')}`,
    );
  }
  if (isObject(from)) {
    if (publicMembers(from).includes(name)) return memberOf(from, name);
    const property = Object.getOwnPropertyDescriptor(from, name);
    if (property?.enumerable && 'value' in property) {
      const value: unknown = property.value;
      return isPublicFunction(value) ? { value, self: from } : { value };
    }
    if (Array.isArray(from) && name === 'length') return { value: from.length };
  }
  throw new TypeError(
    `${JSON.stringify(name)} is not in the result, expected one of its own fields`,
  );
}

function memberOf(self: object, name: string): Member {
  const value: unknown = Reflect.get(self, name);
  return typeof value === 'function' ? { value, self } : { value };
}

/** Whether a function was declared public by itself. */
function isPublicFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function' && publicFunctions.has(value);
}

/**
 * Runs a chain from the exposed object, which is what a chain of no steps leads to. The answer is a
 * promise only where something on the way was one: a synchronous method costs no microtask.
 *
 * @param argsOf what the arguments of a call become before it is made
 * @throws TypeError or RangeError naming the step that is not allowed
 */
export function runChain(
  exposed: Exposed,
  steps: readonly Step[],
  argsOf?: (args: readonly unknown[]) => Promise<unknown[]>,
): unknown {
  if (steps.length > MAX_DEPTH) {
    throw new RangeError(`Operation chain too deep: ${steps.length} > ${MAX_DEPTH} steps`);
  }
  for (const step of steps) {
    if (step.type === 'apply' && step.args.length > MAX_ARGS) {
      throw new RangeError(`Too many arguments: ${step.args.length} > ${MAX_ARGS}`);
    }
  }
  return runFrom(0, { value: exposed.target }, { exposed, steps, argsOf });
}

/** What stays the same along a chain. */
interface Chain {
  exposed: Exposed;
  steps: readonly Step[];
  argsOf: ((args: readonly unknown[]) => Promise<unknown[]>) | undefined;
}

function runFrom(from: number, start: Member, chain: Chain): unknown {
  const { exposed, steps } = chain;
  let member = start;
  for (let index = from; index < steps.length; index += 1) {
    const step = steps[index];
    if (step === undefined) break;
    if (step.type === 'get') {
      member = readMember(exposed, member.value, step.key);
      continue;
    }
    const value = call(member, step.args, chain);
    if (isThenable(value)) {
      // Both of a promise's turns are taken here, and one that is rejected rejects the chain.
      return Promise.resolve(value).then((settled) =>
        runFrom(index + 1, { value: settled }, chain),
      );
    }
    member = { value };
  }
  return member.value;
}

function call({ value, self }: Member, args: readonly unknown[], { argsOf }: Chain): unknown {
  if (typeof value !== 'function' || (self === undefined && !isPublicFunction(value))) {
    throw new TypeError('chain: got a call of something that is no public method');
  }
  if (argsOf === undefined) return Reflect.apply(value, self, args);
  return argsOf(args).then((ready): unknown => Reflect.apply(value, self, ready));
}

/** Whether a value is a promise. Those of the platform’s own RPC are functions with a `then`. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (typeof value !== 'function' && (typeof value !== 'object' || value === null)) return false;
  return 'then' in value && typeof value.then === 'function';
}
