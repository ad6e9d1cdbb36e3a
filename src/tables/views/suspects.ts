/** View: what each suspected part adds to a call of the reference, alone and together. */
import { additions as additionsFigure, type AdditionRow } from '../../figures/additions.ts';
import { formatEnds, formatNumber, formatRatio, msDecimals, NONE } from '../../figures/format.ts';
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
import { type Cell, numbers, underHeadings, type View } from '../view.ts';
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
    id: 'suspects',
    title: 'Which part it is',
    sentences: sentences.map((each) => each.join(' ')),
    figure: (width) => additionsFigure({ rows, width, title, reference }),
    marks: ['derived'],
    source: measuredSource(runs),
    table: {
      caption: title,
      marks: ['derived'],
      note: 'Time of a batch less that of the reference in the same round, divided by its calls, with the 95 % interval across sessions. Sums and what goes beyond them are formed within each session.',
      columns: [{ label: 'Part' }, ...numbers(['Adds (ms per call)', 'Time of the reference'])],
      groups: underHeadings(
        rows,
        ({ group }) => group,
        ({ label, system: of, ms, low, high, ratio, isSum }): Cell[] => [
          { text: label, system: of, filled: isSum !== true },
          { text: formatNumber(ms, msDecimals(ms)), ...noteOf(intervalText({ low, high }, ms)) },
          ratio === undefined
            ? { text: NONE, muted: true }
            : {
                text: formatRatio(ratio.estimate),
                ...noteOf(ratio.interval && formatEnds(ratio.interval)),
              },
        ],
      ),
    },
  };
}

/** The interval under a number; nothing where there is none. */
function noteOf(note: string | undefined): Pick<Cell, 'note'> {
  return note === undefined ? {} : { note };
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
