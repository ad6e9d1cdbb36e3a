/** What the probes answered when it was last recorded. */
import { z } from 'zod';
import { systemIds } from './kit/kit.ts';
import { results } from './probe.ts';

/** Path of the record, from the root of the repository. */
export const RECORDED = 'content/probes/results.json';

const recordedSchema = z.strictObject({
  /** Day on which it was recorded. */
  date: z.iso.date(),
  /** What ran it: `Node 24.21.0`, `workerd 1.20261117.1`. */
  runtimes: z.array(z.string().min(1)),
  /** Versions of the packages behind each system. */
  versions: z.record(z.enum(systemIds), z.record(z.string(), z.string())),
  results: z.array(
    z.strictObject({
      probe: z.string().min(1),
      system: z.enum(systemIds),
      result: z.enum(results),
      detail: z.string(),
    }),
  ),
});

export type Recorded = z.infer<typeof recordedSchema>;

/** @throws Error naming the file, and the field with what was expected */
export function readRecorded(text: string, file = RECORDED): Recorded {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file}: got no JSON, expected the results of npm run probe`, { cause });
  }
  const parsed = recordedSchema.safeParse(value);
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
