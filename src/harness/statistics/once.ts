/**
 * What was derived from a record that is done, kept with it. A page of the site asks for the same
 * cells and ratios dozens of times, and a build makes a hundred pages.
 */

/**
 * The same function, which keeps what it gave for each frozen argument, as `readRecord` gives them.
 * What is not frozen may be a run that goes on, of which the answer changes.
 */
export function oncePerFrozen<Of extends object, Value>(
  make: (of: Of) => Value,
): (of: Of) => Value {
  const kept = new WeakMap<Of, { value: Value }>();
  return (of) => {
    if (!Object.isFrozen(of)) return make(of);
    const known = kept.get(of) ?? { value: make(of) };
    kept.set(of, known);
    return known.value;
  };
}
