/** Every record as CSV. */
import type { APIRoute, GetStaticPaths } from 'astro';
import { text } from '../../../exports/addresses.ts';
import { publishedRecord, recordPaths } from '../../../journal/records.ts';
import { recordCsv } from '../../../report/csv.ts';

export const getStaticPaths = recordPaths satisfies GetStaticPaths;

export const GET: APIRoute<{ id: string }> = async ({ props }) =>
  text(recordCsv(await publishedRecord(props.id)), 'text/csv');
