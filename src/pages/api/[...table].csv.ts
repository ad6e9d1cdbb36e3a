/** Every result, and every table of `/choose/`, as CSV. */
import type { APIRoute } from 'astro';
import { cases } from '../../site/choose/cases.ts';
import { readCase } from '../../site/choose/configurations.ts';
import { allRows } from '../../site/choose/tables.ts';
import { file } from '../../site/exports/addresses.ts';
import { resultTable } from '../../site/exports/result-table.ts';
import { publishedResult, resultIds } from '../../journal/studies.ts';
import type { Table } from '../../results/tables/table.ts';
import { toCsv } from '../../results/tables/text.ts';

type MakeTable = () => Promise<Table> | Table;

export async function getStaticPaths() {
  const path = (table: string, make: MakeTable) => ({ params: { table }, props: { make } });
  return [
    ...cases.map((own) =>
      path(`choose/${own.id}`, async () => allRows(own, (await readCase(own)).panels)),
    ),
    ...(await resultIds()).map((id) =>
      path(`results/${id}`, () => resultTable(publishedResult(id))),
    ),
  ];
}

export const GET: APIRoute<{ make: MakeTable }> = async ({ props }) =>
  file(toCsv(await props.make()), 'text/csv');
