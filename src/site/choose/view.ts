/** What the page shows of a choice, as HTML: for the build and for the page’s script. */
import { contentHtml, marksHtml, toHtml } from '../../results/tables/html.ts';
import { labAddress } from '../live-bench/query.ts';
import {
  type Choice,
  type ChooseData,
  numberWord,
  panelKey,
  allOf,
  type Fit,
  fitsOf,
  type Line,
  missed,
  type Panel,
} from './choice.ts';
import { recommend } from './recommend.ts';
import { capitalized, formatBytes, formatMs } from '../../results/numbers/format.ts';
import { formatQuantity } from '../../results/numbers/quantity.ts';
import {
  type Cell,
  column,
  type ColumnOf,
  type Fact,
  isQuantity,
  NOT_MEASURED,
  tableOf,
  withoutEmpty,
} from '../../results/tables/table.ts';

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

export function viewOf(data: ChooseData, choice: Choice): View {
  const { title, points } = recommend(data, choice);
  const { table, farther } = fitTable(data, choice);
  const panel = data.panels[panelKey(choice)];
  const items = points.map(({ lead, sentences }) => {
    const name = lead === undefined ? '' : `<strong>${contentHtml(lead)}</strong> `;
    return `<li>${name}${contentHtml(sentences.join(' '))}</li>`;
  });
  const shown = table.groups.flatMap(({ rows }) => rows.flatMap(({ id = '' }) => id));
  const arms = shown.flatMap((row) => {
    const line = panel?.lines[row];
    return line?.ratio === undefined ? [] : (line.arm ?? []);
  });
  const names = [...new Set(farther.map(({ own }) => own.name))];
  return {
    recommendation: `<h2>${contentHtml(title)}</h2><ul>${items.join('')}</ul>`,
    table: toHtml(table, { hideCaption: true }) + marksHtml(table),
    measured: contentHtml(
      panel === undefined
        ? 'This operation was not measured from there at this round trip.'
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
        : contentHtml(
            `Show ${numberWord(farther.length)} that ${farther.length === 1 ? 'misses' : 'miss'} more: ${names.join(', ')}`,
          ),
    run:
      panel?.runs === undefined
        ? ''
        : labAddress({ study: panel.runs, workloads: [choice.operation], arms }),
  };
}

/** The table, and the configurations that miss more than one need, which it leaves out unless the choice has `all`. */
export function fitTable(data: ChooseData, choice: Choice) {
  const { needs, fits } = fitsOf(data, choice);
  const panel = data.panels[panelKey(choice)];
  const shown = fits.filter(({ own, line }) => own.standing !== 'plain' || line !== undefined);
  const isFar = (fit: Fit): boolean => fit.own.standing === 'library' && missed(fit) > 1;
  const headed = shown
    .filter((fit) => choice.all || !isFar(fit))
    .map((fit) => ({ ...fit, ...placeOf(fit, needs.length, panel) }))
    .sort((one, other) => one.place - other.place);
  const table = tableOf(headed, {
    caption: captionOf(data, panel),
    heading: ({ heading }) => heading,
    headingNote: ({ note }) => note,
    row: ({ own, line }) => ({
      id: own.row,
      reference: own.standing === 'plain',
      muted: own.library.muted !== undefined,
      more: [...lineFacts(own, line, panel), ...own.facts],
    }),
    columns: columnsOf(data, panel, needs.length),
  });
  return { table: withoutEmpty(table), farther: shown.filter(isFar) };
}

/** The text of the opened row on the operation. */
function lineFacts(own: Fit['own'], line: Line | undefined, panel: Panel | undefined): Fact[] {
  if (line === undefined || panel === undefined) return [];
  const { time, percentiles = [], bytes, cost, isOfOtherPlan } = line;
  const plain = panel.plain.find(({ over }) => over === own.over);
  const least = panel.lines[plain?.row ?? '']?.bytes;
  const beside =
    plain === undefined || least === undefined || plain.row === own.row
      ? ''
      : `; ${plain.spoken} sends ${formatBytes(least)}`;
  const parts = percentiles.map((ms, at) => `p${[50, 95, 99][at]} ${formatMs(ms)}`);
  const said = [
    [panel.operation, isQuantity(time) ? formatQuantity(time) : ''],
    ['Of single calls', parts.join(', ')],
    ['Bytes, both ways', bytes === undefined ? '' : `${formatBytes(bytes)}${beside}`],
    [
      'A million of these calls',
      cost === undefined
        ? ''
        : `${formatQuantity({ value: cost, unit: 'USD', from: 'estimated' })}, estimated`,
    ],
    ['Plan', isOfOtherPlan ? 'Measured in another plan than what it is compared with.' : ''],
  ] as const;
  return said.flatMap(([label, cell]) => (cell === '' ? [] : [{ label, cell }]));
}

function captionOf({ title }: ChooseData, panel: Panel | undefined): string {
  return panel === undefined
    ? `${title}: not measured`
    : `${title}: ${panel.operation}, ${panel.distance}`;
}

/** The group of a row, with its place among the others: transports never share one. */
function placeOf(fit: Fit, needed: number, panel: Panel | undefined) {
  const { standing, over } = fit.own;
  if (standing === 'plain') return { place: 0, heading: undefined, note: '' };
  const count = missed(fit);
  const at = Math.max(0, panel?.plain.findIndex((each) => each.over === over) ?? 0);
  const { spoken, row = '' } = panel?.plain[at] ?? {};
  const time = panel?.lines[row]?.time;
  const words = [
    standing === 'library' ? fitWords(needed, count) : standing.replace('-', ' '),
    over && `over ${over}`,
  ];
  return {
    place: (standing === 'library' ? count : STANDING_LAST[standing]) * 10 + 1 + at,
    heading: capitalized(words.filter(Boolean).join(', ')) || undefined,
    note: isQuantity(time) ? `compared with ${spoken}, ${formatQuantity(time)}` : '',
  };
}

/** Places of those that are no choice, behind all others. */
const STANDING_LAST = { 'advised-against': 100, 'not-installable': 101 } as const;

/** `all three`, `two of three`; nothing where nothing is needed. */
function fitWords(needed: number, miss: number): string {
  if (needed === 0) return '';
  if (miss === 0) return needed === 1 ? 'meets it' : allOf(needed);
  if (needed === 1) return 'lacks it, or not tested';
  return `${numberWord(needed - miss).replace(/^no$/, 'none')} of ${numberWord(needed)}`;
}

function fitCell({ own, takes, elsewhere, ...fit }: Fit, needed: number): Cell {
  if (own.standing === 'plain') return { text: 'for comparison', muted: true };
  const named = (label: string, needs: Fit['lacks']): string[] =>
    needs.length === 0 ? [] : [`${label}: ${needs.map((need) => need.label).join(', ')}`];
  const [text = needed === 1 ? 'meets it' : allOf(needed), note] = [
    ...named('misses', fit.lacks),
    ...named('not tested', fit.untested),
  ];
  const options = takes.map(({ option }) => `with ${option}`).join(', ');
  const others = fit.lacks.flatMap(({ id, label }) =>
    elsewhere[id] === undefined ? [] : [`${elsewhere[id]} has ${label}`],
  );
  return { text, note: [note, options, ...others].filter(Boolean).join('; ') || undefined };
}

function columnsOf(
  { against, pricesOf }: ChooseData,
  panel: Panel | undefined,
  needed: number,
): Array<ColumnOf<Fit>> {
  const bar = panel === undefined ? 'vs plain' : `${panel.operation} vs plain`;
  const ratio = ({ line }: Fit): Cell => line?.ratio ?? wordsOf(line?.time ?? NOT_MEASURED);
  // Beside what a call costs there is no room for its time.
  const time = ({ line }: Fit): Cell =>
    pricesOf === undefined ? (line?.time ?? NOT_MEASURED) : '';
  return [
    column('library', 'Library', ({ own }) => own.library),
    column('text', 'Fit', (fit) => (needed === 0 ? '' : fitCell(fit, needed))),
    { ...column('bar', bar, ({ line }) => line?.ratio ?? ''), axis: true },
    { ...column('ratio', against, ratio, '95 % CI'), id: 'ratio' },
    column('number', 'Time', time, 'ms'),
    column('number', 'Client', ({ own }) => own.weight ?? '', 'kB, gzip'),
    column('number', 'Idle object', ({ own }) => own.idle ?? '', 'a day'),
    column('text', 'Notices silence', ({ own }) => own.notices ?? '', 'after'),
  ];
}

/** Words for a ratio that there is not: why there is no time, or that a time has none beside it. */
const wordsOf = (time: Cell): Cell =>
  isQuantity(time) ? { text: 'not compared', muted: true } : time;
