/** Every record as CSV. */
import type { APIRoute, GetStaticPaths } from 'astro';
import { publishedRecord, recordPaths } from '../../../components/record-data.ts';
import { recordCsv } from '../../../twins/csv.ts';
import { text } from '../../../twins/respond.ts';

export const getStaticPaths = recordPaths satisfies GetStaticPaths;

export const GET: APIRoute<{ id: string }> = async ({ props }) =>
  text(recordCsv(await publishedRecord(props.id)), 'text/csv');
