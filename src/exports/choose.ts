/** The tables of `/choose/` for programs: as JSON and as Markdown. */
import type { ChooseTable } from '../report/choose.ts';
import { choicesOf, chooseView } from '../tables/choose/index.ts';
import { type Absolute, API_SCHEMA } from './addresses.ts';
import { linkTo, viewSection } from './markdown.ts';

/** `/api/choose/<case>.json`: rows with their numbers by side and network, and the records these are from. */
export function chooseDocument(table: ChooseTable, absolute: Absolute): object {
  const linked = <Item extends { href: string }>(item: Item): Item => ({
    ...item,
    href: absolute(item.href),
  });
  return {
    schema: API_SCHEMA,
    page: absolute(`/choose/${table.id}/`),
    ...table,
    rows: table.rows.map(linked),
    sources: Object.fromEntries(
      Object.entries(table.sources).map(([id, each]) => [id, linked(each)]),
    ),
  };
}

/** `/choose/<case>/index.md`: a table for each side and network. */
export function chooseMarkdown(table: ChooseTable, absolute: Absolute): string {
  const links = {
    Page: `/choose/${table.id}/`,
    JSON: `/api/choose/${table.id}.json`,
    CSV: `/api/choose/${table.id}.csv`,
  };
  return `${[
    `# ${table.title}`,
    ...choicesOf(table).map((choice) => viewSection(chooseView(table, choice), absolute)),
    Object.entries(links)
      .map(([name, address]) => `- ${linkTo(name, absolute(address))}`)
      .join('\n'),
  ].join('\n\n')}\n`;
}
