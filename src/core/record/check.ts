/** Values that schemas check, and what is wrong with them in zod's own words. */
import { z } from 'zod';

/** Longest piece of a wrong value that a message shows, in characters. */
const LONGEST = 80;
/** Mistakes that a message names; one often causes more. */
const MOST = 3;

/**
 * The value as its schema gives it.
 *
 * @param name of the value in messages: its file, or where it came from
 * @throws Error naming each wrong field, with what was got and expected
 */
export function readAs<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  name: string,
): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new Error(`${name}: ${issuesText(error, value)}`, { cause: error });
}

/** What is wrong with a value, as zod says it, with what stands in each wrong field. */
export function issuesText({ issues }: z.ZodError, value: unknown): string {
  const named = issues.slice(0, MOST).map(({ message, path, code }) => {
    const got = valueAt(value, path);
    // All of an object is more than a reader wants, and zod names a value that is missing.
    const isLeftOut = got === undefined ? code === 'invalid_type' : Object(got) === got;
    return { path, message: isLeftOut ? message : `${message}, got ${excerptOf(got)}` };
  });
  const more = issues.length - named.length;
  return `${z.prettifyError({ issues: named })}${more > 0 ? `\nand ${more} more` : ''}`;
}

/** The part of a value at a path; undefined where there is none. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inside, key) =>
      typeof inside === 'object' && inside !== null ? Reflect.get(inside, key) : undefined,
    value,
  );
}

/** A value as messages show it: JSON, cut where it is long. */
export function excerptOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
