/** A map of the site for language models, as llmstxt.org describes it. */
import type { APIRoute } from 'astro';
import { absoluteTo, file } from '../exports/addresses.ts';
import { llmsText } from '../exports/feeds.ts';
import { entriesOf } from '../journal/entries.ts';
import { studyEntries, studyPage } from '../journal/studies.ts';
import { allSystems } from '../systems/index.ts';
import { cases } from '../choose/cases.ts';

export const GET: APIRoute = async ({ site }) => {
  const pages = await Promise.all((await studyEntries()).map(studyPage));
  const studies = pages.map(({ entry: { id, data } }) => ({
    id,
    data,
    answer: '',
  }));
  const entries = await entriesOf();
  return file(llmsText(studies, entries, allSystems, cases, absoluteTo(site)), 'text/plain');
};
