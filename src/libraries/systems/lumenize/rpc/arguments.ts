import type { Call } from './calls.ts';
import { NESTED_KEY, type NestedOperation, type Step } from './protocol.ts';
import { replaceDeep } from './replace.ts';

/** What stand-ins of all clients stand for. */
export const standsFor = new WeakMap<object, Call>();

/**
 * The arguments of a call that have to be values when it is sent: promises, and calls that are sent by
 * themselves.
 */
export function promisesOf(
  { calls, steps }: Call,
  found = new Map<object, Promise<unknown>>(),
): Map<object, Promise<unknown>> {
  replaceDeep(steps, (value, path) => {
    const call = standsFor.get(value);
    if (value instanceof Promise) found.set(value, value);
    else if (call === undefined) return undefined;
    // The published server looks into no Map and no Set: what stands there has to be a value.
    else if (call.sent || call.calls !== calls || path === undefined) {
      found.set(value, call.calls.make(call));
    } else promisesOf(call, found);
    return { value };
  });
  return found;
}

/** What the calls that serve as arguments are called in a frame. */
export type References = Map<Call, string>;

/**
 * The steps of a call with each of its arguments in the form in which it travels.
 *
 * @param references is given those that are used for the first time
 * @param values of the arguments that were waited for
 */
export function travelling(
  { steps }: Call,
  references: References,
  values: ReadonlyMap<object, unknown>,
): Step[] {
  return replaceDeep(steps, (value) => {
    if (values.has(value)) return { value: values.get(value) };
    const call = standsFor.get(value);
    if (call === undefined) return undefined;
    const known = references.get(call);
    const __refId = known ?? `proxy-${references.size}`;
    const marker: NestedOperation = { [NESTED_KEY]: true, __refId };
    if (known !== undefined) return { value: marker };
    references.set(call, __refId);
    return { value: { ...marker, __operationChain: travelling(call, references, values) } };
  }) as Step[];
}
