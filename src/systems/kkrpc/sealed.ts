type AnyFunction = (...args: never[]) => unknown;

/** How the library calls what it found: `found.apply(parent, args)`. Its own `apply` is itself. */
const apply = (() => {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- a method, because unlike a function it has no `prototype`
  const applied = {
    apply(this: AnyFunction, self: unknown, args: never[]): unknown {
      return Reflect.apply(this, self, args);
    },
  }.apply;
  return bare(applied, applied);
})();

/**
 * What a client may call, and nothing that leads from there. kkrpc takes a path (`a.b.c`) and
 * walks it from the object it exposes through every property there is: from any function or
 * string a path leads to `Object.prototype`, and a client could put its own callback there for all
 * others. So the object and its functions have no prototype, and of their own only what the
 * library needs to call them.
 *
 * @param instead what is called in the place of some of the methods
 */
export function sealed<Names extends string>(
  implementation: Readonly<Record<Names, AnyFunction>>,
  names: readonly Names[],
  instead: Readonly<Record<string, AnyFunction>> = {},
): Record<Names, AnyFunction> {
  const exposed = Object.create(null) as Record<Names, AnyFunction>;
  for (const name of names) {
    const method = instead[name] ?? implementation[name];
    const call = (...args: never[]): unknown => Reflect.apply(method, implementation, args);
    exposed[name] = bare(call, apply);
  }
  return Object.freeze(exposed);
}

/** A function without prototype and without properties of its own but for `apply`. */
function bare<Callable extends AnyFunction>(callable: Callable, ownApply: AnyFunction): Callable {
  Object.setPrototypeOf(callable, null);
  for (const key of Reflect.ownKeys(callable)) Reflect.deleteProperty(callable, key);
  Object.defineProperty(callable, 'apply', { value: ownApply });
  return Object.freeze(callable);
}
