/** Records as the build reads them: it has a clock, so it also refuses what lies ahead. */
import { recordSchema, type RoundtripRecord } from '../harness/record.ts';
import { pastMoment } from './past-moment.ts';

export const pastRecordSchema = recordSchema.superRefine((record, context) => {
  const [field, date] =
    record.kind === 'measured' ? ['startedAt', record.startedAt] : ['date', record.date];
  if (date === undefined) return;
  for (const { message } of pastMoment.safeParse(date).error?.issues ?? []) {
    context.addIssue({ code: 'custom', path: [field], message });
  }
});

/** What the collection keeps of a record; src/components/record-data.ts reads the whole. */
export interface RecordHead {
  kind: RoundtripRecord['kind'];
  /** Id of the study. */
  study: string;
  /** When it was taken, ISO 8601 with the precision it has; absent where its source gives no date. */
  date?: string;
}

/**
 * The head of a record that has been checked. A measured record has tens of thousands of samples,
 * and Astro holds all that its collections keep at once, several times over, through a whole build.
 */
export function headOf(record: RoundtripRecord): RecordHead {
  const date = record.kind === 'measured' ? record.startedAt : record.date;
  return { kind: record.kind, study: record.study, ...(date !== undefined && { date }) };
}
