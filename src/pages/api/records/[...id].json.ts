/** Every record as JSON, as its file has it. */
import type { APIRoute, GetStaticPaths } from 'astro';
import { getCollection } from 'astro:content';
import type { RoundtripRecord } from '../../../harness/record.ts';
import { writeRecord } from '../../../harness/write-record.ts';
import { text } from '../../../twins/respond.ts';

export const getStaticPaths = (async () => {
  const records = await getCollection('records');
  return records.map(({ id, data }) => ({ params: { id }, props: { record: data } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ record: RoundtripRecord }> = ({ props }) =>
  text(writeRecord(props.record), 'application/json');
