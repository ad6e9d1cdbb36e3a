/** Every record as JSON, as its file has it, with the names of what ran in a measured one. */
import type { APIRoute, GetStaticPaths } from 'astro';
import { text } from '../../../exports/addresses.ts';
import { type RoundtripRecord, writeRecord } from '../../../harness/record/index.ts';
import { publishedRecord, recordPaths } from '../../../journal/records.ts';
import { armNames } from '../../../report/words.ts';
import { findOutline } from '../../../studies/outlines.ts';

export const getStaticPaths = recordPaths satisfies GetStaticPaths;

export const GET: APIRoute<{ id: string }> = async ({ props }) =>
  text(writeRecord(withLabels(await publishedRecord(props.id))), 'application/json');

/** Records of before did not keep them; the id of an arm alone does not say whose code it was. */
function withLabels(record: RoundtripRecord): RoundtripRecord {
  if (record.kind === 'quoted' || record.environment.labels !== undefined) return record;
  const names = armNames(findOutline(record.study));
  const labels = Object.fromEntries(record.plan.arms.map((arm) => [arm, names(arm).label]));
  return { ...record, environment: { ...record.environment, labels } };
}
