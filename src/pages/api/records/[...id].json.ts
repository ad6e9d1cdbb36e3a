/** Every record as JSON, as its file has it. */
import type { APIRoute, GetStaticPaths } from 'astro';
import { publishedRecord, recordPaths } from '../../../components/record-data.ts';
import { writeRecord } from '../../../harness/write-record.ts';
import { text } from '../../../twins/respond.ts';

export const getStaticPaths = recordPaths satisfies GetStaticPaths;

export const GET: APIRoute<{ id: string }> = async ({ props }) =>
  text(writeRecord(await publishedRecord(props.id)), 'application/json');
