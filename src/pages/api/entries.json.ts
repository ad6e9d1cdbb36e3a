/** All entries in short, with the addresses of each in full. */
import type { APIRoute } from 'astro';
import { absoluteTo, jsonResponse } from '../../exports/addresses.ts';
import { entryList } from '../../exports/documents.ts';
import { entriesOf, entryPage } from '../../journal/entries.ts';

export const GET: APIRoute = async ({ site }) => {
  const pages = await Promise.all((await entriesOf()).map(entryPage));
  return jsonResponse(entryList(pages, absoluteTo(site)));
};
