/** The shared part of records that have a command and a form of their own. */
import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { readAs } from '../core/record/index.ts';

export const name = z.string().min(1);
export const ms = z.number().min(0);

/** The fields of every such record. */
export const runFields = {
  startedAt: z.iso.datetime(),
  seed: z.int().min(0).max(0xffffffff),
  repeats: z.int().min(1),
} as const;

export const machineFields = {
  /** Set where the run was stopped before its end. */
  partial: z.literal(true).optional(),
  environment: z.strictObject({
    runtime: name,
    platform: name,
    cpu: name.optional(),
    cpuCount: z.int().min(1),
    /** Of the last minute, before the run and after it. */
    loadAverage: z.tuple([z.number().min(0), z.number().min(0)]),
    commit: z.string(),
    dirty: z.boolean(),
    versions: z.record(name, name),
  }),
} as const;
export type RunMachine = z.infer<typeof machineFields.environment>;

/**
 * Reads the record that a command has written.
 *
 * @throws Error naming the file, and each field with what was got and expected
 */
export function readOwnRecord<Schema extends z.ZodType>(
  schema: Schema,
  command: string,
  text: string,
  file: string,
): z.infer<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file}: got no JSON, expected a record of npm run bench -- ${command}`, {
      cause,
    });
  }
  return readAs(schema, value, file);
}

/** A document as text: its head, then a line for each item of its lists. */
export function writeByLines(
  head: object,
  lists: Readonly<Record<string, readonly object[]>>,
): string {
  const texts = Object.entries(lists).map(([list, items]) => {
    const lines = items.map((item) => JSON.stringify(item));
    return `,${JSON.stringify(list)}:[\n${lines.join(',\n')}\n]`;
  });
  return `${JSON.stringify(head).slice(0, -1)}${texts.join('')}}\n`;
}

const published = new Map<string, unknown>();

/**
 * The newest published result of a study; `npm run results` wrote it.
 *
 * @throws Error naming the folder if there is none
 */
export function newestResult<Result>(study: string): Result {
  const folder = `content/results/${study}`;
  const known = published.get(folder) as Result | undefined;
  if (known !== undefined) return known;
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const newest = files.toSorted().at(-1);
  if (newest === undefined) {
    throw new Error(`${folder}: got no file, expected a result of ${study}`);
  }
  const result = JSON.parse(readFileSync(`${folder}/${newest}`, 'utf8')) as Result;
  published.set(folder, result);
  return result;
}
