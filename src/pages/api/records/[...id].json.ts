/** Every record as JSON, as its file has it. */
import type { APIRoute, GetStaticPaths } from 'astro';
import { text } from '../../../exports/addresses.ts';
import { writeRecord } from '../../../harness/record/index.ts';
import { publishedRecord, recordPaths } from '../../../journal/records.ts';

export const getStaticPaths = recordPaths satisfies GetStaticPaths;

export const GET: APIRoute<{ id: string }> = async ({ props }) =>
  text(writeRecord(await publishedRecord(props.id)), 'application/json');
