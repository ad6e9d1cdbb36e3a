/** All entries in short, with the addresses of each in full. */
import type { APIRoute } from 'astro';
import { absoluteTo, jsonResponse } from '../../exports/addresses.ts';
import { entryList } from '../../exports/documents.ts';
import { entryPages } from '../../journal/entries.ts';

export const GET: APIRoute = async ({ site }) => {
  return jsonResponse(entryList(await entryPages(), absoluteTo(site)));
};
