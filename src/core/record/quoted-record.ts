/** Figures carried over from an outside document, which kept no samples. */
import { z } from 'zod';
import { settings } from './names.ts';

/** Places of an outside measurement: as for records of this site, or some local machine. */
export const quotedSettings = [...settings, 'local'] as const;

/** Units of figures that count things: they are whole and exact, not rounded. An empty one is a bare count. */
const countUnits = ['', 'operations', 'calls', 'clients', 'runs', 'dependencies'] as const;

/** Units of quoted figures, as they are written. `×` is a factor. */
export const units = [
  ...countUnits,
  'ms',
  's',
  'min',
  '%',
  '×',
  '/s',
  'B',
  'kB',
  'MB',
  'MB/s',
  'Mbit/s',
  'Gbit/s',
] as const;

/** True if figures of this unit count things. */
export function isCount(unit: (typeof units)[number]): boolean {
  return countUnits.some((each) => each === unit);
}

/** How a source came by a figure. Only the first kind was ever observed. */
const origins = ['measured', 'computed', 'modelled', 'assumed', 'expected'] as const;

const positive = z.number().positive();

/** Digits of a figure as printed, if its number has lost noughts at their end. */
const printedDigits = z
  .string()
  .regex(/^-?\d+\.\d*0$/, {
    error: 'expected the digits as printed, with the noughts that a number loses: "17.00"',
  });

/** Figures that stand for all that rounds to their digits; the others count, and counts are exact. */
export const roundedFields = [
  'totalMs',
  'msPerOperation',
  'operationsPerSecond',
  'latencyMs',
  'megabytesPerSecond',
] as const;

/** True if printed digits are those of their figures. */
const isAsPrinted = (figures: { printed?: Partial<Record<string, string>> | undefined }): boolean =>
  Object.entries(figures.printed ?? {}).every(
    ([field, digits]) => Number(digits) === Reflect.get(figures, field),
  );
const AS_PRINTED = { path: ['printed'], error: 'expected the digits of its own figures' };

/** One result of an outside document, as printed there. */
const quotedResultSchema = z
  .strictObject({
    /** Arm of the study: `lumenize/hibernating`. */
    arm: z.string().min(1),
    /** Workload of the study. */
    workload: z.string().min(1),
    /** Number of operations the total covers. */
    operations: z.int().min(1).optional(),
    /** Clients that called at the same time. */
    clients: z.int().min(1).optional(),
    /** Total time, in ms. */
    totalMs: positive.optional(),
    /** Average stated by the source, in ms per operation. */
    msPerOperation: positive.optional(),
    /** Throughput stated by the source, in operations per second. */
    operationsPerSecond: positive.optional(),
    /** Latency printed beside a throughput of its own, in ms. */
    latencyMs: positive.optional(),
    /** Amount of data stated by the source, in MB/s. */
    megabytesPerSecond: positive.optional(),
    /** Digits as printed, of figures whose number has lost noughts at its end: `totalMs: "17.00"`. */
    printed: z.partialRecord(z.enum(roundedFields), printedDigits).optional(),
    /** True if the source calls its figures approximate. */
    approximate: z.literal(true).optional(),
    /** Given if not every operation ended. Such a result has no time. */
    outcome: z.literal('hung').optional(),
    /** Operations that had ended when the rest hung. */
    completed: z.int().min(0).optional(),
    /** True if the source says that it checked the results. */
    validated: z.literal(true).optional(),
  })
  .refine(isAsPrinted, AS_PRINTED);

/** One figure that is no result of an arm under a workload: a part of a time, a spread, a gain hoped for. */
const quotedFigureSchema = z
  .strictObject({
    /** Name inside the record, which formulas use: `client.stringify`. */
    id: z
      .string()
      .regex(/^[a-z0-9]+([.-][a-z0-9]+)*$/, {
        error: 'expected small letters, digits, dots and hyphens, such as client.stringify',
      }),
    /** A name in words without figures. */
    label: z.string().min(1),
    /** The figure; absent if the source gives a range. */
    value: z.number().optional(),
    /** Lower end of a range. */
    low: z.number().optional(),
    /** Upper end of a range. */
    high: z.number().optional(),
    unit: z.enum(units),
    /** Digits as printed, if the number has lost noughts at its end. */
    printed: z.partialRecord(z.enum(['value', 'low', 'high']), printedDigits).optional(),
    /** How the source came by it. */
    origin: z.enum(origins),
    /** True if the source calls it approximate. */
    approximate: z.literal(true).optional(),
  })
  .refine(isAsPrinted, AS_PRINTED)
  .refine(
    ({ value, low, high }) =>
      value === undefined
        ? low !== undefined && high !== undefined && low <= high
        : low === undefined && high === undefined,
    { error: 'expected a value, or low and high in order' },
  );

export const quotedRecordSchema = z.strictObject({
  /** Version of this schema. */
  schema: z.literal(1),
  /** Figures carried over from an outside document, which kept no samples. */
  kind: z.literal('quoted'),
  /** Id of the study. */
  study: z.string().min(1),
  /** Date the source gives, ISO 8601 with the precision it has. Absent if the source gives none. */
  date: z.string().min(1).optional(),
  /** Where the figures stand. */
  source: z.strictObject({
    /** Title of the entry or table in the document. */
    title: z.string().min(1),
    /** Address of the document. */
    url: z.url(),
    /** Commit the source says it measured. */
    commit: z.string().optional(),
  }),
  /** Where it ran, in the source's terms. */
  environment: z.strictObject({
    /** Where the servers ran. */
    setting: z.enum(quotedSettings),
    /** Client runtime; absent if the source names none, or a result names its own. */
    runtime: z.string().min(1).optional(),
    /** Versions the source states. */
    versions: z.record(z.string(), z.string()),
  }),
  /** Results of arms under workloads. */
  results: z.array(quotedResultSchema).default([]),
  /** Everything else the source states in numbers. */
  figures: z.array(quotedFigureSchema).default([]),
});

export type QuotedSetting = (typeof quotedSettings)[number];
export type Unit = (typeof units)[number];
export type QuotedResult = z.infer<typeof quotedResultSchema>;
export type QuotedFigure = z.infer<typeof quotedFigureSchema>;
export type QuotedRecord = z.infer<typeof quotedRecordSchema>;
