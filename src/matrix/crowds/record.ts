/** The record of a run of crowds: bytes that were kept and times of calls; and the result that a page shows. */
import { median } from 'simple-statistics';
import { z } from 'zod';
import {
  machineFields,
  name,
  newestResult,
  readOwnRecord,
  runFields,
  writeByLines,
} from '../own-record.ts';

/** A number, and the least and the most of its repeats if there are several. */
type NumberWithRange = [value: number] | [value: number, low: number, high: number];

/** Name of the command, and folder of its records and results. */
export const CROWDS = 'crowds';

/**
 * The things that are counted: calls, subscriptions and connections that are over, idle connections, and the
 * clients of a crowd.
 */
export const subjects = ['calls', 'subscriptions', 'connections', 'idle', 'crowd'] as const;
export type Subject = (typeof subjects)[number];

const measures = [
  // Growth of the heap by each, in bytes after garbage collection; asleep is the server while its object sleeps.
  'client',
  'server',
  'asleep',
  // Times of a call in ms: of one client beside the idle others, and of all at once.
  'oneP50',
  'oneP99',
  'allP50',
  'allP99',
  // Time in ms until the last client has a message to all, and how many messages did not arrive.
  'lastMs',
  'lost',
] as const;
export type Measure = (typeof measures)[number];

const rowSchema = z.strictObject({
  library: name,
  of: z.enum(subjects),
  count: z.int().min(1),
  repeat: z.int().min(0),
  /** Absent if a library has no such thing. */
  numbers: z.partialRecord(z.enum(measures), z.number()),
});
export type CrowdRow = z.infer<typeof rowSchema>;

const recordSchema = z
  .strictObject({
    schema: z.literal(1),
    kind: z.literal(CROWDS),
    ...runFields,
    ...machineFields,
    /** Ids of libraries, or of their releases: `capnweb@0.5.0`. */
    libraries: z.array(name).min(1),
    /** Measurements that could not be made, with the reason. */
    errors: z.array(z.strictObject({ library: name, what: name, message: name })),
    rows: z.array(rowSchema),
  })
  .superRefine(({ libraries, rows }, context) => {
    for (const [index, { library }] of rows.entries()) {
      if (libraries.includes(library)) continue;
      const message = `got the library "${library}", expected one of ${libraries.join(', ')}`;
      context.addIssue({ code: 'custom', message, path: ['rows', index] });
    }
  });
export type CrowdRecord = z.infer<typeof recordSchema>;

/** @throws Error naming the file, and each field with what was got and expected */
export const readCrowds = (text: string, file: string): CrowdRecord =>
  readOwnRecord(recordSchema, CROWDS, text, file);

/** The text of a record, and of a result. */
export const writeCrowds = ({ rows, ...head }: CrowdRecord | CrowdResult): string =>
  writeByLines(head, { rows });

/** All repeats of a measurement: the median of each number, with the least and the most of several. */
export interface CrowdSummary extends Omit<CrowdRow, 'repeat' | 'numbers'> {
  numbers: Partial<Record<Measure, NumberWithRange>>;
}

export interface CrowdResult extends Omit<CrowdRecord, 'rows'> {
  rows: CrowdSummary[];
}

/** @param digits after the point, which leave a microsecond, and a byte of a thousand calls */
export const rounded = (value: number, digits = 3): number => Number(value.toFixed(digits));

function summaryOf(repeats: readonly CrowdRow[]): CrowdSummary[] {
  return repeats.slice(0, 1).map(({ library, of, count }) => {
    const numbers = measures.flatMap((measure) => {
      const values = repeats.flatMap(({ numbers: own }) => own[measure] ?? []);
      const ends = values.length > 1 ? [Math.min(...values), Math.max(...values)] : [];
      return values.length === 0 ? [] : [[measure, [rounded(median(values)), ...ends]]];
    });
    return { library, of, count, numbers: Object.fromEntries(numbers) as CrowdSummary['numbers'] };
  });
}

/** In the order of the libraries, and of the subjects of each. */
export function resultOfCrowds({ rows, ...head }: CrowdRecord): CrowdResult {
  const ordered = head.libraries.flatMap((id) =>
    subjects.flatMap((subject) =>
      rows
        .filter(({ library, of }) => library === id && of === subject)
        .toSorted((one, other) => one.count - other.count),
    ),
  );
  const alike = Map.groupBy(ordered, ({ library, of, count }) => `${library} ${of} ${count}`);
  return { ...head, rows: [...alike.values()].flatMap(summaryOf) };
}

/** The newest published result. @throws Error naming the folder if there is none */
export const publishedCrowds = (): CrowdResult => newestResult(CROWDS);
