/** Arguments of a formula's functions, checked. */

/** A value as it stands in an error. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'a function');
}

/** @throws unless it is a text */
export function text(what: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new Error(`got ${show(value)} for ${what}, expected a text`);
}

/** @throws unless it is a text or not given */
export function optionalText(what: string, value: unknown): string | undefined {
  return value === undefined ? undefined : text(what, value);
}
