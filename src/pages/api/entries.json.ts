/** All entries in short, with the addresses of each in full. */
import type { APIRoute } from 'astro';
import { entriesOf, entryPage } from '../../components/entry-data.ts';
import { absoluteTo } from '../../twins/addresses.ts';
import { entryList } from '../../twins/documents.ts';
import { jsonResponse } from '../../twins/respond.ts';

export const GET: APIRoute = async ({ site }) => {
  const pages = await Promise.all((await entriesOf()).map(entryPage));
  return jsonResponse(entryList(pages, absoluteTo(site)));
};
