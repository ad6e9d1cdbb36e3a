/** What a run leaves behind: the record, its schema and its text. */
export { type AcceptMode, settings, TWIN } from './names.ts';
export {
  type QuotedFigure,
  type QuotedRecord,
  quotedRecordSchema,
  type QuotedResult,
  type QuotedSetting,
  quotedSettings,
  type Unit,
  units,
} from './quoted-record.ts';
export {
  type Block,
  type Environment,
  type Lack,
  type MeasuredRecord,
  measuredRecordSchema,
  planSchema,
  type RecordPlan,
  recordSchema,
  type RoundtripRecord,
  type Setting,
  type StoppingRule,
  stoppingRules,
  type VoidReason,
} from './record.ts';
export { readRecord, writeRecord } from './text.ts';
