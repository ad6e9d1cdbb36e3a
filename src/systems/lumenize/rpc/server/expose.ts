/**
 * What of a server's objects is within a client's reach. The published server hands out the whole
 * object, storage and environment included; this one knows only what was declared public.
 */

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

const publicNames = new WeakMap<object, ReadonlySet<string>>();
const publicFunctions = new WeakSet<object>();

/**
 * Declares members of a class public, so that its instances may be returned by a method and called
 * in turn. A getter that is named is read when an instance travels.
 */
export function declarePublicMembers<Class extends AnyClass>(
  Class: Class,
  names: ReadonlyArray<keyof InstanceType<Class> & string>,
): void {
  publicNames.set(Class.prototype as object, new Set(names));
}

/** Declares that a function may be called by a client that got it in a result; gives it back. */
export function declarePublicFunction<Function extends (...args: never[]) => unknown>(
  callable: Function,
): Function {
  publicFunctions.add(callable);
  return callable;
}

/** The names that a value's class and those it inherits from declared public. */
export function publicMembers(value: object): string[] {
  const names: string[] = [];
  for (let each: unknown = value; isReachable(each); each = Object.getPrototypeOf(each)) {
    const declared = publicNames.get(each);
    if (declared) for (const name of declared) if (!reserved.has(name)) names.push(name);
  }
  return names;
}

/** The names that are public of the exposed object itself, or of what it returned. */
export function membersWithin({ target, publicMethods }: Exposed, value: object): string[] {
  return value === target
    ? publicMethods.filter((name) => !reserved.has(name))
    : publicMembers(value);
}

function isReachable(value: unknown): value is object {
  return value !== null && value !== Object.prototype && value !== Function.prototype;
}

/** What a step of a chain leads to. A function comes with the object it belongs to. */
export interface Member {
  value: unknown;
  /** The function's `this`; absent for what may not be called. */
  self?: object | undefined;
}

/**
 * Reads a member of the exposed object or of what it returned.
 *
 * @throws TypeError naming a key that is out of reach.
 */
export function readMember(exposed: Exposed, from: unknown, key: string | number): Member {
  const name = String(key);
  if (from === exposed.target) {
    if (exposed.publicMethods.includes(name) && !reserved.has(name)) {
      return memberOf(exposed.target, name);
    }
    throw new TypeError(
      `${JSON.stringify(name)} is not a public method, expected one of ${exposed.publicMethods.join(', ')}`,
    );
  }
  if (typeof from === 'object' && from !== null) {
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
export function isPublicFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function' && publicFunctions.has(value);
}
