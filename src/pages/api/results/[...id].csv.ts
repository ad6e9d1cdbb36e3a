/** Every result as CSV. */
import type { APIRoute, GetStaticPaths } from 'astro';
import { file } from '../../../exports/addresses.ts';
import { resultTable } from '../../../exports/result-table.ts';
import { publishedResult, resultIds } from '../../../journal/results.ts';
import { toCsv } from '../../../tables/text.ts';

export const getStaticPaths = (async () =>
  (await resultIds()).map((id) => ({ params: { id } }))) satisfies GetStaticPaths;

export const GET: APIRoute = async ({ params: { id = '' } }) =>
  file(toCsv(resultTable(await publishedResult(id))), 'text/csv');
