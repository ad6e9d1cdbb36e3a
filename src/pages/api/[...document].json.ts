/** Every document for programs: the lists of studies, entries and records, each entry, each record. */
import { readFile } from 'node:fs/promises';
import type { APIRoute } from 'astro';
import { getCollection } from 'astro:content';
import { type Absolute, absoluteTo, jsonResponse, text } from '../../exports/addresses.ts';
import { chooseDocument } from '../../exports/choose.ts';
import { entryDocument, entryList, recordList, studyList } from '../../exports/documents.ts';
import { checkedClaims } from '../../journal/claims.ts';
import { entriesOf, entryPage, entryPages } from '../../journal/entries.ts';
import { recordFile, recordPaths } from '../../journal/records.ts';
import { studyEntries, studyPage } from '../../journal/studies.ts';
import { cases } from '../../tables/choose/cases.ts';
import { readChooseTable } from '../../tables/choose/index.ts';

type Answer = (absolute: Absolute) => Promise<Response>;

const lists: Readonly<Record<string, Answer>> = {
  studies: async (absolute) => {
    const studies = await Promise.all((await studyEntries()).map(studyPage));
    return jsonResponse(studyList(studies, await entryPages(), absolute));
  },
  entries: async (absolute) => jsonResponse(entryList(await entryPages(), absolute)),
  records: async (absolute) =>
    jsonResponse(recordList(await getCollection('records'), await entriesOf(), absolute)),
};

export async function getStaticPaths() {
  const path = (document: string, answer: Answer) => ({ params: { document }, props: { answer } });
  return [
    ...Object.entries(lists).map(([name, answer]) => path(name, answer)),
    ...(await entriesOf()).map((entry) =>
      path(`entries/${entry.id}`, async (absolute) =>
        jsonResponse(entryDocument(await entryPage(entry), await checkedClaims(entry), absolute)),
      ),
    ),
    ...cases.map(({ id }) =>
      path(`choose/${id}`, async (absolute) =>
        jsonResponse(chooseDocument(await readChooseTable(id), absolute)),
      ),
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
