/** Every table of `/choose/` as Markdown, beside its page. */
import type { APIRoute } from 'astro';
import { absoluteTo, text } from '../../../exports/addresses.ts';
import { chooseMarkdown } from '../../../exports/choose.ts';
import { cases } from '../../../tables/choose/cases.ts';
import { readChooseTable } from '../../../tables/choose/index.ts';

export const getStaticPaths = () => cases.map(({ id }) => ({ params: { case: id } }));

export const GET: APIRoute = async ({ params: { case: id = '' }, site }) =>
  text(chooseMarkdown(await readChooseTable(id), absoluteTo(site)), 'text/markdown');
