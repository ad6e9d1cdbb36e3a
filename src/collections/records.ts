/** Records as the build reads them: it has a clock, so it also refuses what lies ahead. */
import { recordSchema } from '../harness/record.ts';
import { pastMoment } from './past-moment.ts';

export const pastRecordSchema = recordSchema.superRefine((record, context) => {
  const [field, date] =
    record.kind === 'measured' ? ['startedAt', record.startedAt] : ['date', record.date];
  if (date === undefined) return;
  for (const { message } of pastMoment.safeParse(date).error?.issues ?? []) {
    context.addIssue({ code: 'custom', path: [field], message });
  }
});
