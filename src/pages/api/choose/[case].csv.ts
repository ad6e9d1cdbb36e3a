/** Every table of `/choose/` as CSV. */
import type { APIRoute, InferGetStaticPropsType } from 'astro';
import { cases } from '../../../choose/cases.ts';
import { readCase } from '../../../choose/published.ts';
import { allRows } from '../../../choose/tables.ts';
import { file } from '../../../exports/addresses.ts';
import { toCsv } from '../../../tables/text.ts';

export const getStaticPaths = () =>
  cases.map((own) => ({ params: { case: own.id }, props: { own } }));

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = async ({
  props: { own },
}) => {
  const { panels } = await readCase(own);
  return file(toCsv(allRows(own, panels)), 'text/csv');
};
