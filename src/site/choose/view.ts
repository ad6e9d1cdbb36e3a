/** What the page shows of a choice, as HTML: for the build and for the page’s script. */
import { contentHtml, marksHtml, toHtml } from '../../results/tables/html.ts';
import { labAddress } from '../live-bench/query.ts';
import { type Choice, type ChooseData, numberWord, panelKey } from './choice.ts';
import { fitTable } from './fit-table.ts';
import { recommend } from './recommend.ts';

/** The parts of the page by their names. */
export interface View {
  recommendation: string;
  table: string;
  measured: string;
  /** Label of the switch for those that miss more; empty if none does. */
  farther: string;
  /** Address that runs the operation with the libraries of the table; empty where nothing measures it. */
  run: string;
}

const escaped = (text: string): string => contentHtml(text, undefined);

export function viewOf(data: ChooseData, choice: Choice): View {
  const { title, points } = recommend(data, choice);
  const { table, farther } = fitTable(data, choice);
  const panel = data.panels[panelKey(choice)];
  const items = points.map(({ lead, sentences }) => {
    const name = lead === undefined ? '' : `<strong>${escaped(lead)}</strong> `;
    return `<li>${name}${escaped(sentences.join(' '))}</li>`;
  });
  const shown = table.groups.flatMap(({ rows }) => rows.flatMap(({ id = '' }) => id));
  const arms = shown.flatMap((row) => {
    const line = panel?.lines[row];
    return line?.ratio === undefined ? [] : (line.arm ?? []);
  });
  const names = [...new Set(farther.map(({ own }) => own.name))];
  return {
    recommendation: `<h2>${escaped(title)}</h2><ul>${items.join('')}</ul>`,
    table: toHtml(table, { hideCaption: true }) + marksHtml(table),
    measured: escaped(
      panel === undefined
        ? 'This operation was not measured from there over this distance.'
        : [
            `${table.caption}. Measured ${panel.measured}.`,
            data.pricesOf && `Prices of ${data.pricesOf}.`,
          ]
            .filter(Boolean)
            .join(' '),
    ),
    farther:
      farther.length === 0
        ? ''
        : escaped(
            `Show ${numberWord(farther.length)} that ${farther.length === 1 ? 'misses' : 'miss'} more: ${names.join(', ')}`,
          ),
    run:
      panel?.runs === undefined
        ? ''
        : labAddress({ study: panel.runs, workloads: [choice.operation], arms }),
  };
}
