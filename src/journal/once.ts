/**
 * What every page asks for is worked out once in a build, so that a thousand pages cost no more
 * than a thousand times one. The development server works it out anew: its content changes.
 */

/** The same function, which keeps what it gave for each id in a build. A failure is not kept. */
export function oncePerBuild<Argument extends string | { id: string } | void, Value>(
  make: (argument: Argument) => Promise<Value>,
  keeps: boolean = import.meta.env.PROD,
): (argument: Argument) => Promise<Value> {
  const kept = new Map<string, Promise<Value>>();
  return (argument) => {
    if (!keeps) return make(argument);
    const key = typeof argument === 'object' ? argument.id : String(argument);
    const made = kept.get(key) ?? make(argument);
    kept.set(key, made);
    made.catch(() => kept.delete(key));
    return made;
  };
}
