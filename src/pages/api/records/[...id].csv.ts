/** Every record as CSV. */
import type { APIRoute, GetStaticPaths } from 'astro';
import { getCollection } from 'astro:content';
import type { RoundtripRecord } from '../../../harness/record.ts';
import { recordCsv } from '../../../twins/csv.ts';
import { text } from '../../../twins/respond.ts';

export const getStaticPaths = (async () => {
  const records = await getCollection('records');
  return records.map(({ id, data }) => ({ params: { id }, props: { record: data } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ record: RoundtripRecord }> = ({ props }) =>
  text(recordCsv(props.record), 'text/csv');
