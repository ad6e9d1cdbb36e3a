import { isObject, type Step } from './protocol.ts';

/** Longest chain of steps in one call. */
export const MAX_DEPTH = 50;
/** Most arguments in one call. */
export const MAX_ARGS = 100;

/** An object and the methods of it that clients may call. */
export interface Exposed {
  target: object;
  /** Everything else is out of reach: `ctx`, `env`, `constructor` and the rest of the object. */
  publicMethods: readonly string[];
}

type Method = (this: object, ...args: unknown[]) => unknown;

/**
 * Runs a chain from the exposed object. Unlike the published server, which hands out the whole
 * object, this one knows only the methods that were declared public; of a result it reads only
 * what travels as its data.
 *
 * @throws TypeError or RangeError naming the step that is not allowed.
 */
export async function runChain(exposed: Exposed, steps: readonly Step[]): Promise<unknown> {
  if (steps.length === 0 || steps.length > MAX_DEPTH) {
    throw new RangeError(`chain: got ${steps.length} steps, expected 1 to ${MAX_DEPTH}`);
  }
  let method: Method | undefined;
  let value: unknown = exposed.target;
  for (const step of steps) {
    if (step.type === 'get') {
      if (value === exposed.target) method = publicMethod(exposed, step.key);
      else value = ownData(value, step.key);
    } else if (method === undefined) {
      throw new TypeError('chain: got a call of something that is no public method');
    } else {
      if (step.args.length > MAX_ARGS) {
        throw new RangeError(
          `call: got ${step.args.length} arguments, expected ${MAX_ARGS} at most`,
        );
      }
      value = await method.apply(exposed.target, step.args);
      method = undefined;
    }
  }
  if (method !== undefined) throw new TypeError('chain: got a method, expected a call of it');
  return value;
}

function publicMethod({ target, publicMethods }: Exposed, key: string | number): Method {
  const found: unknown = publicMethods.includes(String(key)) ? Reflect.get(target, key) : undefined;
  if (typeof found === 'function') return found as Method;
  throw new TypeError(
    `${JSON.stringify(key)} is not a public method, expected one of ${publicMethods.join(', ')}`,
  );
}

function ownData(value: unknown, key: string | number): unknown {
  const property = isObject(value) ? Object.getOwnPropertyDescriptor(value, key) : undefined;
  if (property !== undefined && 'value' in property && typeof property.value !== 'function') {
    return property.value;
  }
  throw new TypeError(
    `${JSON.stringify(key)} is not in the result, expected one of its own fields`,
  );
}
