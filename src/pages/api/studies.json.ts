/** All studies: their questions, arms and workloads, and the entries of each. */
import type { APIRoute } from 'astro';
import { entriesOf, entryPage } from '../../components/entry-data.ts';
import { studyEntries, studyPage } from '../../components/study-data.ts';
import { absoluteTo } from '../../twins/addresses.ts';
import { studyList } from '../../twins/documents.ts';
import { jsonResponse } from '../../twins/respond.ts';

export const GET: APIRoute = async ({ site }) => {
  const studies = await Promise.all((await studyEntries()).map(studyPage));
  const entries = await Promise.all((await entriesOf()).map(entryPage));
  return jsonResponse(studyList(studies, entries, absoluteTo(site)));
};
