/** The tables of `/choose/`, made once in a build, and what else is made of them. */
import { getCollection } from 'astro:content';
import { csvFormat } from 'd3-dsv';
import { oncePerBuild } from '../../journal/once.ts';
import { publishedRuns } from '../../journal/published-runs.ts';
import { readRecorded, RECORDED } from '../../probes/recorded.ts';
import {
  amountOf,
  type Choice,
  type ChooseTable,
  placeText,
  usualChoice,
} from '../../report/choose.ts';
import { readCode } from '../code.ts';
import { type Table, tableOf, worded } from '../view.ts';
import { cases } from './cases.ts';
import { chooseTable } from './rows.ts';

/** The table of a case, by its id. @throws naming the ids there are */
export const readChooseTable = oncePerBuild(async (id: string): Promise<ChooseTable> => {
  const own = cases.find((each) => each.id === id);
  if (own === undefined) {
    throw new RangeError(
      `choose: got "${id}", expected one of ${cases.map((each) => each.id).join(', ')}`,
    );
  }
  const notes = await getCollection('systems');
  return chooseTable(own, {
    runs: await publishedRuns(own.study),
    also: own.also ? await publishedRuns(own.also.study) : [],
    recorded: readRecorded(readCode(RECORDED)),
    notes: new Map(notes.map(({ id: system, data }) => [system, data])),
  });
});

/** Every choice of side and network. */
function choicesOf(table: ChooseTable): Choice[] {
  return table.sides.flatMap(({ id: side }) =>
    table.networks.map((network) => ({ ...usualChoice(table), side, network })),
  );
}

/** Where the numbers of all choices come from: a row for each record. */
export function sourcesTable(table: ChooseTable): Table {
  const used = choicesOf(table).flatMap((choice) =>
    table.rows.flatMap((row) =>
      table.columns.flatMap(({ id, label }) => {
        const { record } = amountOf(row, id, choice);
        return record === undefined
          ? []
          : [{ record, place: placeText(table, choice), label, name: row.name }];
      }),
    ),
  );
  const rows = [...Map.groupBy(used, ({ record }) => record)];
  const names = (values: readonly string[]): string => [...new Set(values)].join(', ');
  return tableOf(rows, {
    caption: 'Where each number comes from',
    marks: [],
    note: 'Of each number, the newest record that has it, and whose A/A control is no wider than ±10 %.',
    columns: [
      worded('Entry', ([record]) => {
        const { title = record, href = '', date = '' } = table.sources[record] ?? {};
        return { text: title, href, note: date };
      }),
      worded('Record', ([record]) => ({
        ...{ text: 'JSON', href: `/api/records/${record}.json` },
        linkLabel: `JSON: the record ${record}`,
      })),
      worded('Numbers of', ([, members]) => names(members.map(({ label }) => label))),
      worded('Contestants', ([, members]) => names(members.map(({ name }) => name))),
    ],
  });
}

/** Every number as a row of CSV. */
export function chooseCsv(table: ChooseTable): string {
  const rows = choicesOf(table).flatMap((choice) =>
    table.rows.flatMap((row) =>
      table.columns.map((column) => {
        const { value, low, high, mark, text, record = '' } = amountOf(row, column.id, choice);
        const { href = '', date = '' } = table.sources[record] ?? {};
        return {
          ...{
            from: choice.side,
            network_ms: choice.network,
            contestant: row.name,
            versions: row.versions,
          },
          ...{ what: column.label, unit: column.unit, value, low, high },
          mark: value === undefined ? '' : (mark ?? column.mark ?? 'measured'),
          ...{ text, record, entry: href, date },
        };
      }),
    ),
  );
  return `${csvFormat(rows)}\n`;
}
