/** Every record as CSV. */
import type { APIRoute, GetStaticPaths } from 'astro';
import { text } from '../../../exports/addresses.ts';
import { publishedRecord, recordPaths } from '../../../journal/records.ts';
import { recordCsv } from '../../../report/csv.ts';
import { armNames } from '../../../report/words.ts';
import { findOutline } from '../../../studies/outlines.ts';

export const getStaticPaths = recordPaths satisfies GetStaticPaths;

export const GET: APIRoute<{ id: string }> = async ({ props }) => {
  const record = await publishedRecord(props.id);
  return text(recordCsv(record, armNames(findOutline(record.study))), 'text/csv');
};
