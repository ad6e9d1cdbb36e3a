/**
 * For programs: lists of studies, entries, records and claims, each entry, and the file of each result. For pages: the
 * tables that switches ask for, and those of entries.
 */
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
import { entryFiles } from '../journal/entry-panels.ts';
import { entriesOf, entryPage, hrefOf } from '../journal/journal.ts';
import { publishedResult, resultIds, studyEntries } from '../journal/studies.ts';
import { resultFile } from '../results/file.ts';
import { recordNames } from '../results/result.ts';
import { answerSet, answerSetIds, runnableStudy } from '../site/live-bench/config.ts';
import { NOT_RUN, showPanel, writeData } from '../site/live-bench/panel.ts';

type Entry = CollectionEntry<'entries'>;
type Answer = () => Promise<Response> | Response;

/** A document by its path, which is made when it is written. */
const path = (document: string, answer: Answer) => ({ params: { document }, props: { answer } });
const panel = (document: string, make: () => object) =>
  path(`panels/${document}`, () => file(writeData(make()), 'application/json'));

export async function getStaticPaths() {
  const [studies, entries, ids] = await Promise.all([studyEntries(), entriesOf(), resultIds()]);
  const studyList = studies.map(({ id, data }) => ({
    id,
    page: absolute(`/studies/${id}/`),
    ...data,
    entries: entries.filter(({ data: { study } }) => study.id === id).map(({ id }) => id),
  }));
  const recordList = ids.map((id) => ({
    id,
    ...recordAddresses(publishedResult(id)),
    result: absolute(resultAddress(id, 'json')),
    csv: absolute(resultAddress(id, 'csv')),
    entries: entries
      .filter(({ data: { records } }) => records.some((record) => record.id === id))
      .map((entry) => absolute(entryJsonOf(entry.id))),
  }));
  const panels = [
    ...(await answerSetIds()).map(answerPanels),
    ...entries.map(async (entry) =>
      (await entryFiles(await entryPage(entry))).map(({ name, html }) =>
        panel(`${entry.id}/${name}`, () => ({ table: html() })),
      ),
    ),
  ];
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
    ...(await Promise.all(panels)).flat(),
  ];
}

async function entryDocument(entry: Entry) {
  return {
    id: entry.id,
    page: absolute(hrefOf(entry)),
    markdown: absolute(markdownOf(hrefOf(entry))),
    ...entry.data,
    claims: await claimsOf(entry),
  };
}

function recordAddresses(result: Named): { record: string } | { launches: string[] } {
  const records = recordNames(result).map((name) => absolute(recordOf(name)));
  const [only = '', ...more] = records;
  return more.length > 0 ? { launches: records } : { record: only };
}

async function claimsByStudy() {
  return (await allClaims()).map(({ entries, ...study }) => ({
    ...study,
    claims: entries.flatMap(({ href, claims }) =>
      claims.map((claim) => ({ ...plainClaim(claim), href: `${href}#claims` })),
    ),
  }));
}

async function answerPanels(id: string) {
  const { study, panels, shown } = await answerSet(id);
  const yours = runnableStudy(study) ? NOT_RUN : undefined;
  return panels.map((each) => panel(`${id}/${each.key}`, () => showPanel(each, shown, yours)));
}

export const GET: APIRoute<{ answer: Answer }> = ({ props }) => props.answer();
