/** Every table of `/choose/` as CSV. */
import type { APIRoute } from 'astro';
import { file } from '../../../exports/addresses.ts';
import { cases } from '../../../tables/choose/cases.ts';
import { chooseCsv, readChooseTable } from '../../../tables/choose/index.ts';

export const getStaticPaths = () => cases.map(({ id }) => ({ params: { case: id } }));

export const GET: APIRoute = async ({ params: { case: id = '' } }) =>
  file(chooseCsv(await readChooseTable(id)), 'text/csv');
