/** All records: what each is, where it stands, and the entries that publish it. */
import type { APIRoute } from 'astro';
import { getCollection } from 'astro:content';
import { absoluteTo, jsonResponse } from '../../exports/addresses.ts';
import { recordList } from '../../exports/documents.ts';
import { entriesOf } from '../../journal/entries.ts';

export const GET: APIRoute = async ({ site }) =>
  jsonResponse(recordList(await getCollection('records'), await entriesOf(), absoluteTo(site)));
