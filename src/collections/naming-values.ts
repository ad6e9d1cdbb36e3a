/** Schema errors that name the value. Zod says what it expected; whoever mends the file needs both. */
import { z } from 'astro/zod';

const longest = 80;

function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    input,
  );
}

/** The same schema, whose issues read `got …, expected …`; Astro adds the file and the field. */
export function namingValues<Schema extends z.ZodType>(schema: Schema) {
  return z.unknown().transform((input, context): z.output<Schema> => {
    const parsed = schema.safeParse(input);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) {
      const expected = message.replace(/^Invalid input: expected/, 'expected');
      context.addIssue({
        code: 'custom',
        path: [...path],
        message: `got ${show(valueAt(input, path))}, ${expected}`,
      });
    }
    return z.NEVER;
  });
}
