/** A map of the site for language models, as llmstxt.org describes it. */
import type { APIRoute } from 'astro';
import { entriesOf } from '../components/entry-data.ts';
import { studyEntries } from '../components/study-data.ts';
import { absoluteTo } from '../twins/addresses.ts';
import { llmsText } from '../twins/llms.ts';
import { text } from '../twins/respond.ts';

export const GET: APIRoute = async ({ site }) =>
  text(llmsText(await studyEntries(), await entriesOf(), absoluteTo(site)), 'text/plain');
