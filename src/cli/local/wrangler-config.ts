import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { z } from 'zod';

/** The parts of wrangler.jsonc that a plain workerd needs; the rest is the platform's. */
const wranglerConfigSchema = z.object({
  main: z.string(),
  compatibility_date: z.iso.date(),
  compatibility_flags: z.array(z.string()).default([]),
  durable_objects: z.object({
    bindings: z.array(z.object({ name: z.string(), class_name: z.string() })),
  }),
  vars: z.record(z.string(), z.string()).default({}),
});

export type WranglerConfig = z.infer<typeof wranglerConfigSchema>;

/**
 * Reads `wrangler.jsonc`, so that what runs locally is declared once.
 *
 * @throws Error naming the file and what was expected.
 */
export async function readWranglerConfig(root: string): Promise<WranglerConfig> {
  const file = join(root, 'wrangler.jsonc');
  const errors: ParseError[] = [];
  const value: unknown = parse(await readFile(file, 'utf8'), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) {
    throw new Error(`${file}: ${printParseErrorCode(error.error)} at offset ${error.offset}`);
  }
  const result = wranglerConfigSchema.safeParse(value);
  if (!result.success) throw new Error(`${file}: ${z.prettifyError(result.error)}`);
  return result.data;
}
