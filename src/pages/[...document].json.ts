/** For programs: lists of studies, entries, records and claims, each entry, and the file of each result. */
import { readFile } from 'node:fs/promises';
import type { APIRoute } from 'astro';
import { root } from 'astro:config/server';
import type { CollectionEntry } from 'astro:content';
import { plainClaim } from '../journal/claims/check.ts';
import type { Named } from '../journal/claims/scope.ts';
import {
  absolute,
  entryJsonOf,
  file,
  jsonResponse,
  markdownOf,
  recordOf,
  resultAddress,
} from '../site/exports/addresses.ts';
import { allClaims, claimsOf } from '../journal/claims.ts';
import { entriesOf } from '../journal/entries.ts';
import { hrefOf } from '../journal/journal.ts';
import { publishedResult, resultIds, studyEntries } from '../journal/studies.ts';
import { resultFile } from '../results/file.ts';
import { recordNames } from '../results/result.ts';

type Answer = () => Promise<Response> | Response;

const entryDocument = async (entry: CollectionEntry<'entries'>) => ({
  id: entry.id,
  page: absolute(hrefOf(entry)),
  markdown: absolute(markdownOf(hrefOf(entry))),
  ...entry.data,
  claims: await claimsOf(entry),
});

function recordAddresses(result: Named): { record: string } | { launches: string[] } {
  const records = recordNames(result).map((name) => absolute(recordOf(name)));
  const [only = '', ...more] = records;
  return more.length > 0 ? { launches: records } : { record: only };
}

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
  const studyList = studies.map(({ id, data }) => ({
    id,
    page: absolute(`/studies/${id}/`),
    ...data,
    entries: entries.filter(({ data: { study } }) => study.id === id).map(({ id }) => id),
  }));
  const results = ids.map(publishedResult);
  const recordList = results.map(({ id, ...result }) => ({
    id,
    ...recordAddresses({ id, ...result }),
    result: absolute(resultAddress(id, 'json')),
    csv: absolute(resultAddress(id, 'csv')),
    entries: entries
      .filter(({ data: { records } }) => records.some((record) => record.id === id))
      .map((entry) => absolute(entryJsonOf(entry.id))),
  }));
  return [
    path('api/studies', () => jsonResponse({ studies: studyList })),
    path('api/entries', async () =>
      jsonResponse({ entries: await Promise.all(entries.map(entryDocument)) }),
    ),
    path('api/records', () => jsonResponse({ records: recordList })),
    path('errata', async () => jsonResponse({ schema: 1, studies: await claimsByStudy() })),
    ...entries.map((entry) =>
      path(`api/entries/${entry.id}`, async () => jsonResponse(await entryDocument(entry))),
    ),
    ...ids.map((id) =>
      path(`api/results/${id}`, async () =>
        file(await readFile(new URL(resultFile(id), root), 'utf8'), 'application/json'),
      ),
    ),
  ];
}

async function claimsByStudy() {
  return (await allClaims()).map(({ entries, ...study }) => ({
    ...study,
    claims: entries.flatMap(({ href, claims }) =>
      claims.map((claim) => ({ ...plainClaim(claim), href: `${href}#claims` })),
    ),
  }));
}

export const GET: APIRoute<{ answer: Answer }> = ({ props }) => props.answer();
