/** Every document for programs: the lists of studies, entries and records, each entry, each record. */
import { readFile } from 'node:fs/promises';
import type { APIRoute } from 'astro';
import { getCollection } from 'astro:content';
import { type Absolute, absoluteTo, jsonResponse, text } from '../../exports/addresses.ts';
import { entryDocument, entryList, recordList, studyList } from '../../exports/documents.ts';
import { entriesOf } from '../../journal/entries.ts';
import { recordFile, recordPaths } from '../../journal/records.ts';
import { studyEntries } from '../../journal/studies.ts';

type Answer = (absolute: Absolute) => Promise<Response> | Response;

export async function getStaticPaths() {
  const path = (document: string, answer: Answer) => ({ params: { document }, props: { answer } });
  const [studies, entries, records] = await Promise.all([
    studyEntries(),
    entriesOf(),
    getCollection('records'),
  ]);
  return [
    path('studies', (absolute) => jsonResponse(studyList(studies, entries, absolute))),
    path('entries', (absolute) => jsonResponse(entryList(entries, absolute))),
    path('records', (absolute) => jsonResponse(recordList(records, entries, absolute))),
    ...entries.map((entry) =>
      path(`entries/${entry.id}`, (absolute) => jsonResponse(entryDocument(entry, absolute))),
    ),
    // As its file has it.
    ...(await recordPaths()).map(({ props: { id } }) =>
      path(`records/${id}`, async () =>
        text(await readFile(await recordFile(id)), 'application/json'),
      ),
    ),
  ];
}

export const GET: APIRoute<{ answer: Answer }> = ({ props, site }) =>
  props.answer(absoluteTo(site));
