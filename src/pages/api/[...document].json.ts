/** The lists of studies, entries and records for programs, each entry, and each result as its file has it. */
import { readFile } from 'node:fs/promises';
import type { APIRoute } from 'astro';
import { root } from 'astro:config/server';
import type { CollectionEntry } from 'astro:content';
import {
  type Absolute,
  absoluteTo,
  entryJsonOf,
  file,
  jsonResponse,
  markdownOf,
  recordOf,
  resultAddress,
} from '../../exports/addresses.ts';
import { entriesOf } from '../../journal/entries.ts';
import { hrefOf } from '../../journal/journal.ts';
import { resultIds } from '../../journal/results.ts';
import { studyEntries } from '../../journal/studies.ts';
import { resultFile } from '../../results/file.ts';

type Answer = (absolute: Absolute) => Promise<Response> | Response;

/** An entry as its file has it, with its addresses. */
const entryDocument = (entry: CollectionEntry<'entries'>, absolute: Absolute) => ({
  id: entry.id,
  page: absolute(hrefOf(entry)),
  markdown: absolute(markdownOf(hrefOf(entry))),
  ...entry.data,
});

export async function getStaticPaths() {
  const path = (document: string, answer: Answer) => ({ params: { document }, props: { answer } });
  const [studies, entries, ids] = await Promise.all([studyEntries(), entriesOf(), resultIds()]);
  for (const entry of entries) {
    const unknown = entry.data.records.find(({ id }) => !ids.includes(id));
    if (unknown === undefined) continue;
    throw new Error(
      `content/entries/${entry.id}.mdx records: got "${unknown.id}", expected a record's id: npm run results writes ${resultFile(unknown.id)}`,
    );
  }
  return [
    path('studies', (absolute) =>
      jsonResponse({
        studies: studies.map(({ id, data }) => ({
          ...{ id, page: absolute(`/studies/${id}/`), ...data },
          entries: entries.filter(({ data: { study } }) => study.id === id).map(({ id }) => id),
        })),
      }),
    ),
    path('entries', (absolute) =>
      jsonResponse({ entries: entries.map((entry) => entryDocument(entry, absolute)) }),
    ),
    path('records', (absolute) =>
      jsonResponse({
        records: ids.map((id) => ({
          id,
          record: absolute(recordOf(id)),
          result: absolute(resultAddress(id, 'json')),
          csv: absolute(resultAddress(id, 'csv')),
          entries: entries
            .filter(({ data: { records } }) => records.some((record) => record.id === id))
            .map((entry) => absolute(entryJsonOf(entry.id))),
        })),
      }),
    ),
    ...entries.map((entry) =>
      path(`entries/${entry.id}`, (absolute) => jsonResponse(entryDocument(entry, absolute))),
    ),
    ...ids.map((id) =>
      path(`results/${id}`, async () =>
        file(await readFile(new URL(resultFile(id), root), 'utf8'), 'application/json'),
      ),
    ),
  ];
}

export const GET: APIRoute<{ answer: Answer }> = ({ props, site }) =>
  props.answer(absoluteTo(site));
