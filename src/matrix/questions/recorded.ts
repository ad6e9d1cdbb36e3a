/** The recorded answers of the probes, and changes since then. */
import { z } from 'zod';
import { readOwnRecord } from '../own-record.ts';
import { type Result, results } from './outcome.ts';

/** Path of the record, from the root of the repository. */
export const RECORDED = 'content/probes/results.json';

const recordedSchema = z.strictObject({
  /** Day on which it was recorded. */
  date: z.iso.date(),
  /** Runtimes with versions: `Node 24.21.0`, `workerd 1.20261117.1`. */
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
  return readOwnRecord(recordedSchema, 'probe', text, file);
}

/** The weight of a system’s client with gzip, in kB, if it was weighed. @param option part of the client: `superjson` */
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

type Named = Pick<RecordedResult, 'probe' | 'system' | 'result'>;

/** A result that is no longer what was recorded. Absent: not recorded, or no longer probed. */
export interface Change {
  probe: string;
  system: string;
  was?: Result;
  is?: Result;
}

/** The differences between recorded results and a run. @param complete whether the run had all probes */
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
