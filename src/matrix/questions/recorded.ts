/** What the probes answered when it was last recorded, and what has changed since. */
import { z } from 'zod';
import { readAs } from '../../core/record/index.ts';
import { type Result, results } from './outcome.ts';

/** Path of the record, from the root of the repository. */
export const RECORDED = 'content/probes/results.json';

const recordedSchema = z.strictObject({
  /** Day on which it was recorded. */
  date: z.iso.date(),
  /** What ran it: `Node 24.21.0`, `workerd 1.20261117.1`. */
  runtimes: z.array(z.string().min(1)),
  /** Versions of the packages behind each system; one that was added since has none yet. */
  versions: z.record(z.string(), z.record(z.string(), z.string())),
  results: z.array(
    z.strictObject({
      probe: z.string().min(1),
      system: z.string().min(1),
      result: z.enum(results),
      detail: z.string(),
    }),
  ),
});

export type Recorded = z.infer<typeof recordedSchema>;
export type RecordedResult = Recorded['results'][number];

/** @throws Error naming the file, and the field with what was expected */
export function readRecorded(text: string, file = RECORDED): Recorded {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file}: got no JSON, expected the results of npm run bench -- probe`, {
      cause,
    });
  }
  return readAs(recordedSchema, value, file);
}

/**
 * What a system’s client was found to weigh, compressed with gzip, in kB; undefined where it was not weighed.
 *
 * @param option with which it was weighed besides, where that is so: `superjson`
 */
export function weightOf(
  { results: all }: Pick<Recorded, 'results'>,
  system: string,
  option = '',
): number | undefined {
  const found = all.find((each) => each.probe === 'bundle-10-kb' && each.system === system);
  const [alone = '', ...besides] = found?.detail.split('; with ') ?? [];
  const text = besides.find((each) => each.startsWith(`${option}, `)) ?? alone;
  const [, weight] = /([\d.]+) kB with gzip/.exec(text) ?? [];
  return weight === undefined ? undefined : Number(weight);
}

/**
 * Ids of the questions that all libraries answer alike, apart from those of which a question makes no sense. They
 * are asked, and pages leave them out.
 */
export function agreedOn({ results: all }: Pick<Recorded, 'results'>): Set<string> {
  const answered = all.filter(({ result }) => result !== 'not-applicable');
  const agreed = [...Map.groupBy(answered, ({ probe }) => probe)].filter(
    ([, same]) => new Set(same.map(({ result }) => result)).size === 1,
  );
  return new Set(agreed.map(([probe]) => probe));
}

type Named = Pick<RecordedResult, 'probe' | 'system' | 'result'>;

/** A result that is no longer what was recorded. Absent: not recorded, or no longer probed. */
export interface Change {
  probe: string;
  system: string;
  was?: Result;
  is?: Result;
}

/**
 * What differs between recorded results and those of a run.
 *
 * @param complete whether the run was of all probes, so that one without a result has gone
 */
export function changesOf(
  recorded: readonly Named[],
  found: readonly Named[],
  complete: boolean,
): Change[] {
  const sameIn = (results: readonly Named[], { probe, system }: Named) =>
    results.find((each) => each.probe === probe && each.system === system);
  const changes = found.flatMap((each): Change[] => {
    const { probe, system, result: is } = each;
    const was = sameIn(recorded, each)?.result;
    return was === is ? [] : [{ probe, system, is, was }];
  });
  const gone = complete ? recorded.filter((each) => sameIn(found, each) === undefined) : [];
  return [...changes, ...gone.map(({ probe, system, result: was }) => ({ probe, system, was }))];
}
