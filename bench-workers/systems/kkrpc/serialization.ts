/** How messages are written, which is what the arms are named after. */
export type Serialization = 'json' | 'superjson';

/** @throws RangeError for a name that is no arm's */
export function serializationOf(arm: string): Serialization {
  if (arm === 'json' || arm === 'superjson') return arm;
  throw new RangeError(`arm: got "${arm}", expected json or superjson`);
}
