/** All studies: their questions, arms and workloads, and the entries of each. */
import type { APIRoute } from 'astro';
import { absoluteTo, jsonResponse } from '../../exports/addresses.ts';
import { studyList } from '../../exports/documents.ts';
import { entryPages } from '../../journal/entries.ts';
import { studyEntries, studyPage } from '../../journal/studies.ts';

export const GET: APIRoute = async ({ site }) => {
  const studies = await Promise.all((await studyEntries()).map(studyPage));
  return jsonResponse(studyList(studies, await entryPages(), absoluteTo(site)));
};
