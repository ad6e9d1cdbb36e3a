/** Whether records are runs of one plan, in one place, so that one result may be made of them. */
import { type SessionRecord, excerptOf } from '../../core/record/index.ts';
import { FEWEST_CLUSTERS } from '../../core/statistics/index.ts';
import { UsageError } from '../shared/args.ts';

/** The record of one run, and the file that an author names it by. */
export interface RunFile {
  file: string;
  record: SessionRecord;
}

/** Fields of the environment in which runs of one result are alike: where they were taken, and with what. */
const PLACE = [
  ...(['setting', 'origin', 'network', 'runtime', 'thread', 'generator', 'pinned'] as const),
  ...(['platform', 'cpu', 'cpuCount', 'accept', 'conditions'] as const),
];

/** The plan and the place of a run, by the names of their fields. */
function fieldsOf({ plan, environment }: SessionRecord): Map<string, unknown> {
  // Each start gives the bench of this machine another port.
  const origin = environment.origin.replace(/(?<=^https?:\/\/(localhost|127\.0\.0\.1)):\d+$/, '');
  const place = { ...environment, origin };
  return new Map<string, unknown>([
    ...Object.entries(plan).map(([name, value]) => [`plan.${name}`, value] as const),
    ...PLACE.map((name) => [`environment.${name}`, place[name]] as const),
  ]);
}

/**
 * @param holdsOut true where the last run is no part of the result, and checks it
 * @throws UsageError or Error naming what keeps the runs from being one result, with the value got and expected
 */
export function expectRuns([first, ...more]: readonly RunFile[], holdsOut: boolean): void {
  if (first === undefined || (more.length === 0 && !holdsOut)) return;
  const expected = fieldsOf(first.record);
  const began = new Map([[first.record.startedAt, first.file]]);
  for (const { file, record } of more) {
    const twin = began.get(record.startedAt);
    if (twin !== undefined) {
      throw new Error(`${file}: got the run of ${twin}, expected one that began at another time`);
    }
    began.set(record.startedAt, file);
    const own = fieldsOf(record);
    for (const field of new Set([...expected.keys(), ...own.keys()])) {
      const [got, wanted] = [excerptOf(own.get(field)), excerptOf(expected.get(field))];
      if (JSON.stringify(own.get(field)) === JSON.stringify(expected.get(field))) continue;
      throw new Error(
        `${file}: ${field}: got ${got}, expected ${wanted} as in ${first.file}: a + separates records of two results`,
      );
    }
  }
  const count = more.length + 1;
  const fewest = holdsOut ? FEWEST_CLUSTERS + 1 : FEWEST_CLUSTERS;
  if (count >= fewest) return;
  const number = holdsOut ? `at least ${fewest} with --hold-out` : `1 or at least ${fewest}`;
  throw new UsageError(
    `records: got ${count} runs of one plan, expected ${number}: measure once more`,
  );
}
