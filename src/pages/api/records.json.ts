/** All records: what each is, where it stands, and the entries that publish it. */
import type { APIRoute } from 'astro';
import { getCollection } from 'astro:content';
import { entriesOf } from '../../components/entry-data.ts';
import { absoluteTo } from '../../twins/addresses.ts';
import { recordList } from '../../twins/documents.ts';
import { jsonResponse } from '../../twins/respond.ts';

export const GET: APIRoute = async ({ site }) =>
  jsonResponse(recordList(await getCollection('records'), await entriesOf(), absoluteTo(site)));
