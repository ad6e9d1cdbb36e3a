/** View: what each suspected part adds to a call of the reference, alone and together. */
import { additions as additionsFigure, type AdditionRow } from '../../figures/additions.ts';
import { formatNumber, msDecimals } from '../../figures/format.ts';
import { cellsOf, type Estimate } from '../../harness/statistics/index.ts';
import { clientText, placeText } from '../../report/entry-answer.ts';
import {
  type Addition,
  type Additions,
  additionsOf,
  intervalText,
  msText,
  suspectSentences,
} from '../../report/suspects.ts';
import { workloadNames } from '../../report/words.ts';
import { suspects } from '../../studies/call-delay/suspects.ts';
import { noted, numeric, ratioCell, tableOf, type View } from '../view.ts';
import { measuredSource, missing, runHeadings, type ViewPage } from './page.ts';

interface Row extends AdditionRow {
  ratio: Addition['ratio'] | undefined;
}

/** From records that hold the reference, every part alone, and all together. */
export function suspectsView(page: ViewPage): View {
  const { study, runs, names, reference } = page;
  const { system } = names(study.reference);
  const found = runs.flatMap((run) => {
    const cells = cellsOf(run.record);
    const [first, ...rest] = run.record.plan.workloads.flatMap((workload) => {
      const own = cells.filter((cell) => cell.workload === workload);
      return additionsOf(suspects, study.reference, own) ?? [];
    });
    return first === undefined ? [] : [{ run, all: [first, ...rest] as const }];
  });
  if (found.length === 0) {
    const arms = [study.reference, ...suspects.parts.map(({ arm }) => arm), suspects.together];
    throw missing(page, 'suspects', `sessions with the arms ${arms.join(', ')}`);
  }
  const workloadName = workloadNames(study);
  const headings = runHeadings(runs);
  const rows = found.flatMap(({ run, all }) =>
    all.flatMap((each) => {
      const name = workloadName(each.workload);
      return rowsOf(each, system, runs.length === 1 ? name : `${name}, ${headings.get(run.id)}`);
    }),
  );
  const sentences = found.map(({ run, all }) => {
    const { environment } = run.record;
    const where = `${placeText(environment)}, from ${clientText(environment.runtime)}`;
    return suspectSentences(where, workloadName(all[0].workload), all);
  });
  const title = `What each part adds to a call of ${reference}`;
  return {
    ...{ id: 'suspects', title: 'Which part it is', marks: ['derived'] },
    sentences: sentences.map((each) => each.join(' ')),
    figure: (width) => additionsFigure({ rows, width, title, reference }),
    source: measuredSource(runs),
    table: tableOf(rows, {
      ...{ caption: title, marks: ['derived'] },
      note: 'Time of a batch less that of the reference in the same round, divided by its calls, with the 95 % interval across sessions. Sums and what goes beyond them are formed within each session.',
      headingOf: ({ group }) => group,
      columns: [
        {
          label: 'Part',
          cell: ({ label, system: of, isSum }) => {
            return { text: label, system: of, filled: isSum !== true };
          },
        },
        numeric('Adds (ms per call)', ({ ms, low, high }) => ({
          text: formatNumber(ms, msDecimals(ms)),
          ...noted(intervalText({ low, high }, ms)),
        })),
        numeric('Time of the reference', ({ ratio }) =>
          ratioCell(ratio && { value: ratio.estimate, ...ratio.interval }),
        ),
      ],
    }),
  };
}

function rowsOf({ parts, together, sum, beyond }: Additions, system: string, group: string): Row[] {
  const row = (
    label: string,
    { estimate, interval }: Estimate,
    ratio?: Addition['ratio'],
  ): Row => ({
    ...{ group, label, system, ratio, ms: estimate },
    ...(interval && { low: interval.low, high: interval.high }),
    text: msText({ estimate, interval }),
  });
  const ran = ({ alone, added, ratio }: Addition) => row(alone, added, ratio);
  return [
    ...parts.map(ran),
    { ...row('The single parts, summed up', sum), isSum: true },
    ran(together),
    { ...row('All together, beyond that sum', beyond), isSum: true },
  ];
}
