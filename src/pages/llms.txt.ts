/** A map of the site for language models, as llmstxt.org describes it. */
import type { APIRoute } from 'astro';
import { cases } from '../choose/cases.ts';
import { absoluteTo, file } from '../exports/addresses.ts';
import { llmsText } from '../exports/feeds.ts';
import { entriesOf } from '../journal/entries.ts';
import { studyEntries } from '../journal/studies.ts';

export const GET: APIRoute = async ({ site }) =>
  file(llmsText(await studyEntries(), await entriesOf(), cases, absoluteTo(site)), 'text/plain');
