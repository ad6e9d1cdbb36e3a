/** A map of the site for language models, as llmstxt.org describes it. */
import type { APIRoute } from 'astro';
import { absoluteTo, text } from '../exports/addresses.ts';
import { llmsText } from '../exports/feeds.ts';
import { entriesOf } from '../journal/entries.ts';
import { studyEntries, studyPage } from '../journal/studies.ts';
import { allSystems } from '../systems/index.ts';

export const GET: APIRoute = async ({ site }) => {
  const pages = await Promise.all((await studyEntries()).map(studyPage));
  const studies = pages.map(({ entry: { id, data }, answer }) => ({
    id,
    data,
    answer: answer.text,
  }));
  return text(llmsText(studies, await entriesOf(), allSystems, absoluteTo(site)), 'text/plain');
};
